// DMA mappings of frames for pins with KSPIN_FLAG_GENERATE_MAPPINGS.
#pragma once

#include <vector>

#include "src/ks/base/wdk.h"
#include "src/sim/lock.h"

namespace drydock::ks {

// The adapter that a device registered, and the mappings that are made with it. Thread-safe.
class DmaMapper {
 public:
  // KsDeviceRegisterAdapterObject and IKsDeviceFunctions::RegisterAdapterObjectEx. S-274.
  NTSTATUS register_adapter(PADAPTER_OBJECT adapter, ULONG most_bytes, ULONG stride);
  bool registered() const;
  ULONG stride() const;

  // The pieces of a locked buffer, none longer than the registered limit (S-275), as structures
  // that are `stride` bytes apart. Empty when the adapter cannot map it.
  std::vector<std::byte> map(PMDL mdl, void* data, ULONG bytes, ULONG& count) const;

 private:
  mutable sim::Lock lock_{sim::LockRank::kStreamMapping};
  PADAPTER_OBJECT adapter_ DRYDOCK_GUARDED_BY(lock_) = nullptr;
  ULONG most_bytes_ DRYDOCK_GUARDED_BY(lock_) = 0;
  ULONG stride_ DRYDOCK_GUARDED_BY(lock_) = 0;
};

}  // namespace drydock::ks
