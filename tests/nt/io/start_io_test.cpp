// StartIo routines: one request at a time.
#include "src/nt/io/start_io.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/nt/io/start_io_scene.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using namespace drydock::testing;
using ::testing::ElementsAre;

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

}  // namespace
