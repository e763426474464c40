// How often each rule was evaluated: how often the host looked whether it is kept.
//
//   if (rules::breaks("K-318", flags.CacheCoherent && !flags.Aperture))
//     nt::Breach("K-318", …)…
//
// A check says evaluated() or breaks() at the place where it looks, whether or not the rule turns
// out to be broken. It does not say so when there is nothing to look at: no allocation to destroy,
// an optional field that is absent.
//
// Cost: one relaxed load while nobody counts; one atomic addition while somebody does. Owner: the
// EvaluationCounts belong to the one who counts, and outlive the counting. Threads: any.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>

#include "drydock/rule_id.h"

namespace drydock::rules {

// May lie in memory that several processes share.
struct EvaluationCounts {
  std::array<std::atomic<std::uint64_t>, kRuleCount> times = {};

  std::uint64_t of(RuleId rule) const {
    return times[rule.index()].load(std::memory_order_relaxed);
  }
};

// The counters of evaluations; null while no run counts them. Relaxed: it is changed between runs.
inline constinit std::atomic<EvaluationCounts*> evaluation_counts = nullptr;

inline void evaluated(RuleId rule) {
  EvaluationCounts* const counts = evaluation_counts.load(std::memory_order_relaxed);
  if (counts != nullptr) [[unlikely]]
    counts->times[rule.index()].fetch_add(1, std::memory_order_relaxed);
}

// The rule turned out to be broken at a place that does not count its evaluations.
inline void evaluated_at_least_once(RuleId rule) {
  EvaluationCounts* const counts = evaluation_counts.load(std::memory_order_relaxed);
  if (counts != nullptr && counts->of(rule) == 0) evaluated(rule);
}

// Counts the evaluation and returns whether the rule is broken.
[[nodiscard]] inline bool breaks(RuleId rule, bool is_broken) {
  evaluated(rule);
  return is_broken;
}

// Evaluations are counted while one lives. At most one lives at a time.
class CountingEvaluations {
 public:
  explicit CountingEvaluations(EvaluationCounts& counts) {
    assert(evaluation_counts.load() == nullptr);
    evaluation_counts.store(&counts, std::memory_order_relaxed);
  }
  ~CountingEvaluations() { evaluation_counts.store(nullptr, std::memory_order_relaxed); }
  CountingEvaluations(const CountingEvaluations&) = delete;
  CountingEvaluations& operator=(const CountingEvaluations&) = delete;
};

}  // namespace drydock::rules
