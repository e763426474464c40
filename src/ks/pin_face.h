// Where the KSPIN of a pin lies: in the host's memory, or in memory that tells who reads it.
#pragma once

#include <atomic>
#include <memory>

#include "src/ks/wdk.h"
#include "src/nt/mm/watched_memory.h"

namespace drydock::ks {

class Pin;

// How many want to know who reads the states of pins that are made from now on (S-138).
std::atomic<int>& pin_spies();

class PinFace {
 public:
  PinFace();
  KSPIN& face() { return spied_ == nullptr ? plain_ : *static_cast<KSPIN*>(spied_->address()); }
  // The pin that is told, once it is there.
  void belongs_to(Pin& pin) { pin_ = &pin; }

 private:
  static void told(void* context, std::size_t offset, bool writes, const rules::Stack& where);

  KSPIN plain_{};
  Pin* pin_ = nullptr;
  bool said_ = false;  // once a pin; two threads at once may both say it
  std::unique_ptr<nt::WatchedMemory> spied_;
};

}  // namespace drydock::ks
