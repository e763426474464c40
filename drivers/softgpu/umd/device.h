// A device: its resources, the commands that wait, and the resources that wait for their release.
//
// A resource that is destroyed goes in two steps. What the batch holds of it is submitted at once;
// its allocations are released, as one group, by the next flush. Until then the kernel keeps them,
// so that a renderer which destroys many resources pays for it once a frame. Primaries do not wait.
#pragma once

#include <memory>
#include <vector>

#include "batch.h"
#include "resource.h"

struct LockWish {
  UINT surface;
  bool reads_only;
  bool writes_only;
  bool discards;
  bool waits_not;
};

// A rectangle of a surface, or a part of a buffer in one row.
struct Area {
  UINT x, y, z;
  UINT width, height, depth;
};

class Device {
 public:
  Device(HANDLE runtime, const D3DDDI_DEVICECALLBACKS& callbacks)
      : kernel_(runtime, callbacks), batch_(kernel_) {}
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  HRESULT open() { return batch_.open(); }
  // Releases everything even if a step fails. Returns the first failure.
  HRESULT close();

  HRESULT create_resource(const ResourceWish& wish, Resource*& out);
  HRESULT open_resource(HANDLE runtime, const D3DDDI_OPENALLOCATIONINFO* allocations, UINT count,
                        Resource*& out);
  // If it fails, the resource still exists.
  HRESULT destroy_resource(Resource& resource);
  // Undoes the creation of a resource that failed. No command uses it.
  void undo_creation(Resource& resource);

  HRESULT lock(Resource& resource, const LockWish& wish, VOID*& data);
  HRESULT unlock(Resource& resource, UINT surface);

  // Submits the batch and destroys the resources that waited for it.
  HRESULT flush();

  HRESULT fill(Surface& destination, const Area& area, UINT pattern);
  HRESULT copy(Surface& destination, UINT x, UINT y, UINT z, Surface& source, const Area& area);
  // Copies from memory of the application.
  HRESULT update(Surface& destination, const Area& area, const VOID* from, UINT row_pitch,
                 UINT depth_pitch);

  HRESULT set_priority(Resource& resource, UINT priority);
  HRESULT query_residency(Resource& resource, D3DDDI_RESIDENCYSTATUS& status);
  HRESULT offer(Resource* const* resources, UINT count, D3DDDI_OFFER_PRIORITY priority);
  HRESULT reclaim(Resource* const* resources, UINT count, BOOL* discarded);
  HRESULT present(const Surface* source, const Surface* destination);
  HANDLE context() const { return batch_.context(); }
  // Batches that were submitted so far.
  UINT submissions() const { return batch_.submissions(); }

  // True while the current batch uses it.
  bool is_busy(Resource& resource) const { return batch_names(resource); }
  // Each resource gets the allocations of the next, the last those of the first.
  HRESULT rotate(Resource* const* resources, UINT count);

 private:
  // A surface that is locked for the CPU as long as this lives.
  class Mapping;

  HRESULT adopt(std::unique_ptr<Resource> resource, Resource*& out);
  void remove(Resource& resource);
  bool batch_names(Resource& resource) const;
  HRESULT submit_uses_of(Surface& surface);
  HRESULT submit_uses_of(Resource& resource);
  HRESULT release_waiting();
  HRESULT unlock_all(Resource& resource);

  const KernelDevice kernel_;
  Batch batch_;
  std::vector<std::unique_ptr<Resource>> resources_;
  // Runtime handles of destroyed resources. There is always room for all that live.
  std::vector<HANDLE> waiting_;
};
