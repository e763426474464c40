// IRPs: stacks, completion, cancellation, requests made to measure.
#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/io/device.h"
#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;
using drydock::rules::FindingLog;

struct Pending {
  PIRP irp = nullptr;
  std::vector<int> order;
  bool pend = false;
};
Pending pending;

NTSTATUS serve(PDEVICE_OBJECT, PIRP irp) {
  const PIO_STACK_LOCATION here = IoGetCurrentIrpStackLocation(irp);
  if (pending.pend) {
    IoMarkIrpPending(irp);
    pending.irp = irp;
    return STATUS_PENDING;
  }
  NTSTATUS status = STATUS_SUCCESS;
  irp->IoStatus.Information = 0;
  if (here->MajorFunction == IRP_MJ_DEVICE_CONTROL) {
    auto* buffer = static_cast<PUCHAR>(irp->AssociatedIrp.SystemBuffer);
    for (ULONG i = 0; i < here->Parameters.DeviceIoControl.InputBufferLength; ++i) ++buffer[i];
    irp->IoStatus.Information = here->Parameters.DeviceIoControl.OutputBufferLength;
  } else if (here->MajorFunction == IRP_MJ_WRITE) {
    status = STATUS_DISK_FULL;
  }
  irp->IoStatus.Status = status;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

class IrpTest : public testing::Test {
 protected:
  void SetUp() override {
    pending = {};
    for (PDRIVER_DISPATCH& dispatch : driver_.MajorFunction) dispatch = serve;
    ASSERT_EQ(IoCreateDevice(&driver_, 16, nullptr, FILE_DEVICE_UNKNOWN, 0, FALSE, &device_),
              STATUS_SUCCESS);
    KeInitializeEvent(&event_, NotificationEvent, FALSE);
  }
  void TearDown() override { IoDeleteDevice(device_); }

  DRIVER_OBJECT driver_{};
  PDEVICE_OBJECT device_ = nullptr;
  KEVENT event_;
  IO_STATUS_BLOCK block_{};
};

NTSTATUS stop_completion(PDEVICE_OBJECT, PIRP, PVOID context) {
  pending.order.push_back(static_cast<int>(reinterpret_cast<LONG_PTR>(context)));
  return STATUS_MORE_PROCESSING_REQUIRED;
}
NTSTATUS go_on(PDEVICE_OBJECT, PIRP irp, PVOID context) {
  if (irp->PendingReturned) IoMarkIrpPending(irp);
  pending.order.push_back(static_cast<int>(reinterpret_cast<LONG_PTR>(context)));
  return STATUS_CONTINUE_COMPLETION;
}
PVOID number(LONG_PTR value) { return reinterpret_cast<PVOID>(value); }

// wdm/nf-wdm-ioallocateirp.md, wdm/nf-wdm-ioreuseirp.md
TEST_F(IrpTest, IsLaidOut) {
  const PIRP irp = IoAllocateIrp(3, FALSE);
  EXPECT_EQ(irp->StackCount, 3);
  EXPECT_EQ(irp->CurrentLocation, 4);
  EXPECT_EQ(irp->Size, IoSizeOfIrp(3));
  irp->IoStatus.Information = 5;
  IoReuseIrp(irp, STATUS_CANCELLED);
  EXPECT_EQ(irp->IoStatus.Status, STATUS_CANCELLED);
  EXPECT_EQ(irp->IoStatus.Information, 0U);
  IoFreeIrp(irp);
}

// wdm/nc-wdm-io_completion_routine.md: from the lowest driver up; the IRP stays where one keeps it
TEST_F(IrpTest, CompletionRoutinesRunInOrder) {
  const PIRP irp = IoAllocateIrp(3, FALSE);
  IoSetCompletionRoutine(irp, stop_completion, number(1), TRUE, TRUE, TRUE);
  IoSetNextIrpStackLocation(irp);
  IoSetCompletionRoutine(irp, go_on, number(2), TRUE, FALSE, FALSE);
  IoSetNextIrpStackLocation(irp);
  IoSetCompletionRoutine(irp, go_on, number(3), FALSE, TRUE, FALSE);
  IoGetNextIrpStackLocation(irp)->MajorFunction = IRP_MJ_CREATE;
  EXPECT_EQ(IoCallDriver(device_, irp), STATUS_SUCCESS);
  EXPECT_EQ(pending.order, (std::vector<int>{2, 1}));
  EXPECT_EQ(irp->CurrentLocation, 4);
  IoFreeIrp(irp);
}

TEST_F(IrpTest, ExtendedRoutineIsCalledOnErrorOnly) {
  for (const UCHAR major : {IRP_MJ_CREATE, IRP_MJ_WRITE}) {
    const PIRP irp = IoAllocateIrp(2, FALSE);
    IoSetCompletionRoutine(irp, stop_completion, number(1), TRUE, TRUE, TRUE);
    IoSetNextIrpStackLocation(irp);
    ASSERT_EQ(IoSetCompletionRoutineEx(device_, irp, go_on, number(2), FALSE, TRUE, FALSE),
              STATUS_SUCCESS);
    IoGetNextIrpStackLocation(irp)->MajorFunction = major;
    IoCallDriver(device_, irp);
    IoFreeIrp(irp);
  }
  EXPECT_EQ(pending.order, (std::vector<int>{1, 2, 1}));
}

// wdm/nf-wdm-iobuilddeviceiocontrolrequest.md: buffered; the block and the event are set, the IRP
// is freed
TEST_F(IrpTest, DeviceControl) {
  UCHAR in[2] = {1, 2}, out[2] = {};
  const ULONG code = CTL_CODE(FILE_DEVICE_UNKNOWN, 0x800, METHOD_BUFFERED, FILE_ANY_ACCESS);
  const PIRP irp =
      IoBuildDeviceIoControlRequest(code, device_, in, 2, out, 2, FALSE, &event_, &block_);
  ASSERT_NE(irp, nullptr);
  EXPECT_EQ(IoCallDriver(device_, irp), STATUS_SUCCESS);
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], 3);
  EXPECT_EQ(block_.Information, 2U);
  EXPECT_EQ(KeReadStateEvent(&event_), 1);
}

