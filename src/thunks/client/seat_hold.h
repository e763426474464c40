// Holds the seat of a process on an adapter for the length of a call.
#pragma once

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/process.h"

namespace drydock::thunks {

// While one lives, the process has its seat on the adapter. So a CloseAdapter on another thread
// does not destroy the driver's process object while a device is being created on it.
class SeatHold {
 public:
  SeatHold(dxgk::Process& process, dxgk::Adapter& adapter)
      : process_(process), seat_(process.take_seat(adapter)) {}
  ~SeatHold() { process_.release_seat(seat_); }
  SeatHold(const SeatHold&) = delete;
  SeatHold& operator=(const SeatHold&) = delete;

  dxgk::Seat& operator*() const { return seat_; }

 private:
  dxgk::Process& process_;
  dxgk::Seat& seat_;
};

}  // namespace drydock::thunks
