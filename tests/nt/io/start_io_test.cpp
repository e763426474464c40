// Device queues, StartIo routines and device timers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using namespace drydock::testing;
using ::testing::ElementsAre;

class AtDispatch {
 public:
  AtDispatch() { KeRaiseIrql(DISPATCH_LEVEL, &old_); }
  ~AtDispatch() noexcept(false) { KeLowerIrql(old_); }
  AtDispatch(const AtDispatch&) = delete;
  AtDispatch& operator=(const AtDispatch&) = delete;

 private:
  KIRQL old_ = PASSIVE_LEVEL;
};

// wdm/nf-wdm-keinsertdevicequeue.md: FALSE for the first entry, which is to be served at once; the
// queue is busy then.
TEST(DeviceQueue, FirstComerIsNotQueued) {
  KDEVICE_QUEUE queue;
  KDEVICE_QUEUE_ENTRY entries[3]{};
  KeInitializeDeviceQueue(&queue);
  const AtDispatch raised;
  EXPECT_FALSE(KeInsertDeviceQueue(&queue, &entries[0]));
  EXPECT_TRUE(KeInsertDeviceQueue(&queue, &entries[1]));
  EXPECT_TRUE(KeInsertDeviceQueue(&queue, &entries[2]));
  EXPECT_EQ(KeRemoveDeviceQueue(&queue), &entries[1]);
  EXPECT_TRUE(KeRemoveEntryDeviceQueue(&queue, &entries[2]));
  EXPECT_FALSE(KeRemoveEntryDeviceQueue(&queue, &entries[2]));
  // wdm/nf-wdm-keremovedevicequeue.md: busy but empty gives NULL and becomes not busy.
  EXPECT_TRUE(queue.Busy);
  EXPECT_EQ(KeRemoveDeviceQueue(&queue), nullptr);
  EXPECT_FALSE(queue.Busy);
}

// wdm/nf-wdm-keinsertbykeydevicequeue.md and wdm/nf-wdm-keremovebykeydevicequeue.md
TEST(DeviceQueue, KeysOrderTheEntries) {
  KDEVICE_QUEUE queue;
  KDEVICE_QUEUE_ENTRY entries[5]{};
  KeInitializeDeviceQueue(&queue);
  const AtDispatch raised;
  EXPECT_EQ(KeRemoveByKeyDeviceQueueIfBusy(&queue, 1), nullptr);
  KeInsertByKeyDeviceQueue(&queue, &entries[0], 9);
  KeInsertByKeyDeviceQueue(&queue, &entries[1], 5);
  KeInsertByKeyDeviceQueue(&queue, &entries[2], 3);
  KeInsertByKeyDeviceQueue(&queue, &entries[3], 5);
  KeInsertByKeyDeviceQueue(&queue, &entries[4], 8);
  EXPECT_EQ(KeRemoveByKeyDeviceQueue(&queue, 5), &entries[1]);
  EXPECT_EQ(KeRemoveByKeyDeviceQueue(&queue, 6), &entries[4]);
  EXPECT_EQ(KeRemoveByKeyDeviceQueue(&queue, 100), &entries[2]);
  EXPECT_EQ(KeRemoveByKeyDeviceQueueIfBusy(&queue, 0), &entries[3]);
  EXPECT_EQ(KeRemoveDeviceQueue(&queue), nullptr);
}

