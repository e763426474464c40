// A client: a process that has the adapter open, and the calls that it makes. Each call enters the
// process by itself, so that any strand may make it. A call that is refused throws Refused.
//
// Handles are plain numbers here: scenarios destroy them in every order, or leave them to the end
// of their process. Cost: each function makes one call, unless it says otherwise. Owner: the
// scenario. Threads: any strand of the run.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "drydock/findings.h"
#include "src/dxgk/creation/standard.h"
#include "src/dxgk/dock/dock.h"
#include "src/sim/gate.h"
#include "src/verify/base/scenario.h"
#include "src/wdk/graphics.h"

namespace drydock::verify {

class RefusedCall : public Refused {
 public:
  RefusedCall(std::string_view call, NTSTATUS status);
  NTSTATUS status() const { return status_; }

 private:
  NTSTATUS status_;
};

// Throws when the call failed.
void must(NTSTATUS status, std::string_view call);

// For a call whose object another strand destroys at the same time: the refusals that this may
// cause are ignored.
void may_miss(const std::function<void()>& calls);

struct Resource {
  D3DKMT_HANDLE handle = 0;
  D3DKMT_HANDLE global = 0;
  std::vector<D3DKMT_HANDLE> allocations;
  // The resources of the further allocations, if the driver takes no resource of several.
  std::vector<D3DKMT_HANDLE> further = {};
};

inline constexpr const char* kNoContexts =
    "the driver has no contexts (MultiEngineAware is not set)";

// How contexts take work: in buffers of the host's (D3DKMTRender), or at addresses of the GPU
// (D3DKMTSubmitCommand).
enum class Contexts : std::uint8_t { kWithBuffers, kByAddress };

// The target of work: a context, or the device if the driver has no contexts.
struct Queue {
  D3DKMT_HANDLE device = 0;
  D3DKMT_HANDLE context = 0;
  void* commands = nullptr;
  UINT command_bytes = 0;
  D3DDDI_ALLOCATIONLIST* list = nullptr;
  UINT list_size = 0;
};

// How allocations are asked for.
enum class Kind : std::uint8_t { kLoose, kResource, kShared, kNtShared };

// A surface that Windows itself would create, or an allocation of the profile.
struct Recipe {
  dxgk::StandardSurface surface;                    // described by the driver
  const Profile::Allocation* of_profile = nullptr;  // instead of it
};

class ResidencyLists;

class Client {
 public:
  Client(dxgk::Dock& dock, dxgk::Adapter& adapter, Run& run,
         Contexts contexts = Contexts::kWithBuffers);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // end(): the process exits. vanish(): it is killed, which the destructor does otherwise.
  void end() { process_->end(); }
  void vanish() { process_->vanish(); }

  dxgk::Process& process() { return *process_; }
  D3DKMT_HANDLE adapter() const { return adapter_handle_; }
  const Blob& context_private_data() const { return profile().context_private_data; }
  void close_adapter();

  D3DKMT_HANDLE create_device();
  void destroy_device(D3DKMT_HANDLE device);
  // Leaves it to the scenario to make resident what work on this device names.
  void list_nothing_on(D3DKMT_HANDLE device);
  D3DKMT_DEVICEEXECUTION_STATE state_of(D3DKMT_HANDLE device);

  Queue create_queue(D3DKMT_HANDLE device, UINT node = 0);
  void destroy_queue(const Queue& queue);
  // Its work goes before that of other contexts from now on.
  void make_urgent(const Queue& queue);
  D3DKMT_HANDLE create_virtual_context(D3DKMT_HANDLE device, UINT node = 0);

  // The private data with which such an allocation is created.
  dxgk::StandardData describe(D3DKMT_HANDLE device, const Recipe& recipe);
  // If the driver refuses several allocations in one call, or answers wrongly, they are created one
  // by one, in resources of their own if it adds none to a resource. The report notes that.
  Resource create(D3DKMT_HANDLE device, const Recipe& recipe, Kind kind, UINT count = 1);
  void add(D3DKMT_HANDLE device, const Recipe& recipe, Resource& to, UINT count);
  // Destroys a resource, or the listed allocations when there is no resource.
  void destroy(D3DKMT_HANDLE device, const Resource& resource);
  void destroy(D3DKMT_HANDLE device, std::span<const D3DKMT_HANDLE> allocations);
  NTSTATUS try_destroy(D3DKMT_HANDLE device, D3DKMT_HANDLE resource,
                       std::span<const D3DKMT_HANDLE> allocations,
                       D3DDDICB_DESTROYALLOCATION2FLAGS flags = {});

  // Memory of the client's own as an allocation.
  Resource create_over(D3DKMT_HANDLE device, void* memory, std::size_t bytes);

  Resource open(D3DKMT_HANDLE device, D3DKMT_HANDLE global);
  // An NT handle of the process; other processes find it by its name.
  HANDLE share(const Resource& resource, std::u16string_view name = {});
  HANDLE find_share(std::u16string_view name);
  Resource open(D3DKMT_HANDLE device, HANDLE shared);
  void close(HANDLE shared);

