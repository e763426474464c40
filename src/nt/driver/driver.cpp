#include "src/nt/driver/driver.h"

#include <fmt/format.h>

#include <exception>
#include <utility>
#include <vector>

#include "src/nt/base/called.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/listeners.h"
#include "src/nt/driver/watchdog.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/happens_before.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/trace.h"

namespace drydock::nt {
namespace {

// A call that ended early cannot release its locks; this does.
void leave_locks(Thread& thread, const Entry& entry) {
  while (thread.held.size() > entry.held) {
    const void* const lock = thread.held.back().address;
    thread.held.pop_back();
    driver_listeners.lock_is_left(lock);
  }
}

// Restores the thread's state, however the thread left the driver.
void restore(Thread& thread, const Entry& entry) {
  set_irql(thread, entry.irql);
  thread.critical_regions = entry.critical_regions;
  leave_locks(thread, entry);
  thread.entry = entry.outer;
  thread.exceptions = entry.exceptions;
}

// The rules that are looked at when a call of the driver returns: it came back, in time, by no
// exception, without a crash and without a stop of its own.
[[gnu::noinline]] void count_return() {
  for (const rules::RuleId rule :
       {"N-017"_rule, "N-028"_rule, "N-036"_rule, "N-059"_rule, "N-060"_rule, "N-061"_rule,
        "N-062"_rule, "N-064"_rule, "N-068"_rule})
    rules::evaluated(rule);
}

// N-017, N-036 and N-028: the driver must hand the thread back as it got it.
void check_return(Thread& thread, const Entry& entry) {
  if (rules::evaluation_counts.load(std::memory_order_relaxed) != nullptr) [[unlikely]]
    count_return();
  if (thread.irql != entry.irql) {
    const KIRQL irql = thread.irql;
    set_irql(thread, entry.irql);
    Breach("N-017", Offender::running())
        .message("{} was called at IRQL {} and returned at {}", entry.where, entry.irql, irql)
        .raise();
  }
  if (std::exchange(thread.critical_regions, entry.critical_regions) > entry.critical_regions) {
    Breach("N-036", Offender::running())
        .message("{} returned inside a critical or guarded region", entry.where)
        .raise();
  }
  if (thread.held.size() > entry.held) {
    const HeldLock lock = thread.held.back();
    leave_locks(thread, entry);
    Breach("N-028", Offender::running())
        .message("{} returned with a {} held", entry.where, lock.kind)
        .object(lock.kind)
        .history("acquired", lock.where)
        .stack("acquired", lock.where)
        .raise();
  }
}

// Handlers leave the signal mask as it is, so there is none to save: that would be a system call.
// Only the thread sanitizer blocks every signal around a handler.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DRYDOCK_BLOCKS_SIGNALS 1
#endif
#endif
#ifdef DRYDOCK_BLOCKS_SIGNALS
constexpr int kSaveMask = 1;
#else
constexpr int kSaveMask = 0;
#endif

struct EndHooks {
  Mutex mutex;
  std::vector<std::function<void(Driver&)>> all DRYDOCK_GUARDED_BY(mutex);
};

EndHooks& end_hooks() {
  static sim::NeverDestroyed<EndHooks> instance;
  return *instance;
}

}  // namespace

void on_driver_end(std::function<void(Driver&)> listener) {
  EndHooks& hooks = end_hooks();
  const MutexHold hold(hooks.mutex);
  hooks.all.push_back(std::move(listener));
}

void Driver::announce_end() {
  if (announced_.exchange(true)) return;
  std::vector<std::function<void(Driver&)>> all;
  {
    EndHooks& hooks = end_hooks();
    const MutexHold hold(hooks.mutex);
    all = hooks.all;
  }
  for (const auto& listener : all) listener(*this);
}

bool Driver::run(const char* where, Errand body) {
  note_called(where);
  const bool lived = alive() && cross(where, body);
  if (self().entry != nullptr) {
    end_call_if_dead();
  } else if (!lived) {
    announce_end();
  }
  return lived;
}

bool Driver::cross(const char* where, Errand body) {
  const WatchedCall watched(*this);
  Thread& thread = self();
  const trace::Span span("driver", where, trace::Argument{"irql", thread.irql});
  if (thread.entry == nullptr) sim::begin_call();
  Entry entry(*this, where, thread);
  thread.entry = &entry;
  thread.exceptions = nullptr;
  if (sigsetjmp(entry.recovery, kSaveMask) != 0) {
    // A crash was reported by its handler. What waited in the call is dropped with it.
    restore(self(), entry);
    drop_waiting(entry.waiting);
    die();
    return false;
  }
  try {
    body();
    // The driver may have caught the exception that was to end it.
    if (alive()) check_return(thread, entry);
  } catch (const DriverEnded&) {
    restore(thread, entry);
    die();
    return false;
  } catch (...) {
    // A thread that ends itself passes through.
    restore(thread, entry);
    throw;
  }
  restore(thread, entry);
  return alive();
}

bool run_in(Driver* driver, const char* where, const std::function<void()>& body) {
  if (driver != nullptr && driver != current_driver()) return driver->run(where, body);
  body();
  return true;
}

void stop_driver(ULONG code, const void* first, std::uint64_t second, std::uint64_t third) {
  if (current_driver() == nullptr) return;
  KeBugCheckEx(code, reinterpret_cast<ULONG_PTR>(first), second, third, 0);
}

}  // namespace drydock::nt
