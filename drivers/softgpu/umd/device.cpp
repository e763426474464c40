#include "device.h"

#include <algorithm>

HRESULT Device::close() {
  HRESULT result = batch_.submit();
  keep_first(result, release_waiting());
  for (const auto& resource : resources_) keep_first(result, unlock_all(*resource));
  for (const auto& resource : resources_) {
    if (resource->has_allocations()) keep_first(result, kernel_.deallocate(resource->runtime()));
  }
  resources_.clear();
  keep_first(result, batch_.close());
  return result;
}

// Makes room first, so that nothing can fail once the kernel has made something.
HRESULT Device::adopt(std::unique_ptr<Resource> resource, Resource*& out) {
  out = resource.get();
  resources_.push_back(std::move(resource));
  return S_OK;
}

HRESULT Device::create_resource(const ResourceWish& wish, Resource*& out) {
  auto resource = std::make_unique<Resource>(wish.runtime);
  resources_.reserve(resources_.size() + 1);
  waiting_.reserve(waiting_.size() + resources_.size() + 1);
  const HRESULT result = resource->create(kernel_, wish);
  return FAILED(result) ? result : adopt(std::move(resource), out);
}

HRESULT Device::open_resource(HANDLE runtime, const D3DDDI_OPENALLOCATIONINFO* allocations,
                              UINT count, Resource*& out) {
  auto resource = std::make_unique<Resource>(runtime);
  resources_.reserve(resources_.size() + 1);
  waiting_.reserve(waiting_.size() + resources_.size() + 1);
  const HRESULT result = resource->open(allocations, count);
  return FAILED(result) ? result : adopt(std::move(resource), out);
}

bool Device::batch_names(Resource& resource) const {
  for (const Surface& surface : resource.surfaces()) {
    if (surface.allocation != 0 && batch_.names(surface.allocation)) return true;
  }
  return false;
}

HRESULT Device::unlock_all(Resource& resource) {
  HRESULT result = S_OK;
  for (Surface& surface : resource.surfaces()) {
    if (surface.locks == 0 || surface.allocation == 0) continue;
    surface.locks = 0;
    keep_first(result, kernel_.unlock(surface.allocation));
  }
  return result;
}

void Device::remove(Resource& resource) {
  const auto at = std::find_if(resources_.begin(), resources_.end(),
                               [&](const auto& each) { return each.get() == &resource; });
  std::swap(*at, resources_.back());
  resources_.pop_back();
}

HRESULT Device::destroy_resource(Resource& resource) {
  HRESULT result = batch_names(resource) ? batch_.submit() : S_OK;
  if (SUCCEEDED(result)) result = unlock_all(resource);
  if (FAILED(result)) return result;
  if (resource.has_allocations() && resource.is_primary()) {
    result = kernel_.deallocate(resource.runtime());
    if (FAILED(result)) return result;
  } else if (resource.has_allocations()) {
    waiting_.push_back(resource.runtime());
  }
  remove(resource);
  return S_OK;
}

void Device::undo_creation(Resource& resource) {
  unlock_all(resource);
  if (resource.has_allocations()) kernel_.deallocate(resource.runtime());
  remove(resource);
}

HRESULT Device::release_waiting() {
  HRESULT result = S_OK;
  for (const HANDLE runtime : waiting_) keep_first(result, kernel_.deallocate(runtime));
  waiting_.clear();
  return result;
}

HRESULT Device::flush() {
  HRESULT result = batch_.submit();
  keep_first(result, release_waiting());
  return result;
}

HRESULT Device::submit_uses_of(Surface& surface) {
  return surface.allocation != 0 && batch_.names(surface.allocation) ? batch_.submit() : S_OK;
}

HRESULT Device::submit_uses_of(Resource& resource) {
  return batch_names(resource) ? batch_.submit() : S_OK;
}

