#include "src/nt/base/irql_advice.h"

#include "src/nt/base/called.h"
#include "src/nt/base/driver_life.h"
#include "src/nt/base/listeners.h"
#include "src/nt/base/thread.h"
#include "src/rules/evaluated.h"

namespace drydock::nt {

void advise_irql_at_most(KIRQL at_most, const char* call) {
  note_called(call);
  end_call_if_dead();
  rules::evaluated("N-018");
  const KIRQL irql = self().irql;
  if (irql > at_most) [[unlikely]]
    base_listeners.irql_above_advice(call, irql, at_most);
}

}  // namespace drydock::nt
