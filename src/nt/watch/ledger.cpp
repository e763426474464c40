#include "src/nt/watch/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <map>
#include <utility>

#include "src/nt/base/address.h"
#include "src/nt/base/mutex.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/history.h"
#include "src/nt/watch/listeners.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct Meaning {
  Resource resource;
  rules::RuleId rule;
  const char* sentence;
};

// In the order of Resource.
constexpr std::array kMeanings = {
    Meaning{Resource::kLookasideList, "N-012", "a lookaside list was not deleted"},
    Meaning{Resource::kTimer, "N-037", "a timer is still armed"},
    Meaning{Resource::kDpc, "N-038", "a DPC is still queued"},
    Meaning{Resource::kWorkItem, "N-039", "a work item is still pending"},
    Meaning{Resource::kThread, "N-041", "a system thread is still alive"},
    Meaning{Resource::kHandle, "N-044", "a handle was left open"},
    Meaning{Resource::kReference, "N-045", "a reference on an object was not given back"},
    Meaning{Resource::kCallback, "N-047", "a callback is still registered"},
    Meaning{Resource::kInterrupt, "N-048", "an interrupt is still connected"},
    Meaning{Resource::kMdl, "N-050", "an MDL was not freed"},
    Meaning{Resource::kLockedPages, "N-049", "the pages of an MDL are still locked"},
    Meaning{Resource::kIoSpace, "N-054", "I/O space is still mapped"},
    Meaning{Resource::kContiguous, "N-057", "contiguous memory was not freed"},
    Meaning{Resource::kUnflushedDpc, "N-038", "a DPC was not flushed"},
    Meaning{Resource::kOwnWorkItem, "N-008", "a work item was not freed"},
};

constexpr std::size_t index_of(Resource resource) {
  const auto index = static_cast<std::size_t>(resource);
  assert(index < kMeanings.size());
  return index;
}

static_assert([] {
  for (std::size_t i = 0; i < kMeanings.size(); ++i) {
    if (index_of(kMeanings[i].resource) != i) return false;
  }
  return true;
}());

using Disown = void (*)(const void*);

struct Disowners {
  Mutex mutex;
  std::array<std::vector<Disown>, kMeanings.size()> all;
};

Disowners& disowners() {
  static sim::NeverDestroyed<Disowners> instance;
  return *instance;
}

void disown(Resource resource, const void* address) {
  std::vector<Disown> hooks;
  {
    Disowners& known = disowners();
    const MutexHold hold(known.mutex);
    hooks = known.all[index_of(resource)];
  }
  for (const Disown hook : hooks) hook(address);
}

// Ordered by address, so that what lies in a range is found without a scan of everything.
struct Book {
  Mutex mutex;
  std::multimap<std::uintptr_t, Debt> entries DRYDOCK_GUARDED_BY(mutex);
  std::uint64_t next DRYDOCK_GUARDED_BY(mutex) = 0;
};

Book& book() {
  static sim::NeverDestroyed<Book> instance;
  return *instance;
}

bool runs_code(Resource resource) {
  return resource == Resource::kTimer || resource == Resource::kDpc ||
         resource == Resource::kWorkItem || resource == Resource::kInterrupt ||
         resource == Resource::kCallback || resource == Resource::kThread;
}

std::multimap<std::uintptr_t, Debt>::iterator find_entry(Book& all, Resource resource,
                                                         const void* address)
    DRYDOCK_REQUIRES(all.mutex) {
  const auto [begin, end] = all.entries.equal_range(as_number(address));
  for (auto at = begin; at != end; ++at) {
    if (at->second.resource == resource) return at;
  }
  return all.entries.end();
}

bool has_lapsed(const Debt& debt) { return debt.until != sim::kForever && sim::now() > debt.until; }

void raise_leak(const DriverLife& driver, const Debt& debt) {
  disown(debt.resource, debt.address);
  const Meaning& meaning = kMeanings[index_of(debt.resource)];
  rules::evaluated(meaning.rule);
  Breach(meaning.rule, driver)
      .message("after unload {}: {}", meaning.sentence, debt.what)
      .object(debt.what)
      .stack("taken", debt.taken)
      .at(debt.address)
      .raise_later();
}

}  // namespace

void add_debt(Resource resource, const void* address, std::size_t size, std::string what,
              sim::Time until) {
  const DriverLife* const driver = running_driver();
  if (driver == nullptr) return;
  mark_object_in_memory(address);
  Debt debt{resource, address, size, std::move(what), driver, rules::Stack::capture()};
  note_debt(resource, address);
  Book& all = book();
  const MutexHold hold(all.mutex);
  debt.number = all.next++;
  debt.until = until;
  all.entries.emplace(as_number(address), std::move(debt));
}

bool settle(Resource resource, const void* address) {
  {
    Book& all = book();
    const MutexHold hold(all.mutex);
    const auto at = find_entry(all, resource, address);
    if (at == all.entries.end()) return false;
    all.entries.erase(at);
  }
  // It would have been told at unload.
  rules::evaluated(kMeanings[index_of(resource)].rule);
  note_settled(resource, address);
  return true;
}

void abandon(Resource resource, const void* address) {
  if (settle(resource, address)) disown(resource, address);
}

std::optional<Debt> find_debt(Resource resource, const void* address) {
  Book& all = book();
  const MutexHold hold(all.mutex);
  const auto at = find_entry(all, resource, address);
  if (at == all.entries.end()) return std::nullopt;
  return at->second;
}

std::vector<Debt> debts_within(const void* begin, std::size_t size) {
  std::vector<Debt> out;
  Book& all = book();
  const MutexHold hold(all.mutex);
  const auto end = all.entries.lower_bound(as_number(begin) + size);
  for (auto at = all.entries.lower_bound(as_number(begin)); at != end; ++at) {
    if (!has_lapsed(at->second)) out.push_back(at->second);
  }
  return out;
}

std::vector<Debt> debts_of(const DriverLife& driver) {
  std::vector<Debt> out;
  Book& all = book();
  const MutexHold hold(all.mutex);
  for (const auto& [address, debt] : all.entries) {
    if (debt.driver == &driver && !has_lapsed(debt)) out.push_back(debt);
  }
  return out;
}

std::size_t raise_leaks(const DriverLife& driver) {
  std::vector<Debt> left;
  {
    Book& all = book();
    const MutexHold hold(all.mutex);
    std::erase_if(all.entries, [&](auto& entry) {
      if (entry.second.driver != &driver) return false;
      if (!has_lapsed(entry.second)) left.push_back(std::move(entry.second));
      return true;
    });
  }
  // The order is by number and not by address, so that the same seed gives the same order.
  std::ranges::sort(left, {}, &Debt::number);
  // Objects that still run the driver's code are undone first, because that code may use the
  // others.
  for (const bool runs : {true, false}) {
    for (const Debt& debt : left) {
      if (runs_code(debt.resource) == runs) raise_leak(driver, debt);
    }
  }
  return left.size();
}

void on_abandoned(Resource resource, void (*hook)(const void* address)) {
  Disowners& known = disowners();
  const MutexHold hold(known.mutex);
  known.all[index_of(resource)].push_back(hook);
}

}  // namespace drydock::nt
