#include "src/ks/clock/clock.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <set>

#include "src/ks/base/request.h"
#include "src/ks/queue/streaming_pin.h"
#include "src/nt/base/thread.h"
#include "src/nt/ob/object.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

LONGLONG system_time() {
  LARGE_INTEGER frequency;
  const LONGLONG count = KeQueryPerformanceCounter(&frequency).QuadPart;
  return KSCONVERT_PERFORMANCE_TIME(frequency.QuadPart, LARGE_INTEGER{.QuadPart = count});
}

class DefaultClock final : public Clock {
 public:
  explicit DefaultClock(ClockSource source = {}) : source_(std::move(source)) {}

  LONGLONG time() override {
    LONGLONG system = 0;
    return correlated_time(system);
  }
  LONGLONG physical_time() override {
    LONGLONG system = 0;
    return correlated_physical_time(system);
  }

  LONGLONG correlated_time(LONGLONG& system) override {
    const LONGLONG physical = correlated_physical_time(system);
    const sim::Hold hold(lock_);
    return state_ == KSSTATE_RUN ? base_ + physical - started_ : base_;
  }
  LONGLONG correlated_physical_time(LONGLONG& system) override {
    system = system_time();
    return source_.correlated ? source_.correlated(system) : system;
  }

  KSRESOLUTION resolution() override { return source_.resolution; }

  KSSTATE state() override {
    const sim::Hold hold(lock_);
    return state_;
  }

  void set_time(LONGLONG time) {
    const LONGLONG now = physical_time();
    const sim::Hold hold(lock_);
    base_ = time;
    started_ = now;
  }

  void set_state(KSSTATE state) {
    const LONGLONG now = physical_time();
    const sim::Hold hold(lock_);
    if (state_ == KSSTATE_RUN) base_ += now - started_;
    if (state == KSSTATE_STOP) base_ = 0;
    started_ = now;
    state_ = state;
  }

 private:
  const ClockSource source_;
  sim::Lock lock_;
  KSSTATE state_ DRYDOCK_GUARDED_BY(lock_) = KSSTATE_STOP;
  LONGLONG base_ DRYDOCK_GUARDED_BY(lock_) = 0;
  LONGLONG started_ DRYDOCK_GUARDED_BY(lock_) = 0;
};

// The minidriver's clock (KSCLOCK_DISPATCH): physical time is its own.
class PinClock final : public Clock {
 public:
  explicit PinClock(StreamingPin& pin) : pin_(pin) {}

  LONGLONG time() override {
    LONGLONG system = 0;
    return correlated_time(system);
  }
  LONGLONG physical_time() override { return time(); }
  LONGLONG correlated_time(LONGLONG& system) override {
    const KSCLOCK_DISPATCH* calls = dispatch();
    if (calls == nullptr || calls->CorrelatedTime == nullptr) {
      return default_.correlated_time(system);
    }
    LONGLONG time = 0;
    pin_.call("KSCLOCK_DISPATCH.CorrelatedTime", [&] {
      time = trace::recorded_call("KSCLOCK_DISPATCH.CorrelatedTime", calls->CorrelatedTime)(
          &pin_.face(), &system);
    });
    return time;
  }
  LONGLONG correlated_physical_time(LONGLONG& system) override { return correlated_time(system); }
  KSRESOLUTION resolution() override {
    KSRESOLUTION out = default_.resolution();
    const KSCLOCK_DISPATCH* calls = dispatch();
    if (calls != nullptr && calls->Resolution != nullptr) {
      pin_.call("KSCLOCK_DISPATCH.Resolution", calls->Resolution, &pin_.face(), &out);
    }
    return out;
  }
  KSSTATE state() override { return default_.state(); }
  DefaultClock& own() { return default_; }

 private:
  const KSCLOCK_DISPATCH* dispatch() const {
    const KSPIN_DISPATCH* calls = pin_.face().Descriptor->Dispatch;
    return calls == nullptr ? nullptr : calls->Clock;
  }

  StreamingPin& pin_;
  DefaultClock default_;
};

// The interface that KsPinGetReferenceClockInterface returns.
class ReferenceClock;

// The interfaces that drivers have not released. One that its driver never releases stays until the
// process ends, for the driver's code may use its address as long as it runs.
constinit sim::Lock given_lock;
std::set<const ReferenceClock*>& given() DRYDOCK_REQUIRES(given_lock) {
  static sim::NeverDestroyed<std::set<const ReferenceClock*>> all;
  return *all;
}

class ReferenceClock final : public IKsReferenceClock {
 public:
  ReferenceClock(std::shared_ptr<Object> pin, ClockLink& link, std::shared_ptr<Clock> clock)
      : pin_(std::move(pin)), link_(link), clock_(std::move(clock)) {
    const sim::Hold hold(given_lock);
    given().insert(this);
  }
  virtual ~ReferenceClock() {
    const sim::Hold hold(given_lock);
    given().erase(this);
  }

