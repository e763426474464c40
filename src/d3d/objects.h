// What the runtime keeps of a device: resources, allocations, contexts, synchronization objects.
//
//   Device ─┬─ Resource ──── Allocation        made with its runtime handle, or opened
//           ├─ Allocation                      made without one: the device's own
//           ├─ Context ───── Batch
//           ├─ SyncObject
//           ├─ PagingQueue
//           └─ AddressRange                    addresses of the GPU
//
// Nothing is forgotten before the device is: what is gone is known to be gone, and by which call.
// All of it belongs to whoever is alone in the device's turn.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "drydock/rule_id.h"
#include "src/d3d/address_book.h"
#include "src/d3d/batch.h"
#include "src/d3d/handles.h"
#include "src/dxgk/object/instance.h"
#include "src/rules/finding.h"

namespace drydock::d3d {

using History = std::vector<rules::ObjectEvent>;

class PrivateMemory;

// What a resource of Direct3D 10 or later is, besides its surfaces.
struct Traits10 {
  UINT usage = 0;
  UINT bind = 0;
  UINT format = 0;  // DXGI_FORMAT
  UINT levels = 1;
  UINT slices = 1;
  bool is_buffer = false;
  bool is_primary = false;
};

struct Resource;

// What a heap of Direct3D 12 is, or a resource in one. Allocations hang on heaps. A resource that
// came with its heap is a part of it.
struct Traits12 {
  bool is_heap = false;
  UINT64 bytes = 0;                         // of a heap that was not opened
  Resource* heap = nullptr;                 // in which a placed resource lies
  std::shared_ptr<PrivateMemory> resource;  // block of the resource that came with the heap
  bool is_refused = false;                  // the last pfnAllocateCb for it failed
  unsigned pins = 0;                        // pfnPinResourcesCb without their pfnUnpinResourcesCb
};

struct Resource {
  enum class State {
    kCreating,   // in CreateResource or OpenResource
    kLive,       // the driver has it
    kDestroyed,  // DestroyResource has returned; its allocations may still be there
    kFailed,     // it never came to be
  };

  std::string name() const;

  RuntimeHandle handle;
  unsigned number = 0;  // in its device, from 1
  State state = State::kCreating;
  DriverHandle driver_handle;
  KernelHandle kernel;       // 0: the driver never attached anything, or has released it
  D3DKMT_HANDLE global = 0;  // of one that is shared
  KernelHandle told_kernel;  // as the driver was told it
  D3DDDI_RESOURCEFLAGS flags{};
  D3DDDI_RESOURCEFLAGS2 flags2{};
  D3DDDI_POOL pool{};
  bool is_opened = false;
  std::vector<D3DDDI_SURFACEINFO> surfaces;
  std::vector<KernelHandle> allocations;  // every one that it ever had
  unsigned allocate_calls = 0;
  bool was_released = false;  // in resource form
  bool was_released_by_list = false;
  unsigned flushes_since_destroy = 0;
  bool is_told = false;   // that it outstayed
  bool was_kept = false;  // DestroyResource failed: it is not called again
  bool was_ever_locked = false;
  bool was_promised = false;       // the Lock under way promised that nothing refers to it
  bool is_overwritten = false;     // the Lock under way has NoOverwrite
  bool is_hurried = false;         // the Lock under way has DoNotWait
  bool is_unreferenced = false;    // the LockAsync under way has NoExistingReferences
  bool is_lost = false;            // the reclaim under way brought no contents back
  KernelHandle substitute;         // another allocation that a Lock of this shared one showed
  bool is_written_unsaid = false;  // a primary: no WrittenPrimaries has named it since
  std::multiset<UINT> locked;      // subresources that the application has
  std::multiset<std::pair<UINT, HANDLE>> cookies;  // of discarding LockAsyncs, until their Rename
  History history;
  Traits10 traits;
  std::shared_ptr<PrivateMemory> memory;  // behind the driver's handle, in Direct3D 10 and later
  Traits12 traits12;
  bool was_rotated = false;       // by RotateResourceIdentities
  std::size_t deferred_size = 0;  // of a deferred context's handle of it
  unsigned deferred_uses = 0;     // deferred contexts and command lists that have it
  bool is_unwanted = false;       // goes when the last of them has

