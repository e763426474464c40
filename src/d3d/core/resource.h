// A resource as the runtime has it: the common part of all families, and the traits of one family.
//
// Life, whose transitions ResourceLife asserts:
//
//   kCreating ──► kLive ──► kDestroyed          DestroyResource has returned; its allocations
//       │          │  ▲                         may be released later
//       │          │  └──── kUnwanted           Direct3D 11: destroyed by the application, used by
//       │          ├──────►                     deferred contexts or command lists
//       │          └──────► kDestroyFailed      Direct3D 9: DestroyResource failed
//       └──► kFailed                            it never came to be
//
// Owner: Objects of its device, until the device is freed. Threads: the one that is alone in the
// device's turn, or in the one call of a driver that is about the resource.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "src/d3d/driver/handles.h"
#include "src/rules/finding.h"

namespace drydock::d3d {

using History = std::vector<rules::ObjectEvent>;

class PrivateMemory;
struct Resource;

class ResourceLife {
 public:
  enum class State : std::uint8_t {
    kCreating,       // in CreateResource or OpenResource
    kLive,           // the driver has it
    kUnwanted,       // the driver has it, and is called to destroy it after its last use
    kDestroyFailed,  // the driver has it, and is not called to destroy it again
    kDestroyed,
    kFailed,
  };

  bool is_creating() const { return state_ == State::kCreating; }
  // The driver has it.
  bool is_live() const {
    return state_ == State::kLive || state_ == State::kUnwanted || state_ == State::kDestroyFailed;
  }
  bool is_unwanted() const { return state_ == State::kUnwanted; }
  bool has_destroy_failed() const { return state_ == State::kDestroyFailed; }
  bool is_destroyed() const { return state_ == State::kDestroyed; }

  // Asserts that the transition is one of those above.
  void become(State next);

 private:
  State state_ = State::kCreating;
};

// The progress of a driver in releasing the allocations of a resource, by pfnDeallocateCb.
enum class Release : std::uint8_t {
  kNone,
  kByList,  // some or all of its allocations, one by one
  kWhole,   // in resource form: the kernel's resource is destroyed too
};

// Direct3D 9 only.
struct Traits9 {
  // Another allocation to which the application may write during a Lock of this shared resource
  // (U-119).
  KernelHandle substitute;
  // Cookies of discarding LockAsync calls, until their Rename.
  std::multiset<std::pair<UINT, HANDLE>> cookies;
};

// Direct3D 10 and 11 only.
struct Traits10 {
  UINT usage = 0;
  UINT bind = 0;
  UINT format = 0;  // DXGI_FORMAT
  UINT levels = 1;
  UINT slices = 1;
  bool is_buffer = false;
  bool is_primary = false;
  bool was_rotated = false;       // by RotateResourceIdentities
  std::size_t deferred_size = 0;  // bytes of a deferred context's handle of it
  unsigned deferred_uses = 0;     // deferred contexts and command lists that use it
};

// Direct3D 12 only: a heap, or a resource that is placed in one. Allocations belong to heaps. A
// resource that came with its heap is a part of it.
struct Traits12 {
  bool is_heap() const { return heap == nullptr; }

  UINT64 bytes = 0;          // the size of a heap that was created, not opened
  Resource* heap = nullptr;  // in which a placed resource lies
  std::shared_ptr<PrivateMemory> resource =
      nullptr;              // block of the resource that came with the heap
  bool is_refused = false;  // the last pfnAllocateCb for it failed
  unsigned pins = 0;        // pfnPinResourcesCb without their pfnUnpinResourcesCb
};

using ResourceTraits = std::variant<Traits9, Traits10, Traits12>;

struct Resource {
  Resource(RuntimeHandle runtime_handle, unsigned its_number, ResourceTraits its_traits)
      : handle(runtime_handle), number(its_number), traits(std::move(its_traits)) {}

  std::string name() const;

  // Null when it is of another family.
  const Traits10* as10() const { return std::get_if<Traits10>(&traits); }
  const Traits12* as12() const { return std::get_if<Traits12>(&traits); }
  Traits12* as12() { return std::get_if<Traits12>(&traits); }
  // The traits, for the family that created the resource.
  Traits9& of9() { return std::get<Traits9>(traits); }
  Traits10& of10() { return std::get<Traits10>(traits); }
  const Traits10& of10() const { return std::get<Traits10>(traits); }
  Traits12& of12() { return std::get<Traits12>(traits); }
  const Traits12& of12() const { return std::get<Traits12>(traits); }

  bool is_shared() const { return flags.SharedResource != 0 || is_opened; }
  bool is_live() const { return life.is_live(); }
  // The driver has granted a lock of a subresource.
  void note_locked(UINT index) {
    was_ever_locked = true;
    locked.insert(index);
  }
  // The driver has released allocations of it; one that is released whole stays so.
  void note_release(Release how);

  const RuntimeHandle handle;
  const unsigned number;  // in its device, from 1
  ResourceLife life;
  DriverHandle driver_handle;
  KernelHandle kernel;           // 0: the driver never attached anything, or has released it
  D3DKMT_HANDLE global = 0;      // the global handle of a shared resource
  KernelHandle reported_kernel;  // hKMResource, as the driver received it
  D3DDDI_RESOURCEFLAGS flags{};
  D3DDDI_RESOURCEFLAGS2 flags2{};
  D3DDDI_POOL pool{};
  bool is_opened = false;
  std::vector<D3DDDI_SURFACEINFO> surfaces;
  std::vector<KernelHandle> allocations;  // every one that it ever had
  unsigned allocate_calls = 0;
  Release release = Release::kNone;
  unsigned flushes_since_destroy = 0;
  bool is_releasable = false;  // the driver may release it in the Flush under way without a stall
  bool is_overdue = false;     // U-208 or U-209 is raised about it
  bool was_ever_locked = false;
  bool is_unnamed_primary = false;  // a primary that was written; no WrittenPrimaries has named it
  std::multiset<UINT> locked;       // subresources that the application has
  std::shared_ptr<PrivateMemory> memory;  // behind the driver's handle; null in Direct3D 9
  History history;
  ResourceTraits traits;
};

}  // namespace drydock::d3d
