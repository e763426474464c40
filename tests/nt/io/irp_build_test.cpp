// IRPs that the host builds for a request.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/nt/io/device.h"
#include "src/rules/finding.h"
#include "tests/nt/io/irp_scene.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

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

}  // namespace
