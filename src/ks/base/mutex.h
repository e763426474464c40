// The three mutexes of AVStream: device, filter control, processing; and the callback that a thread
// is in.
//
// Contract: a thread takes them in the order device, control, processing (S-218), and none that it
// holds already (S-217). The class driver holds the device mutex around Start, and a public sample
// takes it there, so a second acquisition is a finding and succeeds. Waits are the executive's: the
// schedule may switch in acquire().
//
// Cost: one short lock when the mutex is free. Owner: the object that it guards. Threads: any.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>

#include "src/ks/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/sim/scoped_hold.h"

namespace drydock::ks {

enum class MutexLevel : std::uint8_t { kDevice, kControl, kProcessing };

class DRYDOCK_ANNOTATION(capability("mutex")) Mutex {
 public:
  Mutex(MutexLevel level, nt::Driver& driver);
  ~Mutex();
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  MutexLevel level() const { return level_; }

  // For the class driver. A thread inside a dead driver does not wait, and continues without the
  // mutex.
  void acquire() DRYDOCK_ANNOTATION(acquire_capability());
  void release() DRYDOCK_ANNOTATION(release_capability());

  // For the minidriver: the same, with findings N-018, S-217, S-218, S-222. `call` names the
  // routine that it called. Not analysed, because a driver may take and release it in any order.
  void acquire_for_driver(const char* call) DRYDOCK_NOT_ANALYSED;
  void release_for_driver(const char* call) DRYDOCK_NOT_ANALYSED;

  bool held() const;  // by the calling thread
  // For a section that the caller entered. A thread inside a dead driver enters without the mutex.
  void assert_held() const DRYDOCK_ANNOTATION(assert_capability(this)) {
    assert(held() || !driver_.alive());
  }

 private:
  bool try_take();

  const MutexLevel level_;
  nt::Driver& driver_;
  mutable sim::Lock lock_;
  const sim::Strand* owner_ DRYDOCK_GUARDED_BY(lock_) = nullptr;
  std::uint32_t depth_ DRYDOCK_GUARDED_BY(lock_) = 0;
  std::uint32_t waiting_ DRYDOCK_GUARDED_BY(lock_) = 0;
  sim::Time taken_ = 0;  // when the driver took it; only the thread that holds it looks
  KEVENT free_;
};

// Holds a mutex while it lives.
using Holding = sim::ScopedHold<Mutex, &Mutex::acquire, &Mutex::release>;

// The innermost callback of the minidriver that this thread is in, for rules that forbid a call
// there; null outside.
const char* current_callback();

// The null pointers that the host passed to a callback. When the callback crashes at an address
// near zero, they show which rule it broke.
struct Given {
  bool no_frame = false;     // a stream pointer was asked for and there is none (S-153)
  bool no_pins = false;      // a pin type has no process pin (S-184)
  bool no_data = false;      // a process pin has no frame (S-186)
  bool empty_frame = false;  // a frame has no buffer (S-269)
};
Given& given_to_callback();

// The callback in which neither a mutex nor the queue may be touched (S-193).
inline constexpr const char* kCancelCallback = "stream pointer's cancel callback";
bool in_cancel_callback();

// While it lives the thread is in this callback. Mutexes that the callback did not release are
// released at its end.
class InCallback {
 public:
  explicit InCallback(const char* where);
  ~InCallback();
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;

 private:
  const char* const outer_;
  const std::size_t held_;
  const Given given_;
};

}  // namespace drydock::ks
