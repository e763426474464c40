// IRPs: their layout, their cancellation and their stacks.
#include "src/nt/io/irp.h"

#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/nt/io/device.h"
#include "src/rules/finding.h"
#include "tests/nt/io/irp_scene.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

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

TEST_F(IrpTest, StackLimitsHoldALocal) {
  ULONG_PTR low = 0, high = 0;
  IoGetStackLimits(&low, &high);
  // The address sanitizer may keep locals elsewhere; a frame is on the stack.
  const auto here = reinterpret_cast<ULONG_PTR>(__builtin_frame_address(0));
  EXPECT_LT(low, here);
  EXPECT_LT(here, high);
  EXPECT_TRUE(IoWithinStackLimits(here, sizeof low));
}

}  // namespace
