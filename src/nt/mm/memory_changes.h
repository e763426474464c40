// A count of changes, for code that remembers what it found out about an address and has to know
// whether that may still be so.
//
// Cost: a load. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drydock::nt {

// Returns how often pages of the machine were mapped, unmapped or protected so far, or memory was
// declared to be a client's.
std::uint64_t memory_changes();
void note_memory_change();

// Returns whether all bytes lie in one mapping of the machine's pages that can be written to. Pool
// does not, nor does memory of the process.
bool in_writable_view(const void* address, std::size_t bytes);

}  // namespace drydock::nt
