#include "src/nt/ledger.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "src/nt/report.h"

namespace drydock::nt {
namespace {

struct Meaning {
  Resource resource;
  const char* rule;
  const char* sentence;
};

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
};

const Meaning& meaning_of(Resource resource) {
  for (const Meaning& meaning : kMeanings) {
    if (meaning.resource == resource) return meaning;
  }
  return kMeanings.front();
}

// Indexed by resource; written while the program starts.
std::array<void (*)(const void*), 32>& disowners() {
  static std::array<void (*)(const void*), 32> instance{};
  return instance;
}

// Ordered by address, so that what lies in a range is found without a scan of everything.
struct Book {
  std::mutex mutex;
  std::multimap<std::uintptr_t, Owed> entries;
};

Book& book() {
  // Never destroyed: strands may still run when the process ends.
  static Book& instance = *new Book;
  return instance;
}

std::uintptr_t key_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

auto find_entry(Book& all, Resource resource, const void* address) {
  const auto [begin, end] = all.entries.equal_range(key_of(address));
  for (auto at = begin; at != end; ++at) {
    if (at->second.resource == resource) return at;
  }
  return all.entries.end();
}

}  // namespace

void owe(Resource resource, const void* address, std::size_t size, std::string what) {
  const Driver* driver = current_driver();
  if (driver == nullptr) return;
  Owed owed{resource, address, size, std::move(what), driver->name(), rules::Stack::capture()};
  Book& all = book();
  const std::lock_guard lock(all.mutex);
  all.entries.emplace(key_of(address), std::move(owed));
}

bool settle(Resource resource, const void* address) {
  Book& all = book();
  const std::lock_guard lock(all.mutex);
  const auto at = find_entry(all, resource, address);
  if (at == all.entries.end()) return false;
  all.entries.erase(at);
  return true;
}

std::optional<Owed> find_owed(Resource resource, const void* address) {
  Book& all = book();
  const std::lock_guard lock(all.mutex);
  const auto at = find_entry(all, resource, address);
  if (at == all.entries.end()) return std::nullopt;
  return at->second;
}

std::vector<Owed> owed_within(const void* begin, std::size_t size) {
  std::vector<Owed> out;
  Book& all = book();
  const std::lock_guard lock(all.mutex);
  const auto end = all.entries.lower_bound(key_of(begin) + size);
  for (auto at = all.entries.lower_bound(key_of(begin)); at != end; ++at) out.push_back(at->second);
  return out;
}

std::vector<Owed> owed_by(const Driver& driver) {
  std::vector<Owed> out;
  Book& all = book();
  const std::lock_guard lock(all.mutex);
  for (const auto& [address, owed] : all.entries) {
    if (owed.driver == driver.name()) out.push_back(owed);
  }
  return out;
}

std::size_t report_owed(const Driver& driver) {
  std::vector<Owed> left;
  {
    Book& all = book();
    const std::lock_guard lock(all.mutex);
    std::erase_if(all.entries, [&](auto& entry) {
      if (entry.second.driver != driver.name()) return false;
      left.push_back(std::move(entry.second));
      return true;
    });
  }
  for (Owed& owed : left) {
    if (auto* disown = disowners()[static_cast<std::size_t>(owed.resource)]) disown(owed.address);
    const Meaning& meaning = meaning_of(owed.resource);
    report_about(driver.name(), meaning.rule,
                 fmt::format("after unload {}: {}", meaning.sentence, owed.what),
                 {.object = owed.what, .history = {}, .stacks = {{"taken", owed.taken}}});
  }
  return left.size();
}

void when_abandoned(Resource resource, void (*disown)(const void* address)) {
  disowners()[static_cast<std::size_t>(resource)] = disown;
}

}  // namespace drydock::nt