// A surface that is locked already can be locked again.
HRESULT Device::lock(Resource& resource, const LockWish& wish, VOID*& data) {
  data = NULL;
  Surface* const surface = resource.surface(wish.surface);
  if (surface == NULL) return E_FAIL;
  if (surface->allocation == 0) surface->data = surface->system_memory;
  if (surface->allocation == 0 || surface->locks != 0) {
    ++surface->locks;
    data = surface->data;
    return S_OK;
  }
  HRESULT result = submit_uses_of(resource);
  if (FAILED(result)) return result;
  D3DDDICB_LOCKFLAGS flags = {};
  flags.LockEntire = 1;
  flags.ReadOnly = wish.reads_only;
  flags.WriteOnly = wish.writes_only;
  flags.Discard = wish.discards;
  flags.DonotWait = wish.waits_not && !wish.discards;
  result = kernel_.lock(surface->allocation, flags, surface->data);
  if (FAILED(result) && wish.discards && result != D3DDDIERR_DEVICEREMOVED) {
    // The current batch does not use it: another instance is available once the submitted ones have
    // ended.
    flags.NoExistingReference = 1;
    result = kernel_.lock(surface->allocation, flags, surface->data);
  }
  if (FAILED(result)) return result;
  surface->locks = 1;
  data = surface->data;
  return S_OK;
}

HRESULT Device::unlock(Resource& resource, UINT index) {
  Surface* const surface = resource.surface(index);
  if (surface == NULL || surface->locks == 0) return E_INVALIDARG;
  if (--surface->locks != 0) return S_OK;
  surface->data = NULL;
  return surface->allocation == 0 ? S_OK : kernel_.unlock(surface->allocation);
}

HRESULT Device::set_priority(Resource& resource, UINT priority) {
  return resource.has_allocations() ? kernel_.set_priority(resource.runtime(), priority) : S_OK;
}

// A resource in the runtime's memory counts as resident.
HRESULT Device::query_residency(Resource& resource, D3DDDI_RESIDENCYSTATUS& status) {
  status = D3DDDI_RESIDENCYSTATUS_RESIDENTINGPUMEMORY;
  return resource.has_allocations() ? kernel_.query_residency(resource.runtime(), status) : S_OK;
}

// The callbacks are called one by one, because these calls cannot report a lack of memory.
HRESULT Device::offer(Resource* const* resources, UINT count, D3DDDI_OFFER_PRIORITY priority) {
  HRESULT result = S_OK;
  for (UINT i = 0; i < count && SUCCEEDED(result); ++i) {
    if (!resources[i]->has_allocations()) continue;
    if (batch_names(*resources[i])) result = batch_.submit();
    if (SUCCEEDED(result)) result = kernel_.offer(resources[i]->runtime(), priority);
  }
  return result;
}

HRESULT Device::reclaim(Resource* const* resources, UINT count, BOOL* discarded) {
  HRESULT result = S_OK;
  for (UINT i = 0; i < count && SUCCEEDED(result); ++i) {
    if (discarded != NULL) discarded[i] = FALSE;
    if (resources[i]->has_allocations())
      result = kernel_.reclaim(resources[i]->runtime(), discarded == NULL ? NULL : &discarded[i]);
  }
  return result;
}

HRESULT Device::rotate(Resource* const* resources, UINT count) {
  const HRESULT result = batch_.submit();
  for (UINT i = 1; SUCCEEDED(result) && i < count; ++i) {
    std::vector<Surface>& one = resources[i - 1]->surfaces();
    std::vector<Surface>& next = resources[i]->surfaces();
    for (size_t at = 0; at < min(one.size(), next.size()); ++at)
      std::swap(one[at].allocation, next[at].allocation);
  }
  return result;
}

HRESULT Device::present(const Surface* source, const Surface* destination) {
  const HRESULT result = batch_.submit();
  if (FAILED(result)) return result;
  return kernel_.present(source == NULL ? 0 : source->allocation,
                         destination == NULL ? 0 : destination->allocation, batch_.context());
}