// A device of the test itself, whose StartIo notes the requests by their size.
struct Device {
  Device() {
    driver.DriverStartIo = start_io;
    UNICODE_STRING none{};
    EXPECT_EQ(IoCreateDevice(&driver, 0, &none, FILE_DEVICE_UNKNOWN, 0, FALSE, &object),
              STATUS_SUCCESS);
    current = this;
  }
  ~Device() { IoDeleteDevice(object); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  static VOID start_io(PDEVICE_OBJECT device, PIRP irp) {
    current->irqls.push_back(KeGetCurrentIrql());
    current->started.push_back(static_cast<int>(irp->IoStatus.Information));
    EXPECT_EQ(device->CurrentIrp, irp);
    if (!current->eager) return;
    ++current->depth;
    current->deepest = std::max(current->deepest, current->depth);
    IoStartNextPacket(device, TRUE);
    --current->depth;
  }
  static VOID cancel(PDEVICE_OBJECT device, PIRP irp) {
    current->cancelled.push_back(static_cast<int>(irp->IoStatus.Information));
    KeRemoveEntryDeviceQueue(&device->DeviceQueue, &irp->Tail.Overlay.DeviceQueueEntry);
    IoReleaseCancelSpinLock(irp->CancelIrql);
  }

  static inline Device* current = nullptr;
  DRIVER_OBJECT driver{};
  PDEVICE_OBJECT object = nullptr;
  bool eager = false;  // StartIo asks for the next at once
  int depth = 0;
  int deepest = 0;
  std::vector<int> started;
  std::vector<int> cancelled;
  std::vector<KIRQL> irqls;
};

struct Request {
  explicit Request(int name) : irp(IoAllocateIrp(2, FALSE)) {
    irp->IoStatus.Information = static_cast<ULONG_PTR>(name);
  }
  ~Request() { IoFreeIrp(irp); }
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  PIRP irp;
};

// ntifs/nf-ntifs-iostartpacket.md: StartIo for the first, the queue for those that come while the
// device is busy.
TEST(StartIo, OneRequestAtATimeAtDispatchLevel) {
  Device device;
  const Request first(1), second(2), third(3);
  ULONG key = 0;
  IoStartPacket(device.object, first.irp, nullptr, nullptr);
  IoStartPacket(device.object, second.irp, nullptr, nullptr);
  IoStartPacket(device.object, third.irp, &key, nullptr);
  EXPECT_THAT(device.started, ElementsAre(1));
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  {
    const AtDispatch raised;
    IoStartNextPacket(device.object, FALSE);
    IoStartNextPacketByKey(device.object, FALSE, 0);
    IoStartNextPacket(device.object, FALSE);
  }
  EXPECT_THAT(device.started, ElementsAre(1, 2, 3));
  EXPECT_THAT(device.irqls, ElementsAre(DISPATCH_LEVEL, DISPATCH_LEVEL, DISPATCH_LEVEL));
  EXPECT_EQ(device.object->CurrentIrp, nullptr);
  IoStartPacket(device.object, first.irp, nullptr, nullptr);
  EXPECT_THAT(device.started, ElementsAre(1, 2, 3, 1));
}

// ntifs/nf-ntifs-iosetstartioattributes.md: DeferredStartIo keeps StartIo from being entered again.
TEST(StartIo, DeferredRoutineIsNotEnteredAgain) {
  for (const bool deferred : {false, true}) {
    Device device;
    IoSetStartIoAttributes(device.object, deferred, FALSE);
    const Request first(1), second(2), third(3);
    for (const Request* request : {&first, &second, &third})
      IoStartPacket(device.object, request->irp, nullptr, nullptr);
    device.eager = true;
    {
      const AtDispatch raised;
      IoStartNextPacket(device.object, TRUE);
    }
    EXPECT_THAT(device.started, ElementsAre(1, 2, 3));
    EXPECT_EQ(device.deepest, deferred ? 1 : 2);
    EXPECT_FALSE(device.object->DeviceQueue.Busy);
  }
}

TEST(StartIo, QueuedRequestIsCancelled) {
  Device device;
  const Request first(1), second(2), third(3);
  IoStartPacket(device.object, first.irp, nullptr, Device::cancel);
  IoStartPacket(device.object, second.irp, nullptr, Device::cancel);
  IoStartPacket(device.object, third.irp, nullptr, Device::cancel);
  const PIO_STACK_LOCATION stack = IoGetNextIrpStackLocation(second.irp);
  stack->DeviceObject = device.object;
  IoSetNextIrpStackLocation(second.irp);
  EXPECT_TRUE(IoCancelIrp(second.irp));
  EXPECT_THAT(device.cancelled, ElementsAre(2));
  const AtDispatch raised;
  IoStartNextPacket(device.object, TRUE);
  EXPECT_THAT(device.started, ElementsAre(1, 3));
}

// A driver with a device timer; `body` follows its start.
std::string timer_driver(const std::string& body, const std::string& unload) {
  return R"(#include <ntddk.h>
static PDEVICE_OBJECT Device; static ULONG Ticks; static KIRQL Level;
IO_TIMER_ROUTINE Tick;
VOID Tick(PDEVICE_OBJECT Object, PVOID Context) {
    if (Object == Device && Context == &Ticks) Ticks++;
    Level = KeGetCurrentIrql();
}
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) {
    UNREFERENCED_PARAMETER(Driver);
)" + unload +
         R"(}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    LARGE_INTEGER Wait;
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    if (!NT_SUCCESS(IoCreateDevice(Driver, 0, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &Device)))
        return STATUS_UNSUCCESSFUL;
    Wait.QuadPart = -35000000;
    IoInitializeTimer(Device, Tick, &Ticks);
    IoStartTimer(Device); /* armed */
)" + body +
         "    return STATUS_SUCCESS;\n}\n";
}

// wdm/nf-wdm-ioinitializetimer.md: once a second, at DISPATCH_LEVEL, until it is stopped.
TEST(IoTimer, TicksOnceASecondUntilItIsStopped) {
  const Life life = life_of(timer_driver(R"(
    KeDelayExecutionThread(KernelMode, FALSE, &Wait);
    IoStopTimer(Device);
    if (Ticks != 3 || Level != DISPATCH_LEVEL) return STATUS_UNSUCCESSFUL;
    KeDelayExecutionThread(KernelMode, FALSE, &Wait);
    if (Ticks != 3) return STATUS_UNSUCCESSFUL;
)",
                                         "    IoDeleteDevice(Device);\n"),
                            ".c", {.seed = 5});
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

TEST(IoTimer, DeletedDeviceTakesItsTimerAlong) {
  const Life life = life_of(timer_driver("", "    IoDeleteDevice(Device);\n"), ".c", {.seed = 5});
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

TEST(IoTimer, N037TimerOfADeviceLeftIsFound) {
  const std::string source = timer_driver("", "");
  const Life life = life_of(source, ".c", {.seed = 5});
  ASSERT_TRUE(has(life.findings, "N-037")) << text_of(life.findings);
  EXPECT_TRUE(
      mentions_line(first(life.findings, "N-037"), "driver.c", line_of(source, "/* armed */")));
}

}  // namespace
