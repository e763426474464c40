// The executive's own record of each MDL, which a driver cannot overwrite, unlike the MDL itself.
//
// Cost: one short lock and a hash look-up a call. Owner: an MDL is its maker's; a lock of its pages
// is a debt of the driver until it is removed. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/rules/stack.h"

namespace drydock::nt {

// The pages that an MDL spans.
std::size_t span_of(const MDL& mdl);

// Its array of page frame numbers, as it stands in the MDL. May fault on a bad MDL.
std::span<PFN_NUMBER> frames_in(MDL& mdl);

// Sets an MDL up to describe a buffer, as MmInitializeMdl does, but leaves
// MDL_ALLOCATED_FIXED_SIZE.
void describe(MDL& mdl, const void* base, std::size_t bytes);

// Fills the array with the frames of the buffer that the MDL describes. False when a page of it
// does not exist.
bool fill_frames(MDL& mdl);

// How many pages an MDL of IoAllocateMdl has room for; empty for other MDLs.
std::optional<std::size_t> room_of(const MDL* mdl);

// MDLs whose pages MmProbeAndLockPages locked, and where.
struct PageLock {
  std::size_t bytes;
  rules::Stack where;
};
void note_locked(const MDL* mdl, PageLock lock);
std::optional<PageLock> find_lock(const MDL* mdl);
bool remove_lock(const MDL* mdl);

// Ends the system mapping of an MDL if it has one of its own, and says so in its flags.
void unmap_system_view(MDL& mdl);

// Locks the pages as MmProbeAndLockPages does, for a host that answers with a status:
// STATUS_ACCESS_VIOLATION when they do not allow the access.
NTSTATUS lock_pages(MDL& mdl, KPROCESSOR_MODE mode, LOCK_OPERATION operation);

}  // namespace drydock::nt
