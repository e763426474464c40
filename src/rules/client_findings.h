// Breaches by clients: whether they are raised at all, and how often each is told.
//
// A program may switch them off (drydock/findings.h), because it breaks rules on purpose. A breach
// that repeats at the same place is told once.
//
// Cost: only a breach pays. Owner: the places belong to the FindingLog that receives the findings;
// those of the process are kept until it ends. Threads: any.
#pragma once

#include <atomic>
#include <cstdint>

#include "drydock/rule_id.h"

namespace drydock::rules {

// How many ClientFindingsOff live. Relaxed: it orders nothing.
inline constinit std::atomic<int> client_findings_off = 0;

inline bool are_client_findings_off() {
  return client_findings_off.load(std::memory_order_relaxed) != 0;
}

// Notes that the rule was broken at a place, which is the hash of its frames. False when the
// innermost log knows of that already, or the process if there is no log.
bool is_new_place(RuleId rule, std::uint64_t place);

}  // namespace drydock::rules
