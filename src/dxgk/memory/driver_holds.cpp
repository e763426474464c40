#include "src/dxgk/memory/driver_holds.h"

#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/work/device.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {

DriverHolds& driver_holds() {
  static sim::NeverDestroyed<DriverHolds> holds;
  return *holds;
}

void* DriverHolds::add(Binding& binding) {
  const sim::Hold hold(lock_);
  next_ += 0x10;
  holds_.emplace(next_, Hold{Ref<Binding>(binding), rules::Stack::capture()});
  return reinterpret_cast<void*>(next_);
}

Ref<Binding> DriverHolds::take(const Adapter& adapter, const void* release_handle) {
  const sim::Hold hold(lock_);
  const auto found = holds_.find(reinterpret_cast<std::uintptr_t>(release_handle));
  if (found == holds_.end() || &found->second.binding->device().adapter() != &adapter) return {};
  Ref<Binding> binding = std::move(found->second.binding);
  holds_.erase(found);
  return binding;
}

std::vector<DriverHolds::Hold> DriverHolds::take_all(const Device& device) {
  const sim::Hold hold(lock_);
  std::vector<Hold> out;
  for (auto each = holds_.begin(); each != holds_.end();) {
    if (&each->second.binding->device() == &device) {
      out.push_back(std::move(each->second));
      each = holds_.erase(each);
    } else {
      ++each;
    }
  }
  return out;
}

// K-423: the driver holds a binding that must be destroyed, and will not release it.
void end_driver_holds(Device& device) {
  for (const DriverHolds::Hold& hold : driver_holds().take_all(device)) {
    Binding& binding = *hold.binding;
    nt::Breach("K-423", device.adapter().driver())
        .message(
            "allocation {:#x} was acquired with DxgkCbAcquireHandleData and "
            "not released when its device ended",
            binding.handle())
        .object(fmt::format("allocation {:#x}", binding.handle()))
        .stack("acquired", hold.taken)
        .raise_later();
    if (binding.claims.release(Claims::By::kHost)) drained(binding);
  }
}

}  // namespace drydock::dxgk
