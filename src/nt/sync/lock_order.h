// The order in which locks are taken: rule N-030.
//
// An edge from A to B says that some thread took B while it held A, and keeps the stacks. A path
// back from B to A is a deadlock that waits for its schedule. It is named once for each pair.
//
// Cost: nothing for a thread that holds no lock; one search in an ordered map for each lock held
// otherwise.
#pragma once

#include <cstddef>

namespace drydock::nt {

// Called before the calling thread waits for a lock, so that the breach is named even when the wait
// never ends. Attempts that do not wait cannot deadlock and are not recorded.
void about_to_acquire(const void* lock, const char* kind);

// Removes what was recorded about a lock, because it was initialised again or its memory is freed.
void remove_lock(const void* lock);
void remove_locks_within(const void* begin, std::size_t size);

}  // namespace drydock::nt
