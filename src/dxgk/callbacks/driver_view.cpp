#include "src/dxgk/callbacks/driver_view.h"

#include <map>
#include <optional>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/memory/driver_holds.h"
#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/resource.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/work/process.h"

namespace drydock::dxgk {
namespace {

// Returns the object of a handle if its allocation or resource belongs to this adapter. The caller
// is in a ReadSection. A driver may ask during creation and opening, when clients cannot use the
// handle yet.
template <typename T>
T* find(const Adapter& adapter, Handle handle) {
  Process* const process = Process::current();
  if (process == nullptr) return nullptr;
  T* const object = as<T>(process->handles().look_up(handle));
  return object != nullptr && &object->device().adapter() == &adapter ? object : nullptr;
}

// Finds an allocation by the handle of any of its instances, because the driver has one object for
// all of them.
Binding* find_allocation(const Adapter& adapter, Handle handle) {
  auto* const binding = find<Binding>(adapter, without_instance(handle));
  if (binding == nullptr || instance_number(handle) == 0) return binding;
  const DeviceHold hold(binding->device());
  return has_instance(*binding, handle) ? binding : nullptr;
}

}  // namespace

void* allocation_data(Adapter& adapter, D3DKMT_HANDLE handle, bool device_specific) {
  const ReadSection reading;
  const auto* const binding = find_allocation(adapter, handle);
  if (binding == nullptr) return nullptr;
  if (device_specific) return binding->driver.value;
  binding->allocation().data_given.store(true, std::memory_order_relaxed);
  return binding->allocation().driver.value;
}

void* resource_data(Adapter& adapter, D3DKMT_HANDLE handle) {
  const ReadSection reading;
  const auto* const resource = find<Resource>(adapter, handle);
  return resource == nullptr ? nullptr : resource->body().driver.value.load();
}

std::optional<D3DKMT_HANDLE> parent(Adapter& adapter, D3DKMT_HANDLE handle) {
  const ReadSection reading;
  const auto* const binding = find_allocation(adapter, handle);
  if (binding == nullptr) return std::nullopt;
  return binding->resource == nullptr ? 0 : binding->resource->handle();
}

std::optional<D3DKMT_HANDLE> child(Adapter& adapter, D3DKMT_HANDLE handle, UINT index) {
  const ReadSection reading;
  auto* const resource = find<Resource>(adapter, handle);
  if (resource == nullptr) return std::nullopt;
  const DeviceHold hold(resource->device());
  const Binding* each = resource->bindings.first();
  while (each != nullptr && index-- > 0) each = resource->bindings.after(*each);
  return each == nullptr ? 0 : each->handle();
}

void* acquire(Adapter& adapter, D3DKMT_HANDLE handle, void** release_handle) {
  const ReadSection reading;
  auto* const binding = find_allocation(adapter, handle);
  if (binding == nullptr) return nullptr;
  const bool creating = binding->life.phase() == Phase::kCreating;
  if (!binding->claims.claim(Claims::By::kHost, /*before_open=*/creating)) return nullptr;
  *release_handle = driver_holds().add(*binding);
  return binding->allocation().driver.value;
}

bool release(Adapter& adapter, void* release_handle) {
  const Ref<Binding> binding = driver_holds().take(adapter, release_handle);
  if (!binding) return false;
  if (binding->claims.release(Claims::By::kHost)) drained(*binding);
  return true;
}

BindingClaim claim_allocation(Adapter& adapter, D3DKMT_HANDLE handle) {
  const ReadSection reading;
  auto* const binding = find_allocation(adapter, handle);
  if (binding == nullptr || !binding->claims.claim(Claims::By::kHost)) return {};
  return BindingClaim(*binding);
}

}  // namespace drydock::dxgk
