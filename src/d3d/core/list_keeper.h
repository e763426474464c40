// Residency of a driver that is older than WDDM 2.0, on a kernel that is not. The driver's
// allocation lists once brought memory in; the kernel goes by residency lists alone (K-286), which
// the driver does not know. So the runtime keeps them.
#pragma once

#include <cstdint>
#include <span>

#include "src/d3d/core/wdk.h"

namespace drydock::d3d {

class Device;
struct Allocation;
struct Context;

class ListKeeper {
 public:
  // What a batch names is on the list, and its context waits until it is there. What was named
  // longest ago leaves when the budget is short. For callbacks, which come one at a time.
  HRESULT need(Device& device, Context& context, std::span<const D3DDDI_ALLOCATIONLIST> named);

 private:
  HRESULT make_queue(const Device& device);
  NTSTATUS list(Device& device, Allocation& allocation);
  bool let_go(Device& device) const;
  HRESULT wait(Context& context) const;

  D3DKMT_HANDLE queue_ = 0, fence_ = 0;
  UINT64 awaited_ = 0;       // when the fence comes to it everything is there
  std::uint64_t batch_ = 0;  // the one that is being submitted
};

}  // namespace drydock::d3d
