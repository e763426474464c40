// Plays steps on the AVStream class driver and on the model of it, and says where they differ.
//
// Owner: the test. At most one lives at a time.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "src/rules/finding.h"
#include "tests/ks/rig.h"
#include "tests/model/stream_model.h"

namespace drydock::model {

class StreamPlay {
 public:
  StreamPlay();
  ~StreamPlay();
  StreamPlay(const StreamPlay&) = delete;
  StreamPlay& operator=(const StreamPlay&) = delete;

  // Sends the request. Empty when the class driver did what the model says; otherwise the
  // difference.
  std::string operator()(const StreamStep& step);

  // Steps that were not left out, and those of them that the host's memory did not suffice for.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t failures() const { return failures_; }

  // Closes everything and removes the device. Empty when nothing is left, and no rule was broken.
  std::string end();

 private:
  // Memory that the minidriver of the model shares with the test; its source declares the same.
  struct Shared {
    ULONG length = 0;
    char notes[8192] = {};
    LONG refuses_state = 0;
    LONG refuses_allocator = 0;
    LONG pin = 0;     // the next set of the switch lets this pin process …
    LONG frames = 0;  // … so many frames
    UCHAR fill = 0;   // the byte that it filled a frame with last
  };
  // A request that was sent, with the memory of its frames.
  struct Stream {
    std::vector<testing::Bytes> data;
    std::unique_ptr<testing::Sent> sent;
  };

  NTSTATUS make(const StreamStep& step);
  NTSTATUS connect(const StreamStep& step);
  NTSTATUS reset(const StreamStep& step);
  NTSTATUS send(const StreamStep& step);
  NTSTATUS open_allocator(const StreamStep& step);
  NTSTATUS allocate(const StreamStep& step);
  NTSTATUS free_frame(const StreamStep& step);
  void turn(ULONG value);
  std::string compare(const StreamAnswer& wanted, NTSTATUS status);
  std::string compare_failure(const StreamStep& step, const StreamAnswer& wanted, NTSTATUS status);
  std::string compare_requests();
  void note_frames();

  std::unique_ptr<Shared> shared_ = std::make_unique<Shared>();
  testing::Rig rig_;
  testing::File control_;  // an open filter, by which the minidriver is driven
  std::map<int, testing::File> filters_, pins_, allocators_;
  std::map<int, Stream> requests_;
  std::map<int, std::vector<void*>> frames_;  // that clients have, of allocators
  std::map<int, int> asked_;                  // the allocator of a request that is not answered
  StreamModel model_;
  std::uint64_t steps_ = 0, failures_ = 0;
};

}  // namespace drydock::model
