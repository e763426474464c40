#include "src/dxgk/miniport/owned_addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {
namespace {

struct Thing {
  const void* address;
  std::string what;
  rules::Stack taken;
};

std::vector<Thing> things_of(const nt::Driver& driver) {
  std::vector<Thing> out;
  for (const nt::PoolBlockInfo& block : nt::pool_blocks_of(driver)) {
    out.push_back(
        {block.address, fmt::format("pool block of {} bytes", block.size), block.allocated});
  }
  for (nt::Debt& debt : nt::debts_of(driver))
    out.push_back({debt.address, std::move(debt.what), debt.taken});
  return out;
}

// The leaks of each driver that were raised before, so that none is raised twice.
struct RaisedOnce {
  sim::Lock lock;
  std::map<const nt::Driver*, std::set<const void*>> all DRYDOCK_GUARDED_BY(lock);
};

RaisedOnce& raised() {
  static sim::NeverDestroyed<RaisedOnce> instance;
  return *instance;
}

bool is_first_time(const nt::Driver& driver, const void* address) {
  RaisedOnce& known = raised();
  const sim::Hold hold(known.lock);
  return known.all[&driver].insert(address).second;
}

}  // namespace

OwnedAddresses owned_by(const nt::Driver& driver) {
  OwnedAddresses out;
  for (const Thing& thing : things_of(driver)) out.push_back(thing.address);
  std::ranges::sort(out);
  return out;
}

void raise_leaks(const nt::Driver& driver, const OwnedAddresses& before, rules::RuleId rule,
                 std::string_view when) {
  raise_leaks_between(driver, before, owned_by(driver), rule, when);
}

void raise_leaks_between(const nt::Driver& driver, const OwnedAddresses& before,
                         const OwnedAddresses& after, rules::RuleId rule, std::string_view when) {
  if (!driver.alive()) return;
  rules::evaluated(rule);
  for (const Thing& thing : things_of(driver)) {
    if (std::ranges::binary_search(before, thing.address)) continue;
    if (!std::ranges::binary_search(after, thing.address)) continue;
    if (!is_first_time(driver, thing.address)) continue;
    nt::Breach(rule, driver)
        .message("{}: {} is still there", when, thing.what)
        .object(thing.what)
        .stack("taken", thing.taken)
        .raise_later();
  }
}

void remove_raised(const nt::Driver& driver) {
  RaisedOnce& known = raised();
  const sim::Hold hold(known.lock);
  known.all.erase(&driver);
}

}  // namespace drydock::dxgk
