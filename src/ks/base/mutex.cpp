#include "src/ks/base/mutex.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>
#include <vector>

#include "src/ks/base/undisturbed.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/happens_before.h"

namespace drydock::ks {
namespace {

// The class driver's record of a thread.
struct OfThread {
  std::vector<Mutex*> held;  // in order of acquisition, once for each
  const char* callback = nullptr;
  Given given;
};

OfThread& of_thread() {
  thread_local OfThread instance;
  return instance;
}

const char* name_of(MutexLevel level) {
  switch (level) {
    case MutexLevel::kDevice:
      return "device mutex";
    case MutexLevel::kControl:
      return "filter control mutex";
    case MutexLevel::kProcessing:
      return "processing mutex";
  }
  return "mutex";
}

constexpr sim::Time kLongHold = 10'000'000;  // a second

// S-222.
bool forbids_control(const char* callback) {
  if (callback == nullptr) return false;
  const std::string_view name = callback;
  return name.ends_with(".Process") || name.ends_with("Sleep callback") ||
         name.ends_with("Wake callback");
}

}  // namespace

Mutex::Mutex(MutexLevel level, nt::Driver& driver) : level_(level), driver_(driver) {
  KeInitializeEvent(&free_, SynchronizationEvent, FALSE);
}

Mutex::~Mutex() { sim::remove_published(this); }

bool Mutex::try_take() {
  const sim::Strand* me = &sim::current();
  const sim::Hold hold(lock_);
  if (owner_ != nullptr && owner_ != me) {
    ++waiting_;
    return false;
  }
  assert((owner_ == nullptr) == (depth_ == 0));
  owner_ = me;
  ++depth_;
  return true;
}

void Mutex::acquire() {
  while (!try_take()) {
    if (!driver_.alive()) break;
    KeWaitForSingleObject(&free_, Executive, KernelMode, FALSE, nullptr);
    const sim::Hold hold(lock_);
    assert(waiting_ != 0);
    --waiting_;
  }
  sim::observe(this);
  of_thread().held.push_back(this);
}

void Mutex::release() {
  std::vector<Mutex*>& mine = of_thread().held;
  if (const auto at = std::ranges::find(mine, this); at != mine.end()) mine.erase(at);
  bool wake = false;
  sim::publish(this);
  {
    const sim::Hold hold(lock_);
    if (owner_ != &sim::current() || --depth_ > 0) return;
    owner_ = nullptr;
    wake = waiting_ > 0;
  }
  if (wake) undisturbed([this] { KeSetEvent(&free_, IO_NO_INCREMENT, FALSE); });
}

bool Mutex::held() const {
  const sim::Hold hold(lock_);
  return owner_ == &sim::current();
}

void Mutex::acquire_for_driver(const char* call) {
  if (rules::breaks("S-193", in_cancel_callback())) {
    nt::Breach("S-193", nt::Offender::running())
        .message("{} takes the {} in a stream pointer's cancel callback", call, name_of(level_))
        .raise();
  }
  nt::require_irql_at_most(PASSIVE_LEVEL, call);
  const bool control = level_ == MutexLevel::kControl;
  const auto& mine = of_thread().held;
  const auto later =
      std::ranges::find_if(mine, [this](const Mutex* one) { return one->level_ > level_; });
  if (rules::breaks("S-217", held())) {
    nt::Breach("S-217", nt::Offender::running())
        .message("{} takes the {} that the thread holds already", call, name_of(level_))
        .raise();
  } else if (control && rules::breaks("S-222", forbids_control(current_callback()))) {
    nt::Breach("S-222", nt::Offender::running())
        .message("{} takes the {} inside {}", call, name_of(level_), current_callback())
        .raise();
  } else if (rules::breaks("S-218", later != mine.end())) {
    nt::Breach("S-218", nt::Offender::running())
        .message("{} takes the {} while the thread holds a {}", call, name_of(level_),
                 name_of((*later)->level_))
        .raise();
  }
  acquire();
  taken_ = sim::now();
  nt::note_acquired(this, name_of(level_));
}

void Mutex::release_for_driver(const char* call) {
  if (rules::breaks("N-023", !nt::note_released(this))) {
    nt::Breach("N-023", nt::Offender::running())
        .message("{} releases a {} that the caller did not take", call, name_of(level_))
        .raise();
    return;
  }
  const bool long_held = sim::now() - taken_ > kLongHold;
  release();
  if (level_ == MutexLevel::kProcessing && rules::breaks("S-226", long_held)) {
    nt::Breach("S-226", nt::Offender::running())
        .message("{}: the processing mutex was held for seconds", call)
        .raise();
  }
}

bool in_cancel_callback() {
  const char* callback = current_callback();
  return callback != nullptr && std::string_view(callback) == kCancelCallback;
}

const char* current_callback() { return of_thread().callback; }

Given& given_to_callback() { return of_thread().given; }

InCallback::InCallback(const char* where)
    : outer_(of_thread().callback), held_(of_thread().held.size()), given_(of_thread().given) {
  of_thread().callback = where;
}

InCallback::~InCallback() {
  OfThread& thread = of_thread();
  thread.callback = outer_;
  thread.given = given_;
  while (thread.held.size() > held_) thread.held.back()->release();
}

}  // namespace drydock::ks
