#include "src/nt/races/race_report.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "src/nt/base/thread.h"
#include "src/nt/pool/pool.h"
#include "src/nt/pool/pool_check.h"
#include "src/nt/watch/breach.h"
#include "src/rules/data_name.h"
#include "src/rules/finding.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

rules::RuleId rule_of_race(const RaceSide& one, const RaceSide& other) {
  const bool is_one_kind = one.kind != nullptr && one.kind == other.kind;
  return is_one_kind ? one.kind->rule_of(one, other) : "N-071"_rule;
}

std::string_view word_of(AccessKind kind) {
  if (kind.is_atomic) return kind.is_write ? "atomic write" : "atomic read";
  return kind.is_write ? "write" : "read";
}

// "the global `g_Count`", "byte 24 of pool block 'abcd' of 64 bytes"
std::string name_of_memory(const void* address, std::string& object) {
  if (const auto block = find_pool_block(address)) {
    object = fmt::format("pool block '{}' of {} bytes", pool_tag_text(block->tag), block->size);
    const auto offset =
        static_cast<const char*>(address) - static_cast<const char*>(block->address);
    return fmt::format("byte {} of {}", offset, object);
  }
  const rules::DataName name = rules::name_of_data(address);
  object = name.name.empty() ? "global of the driver" : fmt::format("global '{}'", name.name);
  return name.offset == 0 ? object : fmt::format("byte {} of {}", name.offset, object);
}

std::string owner_in_words(const RaceSide& one, const RaceSide& other) {
  if (one.owner == nullptr || other.owner == nullptr) return "";
  return fmt::format(" of {} {}", one.owner == other.owner ? "the same" : "another",
                     one.kind->owner);
}

struct RaisedRaces {
  sim::Lock lock;
  std::set<std::pair<const void*, const void*>> places DRYDOCK_GUARDED_BY(lock);
};

RaisedRaces& raised_races() {
  static sim::NeverDestroyed<RaisedRaces> instance;
  return *instance;
}

bool is_news(const void* one, const void* other) {
  RaisedRaces& raised = raised_races();
  const sim::Hold hold(raised.lock);
  return raised.places.insert(std::minmax(one, other)).second;
}

}  // namespace

void raise_race(const void* address, std::size_t bytes, const Access& earlier, const Access& later,
                const void* frame) {
  if (!is_news(earlier.pc, later.pc)) return;
  std::string object;
  const std::string memory = name_of_memory(address, object);
  rules::Stack before;
  before.pcs[before.depth++] = earlier.pc;
  // It comes no further than its next call of the host: an access is no place to end it.
  Breach(rule_of_race(earlier.side, later.side), Offender::ending(*self().entry->driver))
      .message("nothing orders the {} of {} byte{} in {} against the {} in {}{}: {}",
               word_of(later.kind), bytes, bytes == 1 ? "" : "s", later.where,
               word_of(earlier.kind), earlier.where, owner_in_words(earlier.side, later.side),
               memory)
      .object(std::move(object))
      .stack("here", rules::Stack::above(frame))
      .stack(fmt::format("{} before, in {}", word_of(earlier.kind), earlier.where), before)
      .raise_later();
}

void remove_raised_races(CodeRange code) {
  const auto is_inside = [&](const void* pc) {
    const auto address = reinterpret_cast<std::uintptr_t>(pc);
    return address >= code.begin && address < code.end;
  };
  RaisedRaces& raised = raised_races();
  const sim::Hold hold(raised.lock);
  std::erase_if(raised.places,
                [&](const auto& pair) { return is_inside(pair.first) || is_inside(pair.second); });
}

}  // namespace drydock::nt
