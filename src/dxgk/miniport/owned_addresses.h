// The addresses that a driver owns at a moment: pool blocks, and everything in the executive's
// ledger. The difference between two moments is what an entry point leaked. Cost: a walk through
// the pool and the ledger. Owner: the caller. Threads: any.
#pragma once

#include <string_view>
#include <vector>

#include "drydock/rule_id.h"
#include "src/nt/driver/driver.h"

namespace drydock::dxgk {

// The addresses are sorted.
using OwnedAddresses = std::vector<const void*>;

OwnedAddresses owned_by(const nt::Driver& driver);

// Raises `rule` for each address that the driver owns now and did not own `before`, unless a
// finding was raised for it already. `when` completes "… is still there". Raises nothing for a
// driver that has ended.
void raise_leaks(const nt::Driver& driver, const OwnedAddresses& before, rules::RuleId rule,
                 std::string_view when);

// The same for what the driver came to own between two moments: what it took later is not looked
// at.
void raise_leaks_between(const nt::Driver& driver, const OwnedAddresses& before,
                         const OwnedAddresses& after, rules::RuleId rule, std::string_view when);

// The driver is unloaded. Findings about it do not count for another driver at its address.
void remove_raised(const nt::Driver& driver);

}  // namespace drydock::dxgk
