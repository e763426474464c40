// A driver in the process, and the border that the host crosses to call it.
//
// Host code enters driver code only through Driver::run(). A driver that crashes, raises an
// exception that it does not handle, breaks a fatal rule or is ended by the watchdog comes back
// here: run() returns false and the driver is dead. Nothing else is unwound, so host code that a
// driver can reach holds no host lock, and no resource of its own, when it raises a finding or
// touches memory that the driver gave it.
//
// This is the first header of the room `driver`: the border, the image of a driver and its
// sections, faults and exceptions in its code, and the watchdog.
//
// Owner: the loader (src/nt/life/loader.h), or a test that makes a driver by hand. Threads: any
// number may be inside a driver at once. Cost of a crossing: a jump buffer and a few words of the
// thread's own; no system call and no lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "src/nt/base/driver_life.h"
#include "src/nt/base/errand.h"
#include "src/nt/base/wdk.h"

namespace drydock::nt {

class Driver : public DriverLife {
 public:
  explicit Driver(std::string name) : DriverLife(std::move(name)) {}

  DRIVER_OBJECT& object() { return object_; }

  // Calls driver code at the current IRQL on the current thread. `where` names the entry point in
  // findings. False when the driver's life ended inside, or had ended before. On return the IRQL
  // must be what it was and no lock may be held that was not held before. Called from within a
  // driver that is dead by then, it does not return: that driver's call ends too.
  bool run(const char* where, Errand body);

 private:
  bool cross(const char* where, Errand body);
  void announce_end();

  DRIVER_OBJECT object_{};
  std::atomic<bool> announced_ = false;
};

// Registers a listener that is called once for every driver whose life ended early, by the first
// thread that is outside of it: what others wait for from that driver can be answered then.
// Listeners stay for the life of the process and may be called at DISPATCH_LEVEL.
void on_driver_end(std::function<void(Driver&)> listener);

// The driver whose code runs on this thread; null in the host.
inline Driver* current_driver() { return static_cast<Driver*>(running_driver()); }

// Runs code of a driver: across the border when another driver, or none, is running; else as a
// plain call. `driver` is null for a routine of the host. False when the driver's life ended
// inside.
bool run_in(Driver* driver, const char* where, const std::function<void()>& body);

// A bug check on behalf of the driver that runs; without one it returns, and the caller refuses.
void stop_driver(ULONG code, const void* first, std::uint64_t second, std::uint64_t third);

}  // namespace drydock::nt
