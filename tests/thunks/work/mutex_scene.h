// Clients that acquire and release keyed mutexes.
#pragma once

#include "tests/thunks/allocations/nt_share_scene.h"

namespace drydock::testing {

inline constexpr UINT64 kUntouched = 0xDEADBEEF;

// Waits for ever when `timeout` is null.
inline NTSTATUS acquire(D3DKMT_HANDLE mutex, UINT64 key, UINT64& fence, PLARGE_INTEGER timeout) {
  D3DKMT_ACQUIREKEYEDMUTEX data{};
  data.hKeyedMutex = mutex;
  data.Key = key;
  data.pTimeout = timeout;
  data.FenceValue = kUntouched;
  const NTSTATUS status = D3DKMTAcquireKeyedMutex(&data);
  fence = data.FenceValue;
  return status;
}

inline NTSTATUS try_acquire(D3DKMT_HANDLE mutex, UINT64 key, UINT64& fence) {
  LARGE_INTEGER at_once{};
  return acquire(mutex, key, fence, &at_once);
}

inline NTSTATUS release(D3DKMT_HANDLE mutex, UINT64 key, UINT64 fence) {
  D3DKMT_RELEASEKEYEDMUTEX data{};
  data.hKeyedMutex = mutex;
  data.Key = key;
  data.FenceValue = fence;
  return D3DKMTReleaseKeyedMutex(&data);
}

}  // namespace drydock::testing
