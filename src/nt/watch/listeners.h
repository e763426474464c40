// The functions of higher rooms that the room `watch` calls. src/nt/base/listeners.h explains the
// tables.
#pragma once

namespace drydock::nt {

struct WatchListeners {
  // An object that the executive knows by its address lies here. A function that frees the memory
  // has to look for such objects first.
  void (*object_lies_at)(const void* address);
};
extern const WatchListeners watch_listeners;

// The executive calls it before it stores the address of an object of a driver: a debt, a lock in
// an order, an object that a thread waits for. Cost: one look-up of the pool.
inline void mark_object_in_memory(const void* address) { watch_listeners.object_lies_at(address); }

}  // namespace drydock::nt
