// Allocations: the driver's object on the adapter, and its openings on devices.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "src/bridge/capture_surface.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/object/binding_count.h"
#include "src/dxgk/object/claims.h"
#include "src/dxgk/object/instance.h"
#include "src/dxgk/object/list.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/object/recycled.h"
#include "src/dxgk/object/wdk.h"
#include "src/nt/mm/secured_memory.h"

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
  std::atomic<HANDLE> value = nullptr;  // the driver may ask for it while it changes
};

using Bytes = std::vector<std::byte>;

// Where an allocation is in its life. Detached comes with the client's destroy, the rest follows by
// itself; each step is an event of the trace.
enum class Phase : std::uint8_t {
  kCreating,
  kLive,
  kDetached,  // its handle is dead
  kDraining,  // somebody is still at work on it
  kClosed,    // the driver's binding is gone
  kDestroyed,
  kFreed,
};
inline const char* name_of(Phase phase) {
  switch (phase) {
    case Phase::kCreating:
      return "creating";
    case Phase::kLive:
      return "live";
    case Phase::kDetached:
      return "detached";
    case Phase::kDraining:
      return "draining";
    case Phase::kClosed:
      return "closed";
    case Phase::kDestroyed:
      return "destroyed";
    case Phase::kFreed:
      return "freed";
  }
  return "unknown";
}

// What the driver knows as an allocation of the adapter, and its first instance. It lives in the
// memory of the binding that created it.
struct Allocation : Instance {
  Adapter* adapter = nullptr;
  AdapterResource* resource = nullptr;  // null: it stands alone
  DriverAllocation driver;
  Process* creator = nullptr;
  bool is_primary = false;
  std::atomic<UINT> priority = 0;
  DXGK_ALLOCATIONINFOFLAGS flags{};
  std::atomic<bool> is_accessed_physically = false;  // by work of the GPU, from WDDM 2.0 on
  Bytes private_data;                                // as the driver left it at creation
  std::atomic<bool> data_given = false;      // the driver asked for it by DxgkCbGetHandleData
  vidmm::BackingView shared_backing;         // an address of it that the driver was told
  nt::SecuredMemory secured;                 // a client's memory that it lies over
  std::shared_ptr<bridge::Capture> capture;  // null: nobody asked where it lies; for the strand
  Ref<Object> lender;  // the allocation of another adapter whose memory this one lies over
  BindingCount bindings;
  std::atomic<std::uint32_t> listings = 0;  // devices that have it on their residency lists
  UINT most_instances = ~0U;                // as the driver allows (K-143)
  // Guarded by the device's lock; see rename.h.
  std::unique_ptr<RenamingList> renaming;  // null: it never was
  bool discard_failed = false;             // there was no instance for the last Discard

  // Only addresses of the GPU's own lead to it (K-163).
  bool is_virtual() const;
};

// An allocation as one device sees it. `claims` says who is at work on it.
class Binding final : public Object, public Linked<Binding>, public Recycled<Binding> {
 public:
  static constexpr ObjectType kType = ObjectType::kBinding;

  // The first one: it brings the allocation.
  explicit Binding(Device& device);
  // A further one.
  Binding(Device& device, Binding& first);

  Device& device() const { return *device_; }
  Allocation& allocation() const { return *allocation_; }
  // The binding whose memory holds the allocation; itself for the first.
  Binding& first() { return first_ ? *first_ : *this; }

  Claims claims;
  DriverBinding driver;
  Resource* resource = nullptr;  // the opening that it belongs to; null: it stands alone
  std::atomic<Phase> phase = Phase::kCreating;
  // Set while it drains; see retire.cpp.
  std::atomic<Retirement*> retirement = nullptr;
  bool read_only = false;
  // It went although work named it, because its client said that none did: what is still queued
  // must not touch it. Only for the scheduler's strand.
  bool is_gone = false;

  // Guarded by the device's lock.
  std::uint64_t named_by = 0;  // the last destroy call that named it: two namings are an error
  std::uint32_t locks = 0;
  Instance* locked = nullptr;     // which one they show; only while there are any
  std::uint32_t unlocks = 0;      // of the call under way
  bool locked_alternate = false;  // by an address of its own
  bool locked_aperture = false;   // through the aperture
  // Through a swizzling range, which shows `range_data` of it, or a host aperture.
  bool locked_range = false;
  UINT range_data = 0;
  bool bars_gpu = false;        // it counts in the instance's barring_locks
  std::uint32_t doorbells = 0;  // that keep it: each has a host claim
  bool offered = false;
  UINT offer_priority = 0;
  bool discarded = false;     // what was in it is gone since the offer
  bool may_decommit = false;  // and its memory too: it has to be had anew (K-273)
  Listing listing{*this};     // on the residency list of its device
  bool stopped = false;       // the driver has gone from under it: only its name is left

 private:
  ~Binding() override;

  Device* const device_;  // outlives its bindings
  Ref<Binding> first_;
  std::optional<Allocation> own_;
  Allocation* const allocation_;
};

}  // namespace drydock::dxgk
