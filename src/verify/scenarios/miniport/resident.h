// A client on the stage that says itself what its device needs in video memory, and knows addresses
// of the GPU where the driver has an MMU. As in client.h what is refused is thrown.
#pragma once

#include <span>
#include <vector>

#include "src/verify/scenarios/miniport/client.h"

namespace drydock::verify {

// One device of a client, with a paging queue.
class Resident {
 public:
  // Who says what is on the list of the device.
  enum class By : std::uint8_t { kScenario, kClient };
  Resident(Client& client, D3DKMT_HANDLE device, By by = By::kScenario);
  Resident(const Resident&) = delete;
  Resident& operator=(const Resident&) = delete;

  using Allocations = std::span<const D3DKMT_HANDLE>;

  // On the list: the value of the queue's fence that tells when they are there. When the budget
  // does not allow it, nothing happens: `to_trim` says how much is too much.
  UINT64 list(Allocations allocations, UINT64* to_trim = nullptr);
  // On the list, and there.
  void bring_in(Allocations allocations) { wait(list(allocations)); }
  void evict(Allocations allocations, D3DDDI_EVICT_FLAGS flags = {});
  // D3DKMTReclaimAllocations2: the value of the fence again.
  UINT64 reclaim(Allocations allocations);

  void wait(UINT64 value);                         // the CPU
  void wait_on(const Queue& queue, UINT64 value);  // a context
  void wait_on(D3DKMT_HANDLE context, UINT64 value);

  // Another place for it; the value of the fence. Skips when the driver is not asked.
  UINT64 move_to(D3DKMT_HANDLE allocation, UINT segments);

  void destroy_queue();

  // Addresses of the GPU.
  UINT64 reserve(UINT64 bytes);
  // All of an allocation's pages of that many; the value of the fence.
  UINT64 map(D3DKMT_HANDLE allocation, UINT64 pages, UINT64& at);
  void free(UINT64 at, UINT64 bytes);
  // A page of an allocation into a reservation, when the fence has come to the value.
  void update(D3DKMT_HANDLE context, D3DKMT_HANDLE fence, UINT64 value, UINT64 at,
              D3DKMT_HANDLE allocation);
  D3DKMT_HANDLE create_monitored_fence();
  void signal(D3DKMT_HANDLE fence, UINT64 value);

  D3DKMT_HANDLE create_virtual_context();
  void destroy_context(D3DKMT_HANDLE context);
  // Commands at an address, which nobody runs: what they would have to be only a driver knows.
  void submit_nothing(D3DKMT_HANDLE context, UINT64 commands);

 private:
  Client& client_;
  const D3DKMT_HANDLE device_;
  D3DKMT_HANDLE queue_ = 0, fence_ = 0;
};

// Told to trim, a client evicts the allocations that it does not need.
class Trimmed {
 public:
  Trimmed(Client& client, D3DKMT_HANDLE device, LUID adapter, Resident& resident);
  ~Trimmed();
  Trimmed(const Trimmed&) = delete;
  Trimmed& operator=(const Trimmed&) = delete;

  // What the next callback evicts; who asks for so much only then.
  std::vector<D3DKMT_HANDLE> spare;

 private:
  static void APIENTRY trim(D3DKMT_TRIMNOTIFICATION* what);

  Client& client_;
  Resident& resident_;
  void* handle_ = nullptr;
};

}  // namespace drydock::verify
