// The rules and entry points that a verification reached.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "drydock/rules.h"
#include "src/rules/evaluated.h"
#include "src/verify/engine/engine.h"

namespace drydock::verify {

// Counts evaluations of rules in this process and in the children that it forks while this lives,
// those that crash too. At most one lives at a time.
class SharedEvaluations {
 public:
  // Throws std::bad_alloc.
  SharedEvaluations();
  ~SharedEvaluations();
  SharedEvaluations(const SharedEvaluations&) = delete;
  SharedEvaluations& operator=(const SharedEvaluations&) = delete;

  // By the rules' places in the catalogue.
  std::vector<std::uint64_t> read() const;

 private:
  rules::EvaluationCounts* const counts_;
  const rules::CountingEvaluations counting_;
};

// A checked rule that drivers have to keep, and how often it was evaluated.
struct EvaluatedRule {
  const rules::Rule* rule;
  std::uint64_t times;
};

// All checked rules of the drivers that were verified, in the order of the catalogue.
std::vector<EvaluatedRule> driver_rules_of(const Verification& verification);
std::size_t evaluated_of(const Verification& verification);

// Entry points that the drivers have and that no run called.
std::vector<std::string> never_called_of(const Verification& verification);

// True for entry points of a miniport that Windows calls only for an adapter with a display: for
// modes, pictures on screen and primaries. Scenarios play the modes and pictures of display-only
// drivers alone.
bool needs_display(std::string_view entry_point);

}  // namespace drydock::verify
