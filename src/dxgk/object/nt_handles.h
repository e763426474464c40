// The NT handles that a process has for shared objects. Those that it leaves open are closed at its
// end.
#pragma once

#include <vector>

#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class NtHandles {
 public:
  NtHandles() = default;
  ~NtHandles() { close_all(); }
  NtHandles(const NtHandles&) = delete;
  NtHandles& operator=(const NtHandles&) = delete;

  HANDLE make(void* object, POBJECT_TYPE type, ACCESS_MASK access);
  void close_all();

 private:
  sim::Lock lock_;
  std::vector<HANDLE> open_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
