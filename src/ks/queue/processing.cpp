#include "src/ks/queue/processing.h"

#include <cassert>
#include <utility>

#include "src/ks/base/host_work.h"
#include "src/nt/base/thread.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
GateInput::GateInput(KSGATE& gate, GateKind kind) : gate_(gate), kind_(kind) {
  if (kind_ == GateKind::kAnd) KsGateAddOffInputToAnd(&gate_);
}

// Leaves an AND gate as if the input were on, and an OR gate as if it were off.
GateInput::~GateInput() {
  const sim::Hold hold(lock_);
  turn(kind_ == GateKind::kAnd);
}

void GateInput::turn(bool on) {
  if (on == on_) return;
  on_ = on;
  if (on) {
    KsGateTurnInputOn(&gate_);
  } else {
    KsGateTurnInputOff(&gate_);
  }
}

void GateInput::set(bool on) {
  const sim::Hold hold(lock_);
  turn(on);
}

void GateInput::follow(const std::function<bool()>& condition) {
  const sim::Hold hold(lock_);
  turn(condition());
}

ProcessorOptions options_from(ULONG flags) {
  ProcessorOptions options;
  options.at_dispatch = (flags & KSPIN_FLAG_DISPATCH_LEVEL_PROCESSING) != 0;
  options.asynchronous = (flags & KSPIN_FLAG_ASYNCHRONOUS_PROCESSING) != 0;
  if ((flags & KSPIN_FLAG_CRITICAL_PROCESSING) != 0) options.urgency = Urgency::kCritical;
  if ((flags & KSPIN_FLAG_HYPERCRITICAL_PROCESSING) != 0) options.urgency = Urgency::kHyperCritical;
  return options;
}

Processor::Processor(Object& owner, ProcessorOptions options, std::function<NTSTATUS()> process)
    : owner_(owner),
      options_(options),
      process_(std::move(process)),
      mutex_(MutexLevel::kProcessing, owner.driver()) {
  KsGateInitializeAnd(&gate_, nullptr);
  KeInitializeEvent(&idle_, NotificationEvent, TRUE);
}

Processor::~Processor() = default;

// The thread that processes has captured the gate. An attempt that comes meanwhile is remembered:
// its frame may have come after the dispatch last looked.
bool Processor::begin() {
  const sim::Hold hold(lock_);
  if (activity_ != Activity::kIdle) {
    activity_ = Activity::kAskedAgain;
    return false;
  }
  if (!KsGateCaptureThreshold(&gate_)) return false;
  activity_ = Activity::kProcessing;
  KeClearEvent(&idle_);
  return true;
}

void Processor::attempt(bool asynchronous) {
  check_gate();
  if (!begin()) return;
  const bool too_high = KeGetCurrentIrql() > PASSIVE_LEVEL && !options_.at_dispatch;
  if (asynchronous || options_.asynchronous || too_high) {
    queue_host_work([this, self = owner_.shared_from_this()] { run(); });
  } else {
    run();
  }
}

// Returns whether the dispatch is called once more: it succeeded, or another attempt came
// meanwhile, and the gate is open but for the input of this thread.
bool Processor::goes_on(NTSTATUS status) {
  const sim::Hold hold(lock_);
  assert(activity_ != Activity::kIdle);
  KsGateTurnInputOn(&gate_);
  const bool wanted = activity_ == Activity::kAskedAgain || status == STATUS_SUCCESS;
  activity_ = Activity::kProcessing;
  if (wanted && KsGateCaptureThreshold(&gate_)) return true;
  activity_ = Activity::kIdle;
  running_ = nullptr;
  KeSetEvent(&idle_, IO_NO_INCREMENT, FALSE);
  return false;
}

// S-230: the count of the gate is 1 less the inputs that are off.
void Processor::check_gate() {
  const LONG count = __atomic_load_n(&gate_.Count, __ATOMIC_RELAXED);
  if (!rules::breaks("S-230", count > 1) || is_gate_raised_.exchange(true)) return;
  owner_.breach("S-230", "an input of the processing gate was turned on that was not off")
      .raise_later();
}

// S-177: a dispatch that succeeds without touching a frame is not asked again.
NTSTATUS Processor::check_progress(NTSTATUS status, std::uint64_t before) {
  constexpr ULONG kPatience = 100;
  const bool idle = status == STATUS_SUCCESS && progress_.load(std::memory_order_relaxed) == before;
  idle_successes_ = idle ? idle_successes_ + 1 : 0;
  if (!rules::breaks("S-177", idle_successes_ >= kPatience)) return status;
  idle_successes_ = 0;
  owner_.breach("S-177", "Process returned STATUS_SUCCESS again and again and processed nothing")
      .raise_later();
  return STATUS_PENDING;
}

void Processor::run() {
  const std::shared_ptr<Object> self = owner_.shared_from_this();
  NTSTATUS status = STATUS_SUCCESS;
  do {
    {
      const sim::Hold hold(lock_);
      running_ = &sim::current();
    }
    const std::uint64_t before = progress_.load(std::memory_order_relaxed);
    if (KeGetCurrentIrql() == PASSIVE_LEVEL) {
      const Holding held(mutex_);
      status = process_();
    } else {
      status = process_();
    }
    status = check_progress(status, before);
    sim::switch_point();
  } while (goes_on(status));
}

void Processor::wait_until_idle() {
  {
    const sim::Hold hold(lock_);
    if (activity_ == Activity::kIdle || running_ == &sim::current()) return;
  }
  if (owner_.driver().alive()) {
    KeWaitForSingleObject(&idle_, Executive, KernelMode, FALSE, nullptr);
  }
}

}  // namespace drydock::ks
