// A device that serves requests or lets them pend.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/io/device.h"
#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace drydock::testing {

struct Pending {
  PIRP irp = nullptr;
  std::vector<int> order;
  bool pend = false;
};
inline Pending pending;

inline NTSTATUS serve(PDEVICE_OBJECT, PIRP irp) {
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

class IrpTest : public ::testing::Test {
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

}  // namespace drydock::testing
