// The functions of higher rooms that the room `driver` calls. src/nt/base/listeners.h explains the
// tables.
#pragma once

#include <optional>
#include <string>

#include "drydock/rule_id.h"

namespace drydock::nt {

class Driver;

struct DriverListeners {
  // The first four are called by the handler of faults, on its stack: they take no lock that the
  // interrupted code may hold, and read nothing of the driver's memory.

  // Returns true when the fault happened in the host's own copy of a client's memory. The copy then
  // continues and fails. `ucontext` is the handler's.
  bool (*resume_user_copy)(void* ucontext);
  // Describes the address, such as "8 bytes behind pool block 'abcd'"; nothing when the host does
  // not know it. A fault at an address that is known stops Windows whatever guards the code.
  std::optional<std::string> (*describe_address)(const void* address);
  // The rule that any access to the address breaks; nothing when there is none.
  std::optional<rules::RuleId> (*rule_of_access)(const void* address);
  // The rule that a write to the address breaks, by a driver or by a client; nothing when there
  // is none.
  std::optional<rules::RuleId> (*rule_of_write)(const void* address);

  // A driver's call ended while it held the lock, which may be one of the host's.
  void (*lock_is_left)(const void* lock);

  // Ends every wait of a driver whose life is over.
  void (*release_waits)(const Driver& driver);
};
extern const DriverListeners driver_listeners;

}  // namespace drydock::nt
