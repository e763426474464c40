// Processing: when the process dispatch of a pin or filter is called, on which thread and IRQL.
//
// The AND gate decides (S-174, S-175). Its inputs are the state of each pin, the frames of each pin
// that needs them, the gates that the minidriver attached, and one that is off while a thread
// processes. An attempt that finds the gate open turns that last input off; the thread calls the
// dispatch until it says STATUS_PENDING or the gate closes. The gate is the driver's structure
// (KSGATE), so its count is checked before each attempt (S-230).
//
// Cost of an attempt: one short lock. Owner: the pin, or the filter of a filter-centric driver.
// Threads: any, up to DISPATCH_LEVEL.
#pragma once

#include <atomic>
#include <functional>

#include "src/ks/base/mutex.h"
#include "src/ks/object/object.h"

namespace drydock::ks {

enum class GateKind : std::uint8_t { kAnd, kOr };

// One input of a gate that follows a condition. Begins off. Thread-safe.
class GateInput {
 public:
  explicit GateInput(KSGATE& gate, GateKind kind = GateKind::kAnd);
  ~GateInput();
  GateInput(const GateInput&) = delete;
  GateInput& operator=(const GateInput&) = delete;

  void set(bool on);
  // Evaluates the condition under the input's lock and follows it, so that the newest result
  // stands.
  void follow(const std::function<bool()>& condition);

 private:
  void turn(bool on) DRYDOCK_REQUIRES(lock_);

  KSGATE& gate_;
  const GateKind kind_;
  sim::Lock lock_{sim::LockRank::kStreamGate};
  bool on_ DRYDOCK_GUARDED_BY(lock_) = false;
};

enum class Urgency : std::uint8_t { kDelayed, kCritical, kHyperCritical };

struct ProcessorOptions {
  bool at_dispatch = false;   // *_FLAG_DISPATCH_LEVEL_PROCESSING
  bool asynchronous = false;  // KSPIN_FLAG_ASYNCHRONOUS_PROCESSING
  Urgency urgency = Urgency::kDelayed;
};

// Reads the options from the flags of a pin or filter descriptor, which agree in these bits.
ProcessorOptions options_from(ULONG flags);

class Processor {
 public:
  // `process` calls the dispatch once: STATUS_SUCCESS to go on, anything else to stop (S-176).
  Processor(Object& owner, ProcessorOptions options, std::function<NTSTATUS()> process);
  ~Processor();
  Processor(const Processor&) = delete;
  Processor& operator=(const Processor&) = delete;

  KSGATE& gate() { return gate_; }
  Mutex& mutex() { return mutex_; }

  // S-179, S-180: at once when the IRQL allows and nothing asks for a worker; nothing when the gate
  // is closed.
  void attempt(bool asynchronous);

  // The dispatch did something with its frames. Without that a dispatch that always succeeds would
  // be called for ever (S-177).
  void note_progress() { progress_.fetch_add(1, std::memory_order_relaxed); }

  // Waits until no other thread processes. The caller has closed the gate.
  void wait_until_idle();

 private:
  enum class Activity : std::uint8_t {
    kIdle,
    kProcessing,  // a thread calls the dispatch, or a worker is about to
    kAskedAgain,  // the same, and another attempt came meanwhile
  };

  bool begin();  // true: this thread processes
  void check_gate();
  NTSTATUS check_progress(NTSTATUS status, std::uint64_t before);
  bool goes_on(NTSTATUS status);
  void run();

  Object& owner_;
  const ProcessorOptions options_;
  const std::function<NTSTATUS()> process_;
  KSGATE gate_{};
  Mutex mutex_ DRYDOCK_ACQUIRED_BEFORE(lock_);
  std::atomic<std::uint64_t> progress_ = 0;
  ULONG idle_successes_ = 0;  // only the thread that processes looks
  std::atomic<bool> is_gate_raised_ = false;
  sim::Lock lock_{sim::LockRank::kStreamProcessor};
  Activity activity_ DRYDOCK_GUARDED_BY(lock_) = Activity::kIdle;
  const sim::Strand* running_ DRYDOCK_GUARDED_BY(lock_) = nullptr;
  KEVENT idle_;
};

}  // namespace drydock::ks
