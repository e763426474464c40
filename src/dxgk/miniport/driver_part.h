// The driver's half of a client's object. It ends once: with the client's last handle, or with the
// device or adapter that it was created on, whichever is first.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "src/nt/base/weak_list.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

class DriverPart {
 public:
  DriverPart() = default;
  virtual ~DriverPart() = default;
  DriverPart(const DriverPart&) = delete;
  DriverPart& operator=(const DriverPart&) = delete;

  // Ends the driver's half. A later caller waits until that is done, so that the device or adapter
  // stays meanwhile.
  void end() {
    const sim::Alone alone(turn_);
    if (std::exchange(is_known_, false)) destroy_in_driver();
  }
  // From now on release() does nothing, and the caller ends the driver's half. Returns false when
  // it has ended.
  bool retain() {
    const sim::Alone alone(turn_);
    is_retained_ = true;
    return is_known_;
  }
  // The client has closed its last handle.
  void release() {
    const sim::Alone alone(turn_);
    if (!is_retained_ && std::exchange(is_known_, false)) destroy_in_driver();
  }

 protected:
  // The driver has created its half. The caller calls this before another thread can reach it.
  void begin() DRYDOCK_NOT_ANALYSED { is_known_ = true; }

 private:
  virtual void destroy_in_driver() = 0;

  sim::Gate turn_;
  bool is_known_ DRYDOCK_GUARDED_BY(turn_) = false;  // it exists in the driver
  bool is_retained_ DRYDOCK_GUARDED_BY(turn_) = false;
};

// The parts that were created on a device, or on an adapter.
template <typename Part>
class DriverParts {
 public:
  void add(const std::shared_ptr<Part>& part) {
    const sim::Hold hold(lock_);
    all_.add(part);
  }

  // Takes the parts that still have an owner. No thread adds more.
  std::vector<std::shared_ptr<Part>> take_all() {
    const sim::Hold hold(lock_);
    return all_.take();
  }

  void end_all() {
    for (const std::shared_ptr<Part>& part : take_all()) part->end();
  }

 private:
  sim::Lock lock_;
  nt::WeakList<Part> all_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