  HRESULT QueryInterface(REFIID, PVOID* Interface) override {
    *Interface = nullptr;
    return STATUS_NOT_SUPPORTED;
  }
  ULONG AddRef() override { return ++references_; }
  ULONG Release() override {
    const ULONG left = --references_;
    if (left == 0) {
      link_.release();
      delete this;
    }
    return left;
  }
  LONGLONG GetTime() override {
    const LONGLONG time = clock_->time();
    link_.note_time(time, false);
    return time;
  }
  LONGLONG GetPhysicalTime() override { return clock_->physical_time(); }
  LONGLONG GetCorrelatedTime(PLONGLONG SystemTime) override {
    const LONGLONG time = clock_->correlated_time(*SystemTime);
    link_.note_time(time, true);
    return time;
  }
  LONGLONG GetCorrelatedPhysicalTime(PLONGLONG SystemTime) override {
    return clock_->correlated_physical_time(*SystemTime);
  }
  NTSTATUS GetResolution(PKSRESOLUTION Resolution) override {
    *Resolution = clock_->resolution();
    return STATUS_SUCCESS;
  }
  NTSTATUS GetState(PKSSTATE State) override {
    *State = clock_->state();
    return STATUS_SUCCESS;
  }

 private:
  const std::shared_ptr<Object> pin_;
  ClockLink& link_;
  const std::shared_ptr<Clock> clock_;
  std::atomic<ULONG> references_ = 1;
};

}  // namespace

std::shared_ptr<Clock> make_default_clock(ClockSource source) {
  return std::make_shared<DefaultClock>(std::move(source));
}
void set_time(Clock& clock, LONGLONG time) { static_cast<DefaultClock&>(clock).set_time(time); }
void set_state(Clock& clock, KSSTATE state) { static_cast<DefaultClock&>(clock).set_state(state); }

ClockLink::ClockLink(StreamingPin& pin) : pin_(pin) {}
ClockLink::~ClockLink() = default;

std::shared_ptr<Clock> ClockLink::own() {
  if ((pin_.face().Descriptor->Flags & KSPIN_FLAG_IMPLEMENT_CLOCK) == 0) return nullptr;
  const sim::Hold hold(lock_);
  if (own_ == nullptr) own_ = std::make_shared<PinClock>(pin_);
  return own_;
}

NTSTATUS ClockLink::create(PIRP irp) {
  const std::shared_ptr<Clock> clock = own();
  if (clock == nullptr) return STATUS_NOT_FOUND;
  attach_clock(irp, clock);
  return STATUS_SUCCESS;
}

NTSTATUS ClockLink::assign(PFILE_OBJECT file) {
  std::shared_ptr<Clock> clock = file == nullptr ? nullptr : clock_of(file);
  if (file != nullptr && clock == nullptr) return STATUS_INVALID_PARAMETER;
  if (file != nullptr) nt::pin_object(file);
  PFILE_OBJECT old = nullptr;
  {
    const sim::Hold hold(lock_);
    master_.swap(clock);
    old = std::exchange(master_file_, file);
  }
  if (old != nullptr) nt::unpin_object(old);
  return STATUS_SUCCESS;
}

void ClockLink::assign(std::shared_ptr<Clock> clock) {
  const sim::Hold hold(lock_);
  master_.swap(clock);
}

NTSTATUS ClockLink::reference(PIKSREFERENCECLOCK* out) {
  std::shared_ptr<Clock> clock = own();
  {
    const sim::Hold hold(lock_);
    if (master_ != nullptr) clock = master_;
    if (clock != nullptr) ++references_;
  }
  if (clock == nullptr) return STATUS_DEVICE_NOT_READY;
  *out = new ReferenceClock(pin_.shared_from_this(), *this, std::move(clock));
  return STATUS_SUCCESS;
}

void ClockLink::release() {
  const sim::Hold hold(lock_);
  assert(references_ > 0);
  --references_;
}

void ClockLink::note_time(LONGLONG time, bool correlated) {
  const sim::Hold hold(lock_);
  ReportedTimes& reported = correlated ? correlated_ : plain_;
  reported.times[reported.next++ % reported.times.size()] = time;
}

bool ClockLink::is_plain_stamp(LONGLONG time) {
  if (time == 0) return false;
  const sim::Hold hold(lock_);
  if (is_stamp_raised_ || std::ranges::find(plain_.times, time) == plain_.times.end() ||
      std::ranges::find(correlated_.times, time) != correlated_.times.end()) {
    return false;
  }
  is_stamp_raised_ = true;
  return true;
}

void ClockLink::check_released() {
  LONG left = 0;
  {
    const sim::Hold hold(lock_);
    left = references_;
  }
  if (rules::breaks("S-271", left != 0))
    pin_.breach("S-271", "a reference clock interface was not released").raise_later();
}

void ClockLink::set_time(LONGLONG time) {
  if (const std::shared_ptr<Clock> clock = own()) {
    static_cast<PinClock&>(*clock).own().set_time(time);
  }
}

void ClockLink::set_state(KSSTATE state) {
  if (const std::shared_ptr<Clock> clock = own()) {
    static_cast<PinClock&>(*clock).own().set_state(state);
  }
}

}  // namespace drydock::ks
