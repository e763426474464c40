// An interrupt: a service routine, the level at which it runs, and the lock that keeps others out
// meanwhile.
//
// A host that serves a device makes one for a routine of its own; the Io routines make one for a
// driver's (interrupt_line.h says how a device model raises those). The service runs on
// the strand that raises, as an interrupt runs on the processor that it stops. A strand at or above
// the interrupt's level cannot be stopped, so there the interrupt waits and a strand of the host
// serves it, as another processor would. Of several that wait with the same message one is served.
//
// Cost: a short lock and a call of the service. Owner: the object; a service that runs holds the
// state until it returns. Threads: any; no lock of the host is held while a service runs.
#pragma once

#include <functional>
#include <memory>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

class Driver;

class Interrupt {
 public:
  // True when the device had asked.
  using Service = std::function<bool(ULONG message)>;

  struct Settings {
    Driver* driver = nullptr;    // the driver whose code the service is; null: the host
    KIRQL irql = PASSIVE_LEVEL;  // the IRQL of the service, and under the lock
    PKSPIN_LOCK lock = nullptr;  // null: one of its own. At PASSIVE_LEVEL it is always its own.
  };

  Interrupt(const Settings& settings, Service service);
  ~Interrupt();  // disconnects
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  KIRQL irql() const;

  // The device raises its interrupt. Returns true when a service routine claimed it, and false when
  // none did, when the interrupt has to wait, or when no driver is connected. Does not return
  // (DriverEnded) when the service ended the driver whose code has called.
  bool raise(ULONG message = 0);

  // The device asks and does not wait for the answer: a strand of the host serves it.
  void pend(ULONG message = 0);

  // Runs the routine at the interrupt's level, under its lock. Gives its answer; false when the
  // driver's life ended. `call` names the caller in findings.
  bool synchronize(const std::function<bool()>& routine, const char* call);

  // Acquires or releases the interrupt's lock as KeAcquireInterruptSpinLock and its counterpart do,
  // with their findings.
  KIRQL acquire(const char* call);
  void release(KIRQL irql, const char* call);

  // An inactive interrupt stays connected and serves nothing.
  void set_active(bool active);

  // No service runs when this returns, and none will.
  void disconnect();

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace drydock::nt
