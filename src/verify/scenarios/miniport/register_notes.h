// The last accesses of a driver to the registers of its device while the device starts, for the
// report of a start that fails.
//
// Cost: a short lock for each access until the device has started, then one load. Owner: shared by
// the device and by the ranges that a driver may still have mapped. Threads: any.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "src/dxgk/adapter/device_model.h"
#include "src/sim/lock.h"

namespace drydock::verify {

class RegisterNotes : public std::enable_shared_from_this<RegisterNotes> {
 public:
  // The ranges, with accesses noted where the model answers them.
  std::vector<dxgk::DeviceModel::Range> noted(std::vector<dxgk::DeviceModel::Range> ranges);
  // The start is over.
  void end() { is_noting_.store(false, std::memory_order_relaxed); }

  // "read 4 bytes at 0x10 of range 1: 0x0, wrote …", the last one last; empty without any.
  std::string text() const;

 private:
  void note(std::string access);

  static constexpr std::size_t kMost = 8;

  // Relaxed: an access that comes as the start ends may be noted or not.
  std::atomic<bool> is_noting_ = true;
  mutable sim::Lock lock_;
  std::deque<std::string> last_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::verify
