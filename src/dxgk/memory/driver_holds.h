// What miniports hold with DxgkCbAcquireHandleData: bindings that must not go meanwhile.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "src/dxgk/memory/allocation.h"
#include "src/rules/stack.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

class DriverHolds {
 public:
  struct Hold {
    Ref<Binding> binding;
    rules::Stack taken;
  };

  // A release handle for a hold; drivers see it as an opaque value.
  void* add(Binding& binding);
  // Ends a hold; empty when the adapter's driver has none of this value.
  Ref<Binding> take(const Adapter& adapter, const void* release_handle);
  // Every hold on bindings of the device, ended: for those who cannot wait for the driver.
  std::vector<Hold> take_all(const Device& device);

 private:
  sim::Lock lock_;
  std::uintptr_t next_ DRYDOCK_GUARDED_BY(lock_) = 0x1000;
  std::map<std::uintptr_t, Hold> holds_ DRYDOCK_GUARDED_BY(lock_);
};

DriverHolds& driver_holds();

// K-423: the device ends, and the driver will not release what it holds there: a finding for each,
// and the hold is over.
void end_driver_holds(Device& device);

}  // namespace drydock::dxgk
