// IKsDeviceFunctions of a device: how a driver registers its DMA adapter by an interface.
#pragma once

#include <atomic>

#include "src/ks/base/wdk.h"

namespace drydock::ks {

class Device;

// A member of its device and alive as long as that; references are only counted.
class DeviceFunctions final : public IKsDeviceFunctions {
 public:
  explicit DeviceFunctions(Device& device) : device_(device) {}
  virtual ~DeviceFunctions() = default;

  HRESULT QueryInterface(REFIID id, PVOID* out) override;
  ULONG AddRef() override { return ++references_; }
  ULONG Release() override { return --references_; }
  NTSTATUS RegisterAdapterObjectEx(PADAPTER_OBJECT adapter, PDEVICE_DESCRIPTION, ULONG,
                                   ULONG most_bytes, ULONG stride) override;

 private:
  Device& device_;
  std::atomic<ULONG> references_ = 1;
};

}  // namespace drydock::ks
