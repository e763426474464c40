#include "src/sim/schedule_plan.h"

#include <charconv>
#include <utility>

namespace drydock::sim {
namespace {

constexpr std::string_view kRandom = "random:";
constexpr std::string_view kPct = "pct:";
constexpr std::string_view kSwitches = "at:";

// Parses the text from left to right. After a mistake every read fails.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void expect(std::string_view word) { good_ = good_ && take(word); }

  template <typename Number>
  Number number() {
    Number out = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out);
    good_ = good_ && error == std::errc();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return out;
  }

  bool is_good() const { return good_; }
  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool good_ = true;
};

SchedulePlan read_pct(Reader& reader) {
  SchedulePlan plan{.policy = SchedulePlan::Policy::kPct};
  plan.seed = reader.number<std::uint64_t>();
  reader.expect(":");
  plan.changes = reader.number<std::uint32_t>();
  if (reader.take(":")) plan.length = reader.number<std::uint64_t>();
  return plan;
}

SchedulePlan read_switches(Reader& reader) {
  SchedulePlan plan{.policy = SchedulePlan::Policy::kSwitches};
  if (reader.rest().find(':') != std::string_view::npos) {
    plan.seed = reader.number<std::uint64_t>();
    reader.expect(":");
  }
  while (reader.is_good() && !reader.at_end()) {
    if (!plan.switches.empty()) reader.expect(",");
    Switch one;
    one.strand = reader.number<std::uint32_t>();
    reader.expect(".");
    one.point = reader.number<std::uint64_t>();
    reader.expect("=");
    one.next = reader.number<std::uint32_t>();
    plan.switches.push_back(one);
  }
  return plan;
}

std::string pct_text(const SchedulePlan& plan) {
  std::string out(kPct);
  out += std::to_string(plan.seed) + ":" + std::to_string(plan.changes);
  if (plan.length != SchedulePlan().length) out += ":" + std::to_string(plan.length);
  return out;
}

std::string switches_text(const SchedulePlan& plan) {
  std::string out(kSwitches);
  if (plan.seed != 0) out += std::to_string(plan.seed) + ":";
  const char* separator = "";
  for (const Switch& one : plan.switches) {
    out += std::exchange(separator, ",") + std::to_string(one.strand) + "." +
           std::to_string(one.point) + "=" + std::to_string(one.next);
  }
  return out;
}

}  // namespace

std::string to_text(const SchedulePlan& plan) {
  switch (plan.policy) {
    case SchedulePlan::Policy::kRandom:
      break;
    case SchedulePlan::Policy::kPct:
      return pct_text(plan);
    case SchedulePlan::Policy::kSwitches:
      return switches_text(plan);
  }
  return std::string(kRandom) + std::to_string(plan.seed);
}

std::optional<SchedulePlan> parse_schedule_plan(std::string_view text) {
  Reader reader(text);
  SchedulePlan plan;
  if (reader.take(kRandom)) {
    plan.seed = reader.number<std::uint64_t>();
  } else if (reader.take(kPct)) {
    plan = read_pct(reader);
  } else if (reader.take(kSwitches)) {
    plan = read_switches(reader);
  } else {
    return std::nullopt;
  }
  if (!reader.is_good() || !reader.at_end()) return std::nullopt;
  return plan;
}

}  // namespace drydock::sim
