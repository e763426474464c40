// Sends trim notifications after a call that changed the budget of its process.
#pragma once

#include <optional>

#include "src/dxgk/memory/residency.h"
#include "src/dxgk/memory/trim.h"
#include "src/thunks/client/seat_hold.h"

namespace drydock::thunks {

// The destructor notifies clients. By then the call has released the device, which their callbacks
// use.
class TrimLater {
 public:
  TrimLater() = default;
  ~TrimLater() {
    if (seat_) dxgk::trim_to_budget((**seat_).adapter());
  }
  TrimLater(const TrimLater&) = delete;
  TrimLater& operator=(const TrimLater&) = delete;

  // Notes the device if it uses more memory than the budget of its process allows.
  void look_at(dxgk::Device& device) {
    if (dxgk::bytes_over_budget(device) != 0) seat_.emplace(device.process(), device.adapter());
  }

 private:
  std::optional<SeatHold> seat_;
};

}  // namespace drydock::thunks
