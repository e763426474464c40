// What rows of the executive call with: the driver that makes the call, its devices and requests.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "ntifs.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "tests/support/export_rows.h"

namespace drydock::testing {

inline DRIVER_OBJECT& this_driver() { return nt::current_driver()->object(); }

inline UNICODE_STRING words(const WCHAR* text) {
  UNICODE_STRING out;
  RtlInitUnicodeString(&out, text);
  return out;
}

inline NTSTATUS complete_at_once(PDEVICE_OBJECT, PIRP irp) {
  irp->IoStatus.Status = STATUS_SUCCESS;
  irp->IoStatus.Information = 7;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
}

// A device of the calling driver, which completes every request.
struct OwnDevice {
  PDEVICE_OBJECT device = nullptr;
  explicit OwnDevice(const WCHAR* name = nullptr) {
    for (PDRIVER_DISPATCH& dispatch : this_driver().MajorFunction) dispatch = complete_at_once;
    UNICODE_STRING named = words(name);
    EXPECT_EQ(IoCreateDevice(&this_driver(), 8, name == nullptr ? nullptr : &named,
                             FILE_DEVICE_UNKNOWN, 0, FALSE, &device),
              STATUS_SUCCESS);
    device->Flags &= ~static_cast<ULONG>(DO_DEVICE_INITIALIZING);
  }
  ~OwnDevice() { IoDeleteDevice(device); }
  OwnDevice(const OwnDevice&) = delete;
  OwnDevice& operator=(const OwnDevice&) = delete;
};

// A request with room for two drivers; its maker frees it.
struct OwnIrp {
  PIRP irp = IoAllocateIrp(2, FALSE);
  ~OwnIrp() { IoFreeIrp(irp); }
  OwnIrp() = default;
  OwnIrp(const OwnIrp&) = delete;
  OwnIrp& operator=(const OwnIrp&) = delete;
};

}  // namespace drydock::testing