  bool is_shared() const { return flags.SharedResource != 0 || is_opened; }
};

// An allocation that the kernel renames gets another handle, and with time one that it had before.
// Every one of them names the allocation.
constexpr KernelHandle without_instance(KernelHandle handle) {
  return {dxgk::without_instance(handle.value)};
}

// One that the kernel made for the driver.
struct PagingQueue {
  D3DKMT_HANDLE fence = 0;
  const volatile UINT64* value = nullptr;  // of the fence, as long as the queue lives
  bool is_alive = true;
  History history;
};

struct Allocation {
  // Which renaming gave a handle last: of two handles the greater is the newer.
  unsigned renaming_of(KernelHandle name) const {
    return renamings[dxgk::instance_number(name.value)];
  }
  // It is the first, or was given since.
  bool has_name(KernelHandle name) const { return name == handle || renaming_of(name) != 0; }
  void rename(KernelHandle name) { renamings[dxgk::instance_number(name.value)] = ++newest; }

  KernelHandle handle;  // the first of the kernel's
  std::array<unsigned, dxgk::kMostRenamings + 1> renamings{};
  unsigned newest = 0;           // renaming
  unsigned adopted = 0;          // that batches are to name: a LockAsync's waits for its Rename
  unsigned used = 0;             // the newest that a batch has named
  Resource* resource = nullptr;  // null: the device's
  bool is_alive = true;
  bool is_offered = false;
  bool was_captured = false;  // GetCaptureAllocationHandle gave its handle away
  unsigned locks = 0;
  const void* shown_at = nullptr;  // by the last pfnLockCb
  unsigned maps = 0;               // by pfnLock2Cb: they may stay while the GPU works
  bool is_locked() const { return locks != 0 || maps != 0; }
  unsigned residency = 0;      // pfnMakeResidentCb without their pfnEvictCb
  std::uint64_t named_in = 0;  // the last batch, as ListKeeper counts them
  bool was_evicted = false;    // by the last of them
  bool is_written = false;     // by submitted work, since it was made resident
  struct {
    const PagingQueue* queue = nullptr;
    UINT64 value = 0;
    std::optional<rules::RuleId> rule = {};
  } awaited;                             // the GPU may use it when the queue's fence is there
  std::vector<std::uint64_t> mapped_at;  // by pfnMapGpuVirtualAddressCb, ever
  std::uint64_t made_in = 0;             // Call::number()
  unsigned group = 0;                    // which pfnAllocateCb made it
  History history;
};

struct Context {
  RuntimeHandle handle;
  KernelHandle kernel;
  unsigned number = 0;
  bool is_alive = true;
  std::unique_ptr<Batch> batch;  // null: its work names memory by addresses
  bool is_virtual() const { return batch == nullptr; }
  // The kernel's own buffers, into which a batch is copied when it is submitted.
  VOID* kernel_commands = nullptr;
  D3DDDI_ALLOCATIONLIST* kernel_allocations = nullptr;
  D3DDDI_PATCHLOCATIONLIST* kernel_patches = nullptr;
  BatchSizes kernel_sizes;
  std::map<D3DKMT_HANDLE, UINT64> waited;  // fences, each with the farthest value
  History history;
};

struct SyncObject {
  KernelHandle handle;
  bool is_alive = true;
  History history;
};

struct Objects {
  std::map<RuntimeHandle, std::unique_ptr<Resource>> resources;
  std::map<KernelHandle, std::unique_ptr<Allocation>> allocations;
  std::map<RuntimeHandle, std::unique_ptr<Context>> contexts;
  std::map<KernelHandle, std::unique_ptr<SyncObject>> syncs;
  std::map<KernelHandle, std::unique_ptr<PagingQueue>> queues;
  std::set<KernelHandle> hw_queues;
  AddressBook addresses;
  // Where the commands lie that were submitted by address, with the number of the kernel's work.
  std::map<std::uint64_t, std::uint64_t> commands_at;

  Resource& add_resource(RuntimeHandle handle);
  Allocation& add_allocation(KernelHandle handle, Resource* resource, const char* how);
  Context& add_context(RuntimeHandle handle);

  // Null when there is none, or none any more.
  Resource* find_resource(RuntimeHandle handle);
  Allocation* find_allocation(KernelHandle handle);
  Context* find_context(RuntimeHandle handle);
  Resource* find_by_driver(DriverHandle handle);
  // The kernel's handle by which the driver knows the shared resource already; else `fresh`.
  KernelHandle told_first(D3DKMT_HANDLE global, KernelHandle fresh) const;

  unsigned next_group() { return ++groups; }
  unsigned groups = 0;
  bool was_submitted_by_address = false;  // by pfnSubmitCommandCb, since the last Flush
  UINT last_sequence = 0;  // RenderCBSequence of the submission before, on any context

  // Those that are there.
  std::vector<Allocation*> living_of(const Resource& resource);
};

// True when the batch of some context names the allocation and is not submitted yet.
bool is_batched(const Objects& objects, KernelHandle allocation);

// Adds an event with the stack of the driver's call.
void note(History& history, const char* what);

}  // namespace drydock::d3d
