// Critical sections.
//
// Their lock word is -1 when free, -2 when held and -6 when held while a thread waits, as Windows
// has it for one waiter. Any other word is no section: a thread that enters it waits for ever, as
// there.
#include <atomic>

#include "src/nt/base/thread.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/win32/base/call.h"
#include "src/win32/threads/locks.h"

namespace drydock::win32 {
namespace {

using SectionWord = std::atomic_ref<LONG>;
using SectionOwner = std::atomic_ref<HANDLE>;

constexpr LONG kSectionFree = -1;
constexpr LONG kSectionHeld = -2;
constexpr LONG kSectionAwaited = -6;
constexpr ULONG kKnownFlags = 0xFF000000;  // RTL_CRITICAL_SECTION_ALL_FLAG_BITS
constexpr ULONG kSpinBits = 0x00FFFFFF;    // the upper bits of a spin count are flags
constexpr ULONG_PTR kNoDebugInfo = ~ULONG_PTR{0};

// Acquire pairs with the release in leave_section(): what the owner wrote is seen by the next.
bool try_section(CriticalSection& section, bool waiting) {
  SectionWord word(section.lock);
  LONG seen = kSectionFree;
  if (!waiting) return word.compare_exchange_strong(seen, kSectionHeld, std::memory_order_acquire);
  seen = word.load(std::memory_order_relaxed);
  while (seen == kSectionFree || seen == kSectionHeld) {
    // Others may wait behind a strand that has waited itself.
    const bool free = seen == kSectionFree;
    if (word.compare_exchange_weak(seen, kSectionAwaited, std::memory_order_acquire,
                                   std::memory_order_relaxed))
      return free;
  }
  return false;
}

// Relaxed: only the owner itself can find its own number here.
bool is_mine(CriticalSection& section) {
  return SectionOwner(section.owner).load(std::memory_order_relaxed) == PsGetCurrentThreadId();
}

void own_section(CriticalSection& section) {
  SectionOwner(section.owner).store(PsGetCurrentThreadId(), std::memory_order_relaxed);
  section.recursion = 1;
}

// It never throws, because the driver's destructors leave sections.
void leave_section(CriticalSection& section) {
  if (!is_mine(section) || --section.recursion > 0) return;
  SectionOwner(section.owner).store(nullptr, std::memory_order_relaxed);
  sim::publish(&section);
  const LONG before = SectionWord(section.lock).exchange(kSectionFree, std::memory_order_release);
  if (before == kSectionAwaited) nt::wake_one(&section);
  sim::switch_point();
}

}  // namespace
}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

LOGICAL InitializeCriticalSectionEx(CriticalSection* lpCriticalSection, ULONG dwSpinCount,
                                    ULONG Flags) {
  if ((Flags & ~kKnownFlags) != 0) return fail_call(error::kInvalidParameter);
  *lpCriticalSection = {.debug = reinterpret_cast<void*>(kNoDebugInfo),
                        .lock = kSectionFree,
                        .recursion = 0,
                        .owner = nullptr,
                        .semaphore = nullptr,
                        .spin = dwSpinCount & kSpinBits};
  return TRUE;
}

LOGICAL InitializeCriticalSectionAndSpinCount(CriticalSection* lpCriticalSection,
                                              ULONG dwSpinCount) {
  return InitializeCriticalSectionEx(lpCriticalSection, dwSpinCount, 0);
}

VOID InitializeCriticalSection(CriticalSection* lpCriticalSection) {
  InitializeCriticalSectionEx(lpCriticalSection, 0, 0);
}

VOID EnterCriticalSection(CriticalSection* lpCriticalSection) {
  CriticalSection& section = *lpCriticalSection;
  as_win32_call<bool>(false, [&] {
    nt::end_call_if_dead();
    drydock::sim::switch_point();
    if (is_mine(section)) {
      ++section.recursion;
      return true;
    }
    const auto attempt = [&](bool waiting) { return try_section(section, waiting); };
    if (!nt::wait_for_lock(&section, "critical section", attempt)) return false;
    own_section(section);
    return true;
  });
}

LOGICAL TryEnterCriticalSection(CriticalSection* lpCriticalSection) {
  CriticalSection& section = *lpCriticalSection;
  drydock::sim::switch_point();
  if (is_mine(section)) {
    ++section.recursion;
    return TRUE;
  }
  if (!try_section(section, false)) return FALSE;
  drydock::sim::observe(&section);
  own_section(section);
  return TRUE;
}

VOID LeaveCriticalSection(CriticalSection* lpCriticalSection) { leave_section(*lpCriticalSection); }

VOID DeleteCriticalSection(CriticalSection* lpCriticalSection) { *lpCriticalSection = {}; }

ULONG SetCriticalSectionSpinCount(CriticalSection* lpCriticalSection, ULONG dwSpinCount) {
  return static_cast<ULONG>(
      std::exchange(lpCriticalSection->spin, ULONG_PTR{dwSpinCount & kSpinBits}));
}

}  // extern "C"
