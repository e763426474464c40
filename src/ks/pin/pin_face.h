// The memory of a pin's KSPIN: in the host's memory, or in watched memory, which reports each
// access (S-138).
#pragma once

#include <atomic>
#include <memory>

#include "src/ks/base/wdk.h"
#include "src/nt/mm/watched_memory.h"

namespace drydock::ks {

class Pin;

// The number of clients that want reads of the states of pins to be reported (S-138). Pins that are
// made while the number is not zero lie in watched memory.
std::atomic<int>& pin_watchers();

class PinFace {
 public:
  PinFace();
  KSPIN& face() { return watched_ == nullptr ? plain_ : *static_cast<KSPIN*>(watched_->address()); }
  // The pin that accesses are reported to.
  void belongs_to(Pin& pin) { pin_ = &pin; }

 private:
  static void on_access(void* context, std::size_t offset, bool writes, const rules::Stack& where);

  KSPIN plain_{};
  Pin* pin_ = nullptr;
  bool is_raised_ = false;  // S-138, once a pin; two threads at once may both raise it
  std::unique_ptr<nt::WatchedMemory> watched_;
};

}  // namespace drydock::ks
