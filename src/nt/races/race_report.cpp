#include "src/nt/races/race_report.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/pool/pool.h"
#include "src/nt/pool/pool_check.h"
#include "src/nt/watch/report.h"
#include "src/rules/data_name.h"
#include "src/rules/finding.h"
#include "src/sim/lock.h"

namespace drydock::nt {
namespace {

using Part = RaceParty::Part;

bool is_miniport(Part part) {
  return part == Part::kMiniport || part == Part::kMiniportDpc || part == Part::kMiniportInterrupt;
}

bool is_user_mode(Part part) { return part == Part::kUserMode || part == Part::kUserModeBeside; }

rules::RuleId rule_of_race(const Access& one, const Access& other) {
  const bool is_one_owner = one.owner == other.owner;
  if (is_miniport(one.part) && is_miniport(other.part)) {
    const bool are_dpcs = one.part == Part::kMiniportDpc && other.part == Part::kMiniportDpc;
    if (are_dpcs && !is_one_owner) return "K-065";
    const bool with_interrupt =
        one.part == Part::kMiniportInterrupt || other.part == Part::kMiniportInterrupt;
    return with_interrupt && is_one_owner ? "K-408"_rule : "K-473"_rule;
  }
  if (is_user_mode(one.part) && is_user_mode(other.part)) {
    const bool is_beside = one.part == Part::kUserModeBeside || other.part == Part::kUserModeBeside;
    if (is_one_owner && is_beside) return "U-252";
    if (!is_one_owner) return "U-251";
  }
  return "N-071";
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

std::string owner_in_words(const Access& one, const Access& other) {
  if (one.owner == nullptr || other.owner == nullptr) return "";
  const std::string_view what = is_user_mode(one.part) ? "device" : "adapter";
  return fmt::format(" of {} {}", one.owner == other.owner ? "the same" : "another", what);
}

struct ToldRaces {
  sim::Lock lock;
  std::set<std::pair<const void*, const void*>> places DRYDOCK_GUARDED_BY(lock);
};

ToldRaces& told_races() {
  static ToldRaces& instance = *new ToldRaces;
  return instance;
}

bool is_news(const void* one, const void* other) {
  ToldRaces& told = told_races();
  const sim::Hold hold(told.lock);
  return told.places.insert(std::minmax(one, other)).second;
}

}  // namespace

void report_race(const void* address, std::size_t bytes, const Access& earlier, const Access& later,
                 const void* frame) {
  if (!is_news(earlier.pc, later.pc)) return;
  std::string object;
  const std::string memory = name_of_memory(address, object);
  rules::Stack before;
  before.pcs[before.depth++] = earlier.pc;
  // It comes no further than its next call of the host: an access is no place to end it.
  Breach(rule_of_race(earlier, later), Offender::ending(*self().entry->driver))
      .message("nothing orders the {} of {} byte{} in {} against the {} in {}{}: {}",
               word_of(later.kind), bytes, bytes == 1 ? "" : "s", later.where,
               word_of(earlier.kind), earlier.where, owner_in_words(earlier, later), memory)
      .object(std::move(object))
      .stack("here", rules::Stack::above(frame))
      .stack(fmt::format("{} before, in {}", word_of(earlier.kind), earlier.where), before)
      .raise_later();
}

void forget_told_races(CodeRange code) {
  const auto is_inside = [&](const void* pc) {
    const auto address = reinterpret_cast<std::uintptr_t>(pc);
    return address >= code.begin && address < code.end;
  };
  ToldRaces& told = told_races();
  const sim::Hold hold(told.lock);
  std::erase_if(told.places,
                [&](const auto& pair) { return is_inside(pair.first) || is_inside(pair.second); });
}

}  // namespace drydock::nt
