// Framing: what pins say about their buffers, and what two of them agree on.
#pragma once

#include <optional>
#include <span>

#include "src/ks/base/wdk.h"

namespace drydock::ks {

// The size of a framing with all of its items.
ULONG size_of(const KSALLOCATOR_FRAMING_EX& framing);

// The old structure for an allocator that serves both ends: the larger count, the stricter
// alignment, a frame size that lies in both ranges; the sink's range is not used for size (S-043).
// Nothing when memory types or sizes exclude each other (S-074). Either may be null.
std::optional<KSALLOCATOR_FRAMING> agree(const KSALLOCATOR_FRAMING_EX* source,
                                         const KSALLOCATOR_FRAMING_EX* sink);

// S-025, S-026, S-036, S-037, S-039 to S-041. False when the framing cannot be used.
bool check_framing(const KSALLOCATOR_FRAMING_EX& framing, const char* where);

// S-027, for a framing that the minidriver wrote.
void check_reserved(const KSALLOCATOR_FRAMING& framing, const char* where);

// The pin writes into the frames that it gets and passes them on.
bool modifies_in_place(const KSALLOCATOR_FRAMING_EX* framing);

// S-055: what a create request may ask for.
NTSTATUS check_framing_request(const KSALLOCATOR_FRAMING& framing);

// Returns whether a kernel-mode allocator may serve the connection, by its memory type and flags
// (S-038).
bool can_allocate(const KSALLOCATOR_FRAMING_EX& framing);

}  // namespace drydock::ks