  void* lock(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation);
  void unlock(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation);
  // D3DKMTLock. It waits for the GPU unless the contents may be discarded; then the allocation may
  // have another handle afterwards.
  void* lock_first(D3DKMT_HANDLE device, D3DKMT_HANDLE& allocation, bool discards);
  void offer(D3DKMT_HANDLE device, std::span<const D3DKMT_HANDLE> allocations);
  // True when the contents of an allocation were discarded.
  std::vector<bool> reclaim(D3DKMT_HANDLE device, std::span<const D3DKMT_HANDLE> allocations);

  // A command buffer of the profile, or rectangles of this colour.
  void submit(Queue& queue, const Blob& commands, std::span<const D3DKMT_HANDLE> allocations);
  // Submits commands of zeros in memory that is unmapped while the driver reads it. The driver may
  // refuse them or not.
  void submit_taken_away(Queue& named, UINT bytes);
  void fill(Queue& queue, const Recipe& recipe, std::span<const D3DKMT_HANDLE> allocations,
            UINT color);
  // Commands of gdi_commands.h.
  void draw(Queue& queue, std::span<const DXGK_RENDERKM_COMMAND> commands,
            std::span<const D3DKMT_HANDLE> allocations);
  // Commands of zeros, which the first allocation holds. The queue is one of Contexts::kByAddress.
  void submit_by_address(Queue& queue, std::span<const D3DKMT_HANDLE> allocations);
  // Makes the allocations resident and evicts them again, which makes the GPU move their contents.
  // From WDDM 2.0 on.
  void page(Queue& queue, std::span<const D3DKMT_HANDLE> allocations);
  // A rectangle of the recipe's size from one surface to another.
  void copy(Queue& queue, const Recipe& recipe, D3DKMT_HANDLE from, D3DKMT_HANDLE to);
  void wait_idle(D3DKMT_HANDLE device);

  D3DKMT_HANDLE create_fence(D3DKMT_HANDLE device);
  void destroy_fence(D3DKMT_HANDLE fence);
  void wait_for(const Queue& queue, D3DKMT_HANDLE fence, UINT64 value);
  void signal(const Queue& queue, D3DKMT_HANDLE fence, UINT64 value);

  void force_timeout(D3DKMT_TDRDBGCTRLTYPE what);

  // The target of an escape: the adapter, a device, or a context of that device.
  struct EscapeTarget {
    D3DKMT_HANDLE device = 0;
    D3DKMT_HANDLE context = 0;
  };
  // The data that the driver returns replaces `data`.
  NTSTATUS escape(const EscapeTarget& target, D3DDDI_ESCAPEFLAGS flags, Blob& data);

  // Reserves for this process all memory of a segment group that it may reserve.
  void reserve_memory(D3DKMT_MEMORY_SEGMENT_GROUP group);

 private:
  const Profile& profile() const { return run_.drivers().profile; }
  Resource create(D3DKMT_HANDLE device, const Recipe& recipe, D3DKMT_CREATEALLOCATION wanted);
  Resource create_at_once(D3DKMT_HANDLE device, const Recipe& recipe, Kind kind, UINT count);
  Resource create_one_by_one(D3DKMT_HANDLE device, const Recipe& recipe, Kind kind, UINT count);
  void add_at_once(D3DKMT_HANDLE device, const Recipe& recipe, Resource& to, UINT count);
  // True when the call below fails without a fault that was injected meanwhile and with the driver
  // alive; then the report notes the refusal.
  bool refuses_several(const std::function<void()>& call);
  void render(Queue& named, std::span<const std::byte> commands,
              std::span<const D3DKMT_HANDLE> allocations, bool by_kernel);
  void render_on(Queue& queue, std::span<const std::byte> commands,
                 std::span<const D3DKMT_HANDLE> allocations, bool by_kernel);
  bool shares_across_adapters() const;
  static void submit_taken_away_on(Queue& queue, UINT bytes);
  void on_queue(Queue& named, const std::function<void(Queue& queue)>& body);

  // Scenarios break rules of clients on purpose, and a driver's author wants to hear of the driver.
  const ClientFindingsOff off_;
  Run& run_;
  const bool has_devices_;
  const bool has_contexts_;
  const Contexts contexts_;
  // Allocations that are the only ones of their resources though the scenario wanted one resource.
  std::set<D3DKMT_HANDLE> separate_;
  std::unique_ptr<dxgk::Process> process_;
  D3DKMT_HANDLE adapter_handle_ = 0;
  // The queue of each device, if the driver has no contexts.
  std::map<D3DKMT_HANDLE, Queue> device_queues_;
  sim::Gate device_turn_;
  std::unique_ptr<ResidencyLists> residency_lists_;  // null before WDDM 2.0
};

}  // namespace drydock::verify
