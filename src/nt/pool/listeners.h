// The functions of higher rooms that the room `pool` calls. src/nt/base/listeners.h explains the
// tables.
#pragma once

#include <atomic>
#include <cstddef>

namespace drydock::nt {

struct PoolListeners {
  // A block begins its life: races with what was done to the memory before do not count.
  void (*remove_accesses)(const void* begin, std::size_t bytes);
};
extern const PoolListeners pool_listeners;

// True while somebody asks for the beginnings of blocks: a driver that records its accesses, or the
// address sanitizer. Relaxed: it is set before the accesses that are looked at.
extern std::atomic<bool> blocks_are_watched;

// Announces to them a block that begins its life.
void announce_block(const void* begin, std::size_t bytes);

}  // namespace drydock::nt
