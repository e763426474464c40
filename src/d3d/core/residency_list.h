// Residency of a driver that is older than WDDM 2.0, on a kernel that is not.
//
// Such a driver expects its allocation lists to bring memory in. A kernel of WDDM 2.0 uses
// residency lists alone (K-286), of which the driver knows nothing, so the runtime has one for each
// device.
//
// Cost: one D3DKMTMakeResident for each allocation that is not on the list; a wait for the GPU when
// the budget is short. Owner: the device. Threads: callbacks, which come one at a time.
#pragma once

#include <cstdint>
#include <span>

#include "src/d3d/driver/wdk.h"

namespace drydock::d3d {

class Device;
struct Allocation;
struct Context;

class ResidencyList {
 public:
  // Puts the allocations that a batch names on the list, and has its context wait until they are
  // resident. Evicts what was named longest ago when the budget is short.
  HRESULT need(Device& device, Context& context, std::span<const D3DDDI_ALLOCATIONLIST> named);

 private:
  HRESULT make_queue(const Device& device);
  NTSTATUS list(Device& device, Allocation& allocation);
  bool evict_oldest(Device& device) const;
  HRESULT wait(Context& context) const;

  D3DKMT_HANDLE queue_ = 0, fence_ = 0;
  UINT64 awaited_ = 0;       // when the fence has this value all are resident
  std::uint64_t batch_ = 0;  // the one that is being submitted
};

}  // namespace drydock::d3d
