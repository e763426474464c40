#include "src/nt/bus/interrupt.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/sync/spin_lock.h"
#include "src/nt/time/service.h"
#include "src/nt/watch/numbers.h"
#include "src/sim/happens_before.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/trace.h"

namespace drydock::nt {

struct Interrupt::State {
  State(const Settings& given, Service routine)
      : driver(given.driver),
        irql(given.irql),
        lock(given.lock == nullptr ? &own_lock : given.lock),
        service(std::move(routine)) {
    number(this);
    KeInitializeEvent(&passive_lock, SynchronizationEvent, TRUE);
  }

  bool is_passive() const { return irql == PASSIVE_LEVEL; }

  Driver* const driver;
  const KIRQL irql;
  const PKSPIN_LOCK lock;
  const Service service;
  KSPIN_LOCK own_lock = 0;
  KEVENT passive_lock{};  // wdm/nf-wdm-kesynchronizeexecution.md: an event for a passive-level ISR

  sim::Lock mutex;
  bool connected DRYDOCK_GUARDED_BY(mutex) = true;
  bool active DRYDOCK_GUARDED_BY(mutex) = true;
  std::vector<sim::Strand*> running DRYDOCK_GUARDED_BY(mutex);
  std::vector<sim::Strand*> disconnecting DRYDOCK_GUARDED_BY(mutex);
};

namespace {

using State = Interrupt::State;

// A service that runs; disconnect() waits for it.
class Running {
 public:
  explicit Running(State& state) : state_(state) {
    const sim::Hold hold(state_.mutex);
    admitted_ = state_.connected && state_.active;
    if (admitted_) state_.running.push_back(&sim::current());
  }
  ~Running() {
    if (!admitted_) return;
    sim::publish(&state_.running);
    const sim::Hold hold(state_.mutex);
    state_.running.erase(std::ranges::find(state_.running, &sim::current()));
    for (sim::Strand* strand : state_.disconnecting) sim::unpark(*strand);
    state_.disconnecting.clear();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  bool admitted() const { return admitted_; }

 private:
  State& state_;
  bool admitted_;
};

void take_passive_lock(State& state) {
  const std::array<DISPATCHER_HEADER*, 1> objects = {&state.passive_lock.Header};
  wait_for(objects, false, sim::kForever);
}

// The body alone is the driver's call; the lock around it stays ours, however the body ends.
bool call_locked(State& state, const char* where, const std::function<void()>& body) {
  KIRQL previous = PASSIVE_LEVEL;
  if (state.is_passive()) {
    take_passive_lock(state);
  } else {
    previous = acquire_spin_lock_at(state.lock, state.irql, where);
  }
  bool alive = true;
  if (state.driver != nullptr) {
    alive = state.driver->run(where, body);
  } else {
    body();
  }
  if (state.is_passive()) {
    KeSetEvent(&state.passive_lock, 0, FALSE);
  } else {
    release_spin_lock_to(state.lock, previous, where);
  }
  return alive;
}

// A driver may have given a lock that is memory no longer: taking it is a crossing too.
bool call(State& state, const char* where, const std::function<void()>& body) {
  if (state.driver == nullptr) return call_locked(state, where, body);
  bool alive = false;
  state.driver->run(where, [&] { alive = call_locked(state, where, body); });
  // It was called by the driver that has just died: that call ends as well.
  if (!state.driver->alive() && current_driver() == state.driver) throw DriverEnded{};
  return alive;
}

// The strand that the interrupt stops continues as if nothing had happened.
bool serve(State& state, ULONG message) {
  const sim::Aside aside;
  const Running running(state);
  if (!running.admitted()) return false;
  std::optional<Interrupting> interrupting;
  if (!state.is_passive()) interrupting.emplace();
  const trace::Span span("nt", "interrupt", {{"object", number_of(&state)}, {"message", message}});
  bool claimed = false;
  call(state, "interrupt service routine", [&] { claimed = state.service(message); });
  return claimed;
}

// Interrupts that wait for a strand that can be stopped.
class Pending {
 public:
  static Pending& instance() {
    static sim::NeverDestroyed<Pending> pending;
    return *pending;
  }

