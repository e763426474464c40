#include "src/ks/device/device_functions.h"

#include "src/ks/device/device.h"

namespace drydock::ks {

HRESULT DeviceFunctions::QueryInterface(REFIID id, PVOID* out) {
  return device_.outer_unknown().face()->QueryInterface(id, out);
}

NTSTATUS DeviceFunctions::RegisterAdapterObjectEx(PADAPTER_OBJECT adapter, PDEVICE_DESCRIPTION,
                                                  ULONG, ULONG most_bytes, ULONG stride) {
  return device_.register_adapter(adapter, most_bytes, stride);
}

}  // namespace drydock::ks
