// Clocks: the one that a pin implements, the one that it is slaved to, and the default clock.
//
// Contract: the time of a clock stands outside RUN and runs with the executive's time in RUN.
// Correlated time is read together with the system time it belongs to.
//
// Cost: one short lock; for a pin's own clock a call of the minidriver. Owner: the file object of
// the clock, and each interface that a driver has. Threads: any, up to DISPATCH_LEVEL.
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "src/ks/base/wdk.h"
#include "src/sim/lock.h"

namespace drydock::ks {

class StreamingPin;

// One source of time. Thread-safe, any IRQL up to DISPATCH_LEVEL.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual LONGLONG time() = 0;
  virtual LONGLONG physical_time() = 0;
  virtual LONGLONG correlated_time(LONGLONG& system) = 0;
  virtual LONGLONG correlated_physical_time(LONGLONG& system) = 0;
  virtual KSRESOLUTION resolution() = 0;
  virtual KSSTATE state() = 0;
};

// The source of a default clock's physical time: the executive when `correlated` is empty.
struct ClockSource {
  std::function<LONGLONG(LONGLONG& system)> correlated = {};
  KSRESOLUTION resolution = {1, 1};
};

// Runs with its physical time while its state is RUN (KsAllocateDefaultClock and its kin).
std::shared_ptr<Clock> make_default_clock(ClockSource source = {});
void set_time(Clock& clock, LONGLONG time);
void set_state(Clock& clock, KSSTATE state);

// The clocks of a pin.
class ClockLink {
 public:
  explicit ClockLink(StreamingPin& pin);
  ~ClockLink();
  ClockLink(const ClockLink&) = delete;
  ClockLink& operator=(const ClockLink&) = delete;

  // IRP_MJ_CREATE with KSSTRING_Clock below the pin: KSPIN_FLAG_IMPLEMENT_CLOCK (S-273).
  NTSTATUS create(PIRP irp);
  // KSPROPERTY_STREAM_MASTERCLOCK; null removes the clock. Only in STOP (S-144).
  NTSTATUS assign(PFILE_OBJECT file);
  // The same by the clock itself, for a client that has no file of it.
  void assign(std::shared_ptr<Clock> clock);
  // KsPinGetReferenceClockInterface: an interface with one reference; STATUS_DEVICE_NOT_READY
  // without a clock (S-270).
  NTSTATUS reference(PIKSREFERENCECLOCK* out);
  // KsPinSetPinClockTime; and the state of the pin, which its own clock follows.
  void set_time(LONGLONG time);
  void set_state(KSSTATE state);
  void check_released();  // S-271, when the pin closes
  // A time that an interface has answered to the minidriver.
  void note_time(LONGLONG time, bool correlated);
  // S-272: whether a frame is stamped with a time that was read without the system time it belongs
  // to. True once a pin.
  bool is_plain_stamp(LONGLONG time);
  void release();  // an interface was released for the last time

 private:
  std::shared_ptr<Clock> own();  // null when the pin implements none

  StreamingPin& pin_;
  sim::Lock lock_;
  std::shared_ptr<Clock> own_ DRYDOCK_GUARDED_BY(lock_);
  std::shared_ptr<Clock> master_ DRYDOCK_GUARDED_BY(lock_);
  PFILE_OBJECT master_file_ DRYDOCK_GUARDED_BY(lock_) = nullptr;
  LONG references_ DRYDOCK_GUARDED_BY(lock_) = 0;
  // The times that the driver has read last, in either way; it stamps a frame soon after.
  struct ReportedTimes {
    std::array<LONGLONG, 8> times{};
    std::size_t next = 0;
  };
  ReportedTimes plain_ DRYDOCK_GUARDED_BY(lock_);
  ReportedTimes correlated_ DRYDOCK_GUARDED_BY(lock_);
  bool is_stamp_raised_ DRYDOCK_GUARDED_BY(lock_) = false;  // S-272
};

// The file of a create request stands for the clock (clock_requests.cpp).
void attach_clock(PIRP irp, std::shared_ptr<Clock> clock);
// The clock behind a file object of ours; null when it is no clock.
std::shared_ptr<Clock> clock_of(PFILE_OBJECT file);

}  // namespace drydock::ks
