// The IRQL to which each spin lock of a thread is to be released, in addition to Thread::held.
#pragma once

#include "drydock/rule_id.h"
#include "src/nt/base/wdk.h"

namespace drydock::nt {

// The acquisition raised from this IRQL.
void remember_previous_irql(const void* lock, KIRQL irql);

// The acquisition left the IRQL alone, or the release did.
void remove_previous_irql(const void* lock);

// N-029. Two locks may be released in the order of their acquisition when their levels are
// exchanged: the level that is left over then belongs to the other lock.
void check_released_irql(const void* lock, KIRQL irql, const char* call);

// N-026, N-027 and their kin: where the thread acquired the lock, and a report with that place.
void raise_recursion(rules::RuleId rule, const void* lock, const char* kind, const char* call);
void raise_not_held(rules::RuleId rule, const char* kind, const char* call);

// N-021: the word holds what no lock ever holds.
void raise_no_lock(const char* kind, unsigned long long word, const char* call);

}  // namespace drydock::nt
