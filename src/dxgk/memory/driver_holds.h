// Holds of miniports by DxgkCbAcquireHandleData: a binding with a hold is not destroyed.
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
  // Ends a hold. Empty when the adapter's driver has no hold of this value.
  Ref<Binding> take(const Adapter& adapter, const void* release_handle);
  // Ends every hold on bindings of the device, for callers that cannot wait for the driver.
  std::vector<Hold> take_all(const Device& device);

 private:
  sim::Lock lock_;
  std::uintptr_t next_ DRYDOCK_GUARDED_BY(lock_) = 0x1000;
  std::map<std::uintptr_t, Hold> holds_ DRYDOCK_GUARDED_BY(lock_);
};

DriverHolds& driver_holds();

// K-423: the device ends, and the driver will not release its holds there. Raises a breach for each
// hold, and ends it.
void end_driver_holds(Device& device);

}  // namespace drydock::dxgk
