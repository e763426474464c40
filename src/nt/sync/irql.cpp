// IRQL of the calling thread, and the regions in which it takes no APCs.
#include <fmt/format.h>

#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/paged_code.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

constexpr KIRQL kSynchLevel = IPI_LEVEL - 2;

// Thread::critical_regions counts critical regions in its lower half and guarded regions in its
// upper half, so that both are checked and restored together when the driver returns.
constexpr std::uint32_t kCriticalRegion = 1;
constexpr std::uint32_t kGuardedRegion = 1U << 16;

KIRQL raise(KIRQL level, const char* call) {
  Thread& thread = self();
  const KIRQL previous = thread.irql;
  if (rules::breaks("N-015", level < previous)) {
    Breach("N-015", Offender::running())
        .message("{} raises to IRQL {}, but the thread is at {}", call, level, previous)
        .raise();
    return previous;
  }
  set_irql(thread, level);
  return previous;
}

void enter(std::uint32_t region, const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  self().critical_regions += region;
}

void leave(std::uint32_t region, std::uint32_t depth, const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  if (rules::breaks("N-036", depth == 0)) {
    Breach("N-036", Offender::running())
        .message("{} leaves a region that the thread has not entered", call)
        .raise();
    return;
  }
  self().critical_regions -= region;
  // Here a pending APC, and so another thread, may run.
  if (self().critical_regions == 0) sim::switch_point();
}

std::uint32_t critical_depth() { return self().critical_regions % kGuardedRegion; }
std::uint32_t guarded_depth() { return self().critical_regions / kGuardedRegion; }

}  // namespace

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

KIRQL KeGetCurrentIrql() { return self().irql; }

KIRQL KfRaiseIrql(KIRQL NewIrql) { return raise(NewIrql, "KeRaiseIrql"); }

KIRQL KeRaiseIrqlToDpcLevel() { return raise(DISPATCH_LEVEL, "KeRaiseIrqlToDpcLevel"); }

KIRQL KeRaiseIrqlToSynchLevel() { return raise(kSynchLevel, "KeRaiseIrqlToSynchLevel"); }

VOID KeLowerIrql(KIRQL NewIrql) {
  Thread& thread = self();
  if (drydock::rules::breaks("N-016", NewIrql > thread.irql)) {
    Breach("N-016", Offender::running())
        .message("KeLowerIrql lowers to IRQL {}, but the thread is at {}", NewIrql, thread.irql)
        .raise();
    return;
  }
  thread.fell_on.reset();
  set_irql(thread, NewIrql);
  // Here pending DPCs and other threads may run.
  if (NewIrql < DISPATCH_LEVEL) {
    let_dpcs_run(thread);
    drydock::sim::switch_point();
  }
}

void drydock_paged_code(const char* file, int line, const char* function) {
  drydock::rules::evaluated("N-014");
  const KIRQL irql = self().irql;
  if (irql <= APC_LEVEL) return;
  raise_paged_code(
      fmt::format("paged code of {} ({}:{}) runs at IRQL {}", function, file, line, irql));
}

VOID KeEnterCriticalRegion() { enter(kCriticalRegion, "KeEnterCriticalRegion"); }

VOID KeLeaveCriticalRegion() { leave(kCriticalRegion, critical_depth(), "KeLeaveCriticalRegion"); }

VOID KeEnterGuardedRegion() { enter(kGuardedRegion, "KeEnterGuardedRegion"); }

VOID KeLeaveGuardedRegion() { leave(kGuardedRegion, guarded_depth(), "KeLeaveGuardedRegion"); }

BOOLEAN KeAreApcsDisabled() {
  require_irql_at_most(DISPATCH_LEVEL, "KeAreApcsDisabled");
  return self().critical_regions != 0 || owns_apc_mutex(self());
}

BOOLEAN KeAreAllApcsDisabled() {
  require_irql_at_most(DISPATCH_LEVEL, "KeAreAllApcsDisabled");
  return guarded_depth() != 0 || self().irql >= APC_LEVEL;
}

}  // extern "C"
