#include "src/nt/base/driver_life.h"

#include <exception>

#include "src/nt/base/thread.h"

namespace drydock::nt {

DriverLife* running_driver() {
  const Entry* const entry = self().entry;
  return entry == nullptr ? nullptr : entry->driver;
}

void end_current_driver() {
  if (DriverLife* const driver = running_driver()) {
    // The life ends on this thread, and not by a fault: no address caused it.
    if (driver->alive()) self().fault_address = ~std::uintptr_t{0};
    driver->die();
  }
  throw DriverEnded{};
}

void end_call_if_dead() {
  const DriverLife* const driver = running_driver();
  if (driver == nullptr || driver->alive() || std::uncaught_exceptions() > 0) return;
  throw DriverEnded{};
}

}  // namespace drydock::nt
