#include "src/dxgk/object/share.h"

#include <unordered_map>

#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {
namespace {

struct Shares {
  sim::Lock lock;
  std::unordered_map<Handle, Shared*> by_handle DRYDOCK_GUARDED_BY(lock);
  std::uint64_t next DRYDOCK_GUARDED_BY(lock) = 0;
};

Shares& shares() {
  static sim::NeverDestroyed<Shares> instance;
  return *instance;
}

}  // namespace

bool Shared::try_open() {
  std::uint32_t seen = opens_.load(std::memory_order_relaxed);
  while (seen != 0) {
    if (opens_.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire)) return true;
  }
  return false;
}

Handle publish(Shared& object) {
  Shares& all = shares();
  const sim::Hold hold(all.lock);
  for (std::uint64_t tries = 0; tries < 1ULL << kIndexBits; ++tries) {
    const Handle handle = handle_of(all.next++) | kGlobalInstance;
    if (!all.by_handle.emplace(handle, &object).second) continue;
    object.global = handle;
    return handle;
  }
  return 0;
}

Shared* open_global(Handle global, Shared::Kind kind) {
  if (!is_global(global)) return nullptr;
  Shares& all = shares();
  const sim::Hold hold(all.lock);
  const auto found = all.by_handle.find(global);
  if (found == all.by_handle.end() || found->second->kind() != kind || !found->second->try_open())
    return nullptr;
  return found->second;
}

bool close_share(Shared& object) {
  const auto close = [&] { return object.opens_.fetch_sub(1, std::memory_order_acq_rel) == 1; };
  if (object.global == 0) return close();
  // Under the lock, so that no thread finds an object that is about to be freed.
  Shares& all = shares();
  const sim::Hold hold(all.lock);
  if (!close()) return false;
  all.by_handle.erase(object.global);
  return true;
}

}  // namespace drydock::dxgk
