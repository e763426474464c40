// One-time initialisation. The low bits of the word say how far it is; the rest is the context.
#include <atomic>

#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/sim/happens_before.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

enum State : ULONG_PTR { kNotBegun = 0, kBegun = 1, kBegunAsync = 2, kDone = 3 };
constexpr ULONG_PTR kStateMask = 3;
constexpr sim::Time kRetry = 1'000;  // 100 microseconds

// Sequentially consistent: the word is the only thing that orders the initialisation before its
// users.
class OnceWord {
 public:
  explicit OnceWord(PRTL_RUN_ONCE once)
      : once_(once), word_(reinterpret_cast<ULONG_PTR&>(once->Ptr)) {}
  ULONG_PTR load() const {
    const ULONG_PTR word = word_.load();
    sim::observe(once_);
    return word;
  }
  bool change(ULONG_PTR from, ULONG_PTR to) {
    sim::publish(once_);
    return word_.compare_exchange_strong(from, to);
  }
  void store(ULONG_PTR to) { word_.store(to); }

 private:
  const void* once_;
  std::atomic_ref<ULONG_PTR> word_;
};

PVOID context_of(ULONG_PTR word) { return reinterpret_cast<PVOID>(word & ~kStateMask); }

// A permit that comes meanwhile belongs to a wait of the thread, and is put back at the end.
class Patience {
 public:
  ~Patience() {
    if (permitted_) sim::unpark(sim::current());
  }
  void wait() { permitted_ |= sim::park(sim::now() + kRetry) == sim::Woken::kUnparked; }

 private:
  bool permitted_ = false;
};

NTSTATUS begin(OnceWord& word, ULONG flags, PVOID* context) {
  const bool async = (flags & RTL_RUN_ONCE_ASYNC) != 0;
  Patience patience;
  for (;;) {
    end_call_if_dead();
    sim::switch_point();
    const ULONG_PTR now = word.load();
    switch (now & kStateMask) {
      case kDone:
        if (context != nullptr) *context = context_of(now);
        return STATUS_SUCCESS;
      case kNotBegun:
        if ((flags & RTL_RUN_ONCE_CHECK_ONLY) != 0) return STATUS_UNSUCCESSFUL;
        if (word.change(now, async ? kBegunAsync : kBegun)) return STATUS_PENDING;
        break;
      case kBegunAsync:
        if ((flags & RTL_RUN_ONCE_CHECK_ONLY) != 0) return STATUS_UNSUCCESSFUL;
        return async ? STATUS_PENDING : STATUS_INVALID_PARAMETER;
      default:
        if ((flags & RTL_RUN_ONCE_CHECK_ONLY) != 0) return STATUS_UNSUCCESSFUL;
        if (async) return STATUS_INVALID_PARAMETER;
        // Another thread initialises; look again in a moment.
        patience.wait();
    }
  }
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

VOID RtlRunOnceInitialize(PRTL_RUN_ONCE RunOnce) {
  require_irql_at_most(APC_LEVEL, "RtlRunOnceInitialize");
  RunOnce->Ptr = nullptr;
}

NTSTATUS RtlRunOnceBeginInitialize(PRTL_RUN_ONCE RunOnce, ULONG Flags, PVOID* Context) {
  require_irql_at_most(APC_LEVEL, "RtlRunOnceBeginInitialize");
  constexpr ULONG kBoth = RTL_RUN_ONCE_CHECK_ONLY | RTL_RUN_ONCE_ASYNC;
  if ((Flags & ~kBoth) != 0 || Flags == kBoth) return STATUS_INVALID_PARAMETER_2;
  OnceWord word(RunOnce);
  return begin(word, Flags, Context);
}

NTSTATUS RtlRunOnceComplete(PRTL_RUN_ONCE RunOnce, ULONG Flags, PVOID Context) {
  require_irql_at_most(APC_LEVEL, "RtlRunOnceComplete");
  constexpr ULONG kBoth = RTL_RUN_ONCE_ASYNC | RTL_RUN_ONCE_INIT_FAILED;
  if ((Flags & ~kBoth) != 0 || Flags == kBoth) return STATUS_INVALID_PARAMETER_2;
  const bool failed = (Flags & RTL_RUN_ONCE_INIT_FAILED) != 0;
  const auto context = reinterpret_cast<ULONG_PTR>(Context);
  if ((context & kStateMask) != 0 || (failed && context != 0)) return STATUS_INVALID_PARAMETER_3;
  OnceWord word(RunOnce);
  const ULONG_PTR now = word.load();
  const bool async = (Flags & RTL_RUN_ONCE_ASYNC) != 0;
  if ((now & kStateMask) == kDone)
    return async ? STATUS_OBJECT_NAME_COLLISION : STATUS_UNSUCCESSFUL;
  if ((now & kStateMask) != (async ? kBegunAsync : kBegun)) return STATUS_UNSUCCESSFUL;
  const ULONG_PTR next = failed ? ULONG_PTR{kNotBegun} : (context | kDone);
  if (word.change(now, next)) return STATUS_SUCCESS;
  return STATUS_OBJECT_NAME_COLLISION;
}

NTSTATUS RtlRunOnceExecuteOnce(PRTL_RUN_ONCE RunOnce, PRTL_RUN_ONCE_INIT_FN InitFn, PVOID Parameter,
                               PVOID* Context) {
  require_irql_at_most(APC_LEVEL, "RtlRunOnceExecuteOnce");
  const NTSTATUS status = RtlRunOnceBeginInitialize(RunOnce, 0, Context);
  if (status != STATUS_PENDING) return status;
  PVOID made = nullptr;
  if (InitFn(RunOnce, Parameter, &made) == 0) {
    RtlRunOnceComplete(RunOnce, RTL_RUN_ONCE_INIT_FAILED, nullptr);
    return STATUS_UNSUCCESSFUL;
  }
  if (Context != nullptr) *Context = made;
  return RtlRunOnceComplete(RunOnce, 0, made);
}

}  // extern "C"
