// Evidence for the catalogue: which rules a run raised, and one rule that is turned off.
//
//   DRYDOCK_RULE_OFF=K-010    No breach of that rule is raised. With its rule off, each test that
//                             says it provokes the rule has to fail.
//   DRYDOCK_EVIDENCE=FILE     The number of each rule that is raised is appended to FILE, one a
//                             line, also by child processes.
//
// Both exist in builds with assertions only; elsewhere they cost nothing. tests/rules/evidence.py
// and tests/rules/rules_off.py read what comes of them. Threads: any.
#pragma once

#include "drydock/rule_id.h"

namespace drydock::rules {

#ifdef NDEBUG
constexpr bool is_turned_off(RuleId) { return false; }
inline void note_raised(RuleId) {}
#else
bool is_turned_off(RuleId rule);
void note_raised(RuleId rule);
#endif

}  // namespace drydock::rules
