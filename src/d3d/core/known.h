// The adapters and devices that drivers may name, by runtime handle.
#pragma once

#include <map>
#include <memory>

#include "src/d3d/driver/handles.h"
#include "src/sim/lock.h"

namespace drydock::d3d {

class Adapter;
class Device;

// The finder has a reference, so the object stays while the finder works on it.
// Cost: a lock and a search. Threads: any.
template <typename T>
class Known {
 public:
  void add(RuntimeHandle handle, const std::shared_ptr<T>& object) {
    const sim::Hold hold(lock_);
    all_[handle] = object;
  }
  void remove(RuntimeHandle handle) {
    const sim::Hold hold(lock_);
    all_.erase(handle);
  }
  std::shared_ptr<T> find(RuntimeHandle handle) {
    const sim::Hold hold(lock_);
    const auto found = all_.find(handle);
    return found == all_.end() ? nullptr : found->second.lock();
  }
  std::vector<std::shared_ptr<T>> all() {
    const sim::Hold hold(lock_);
    std::vector<std::shared_ptr<T>> out;
    for (const auto& [handle, object] : all_) {
      if (auto held = object.lock()) out.push_back(std::move(held));
    }
    return out;
  }

 private:
  sim::Lock lock_;
  std::map<RuntimeHandle, std::weak_ptr<T>> all_ DRYDOCK_GUARDED_BY(lock_);
};

Known<Adapter>& known_adapters();
Known<Device>& known_devices();

}  // namespace drydock::d3d
