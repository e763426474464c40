#include "src/nt/watch/irql_rules.h"

#include <fmt/format.h>

#include "src/nt/watch/report.h"

namespace drydock::nt {

void raise_irql_too_high(const char* call, KIRQL irql, KIRQL most) {
  report("N-018", fmt::format("{} called at IRQL {}; it is allowed up to {}", call, irql, most));
}

void raise_irql_too_low(const char* call, KIRQL irql, KIRQL least) {
  report("N-019", fmt::format("{} called at IRQL {}; it needs at least {}", call, irql, least));
}

}  // namespace drydock::nt
