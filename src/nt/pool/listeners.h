// The functions of higher rooms that the room `pool` calls. src/nt/base/listeners.h explains the
// tables.
#pragma once

#include <cstddef>

#include "src/sim/happens_before.h"

namespace drydock::nt {

struct PoolListeners {
  // A block begins its life: races with what was done to the memory before do not count.
  void (*remove_accesses)(const void* begin, std::size_t bytes);
};
extern const PoolListeners pool_listeners;

// Cost: one relaxed load while no driver records its accesses.
inline void remove_accesses(const void* begin, std::size_t bytes) {
  if (sim::is_recording_order()) [[unlikely]]
    pool_listeners.remove_accesses(begin, bytes);
}

}  // namespace drydock::nt
