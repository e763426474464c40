#include "src/nt/driver.h"

#include <fmt/format.h>

#include <utility>

#include "src/nt/report.h"
#include "src/nt/thread.h"
#include "src/nt/watchdog.h"

namespace drydock::nt {
namespace {

// What a thread gets back when it leaves driver code, whichever way.
void leave(Thread& thread, const Entry& entry) {
  thread.entry = entry.outer;
  thread.exceptions = entry.exceptions;
}

void restore(Thread& thread, const Entry& entry) {
  thread.irql = entry.irql;
  thread.critical_regions = entry.critical_regions;
  thread.held.resize(std::min(thread.held.size(), entry.held));
  leave(thread, entry);
}

// N-017, N-036 and N-028: the driver must hand the thread back as it got it.
void check_return(Thread& thread, const Entry& entry) {
  if (thread.irql != entry.irql) {
    const KIRQL irql = std::exchange(thread.irql, entry.irql);
    report("N-017", fmt::format("{} was called at IRQL {} and returned at {}", entry.where,
                                entry.irql, irql));
  }
  if (std::exchange(thread.critical_regions, entry.critical_regions) > entry.critical_regions) {
    report("N-036", fmt::format("{} returned inside a critical or guarded region", entry.where));
  }
  if (thread.held.size() > entry.held) {
    const HeldLock lock = thread.held.back();
    thread.held.resize(entry.held);
    report("N-028", fmt::format("{} returned with a {} held", entry.where, lock.kind),
           {.object = lock.kind, .history = {}, .stacks = {{"acquired", lock.where}}});
  }
}

}  // namespace

Driver::Driver(std::string name) : name_(std::move(name)) {}
Driver::~Driver() = default;

bool Driver::run(const char* where, const std::function<void()>& body) {
  if (!alive()) return false;
  const WatchedCall watched(*this);
  Thread& thread = self();
  Entry entry{this,         where,
              {},           thread.exceptions,
              thread.irql,  thread.held.size(),
              thread.entry, thread.critical_regions};
  thread.entry = &entry;
  thread.exceptions = nullptr;
  // Handlers leave the signal mask as it is, so there is none to save: that would be a system call.
  if (sigsetjmp(entry.recovery, 0) != 0) {
    // A crash was reported by its handler.
    restore(self(), entry);
    die();
    return false;
  }
  try {
    body();
    check_return(thread, entry);
  } catch (const DriverEnded&) {
    restore(thread, entry);
    die();
    return false;
  } catch (...) {
    // A thread that ends itself passes through.
    restore(thread, entry);
    throw;
  }
  leave(thread, entry);
  return true;
}

Driver* current_driver() {
  const Entry* entry = self().entry;
  return entry == nullptr ? nullptr : entry->driver;
}

}  // namespace drydock::nt