// wdm/nf-wdm-iobuildsynchronousfsdrequest.md: pending, then the event
TEST_F(IrpTest, SynchronousRequestPends) {
  pending.pend = true;
  const PIRP irp =
      IoBuildSynchronousFsdRequest(IRP_MJ_PNP, device_, nullptr, 0, nullptr, &event_, &block_);
  ASSERT_NE(irp, nullptr);
  IoGetNextIrpStackLocation(irp)->MinorFunction = IRP_MN_QUERY_INTERFACE;
  EXPECT_EQ(IoCallDriver(device_, irp), STATUS_PENDING);
  EXPECT_EQ(KeReadStateEvent(&event_), 0);
  pending.irp->IoStatus.Status = STATUS_NOT_SUPPORTED;
  IoCompleteRequest(pending.irp, IO_NO_INCREMENT);
  EXPECT_EQ(KeReadStateEvent(&event_), 1);
  EXPECT_EQ(block_.Status, STATUS_NOT_SUPPORTED);
}

VOID cancel_it(PDEVICE_OBJECT, PIRP irp) {
  IoReleaseCancelSpinLock(irp->CancelIrql);
  irp->IoStatus.Status = STATUS_CANCELLED;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
}

// wdm/nf-wdm-iocancelirp.md: TRUE when a cancel routine was called; the Cancel bit is set in any
// case
TEST_F(IrpTest, Cancel) {
  pending.pend = true;
  const PIRP irp =
      IoBuildSynchronousFsdRequest(IRP_MJ_READ, device_, nullptr, 0, nullptr, &event_, &block_);
  EXPECT_EQ(IoCallDriver(device_, irp), STATUS_PENDING);
  EXPECT_FALSE(IoCancelIrp(irp));
  EXPECT_TRUE(irp->Cancel);
  EXPECT_EQ(IoSetCancelRoutine(irp, cancel_it), nullptr);
  EXPECT_TRUE(IoCancelIrp(irp));
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  EXPECT_EQ(block_.Status, STATUS_CANCELLED);
}

TEST_F(IrpTest, MissingDispatchRoutineRefuses) {
  driver_.MajorFunction[IRP_MJ_POWER] = nullptr;
  const PIRP irp =
      IoBuildSynchronousFsdRequest(IRP_MJ_POWER, device_, nullptr, 0, nullptr, &event_, &block_);
  EXPECT_EQ(IoCallDriver(device_, irp), STATUS_INVALID_DEVICE_REQUEST);
}

