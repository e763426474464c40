// Calls of drivers with IRPs, and their completion, once each.
#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/io/device.h"
#include "src/rules/finding.h"
#include "tests/nt/io/irp_scene.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;
using drydock::rules::FindingLog;

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

TEST_F(IrpTest, MissingDispatchRoutineRefuses) {
  driver_.MajorFunction[IRP_MJ_POWER] = nullptr;
  const PIRP irp =
      IoBuildSynchronousFsdRequest(IRP_MJ_POWER, device_, nullptr, 0, nullptr, &event_, &block_);
  EXPECT_EQ(IoCallDriver(device_, irp), STATUS_INVALID_DEVICE_REQUEST);
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

// A driver that dies with the lock of cancel routines leaves it to the next.
TEST(CancelLock, IsFreeAfterALifeThatEndedWithIt) {
  const FindingLog log;
  Driver first("first"), second("second");
  EXPECT_FALSE(first.run("test", [] {
    KIRQL irql = PASSIVE_LEVEL;
    IoAcquireCancelSpinLock(&irql);
    KeBugCheckEx(0xE2, 0, 0, 0, 0);
  }));
  EXPECT_TRUE(second.run("test", [] {
    KIRQL irql = PASSIVE_LEVEL;
    IoAcquireCancelSpinLock(&irql);
    IoReleaseCancelSpinLock(irql);
  }));
}

TEST(CancelLock, IsFreeAfterAReturnWithIt) {
  const FindingLog log;
  Driver first("first"), second("second");
  first.run("test", [] {
    KIRQL irql = PASSIVE_LEVEL;
    IoAcquireCancelSpinLock(&irql);
    KeLowerIrql(irql);
  });
  EXPECT_TRUE(has(log.findings(), "N-028")) << text_of(log.findings());
  EXPECT_TRUE(second.run("test", [] {
    KIRQL irql = PASSIVE_LEVEL;
    IoAcquireCancelSpinLock(&irql);
    IoReleaseCancelSpinLock(irql);
  }));
}

}  // namespace
