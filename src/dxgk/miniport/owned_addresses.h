// What a driver owns at a moment: pool, and everything in the executive's ledger. The difference
// between two moments is what an entry point leaked.
#pragma once

#include <string_view>
#include <vector>

#include "drydock/rule_id.h"
#include "src/nt/driver/driver.h"

namespace drydock::dxgk {

// Addresses, sorted.
using OwnedAddresses = std::vector<const void*>;

OwnedAddresses owned_by(const nt::Driver& driver);

// Raises `rule` for each thing that the driver has now, had not `before`, and for which
// nothing was raised yet. `when` completes "… is still there". Nothing for a driver that is dead.
void raise_leaks(const nt::Driver& driver, const OwnedAddresses& before, rules::RuleId rule,
                 std::string_view when);

// The driver is unloaded: what was raised about it does not count for another driver at its
// address.
void remove_raised(const nt::Driver& driver);

}  // namespace drydock::dxgk
