// The adapter, which all OpenAdapter functions create.
#pragma once

#include <memory>

#include "softgpu_umd.h"

class Adapter {
 public:
  // Queries the version of the kernel-mode half and fails when it is another one.
  HRESULT open(HANDLE runtime, const D3DDDI_ADAPTERCALLBACKS& callbacks);
};

// The common part of OpenAdapter10_2 and OpenAdapter12: creates the adapter and returns it to the
// runtime. The caller fills the table of functions.
template <typename Wanted>
HRESULT open_adapter(Wanted& wanted) {
  auto adapter = std::make_unique<Adapter>();
  const HRESULT result = adapter->open(wanted.hRTAdapter.handle, *wanted.pAdapterCallbacks);
  if (SUCCEEDED(result)) wanted.hAdapter.pDrvPrivate = adapter.release();
  return result;
}

template <typename Handle>
HRESULT APIENTRY close_adapter(Handle adapter) {
  delete static_cast<Adapter*>(adapter.pDrvPrivate);
  return S_OK;
}

// GetSupportedVersions: the number of versions, and the versions if there is room for them.
template <SIZE_T Count>
HRESULT report_versions(const UINT64 (&known)[Count], UINT32* count, UINT64* versions) {
  const UINT32 room = *count;
  *count = Count;
  if (versions == NULL) return S_OK;
  if (room < Count) return E_OUTOFMEMORY;
  memcpy(versions, known, sizeof known);
  return S_OK;
}
