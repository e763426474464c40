// DxgkDdiOpenAllocation: binding allocations to a device. Internal to creating and opening.
#pragma once

#include <cstddef>
#include <span>

#include "src/dxgk/device.h"

namespace drydock::dxgk {

// Opens all of them in one call. `infos` brings each one's private data; the driver's answers go
// into the bindings. On failure none is open.
NTSTATUS open_bindings(Device& device, std::span<Binding* const> bindings,
                       std::span<DXGK_OPENALLOCATIONINFO> infos,
                       std::span<const std::byte> resource_data, bool create);

}  // namespace drydock::dxgk
