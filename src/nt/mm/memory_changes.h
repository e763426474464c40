// For those who remember what they found out about an address: whether it may still be so.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drydock::nt {

// How often pages of the machine were mapped, unmapped or protected so far, or memory was declared
// to be a client's. Costs a load.
std::uint64_t memory_changes();
void note_memory_change();

// Whether all of it lies in one mapping of the machine's pages that can be written to. Pool does
// not, nor does memory of the process.
bool in_writable_view(const void* address, std::size_t bytes);

}  // namespace drydock::nt
