#include "src/d3d/core/private_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <map>
#include <new>
#include <vector>

#include "src/nt/mm/user_copy.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::d3d {
namespace {

constexpr int kFresh = 0xcd;
constexpr std::byte kSpare{0xdb};
constexpr std::size_t kAlignment = 16;

std::size_t rounded(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// All that live, by their last address.
struct Registry {
  struct Row {
    const PrivateMemory* memory = nullptr;
    const char* retired_by = nullptr;  // the call that destroyed its object
  };
  sim::Lock lock;
  std::map<std::uintptr_t, Row> all DRYDOCK_GUARDED_BY(lock);
};

Registry& registry() {
  static sim::NeverDestroyed<Registry> instance;
  return *instance;
}

}  // namespace

PrivateMemory::PrivateMemory(std::size_t bytes, std::string owner, Rules rules)
    : bytes_(bytes), owner_(std::move(owner)), rules_(rules) {
  const std::size_t block = rounded(bytes, kAlignment);
  const std::size_t pages = rounded(block, PAGE_SIZE);
  mapped_ = pages + 2 * PAGE_SIZE;
  void* const made = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (made == MAP_FAILED) throw std::bad_alloc();
  mapping_ = static_cast<std::byte*>(made);
  std::byte* const usable = mapping_ + PAGE_SIZE;
  if (pages != 0 && mprotect(usable, pages, PROT_READ | PROT_WRITE) != 0) {
    munmap(made, mapped_);
    throw std::bad_alloc();
  }
  data_ = usable + (pages - block);
  std::memset(usable, kFresh, pages);
  std::ranges::fill_n(data_ + bytes, static_cast<std::ptrdiff_t>(block - bytes), kSpare);
  const sim::Hold hold(registry().lock);
  const bool is_new = registry().all.emplace(last_address(), Registry::Row{this}).second;
  assert(is_new);
  (void)is_new;
}

std::unique_ptr<PrivateMemory> PrivateMemory::make(std::size_t bytes, std::string owner,
                                                   Rules rules) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 26;
  if (bytes > kMostBytes) return nullptr;
  try {
    return std::make_unique<PrivateMemory>(bytes, std::move(owner), rules);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

PrivateMemory::~PrivateMemory() {
  {
    const sim::Hold hold(registry().lock);
    registry().all.erase(last_address());
  }
  munmap(mapping_, mapped_);
}

bool PrivateMemory::is_intact() const {
  const std::size_t spare = rounded(bytes_, kAlignment) - bytes_;
  std::byte seen[kAlignment];
  return !nt::copy_from_user(seen, data_ + bytes_, spare) ||
         std::ranges::all_of(seen, seen + spare, [](std::byte each) { return each == kSpare; });
}

void PrivateMemory::check(const char* where) const {
  if (!rules::breaks(rules_.beyond, !is_intact())) return;
  // Only the spare bytes were overwritten. Their pattern is restored, so that the next call that
  // overwrites them is found too.
  const std::vector<std::byte> spare(rounded(bytes_, kAlignment) - bytes_, kSpare);
  (void)nt::copy_to_user(data_ + bytes_, spare.data(), spare.size());
  nt::Breach(rules_.beyond, nt::Offender::running())
      .message("{} wrote past a block of {} bytes", where, bytes_)
      .raise_later();
}

void PrivateMemory::retire(const char* by) {
  mprotect(mapping_, mapped_, PROT_NONE);
  rules::evaluated(rules_.afterwards);
  const sim::Hold hold(registry().lock);
  const char*& retired_by = registry().all.at(last_address()).retired_by;
  assert(retired_by == nullptr);
  retired_by = by;
}

TableMemory::TableMemory(std::size_t bytes)
    : PrivateMemory(bytes, "the table of device functions", {"U-053"_rule, "U-053"_rule}) {
  std::memset(data(), 0, bytes);
}

void explain_fault(nt::Driver& driver, const char* where, std::uintptr_t address) {
  std::string message, object;
  std::optional<rules::RuleId> rule;
  {
    const sim::Hold hold(registry().lock);
    const auto found = registry().all.lower_bound(address);
    if (found == registry().all.end()) return;
    const PrivateMemory& memory = *found->second.memory;
    const char* const retired_by = found->second.retired_by;
    if (address < reinterpret_cast<std::uintptr_t>(memory.mapping_)) return;
    const auto offset =
        static_cast<std::ptrdiff_t>(address - reinterpret_cast<std::uintptr_t>(memory.data_));
    rule = retired_by != nullptr ? memory.rules_.afterwards : memory.rules_.beyond;
    object = "private memory of " + memory.owner_;
    message = retired_by != nullptr ? fmt::format("{} touched byte {} of memory that {} had ended",
                                                  where, offset, retired_by)
                                    : fmt::format("{} touched byte {} of a block of {} bytes",
                                                  where, offset, memory.bytes_);
  }
  nt::Breach(*rule, driver)
      .message(std::move(message))
      .about({.object = std::move(object)})
      .raise_later();
}

}  // namespace drydock::d3d
