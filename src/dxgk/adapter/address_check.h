// Checks that every mapping of GPU virtual addresses must pass, whether a client or a driver asks
// for it.
#pragma once

#include <cstdint>

#include "src/vidmm/address_space.h"

namespace drydock::dxgk {

using vidmm::AddressSpace;

// True when every given address of the place, and its size, is a multiple of the unit.
bool are_multiples(std::uint64_t unit, const AddressSpace::Place& place);
// K-299: true when every given address of the place begins a page.
bool is_placed_by_pages(const AddressSpace::Place& place);
// K-301: true when the tenant has so many pages from that one on, and it is at least one.
bool are_pages_of(const vidmm::Tenant& tenant, std::uint64_t first, std::uint64_t count);
// K-300, K-304: true for a protection of memory without bits that clients may not set.
bool is_for_memory(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection);
bool is_for_nothing(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection);

}  // namespace drydock::dxgk
