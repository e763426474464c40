// A client of WDDM 2.0: it lists itself what its device needs in video memory, and uses GPU virtual
// addresses if the driver has a GPU MMU. As in client.h, a call that is refused throws.
#pragma once

#include <span>
#include <vector>

#include "src/verify/scenarios/miniport/client.h"

namespace drydock::verify {

// One device of a client, with a paging queue.
class Resident {
 public:
  // The maintainer of the device's residency list: the client's Keeper or the scenario.
  enum class By : std::uint8_t { kScenario, kClient };
  Resident(Client& client, D3DKMT_HANDLE device, By by = By::kScenario);
  Resident(const Resident&) = delete;
  Resident& operator=(const Resident&) = delete;

  using Allocations = std::span<const D3DKMT_HANDLE>;

  // D3DKMTMakeResident. Returns the value that the fence of the queue has once the allocations are
  // resident. If they exceed the budget, nothing happens and `to_trim` receives the excess in
  // bytes.
  UINT64 list(Allocations allocations, UINT64* to_trim = nullptr);
  // Lists them and waits until they are resident.
  void bring_in(Allocations allocations) { wait(list(allocations)); }
  void evict(Allocations allocations, D3DDDI_EVICT_FLAGS flags = {});
  // D3DKMTReclaimAllocations2. Returns the fence value at which they are resident again.
  UINT64 reclaim(Allocations allocations);

  void wait(UINT64 value);                         // the CPU
  void wait_on(const Queue& queue, UINT64 value);  // a context
  void wait_on(D3DKMT_HANDLE context, UINT64 value);

  // Moves the allocation to another segment. Returns the fence value.
  UINT64 move_to(D3DKMT_HANDLE allocation, UINT segments);

  void destroy_queue();

  // GPU virtual addresses.
  UINT64 reserve(UINT64 bytes);
  // Maps the first `pages` pages of the allocation. Returns the fence value.
  UINT64 map(D3DKMT_HANDLE allocation, UINT64 pages, UINT64& at);
  void free(UINT64 at, UINT64 bytes);
  // Maps a page of an allocation into a reservation once the fence has reached the value.
  void update(D3DKMT_HANDLE context, D3DKMT_HANDLE fence, UINT64 value, UINT64 at,
              D3DKMT_HANDLE allocation);
  D3DKMT_HANDLE create_monitored_fence();
  void signal(D3DKMT_HANDLE fence, UINT64 value);

  D3DKMT_HANDLE create_virtual_context();
  void destroy_context(D3DKMT_HANDLE context);
  // Submits commands at an address. Their content is zeros, because only the driver knows its
  // commands.
  void submit_nothing(D3DKMT_HANDLE context, UINT64 commands);
  // The same with private data of the driver's. The driver may refuse it.
  NTSTATUS try_submit(D3DKMT_HANDLE context, UINT64 commands,
                      std::vector<std::uint64_t> private_data);

 private:
  Client& client_;
  const D3DKMT_HANDLE device_;
  D3DKMT_HANDLE queue_ = 0, fence_ = 0;
};

// A client that evicts allocations that it does not need when the host asks it to trim.
class Trimmed {
 public:
  Trimmed(Client& client, D3DKMT_HANDLE device, LUID adapter, Resident& resident);
  ~Trimmed();
  Trimmed(const Trimmed&) = delete;
  Trimmed& operator=(const Trimmed&) = delete;

  // The allocations that the next trim callback evicts. Their number grows only then.
  std::vector<D3DKMT_HANDLE> spare;

 private:
  static void APIENTRY trim(D3DKMT_TRIMNOTIFICATION* what);

  Client& client_;
  Resident& resident_;
  void* handle_ = nullptr;
};

}  // namespace drydock::verify
