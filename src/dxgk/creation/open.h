// DxgkDdiOpenAllocation binds allocations to a device. Only create.cpp and open.cpp use this
// header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// The opener: the creator, a process that may write, or one that may only read.
enum class Opener : std::uint8_t { kCreator, kWriter, kReader };

// Opens all of them in one call. `infos` contains the private data of each; the driver's answers go
// into the bindings. On failure none is open.
NTSTATUS open_bindings(Device& device, std::span<Binding* const> bindings,
                       std::span<DXGK_OPENALLOCATIONINFO> infos,
                       std::span<const std::byte> resource_data, Opener opener);

// Takes back the object's handle, if it has one, so that the number can be issued again.
void withdraw_name(HandleTable& handles, Object& object);

// The size of all private data, as an opener learns it. Nothing when it does not fit (K-196).
std::optional<UINT> total_private_data(std::span<const std::size_t> sizes);

}  // namespace drydock::dxgk
