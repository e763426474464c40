// Allocations: the driver's object on the adapter, and its openings on devices.
//
// Contract: an Allocation is what the driver created with DxgkDdiCreateAllocation, a Binding what
// it opened for one device with DxgkDdiOpenAllocation. A binding ends only by retire.h.
// Cost: the first binding and its allocation are one block of memory, which threads recycle.
// Owner: the device has its bindings in lists; the first binding holds the memory of the
// allocation, and further ones refer to it.
// Threads: what is neither atomic nor written only before the binding is live is guarded by the
// device's lock, unless its comment names the scheduler's strand.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "src/bridge/capture_surface.h"
#include "src/dxgk/memory/cpu_locks.h"
#include "src/dxgk/memory/life.h"
#include "src/dxgk/object/binding_count.h"
#include "src/dxgk/object/bytes.h"
#include "src/dxgk/object/claims.h"
#include "src/dxgk/object/list.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/object/recycled.h"
#include "src/dxgk/work/residency_list.h"
#include "src/nt/mm/secured_memory.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class AdapterResource;
class Binding;
class Device;
class Process;
class Resource;
struct Retirement;

// The three handle spaces are three types: one cannot be passed for another.
struct DriverAllocation {  // DXGK_ALLOCATIONINFO.hAllocation
  HANDLE value = nullptr;
};
struct DriverBinding {  // DXGK_OPENALLOCATIONINFO.hDeviceSpecificAllocation
  HANDLE value = nullptr;
};
struct DriverResource {                 // DXGKARG_CREATEALLOCATION.hResource
  std::atomic<HANDLE> value = nullptr;  // the driver may look it up while it changes
};

// The driver's allocation on the adapter, and its first instance. It lies in the memory of the
// binding that created it.
struct Allocation : Instance {
  Adapter* adapter = nullptr;
  AdapterResource* resource = nullptr;  // null: it stands alone
  DriverAllocation driver;
  UINT creator = 0;  // the identifier of the process, which no later process has
  bool is_primary = false;
  std::atomic<UINT> priority = 0;
  DXGK_ALLOCATIONINFOFLAGS flags{};
  // Work of the GPU uses its physical address, from WDDM 2.0 on.
  std::atomic<bool> is_accessed_physically = false;
  Bytes private_data;                    // as the driver left it at the creation
  std::atomic<bool> data_given = false;  // the driver got it by DxgkCbGetHandleData
  vidmm::BackingView shared_backing;     // an address of its memory that the driver has
  nt::SecuredMemory secured;             // the client's memory under it
  // Null: the driver did not ask for its place; for the strand.
  std::shared_ptr<bridge::Capture> capture;
  Ref<Object> memory_owner;  // the allocation of another adapter whose memory this one uses
  BindingCount bindings;
  std::atomic<std::uint32_t> listings = 0;  // devices that have it on their residency lists
  UINT most_instances = ~0U;                // as the driver allows (K-143)
  // See rename.h. Null: it was never renamed.
  std::unique_ptr<RenamingList> renaming DRYDOCK_GUARDED_BY(some_device_lock);
  // There was no instance for the last Discard.
  bool discard_failed DRYDOCK_GUARDED_BY(some_device_lock) = false;

  // True when only GPU virtual addresses lead to it (K-163).
  bool is_virtual() const;
};

// An allocation as one device sees it. `claims` counts the operations and work that use it.
class Binding final : public Object, public Linked<Binding>, public Recycled<Binding> {
 public:
  static constexpr ObjectType kType = ObjectType::kBinding;

  // The first binding: it contains the allocation.
  explicit Binding(Device& device);
  // A further one.
  Binding(Device& device, Binding& first);

  Device& device() const { return *device_; }
  Allocation& allocation() const { return *allocation_; }
  // The binding whose memory holds the allocation; itself for the first.
  Binding& first() { return first_ ? *first_ : *this; }

  // Written before it is live.
  DriverBinding driver;
  Resource* resource = nullptr;  // the opening that it belongs to; null: none
  bool read_only = false;

  // Its life.
  Claims claims;
  Life life;
  std::atomic<Retirement*> retirement = nullptr;  // set while it drains; see retire.cpp
  // True when it is destroyed although work names it, because its client promised that none does:
  // queued work must not touch it. Only for the scheduler's strand.
  bool is_barred_from_gpu = false;

  // Records of its client's calls. `named_by` is the last call that named it: two namings in one
  // are an error.
  std::uint64_t named_by DRYDOCK_GUARDED_BY(some_device_lock) = 0;
  CpuLocks locks DRYDOCK_GUARDED_BY(some_device_lock);
  Offer offer DRYDOCK_GUARDED_BY(some_device_lock);
  // The binding's entry on the residency list of its device.
  Listing listing DRYDOCK_GUARDED_BY(some_device_lock){*this};
  // Doorbells that use it as ring buffer: each has a host claim.
  std::uint32_t doorbells DRYDOCK_GUARDED_BY(some_device_lock) = 0;
  // The driver's half is destroyed, or about to be: only its name is left.
  bool is_stopped DRYDOCK_GUARDED_BY(some_device_lock) = false;

 private:
  ~Binding() override;

  Device* const device_;  // outlives its bindings
  Ref<Binding> first_;
  std::optional<Allocation> own_;
  Allocation* const allocation_;
};

}  // namespace drydock::dxgk
