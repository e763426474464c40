// Without an object model nobody knows a handle; the object model's definitions take the place of
// these.
#include "src/dxgk/driver_view.h"

namespace drydock::dxgk {

[[gnu::weak]] void* allocation_data(Adapter&, D3DKMT_HANDLE, bool) { return nullptr; }
[[gnu::weak]] void* resource_data(Adapter&, D3DKMT_HANDLE) { return nullptr; }
[[gnu::weak]] D3DKMT_HANDLE parent(Adapter&, D3DKMT_HANDLE) { return 0; }
[[gnu::weak]] D3DKMT_HANDLE child(Adapter&, D3DKMT_HANDLE, UINT) { return 0; }
[[gnu::weak]] void* acquire(Adapter&, D3DKMT_HANDLE, void**) { return nullptr; }
[[gnu::weak]] bool release(Adapter&, void*) { return false; }

}  // namespace drydock::dxgk
