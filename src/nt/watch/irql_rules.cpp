#include "src/nt/watch/irql_rules.h"

#include <fmt/format.h>

#include "src/nt/watch/breach.h"

namespace drydock::nt {

namespace {

Breach too_high(const char* call, KIRQL irql, KIRQL most) {
  return Breach("N-018", Offender::running())
      .message("{} called at IRQL {}; it is allowed up to {}", call, irql, most);
}

}  // namespace

void raise_irql_too_high(const char* call, KIRQL irql, KIRQL most) {
  too_high(call, irql, most).raise();
}

void lint_irql_above_advice(const char* call, KIRQL irql, KIRQL most) {
  too_high(call, irql, most).tolerated().raise();
}

void raise_irql_too_low(const char* call, KIRQL irql, KIRQL least) {
  Breach("N-019", Offender::running())
      .message("{} called at IRQL {}; it needs at least {}", call, irql, least)
      .raise();
}

}  // namespace drydock::nt
