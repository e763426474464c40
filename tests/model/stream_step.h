// The alphabet of the streaming model: one request of a client, or one thing that happens to the
// device. Objects come from registers, as in the graphics model (graphics_step.h).
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace drydock::model {

enum class StreamOp : std::uint8_t {
  kOpenFilter,
  kCloseFilter,
  kConnect,  // a pin of filter `on`; see Connecting. `of`: the sink pin
  kClosePin,
  kSetState,       // sets pin `on` to `count`; `way` 1: the minidriver refuses the first step up
  kReset,          // resets pin `on`; `way` 0: begins, 1: ends
  kSend,           // `count` frames to or from pin `on`; `way` 1: the last one ends the stream
  kCancel,         // cancels the request `on`
  kProcess,        // the minidriver takes up to `count` frames of pin `on`
  kOpenAllocator,  // below pin `on`, of `count` frames; `way` 1: the minidriver refuses it
  kCloseAllocator,
  kAllocate,  // a frame of allocator `on`; `to`: the request's register
  kFree,      // the oldest frame of allocator `on`; `way` 1: a frame that it never gave
  kAssign,    // allocator `of` to source pin `on`
  kSurpriseRemove,
};
inline constexpr int kStreamOps = static_cast<int>(StreamOp::kSurpriseRemove) + 1;

enum Connecting : std::uint8_t { kOutput, kInput, kPipe, kNoSuchPin, kOtherFormat, kConnectings };

inline constexpr int kFilters = 2, kPins = 5, kAllocators = 2, kRequests = 6;

struct StreamStep {
  StreamOp op = StreamOp::kOpenFilter;
  int on = 0;  // a register of the kind that the call is made on
  int of = 0;
  int to = 0;  // the register that gets what is made
  int count = 0;
  int way = 0;
  int fault = 0;  // the host's memory runs out at this fault point, counted from 1; 0: it does not

  bool operator==(const StreamStep&) const = default;
};

// The step as C++ that a test can play.
std::string to_cpp(const StreamStep& step);
std::string to_cpp(const std::vector<StreamStep>& steps);
void showValue(const StreamStep& step, std::ostream& out);

}  // namespace drydock::model
