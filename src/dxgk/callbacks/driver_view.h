// Answers a miniport's questions about a handle of the graphics kernel: it gets its own data behind
// the handle, nothing else.
//
// No function touches memory of the driver, waits or raises a breach, except for release().
#pragma once

#include <optional>

#include "src/dxgk/memory/binding_claim.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;

// The driver's data of an allocation: of the adapter, or of the device that opened it.
void* allocation_data(Adapter& adapter, D3DKMT_HANDLE handle, bool device_specific);
void* resource_data(Adapter& adapter, D3DKMT_HANDLE handle);

// The resource that an allocation belongs to; 0 when it stands alone, nothing when the handle is no
// allocation.
std::optional<D3DKMT_HANDLE> parent(Adapter& adapter, D3DKMT_HANDLE handle);

// The allocation of a resource by its index, counted from 0; 0 behind the last, nothing when the
// handle is no resource.
std::optional<D3DKMT_HANDLE> child(Adapter& adapter, D3DKMT_HANDLE resource, UINT index);

// Like allocation_data(); the allocation is not destroyed until release().
void* acquire(Adapter& adapter, D3DKMT_HANDLE handle, void** release_handle);
bool release(Adapter& adapter, void* release_handle);

// A host claim on an allocation of the current process; empty when there is none.
BindingClaim claim_allocation(Adapter& adapter, D3DKMT_HANDLE handle);

}  // namespace drydock::dxgk
