#include "src/rules/evidence.h"

#ifndef NDEBUG

#include <fcntl.h>
#include <unistd.h>

#include <bitset>
#include <cstdlib>
#include <optional>
#include <string>

#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::rules {
namespace {

std::optional<RuleId> rule_of_environment() {
  const char* const text = std::getenv("DRYDOCK_RULE_OFF");
  return text != nullptr ? RuleId::parse(text) : std::nullopt;
}

// The rules that this process has written so far, so that a rule that is raised often is written
// once.
struct Written {
  std::string file;
  std::bitset<kRuleCount> rules;
};

// True the first time that this process raises the rule while the file is the same.
bool is_first(const char* file, RuleId rule) {
  static sim::Lock lock;
  static sim::NeverDestroyed<Written> written;
  const sim::Hold hold(lock);
  if (written->file != file) *written = {.file = file, .rules = {}};
  const bool is_new = !written->rules[rule.index()];
  written->rules[rule.index()] = true;
  return is_new;
}

}  // namespace

bool is_turned_off(RuleId rule) {
  static const std::optional<RuleId> off = rule_of_environment();
  return off == rule;
}

void note_raised(RuleId rule) {
  const char* const file = std::getenv("DRYDOCK_EVIDENCE");
  if (file == nullptr || !is_first(file, rule)) return;
  const int out = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (out < 0) return;
  const std::string line = std::string(rule.text()) + "\n";
  if (write(out, line.data(), line.size()) < 0) {
    // The reader misses the rule, and says so.
  }
  close(out);
}

}  // namespace drydock::rules

#endif
