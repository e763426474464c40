// Trim notifications for what a call did to the budget of its process.
#pragma once

#include <optional>

#include "src/dxgk/memory/residency.h"
#include "src/dxgk/memory/trim.h"
#include "src/thunks/seat_hold.h"

namespace drydock::thunks {

// Clients are notified at its end, when the call has released the device: their callbacks use it.
class TrimLater {
 public:
  TrimLater() = default;
  ~TrimLater() {
    if (seat_) dxgk::trim_to_budget((**seat_).adapter());
  }
  TrimLater(const TrimLater&) = delete;
  TrimLater& operator=(const TrimLater&) = delete;

  // What the driver has for it may be more than the lists of its process leave.
  void look_at(dxgk::Device& device) {
    if (dxgk::bytes_over_budget(device) != 0) seat_.emplace(device.process(), device.adapter());
  }

 private:
  std::optional<SeatHold> seat_;
};

}  // namespace drydock::thunks
