#include "src/trace/trace.h"

#include "src/rules/finding.h"
#include "src/sim/lock.h"
#include "src/trace/buffers.h"

namespace drydock::trace {
namespace {

// Serializes the beginnings and ends of recordings.
constinit sim::Lock lock{sim::LockRank::kRecording};
int recordings DRYDOCK_GUARDED_BY(lock) = 0;
std::size_t stored_per_thread DRYDOCK_GUARDED_BY(lock) = kEventsPerThread;

// Records the rule and the driver but not the message, which may contain addresses.
void note_finding(const rules::Finding& finding) {
  event("finding", finding.rule->id.data(), {}, finding.driver);
}

}  // namespace

std::atomic<bool> internal::recording = false;

Recording::Recording(std::size_t events_per_thread) {
  const sim::Hold hold(lock);
  if (recordings++ != 0) return;
  stored_per_thread = events_per_thread;
  internal::restart(events_per_thread);
  rules::set_finding_listener(note_finding);
  internal::recording.store(true, std::memory_order_relaxed);
}

Recording::~Recording() {
  const sim::Hold hold(lock);
  if (--recordings != 0) return;
  internal::recording.store(false, std::memory_order_relaxed);
  rules::set_finding_listener(nullptr);
}

void clear() {
  const sim::Hold hold(lock);
  internal::restart(stored_per_thread);
}

}  // namespace drydock::trace