TEST_F(IrpTest, StackLimitsHoldALocal) {
  ULONG_PTR low = 0, high = 0;
  IoGetStackLimits(&low, &high);
  // The address sanitizer may keep locals elsewhere; a frame is on the stack.
  const auto here = reinterpret_cast<ULONG_PTR>(__builtin_frame_address(0));
  EXPECT_LT(low, here);
  EXPECT_LT(here, high);
  EXPECT_TRUE(IoWithinStackLimits(here, sizeof low));
}

TEST_F(IrpTest, CompletedTwiceByTheHostIsReported) {
  pending.pend = true;
  const PIRP irp =
      IoBuildSynchronousFsdRequest(IRP_MJ_READ, device_, nullptr, 0, nullptr, &event_, &block_);
  IoCallDriver(device_, irp);
  const FindingLog log;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "N-063");
}

constexpr const char* kDispatch = R"(
static NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp) {
  UNREFERENCED_PARAMETER(device);
  irp->IoStatus.Status = STATUS_SUCCESS;
  irp->IoStatus.Information = 0;
  IoCompleteRequest(irp, IO_NO_INCREMENT); // first
)";
constexpr const char* kDispatchEnd = R"(
  return STATUS_SUCCESS;
}
static NTSTATUS Done(PDEVICE_OBJECT device, PIRP irp, PVOID context) {
  UNREFERENCED_PARAMETER(device); UNREFERENCED_PARAMETER(irp); UNREFERENCED_PARAMETER(context);
  return STATUS_MORE_PROCESSING_REQUIRED;
}
)";
constexpr const char* kSendOwn = R"(
  PDEVICE_OBJECT device; PIRP irp;
  driver->MajorFunction[IRP_MJ_CREATE] = Dispatch;
  if (!NT_SUCCESS(IoCreateDevice(driver, 0, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device))) return STATUS_UNSUCCESSFUL;
  irp = IoAllocateIrp(device->StackSize, FALSE);
  if (irp == NULL) { IoDeleteDevice(device); return STATUS_UNSUCCESSFUL; }
  IoGetNextIrpStackLocation(irp)->MajorFunction = IRP_MJ_CREATE;
  IoSetCompletionRoutine(irp, Done, NULL, TRUE, TRUE, TRUE);
  IoCallDriver(device, irp);
  IoFreeIrp(irp);
  IoDeleteDevice(device);
)";
constexpr const char* kSendBuilt = R"(
  PDEVICE_OBJECT device; PIRP irp; KEVENT event; IO_STATUS_BLOCK block;
  driver->MajorFunction[IRP_MJ_PNP] = Dispatch;
  if (!NT_SUCCESS(IoCreateDevice(driver, 0, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device))) return STATUS_UNSUCCESSFUL;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  irp = IoBuildSynchronousFsdRequest(IRP_MJ_PNP, device, NULL, 0, NULL, &event, &block);
  if (irp == NULL) { IoDeleteDevice(device); return STATUS_UNSUCCESSFUL; }
  IoCallDriver(device, irp);
  IoDeleteDevice(device);
)";
constexpr const char* kAgain = "  IoCompleteRequest(irp, IO_NO_INCREMENT); // here\n";

TEST(IrpRules, N063CompletedTwiceIsFound) {
  expect_found("N-063", driver_with(kSendOwn, std::string(kDispatch) + kAgain + kDispatchEnd),
               "// first");
}

TEST(IrpRules, N063CompletedTwiceAfterItWasFreedIsFound) {
  expect_found("N-063", driver_with(kSendBuilt, std::string(kDispatch) + kAgain + kDispatchEnd),
               "// first");
}

TEST(IrpRules, N063CompletedOnceIsSilent) {
  expect_silent(driver_with(kSendOwn, std::string(kDispatch) + kDispatchEnd));
  expect_silent(driver_with(
      kSendBuilt,
      std::string(kDispatch) + kDispatchEnd +
          "static PIO_COMPLETION_ROUTINE used = Done; PVOID keep(void) { return (PVOID)used; }\n"));
}

}  // namespace
