// The IRQLs at which drivers may call: N-018 and N-019. The checks are in src/nt/base/thread.h.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// The first and the last may end the call of a driver, when the rule is fatal.
void raise_irql_too_high(const char* call, KIRQL irql, KIRQL most);
// For calls that Windows tolerates: raises a lint and returns.
void lint_irql_above_advice(const char* call, KIRQL irql, KIRQL most);
void raise_irql_too_low(const char* call, KIRQL irql, KIRQL least);

}  // namespace drydock::nt
