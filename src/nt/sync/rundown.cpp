// Rundown protection: references that can be refused from one moment on.
//
// Bit 0 of the count says that the rundown has begun; the references are counted in the bits above.
#include <fmt/format.h>

#include <atomic>

#include "src/nt/base/irql_advice.h"
#include "src/nt/base/thread.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

// It fills a cache line, so that neighbours of an array do not share one. Otherwise it works like
// the plain form.
struct _EX_RUNDOWN_REF_CACHE_AWARE {
  EX_RUNDOWN_REF reference;
  ULONG_PTR reserved[7];
};

namespace drydock::nt {
namespace {

constexpr const char* kRundownKind = "rundown protection";
constexpr ULONG_PTR kActive = EX_RUNDOWN_ACTIVE;
constexpr ULONG_PTR kOne = 2;

std::atomic_ref<ULONG_PTR> count_of(PEX_RUNDOWN_REF reference) {
  return std::atomic_ref<ULONG_PTR>(const_cast<ULONG_PTR&>(reference->Count));
}

bool acquire(PEX_RUNDOWN_REF reference, ULONG references, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  sim::switch_point();
  const auto count = count_of(reference);
  ULONG_PTR seen = count.load(std::memory_order_relaxed);
  do {
    if ((seen & kActive) != 0) return false;
    // Acquire: what the owner wrote before it handed the object out is seen.
  } while (!count.compare_exchange_weak(seen, seen + kOne * references, std::memory_order_acquire,
                                        std::memory_order_relaxed));
  sim::observe(reference);
  return true;
}

void release(PEX_RUNDOWN_REF reference, ULONG references, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  rules::evaluated("N-035");
  const auto count = count_of(reference);
  sim::publish(reference);
  ULONG_PTR seen = count.load(std::memory_order_relaxed);
  ULONG_PTR left = 0;
  do {
    if (seen / kOne < references) {
      Breach("N-035", Offender::running())
          .message("{} gives back {} references where {} are held", call, references, seen / kOne)
          .object(kRundownKind)
          .raise();
      return;
    }
    left = seen - kOne * references;
    // Release pairs with the acquire in wait_for_release(): this thread does not touch the object
    // afterwards.
  } while (!count.compare_exchange_weak(seen, left, std::memory_order_acq_rel,
                                        std::memory_order_relaxed));
  // Only the address is used, because the memory may be freed by now.
  if (left == kActive) wake_all(reference);
  sim::switch_point();
}

void wait_for_release(PEX_RUNDOWN_REF reference, const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  sim::switch_point();
  const auto count = count_of(reference);
  count.fetch_or(kActive, std::memory_order_acq_rel);
  wait_for_lock(reference, kRundownKind,
                [&](bool) { return count.load(std::memory_order_seq_cst) == kActive; });
}

void initialise(PEX_RUNDOWN_REF reference, ULONG_PTR value, const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  sim::publish(reference);
  count_of(reference).store(value, std::memory_order_release);
}

// Both functions require that the object has run down, because a thread that still holds a
// reference would lose it.
void after_rundown(PEX_RUNDOWN_REF reference, ULONG_PTR value, const char* call) {
  const ULONG_PTR held = count_of(reference).load(std::memory_order_acquire) / kOne;
  if (rules::breaks("N-035", held != 0)) {
    Breach("N-035", Offender::running())
        .message("{} called while {} references are held", call, held)
        .object(kRundownKind)
        .raise();
  }
  initialise(reference, value, call);
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

VOID ExInitializeRundownProtection(PEX_RUNDOWN_REF RunRef) {
  initialise(RunRef, 0, "ExInitializeRundownProtection");
}

VOID ExReInitializeRundownProtection(PEX_RUNDOWN_REF RunRef) {
  advise_irql_at_most(APC_LEVEL, "ExReInitializeRundownProtection");
  after_rundown(RunRef, 0, "ExReInitializeRundownProtection");
}

BOOLEAN ExAcquireRundownProtection(PEX_RUNDOWN_REF RunRef) {
  return acquire(RunRef, 1, "ExAcquireRundownProtection");
}

BOOLEAN ExAcquireRundownProtectionEx(PEX_RUNDOWN_REF RunRef, ULONG Count) {
  return acquire(RunRef, Count, "ExAcquireRundownProtectionEx");
}

VOID ExReleaseRundownProtection(PEX_RUNDOWN_REF RunRef) {
  release(RunRef, 1, "ExReleaseRundownProtection");
}

VOID ExReleaseRundownProtectionEx(PEX_RUNDOWN_REF RunRef, ULONG Count) {
  release(RunRef, Count, "ExReleaseRundownProtectionEx");
}

VOID ExRundownCompleted(PEX_RUNDOWN_REF RunRef) {
  advise_irql_at_most(APC_LEVEL, "ExRundownCompleted");
  after_rundown(RunRef, kActive, "ExRundownCompleted");
}

VOID ExWaitForRundownProtectionRelease(PEX_RUNDOWN_REF RunRef) {
  wait_for_release(RunRef, "ExWaitForRundownProtectionRelease");
}

PEX_RUNDOWN_REF_CACHE_AWARE ExAllocateCacheAwareRundownProtection(POOL_TYPE PoolType,
                                                                  ULONG PoolTag) {
  require_irql_at_most(APC_LEVEL, "ExAllocateCacheAwareRundownProtection");
  void* memory = ExAllocatePoolWithTag(PoolType, sizeof(_EX_RUNDOWN_REF_CACHE_AWARE), PoolTag);
  if (memory == nullptr) return nullptr;
  return new (memory) _EX_RUNDOWN_REF_CACHE_AWARE{};
}

VOID ExFreeCacheAwareRundownProtection(PEX_RUNDOWN_REF_CACHE_AWARE RunRefCacheAware) {
  require_irql_at_most(APC_LEVEL, "ExFreeCacheAwareRundownProtection");
  ExFreePool(RunRefCacheAware);
}

SIZE_T ExSizeOfRundownProtectionCacheAware() {
  advise_irql_at_most(APC_LEVEL, "ExSizeOfRundownProtectionCacheAware");
  return sizeof(_EX_RUNDOWN_REF_CACHE_AWARE);
}

VOID ExInitializeRundownProtectionCacheAware(PEX_RUNDOWN_REF_CACHE_AWARE RunRefCacheAware, SIZE_T) {
  initialise(&RunRefCacheAware->reference, 0, "ExInitializeRundownProtectionCacheAware");
}

VOID ExReInitializeRundownProtectionCacheAware(PEX_RUNDOWN_REF_CACHE_AWARE RunRefCacheAware) {
  after_rundown(&RunRefCacheAware->reference, 0, "ExReInitializeRundownProtectionCacheAware");
}

BOOLEAN ExAcquireRundownProtectionCacheAware(PEX_RUNDOWN_REF_CACHE_AWARE RunRefCacheAware) {
  return acquire(&RunRefCacheAware->reference, 1, "ExAcquireRundownProtectionCacheAware");
}

BOOLEAN ExAcquireRundownProtectionCacheAwareEx(PEX_RUNDOWN_REF_CACHE_AWARE RunRefCacheAware,
                                               ULONG Count) {
  return acquire(&RunRefCacheAware->reference, Count, "ExAcquireRundownProtectionCacheAwareEx");
}

VOID ExReleaseRundownProtectionCacheAware(PEX_RUNDOWN_REF_CACHE_AWARE RunRefCacheAware) {
  release(&RunRefCacheAware->reference, 1, "ExReleaseRundownProtectionCacheAware");
}

VOID ExReleaseRundownProtectionCacheAwareEx(PEX_RUNDOWN_REF_CACHE_AWARE RunRefCacheAware,
                                            ULONG Count) {
  release(&RunRefCacheAware->reference, Count, "ExReleaseRundownProtectionCacheAwareEx");
}

VOID ExRundownCompletedCacheAware(PEX_RUNDOWN_REF_CACHE_AWARE RunRefCacheAware) {
  after_rundown(&RunRefCacheAware->reference, kActive, "ExRundownCompletedCacheAware");
}

VOID ExWaitForRundownProtectionReleaseCacheAware(PEX_RUNDOWN_REF_CACHE_AWARE RunRefCacheAware) {
  wait_for_release(&RunRefCacheAware->reference, "ExWaitForRundownProtectionReleaseCacheAware");
}

}  // extern "C"
