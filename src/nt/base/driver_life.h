// The identity of a driver, and whether it still lives. The rooms below the border know no more of
// a driver.
//
// The border itself, which the host crosses to call a driver, is src/nt/driver/driver.h. Every
// DriverLife is the base of one Driver.
//
// Owner: the loader, or the test that made the driver. Threads: any thread may ask whether a driver
// lives and may end its life. Cost: one load to ask, one store to end.
#pragma once

#include <atomic>
#include <string>
#include <utility>

namespace drydock::nt {

class DriverLife {
 public:
  DriverLife(const DriverLife&) = delete;
  DriverLife& operator=(const DriverLife&) = delete;

  const std::string& name() const { return name_; }

  // False once the driver's life has ended early. The acquire pairs with the release in die(): what
  // the thread that ended the life wrote before is seen.
  bool alive() const { return alive_.load(std::memory_order_acquire); }
  void die() { alive_.store(false, std::memory_order_release); }

 protected:
  explicit DriverLife(std::string name) : name_(std::move(name)) {}
  ~DriverLife() = default;

 private:
  const std::string name_;
  std::atomic<bool> alive_ = true;
};

// The driver whose code runs on this thread; null in the host.
DriverLife* running_driver();

// Unwinds to the innermost Driver::run(): the driver's life ends.
struct DriverEnded {};

// Ends the life of the driver that runs on this thread, and its call.
[[noreturn]] void end_current_driver();

// Ends the call when the driver that runs on this thread is dead: a driver that swallowed the end
// of its life, or whose life another thread ended, comes no further than its next call of the host.
// Nothing while the call is being unwound, because destructors of the driver's may call the host.
void end_call_if_dead();

}  // namespace drydock::nt
