// The objects of a device: resources, allocations, contexts, synchronization objects.
//
//   Device ─┬─ Resource ──── Allocation        made with its runtime handle, or opened
//           ├─ Allocation                      made without one: the device's own
//           ├─ Context ───── Batch
//           ├─ SyncObject
//           ├─ PagingQueue
//           └─ AddressRange                    addresses of the GPU
//
// Nothing is removed before the device is freed: an object that is destroyed stays here with its
// history, so that a finding about a driver that still uses it names the call that destroyed it.
//
// Owner: the device. Threads: the one that is alone in the device's turn (Device::turn).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/d3d/core/address_book.h"
#include "src/d3d/core/batch.h"
#include "src/d3d/core/resource.h"
#include "src/d3d/driver/handles.h"
#include "src/dxgk/view/runtime_view.h"

namespace drydock::d3d {

// An allocation that the kernel renames gets another handle, and with time one that it had before.
// Every one of them names the allocation.
constexpr KernelHandle without_instance(KernelHandle handle) {
  return {dxgk::RuntimeView::without_instance(handle.value)};
}

// A paging queue that the kernel created for the driver.
struct PagingQueue {
  D3DKMT_HANDLE fence = 0;
  // The fence's value in memory, as long as the queue lives.
  const volatile UINT64* value = nullptr;
  bool is_alive = true;
  History history;
};

struct Allocation {
  // Returns the number of the renaming that gave the handle. The greater number is the newer one.
  unsigned renaming_of(KernelHandle name) const {
    return renamings[dxgk::RuntimeView::instance_number(name.value)];
  }
  // It is the first, or was given since.
  bool has_name(KernelHandle name) const { return name == handle || renaming_of(name) != 0; }
  void rename(KernelHandle name) {
    renamings[dxgk::RuntimeView::instance_number(name.value)] = ++newest;
  }

  KernelHandle handle;  // the first of the kernel's
  std::array<unsigned, dxgk::RuntimeView::kMostRenamings + 1> renamings{};
  unsigned newest = 0;           // renaming
  unsigned adopted = 0;          // that batches are to name: a LockAsync's waits for its Rename
  unsigned used = 0;             // the newest that a batch has named
  Resource* resource = nullptr;  // null: the device's
  bool is_alive = true;
  bool is_offered = false;
  bool was_captured = false;  // GetCaptureAllocationHandle gave its handle away
  unsigned locks = 0;
  const void* mapped_for_cpu = nullptr;  // by the last pfnLockCb
  unsigned maps = 0;                     // by pfnLock2Cb: they may stay while the GPU works
  bool is_locked() const { return locks != 0 || maps != 0; }
  unsigned residency = 0;      // pfnMakeResidentCb without their pfnEvictCb
  std::uint64_t named_in = 0;  // the last batch, as ResidencyList counts them
  bool was_evicted = false;    // by the last of them
  bool was_ever_evicted = false;
  bool is_written = false;  // by submitted work, since it was made resident
  struct {
    const PagingQueue* queue = nullptr;
    UINT64 value = 0;
    std::optional<rules::RuleId> rule = {};
  } awaited;                             // the GPU may use it when the queue's fence is there
  std::vector<std::uint64_t> mapped_at;  // by pfnMapGpuVirtualAddressCb, ever
  std::uint64_t made_in = 0;             // Call::number()
  unsigned group = 0;                    // the pfnAllocateCb that made it, counted
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
  // The addresses of submitted commands, each with the number of the kernel's work.
  std::map<std::uint64_t, std::uint64_t> commands_at;

  Resource& add_resource(ResourceTraits traits);
  Allocation& add_allocation(KernelHandle handle, Resource* resource, const char* how);
  Context& add_context(RuntimeHandle handle);

  // Returns null when there is no such object or it is destroyed.
  Resource* find_resource(RuntimeHandle handle);
  Allocation* find_allocation(KernelHandle handle);
  Context* find_context(RuntimeHandle handle);
  Resource* find_by_driver(DriverHandle handle);
  // The hKMResource that the driver received for the same shared resource before; else `fresh`.
  KernelHandle first_reported(D3DKMT_HANDLE global, KernelHandle fresh) const;

  unsigned next_group() { return ++groups; }
  unsigned groups = 0;
  bool was_submitted_by_address = false;  // by pfnSubmitCommandCb, since the last Flush
  UINT last_sequence = 0;  // RenderCBSequence of the submission before, on any context

  // Returns the live allocations of the resource.
  std::vector<Allocation*> living_of(const Resource& resource);
};

// True when the batch of some context names the allocation and is not submitted yet.
bool is_batched(const Objects& objects, KernelHandle allocation);

// Adds an event with the stack of the driver's call.
void note(History& history, const char* what);

}  // namespace drydock::d3d
