// What every mapping of GPU virtual addresses must be like, whether a client or a driver asks.
#pragma once

#include <cstdint>

#include "src/vidmm/address_space.h"

namespace drydock::dxgk {

using vidmm::AddressSpace;

// Every address of the place is a multiple of the unit, where it counts, and so is its size.
bool are_multiples(std::uint64_t unit, const AddressSpace::Place& place);
// K-299: every address of it is the beginning of a page, where it counts.
bool is_placed_by_pages(const AddressSpace::Place& place);
// K-301: so many pages from that one on, and at least one.
bool are_pages_of(const vidmm::Tenant& tenant, std::uint64_t first, std::uint64_t count);
// K-300, K-304: a protection of memory, and no bit that is not a client's.
bool is_for_memory(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection);
bool is_for_nothing(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection);

}  // namespace drydock::dxgk