  void add(std::shared_ptr<State> state, ULONG message) {
    sim::publish(state.get());
    {
      const sim::Hold hold(mutex_);
      const auto is_same = [&](const One& one) {
        return one.state == state && one.message == message;
      };
      if (std::ranges::any_of(queue_, is_same)) return;
      queue_.push_back({std::move(state), message});
    }
    service_.wake();
    sim::switch_point();
  }

 private:
  struct One {
    std::shared_ptr<State> state;
    ULONG message;
  };

  sim::Time step() {
    One next;
    {
      const sim::Hold hold(mutex_);
      if (queue_.empty()) return sim::kForever;
      next = std::move(queue_.front());
      queue_.pop_front();
    }
    sim::observe(next.state.get());
    serve(*next.state, next.message);
    return sim::now();
  }

  sim::Lock mutex_;
  std::deque<One> queue_ DRYDOCK_GUARDED_BY(mutex_);
  Service service_{"interrupt", [this] { return step(); }};
};

// A passive-level service waits for its lock, which the driver's code that raises may hold.
bool can_be_stopped(const State& state) {
  if (state.is_passive()) return self().irql == PASSIVE_LEVEL && current_driver() == nullptr;
  return self().irql < state.irql;
}

}  // namespace

Interrupt::Interrupt(const Settings& settings, Service service)
    : state_(std::make_shared<State>(settings, std::move(service))) {}

Interrupt::~Interrupt() { disconnect(); }

KIRQL Interrupt::irql() const { return state_->irql; }

bool Interrupt::raise(ULONG message) {
  // Holds the state while the service runs, should the object be destroyed meanwhile.
  const std::shared_ptr<State> state = state_;
  if (can_be_stopped(*state)) return serve(*state, message);
  Pending::instance().add(state, message);
  return false;
}

void Interrupt::pend(ULONG message) { Pending::instance().add(state_, message); }

bool Interrupt::synchronize(const std::function<bool()>& routine, const char* call_name) {
  const std::shared_ptr<State> state = state_;
  require_irql_at_most(state->irql, call_name);
  bool answer = false;
  call(*state, call_name, [&] { answer = routine(); });
  return answer;
}

KIRQL Interrupt::acquire(const char* call_name) {
  if (state_->is_passive()) {
    // wdm/nf-wdm-keacquireinterruptspinlock.md: a passive-level ISR has no spin lock.
    stop_driver(IRQL_NOT_GREATER_OR_EQUAL, this, 0, 0);
    return self().irql;
  }
  require_irql_at_most(state_->irql, call_name);
  return acquire_spin_lock_at(state_->lock, state_->irql, call_name);
}

void Interrupt::release(KIRQL irql, const char* call_name) {
  if (state_->is_passive()) return stop_driver(IRQL_NOT_GREATER_OR_EQUAL, this, 0, 0);
  require_irql_at_least(state_->irql, call_name);
  release_spin_lock_to(state_->lock, irql, call_name);
}

void Interrupt::set_active(bool active) {
  const sim::Hold hold(state_->mutex);
  state_->active = active;
}

void Interrupt::disconnect() {
  // A service that calls this from within is not waited for: it would never end.
  const auto is_other = [](const sim::Strand* strand) { return strand != &sim::current(); };
  for (;;) {
    {
      const sim::Hold hold(state_->mutex);
      state_->connected = false;
      if (std::ranges::none_of(state_->running, is_other)) return sim::observe(&state_->running);
      state_->disconnecting.push_back(&sim::current());
    }
    if (sim::park() == sim::Woken::kStuck) return;
  }
}

}  // namespace drydock::nt
