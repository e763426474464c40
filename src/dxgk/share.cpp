#include "src/dxgk/share.h"

#include <unordered_map>

namespace drydock::dxgk {
namespace {

struct Shares {
  sim::Lock lock;
  std::unordered_map<Handle, AdapterResource*> by_handle DRYDOCK_GUARDED_BY(lock);
  std::uint64_t next DRYDOCK_GUARDED_BY(lock) = 0;
};

Shares& shares() {
  static auto& instance = *new Shares;  // never destroyed: processes may end late
  return instance;
}

}  // namespace

Handle publish(AdapterResource& resource) {
  Shares& all = shares();
  const sim::Hold hold(all.lock);
  for (std::uint64_t tries = 0; tries < 1ULL << kIndexBits; ++tries) {
    const Handle handle = handle_of(all.next++) | kGlobalInstance;
    if (!all.by_handle.emplace(handle, &resource).second) continue;
    resource.global = handle;
    return handle;
  }
  return 0;
}

AdapterResource* open_share(Handle global) {
  if (!is_global(global)) return nullptr;
  Shares& all = shares();
  const sim::Hold hold(all.lock);
  const auto found = all.by_handle.find(global);
  if (found == all.by_handle.end() || !found->second->try_open()) return nullptr;
  return found->second;
}

bool close_share(AdapterResource& resource) {
  if (resource.global == 0) return resource.close();
  // Under the lock, so that nobody finds a resource that is about to be freed.
  Shares& all = shares();
  const sim::Hold hold(all.lock);
  if (!resource.close()) return false;
  all.by_handle.erase(resource.global);
  return true;
}

}  // namespace drydock::dxgk
