// A device that serves every request, and its name.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "src/nt/io/device.h"
#include "src/nt/io/device_power.h"
#include "src/nt/ob/object.h"
#include "src/nt/ob/registry.h"
#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace drydock::testing {

struct Text {
  std::u16string text;
  UNICODE_STRING string{};
  explicit Text(std::u16string_view from) : text(from) {
    string.Buffer = text.data();
    string.Length = string.MaximumLength = static_cast<USHORT>(text.size() * 2);
  }
};

inline std::vector<UCHAR> seen;

inline NTSTATUS succeed(PDEVICE_OBJECT, PIRP irp) {
  seen.push_back(IoGetCurrentIrpStackLocation(irp)->MajorFunction);
  irp->IoStatus.Status = STATUS_SUCCESS;
  irp->IoStatus.Information = 0;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
}

class DeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    seen.clear();
    for (PDRIVER_DISPATCH& dispatch : driver_.MajorFunction) dispatch = succeed;
    Text name(u"\\Device\\Lower");
    ASSERT_EQ(IoCreateDevice(&driver_, 64, &name.string, FILE_DEVICE_VIDEO, 0, FALSE, &lower_),
              STATUS_SUCCESS);
    lower_->Flags &= ~static_cast<ULONG>(DO_DEVICE_INITIALIZING);
  }
  void TearDown() override { IoDeleteDevice(lower_); }

  void identify() {
    nt::DeviceIdentity identity;
    identity.instance_path = u"PCI\\VEN_1234&DEV_1111\\0";
    identity.driver_key = u"{4d36e968-e325-11ce-bfc1-08002be10318}\\0000";
    identity.set_text(DevicePropertyDeviceDescription, u"Card");
    identity.set_number(DevicePropertyBusNumber, 3);
    nt::identify_device(lower_, identity);
  }

  DRIVER_OBJECT driver_{};
  PDEVICE_OBJECT lower_ = nullptr;
};

}  // namespace drydock::testing
