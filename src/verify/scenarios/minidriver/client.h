// Clients of any minidriver. Cost: that of the requests that they send. Owner: the scenario.
// Threads: a client belongs to one strand.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "drydock/avstream.h"
#include "src/verify/base/scenario.h"

namespace drydock::verify {

// The time in which a source of pictures fills one.
inline constexpr std::int64_t kFrameTime = 340'000;

// One filter of a device with every pin that a client can open, each with a format that the driver
// took: its own intersection's, the profile's, or what the data range itself says. Inputs are
// opened before outputs, whose formats may follow from theirs.
class StreamClient {
 public:
  struct Line {
    avstream::Pin* pin;
    std::uint32_t type;
    bool is_output;
    avstream::Format format;
    std::size_t size;  // bytes of a frame
    // The pin completes no frame by itself, as still-image pins and pins without a queue.
    bool is_mute = false;
  };

  // Throws Skip when the filter has no pin for a client. Formats are tried in their order, from
  // `first_format` on and round.
  StreamClient(Run& run, avstream::Device& device, std::size_t filter,
               avstream::Mode mode = avstream::Mode::kUser, std::size_t first_format = 0);

  avstream::Graph& graph() { return graph_; }
  avstream::Filter& filter() { return *filter_; }
  std::span<Line> lines() { return lines_; }

  void set_state(avstream::State state) { graph_.set_state(state); }
  // Sends one frame to each pin. `size` 0: as large as the format says.
  void send_ahead(std::uint32_t frames, std::size_t size = 0);
  // Changes the pins to this state, with frames sent ahead if the state accepts them.
  void reach(avstream::State state);
  // Changes the pins to kRun and sends frames ahead from kPause on.
  void start();
  // Waits until each pin completed so many frames successfully, except pins that complete nothing
  // while others do. Throws Error.
  void take_frames(std::uint32_t frames);
  // Waits until all frames that were sent ahead are completed, successfully or not.
  void drop_answers();
  void cancel();
  // Cancels the frames that were sent ahead, and waits until all are completed.
  void withdraw();
  // The line's format was set to this one.
  static void use_format(Line& line, const avstream::Format& format);
  // Closes everything as the end of a process does.
  void vanish() { graph_.vanish(run_.choose(1'000'000)); }

 private:
  void open(std::uint32_t type, bool is_output, std::size_t first_format);

  Run& run_;
  avstream::Graph graph_;
  avstream::Filter* filter_;
  std::vector<Line> lines_;
};

// Bytes of a frame of this format, or of about a picture's time of sound.
std::size_t bytes_of_frame(const avstream::Format& format);

// Formats that a pin type may take, the smallest pictures first.
std::vector<avstream::Format> formats_of(Run& run, avstream::Filter& filter, std::uint32_t type);

enum class AllocatorPlace : std::uint8_t { kAgreed, kDefault, kSource, kSink };

// A connection in the kernel between two pins of the driver's own filters.
class PipeClient {
 public:
  // Throws Skip when no pin of the driver takes what another sends.
  PipeClient(Run& run, avstream::Device& device, AllocatorPlace place = AllocatorPlace::kAgreed);

  avstream::Graph& graph() { return *graph_; }
  avstream::Pin& source() { return *source_; }
  avstream::Pin& sink() { return *sink_; }
  avstream::Filter& source_filter() { return *source_filter_; }
  avstream::Filter& sink_filter() { return *sink_filter_; }
  void close_allocator();

  void set_state(avstream::State state) { graph_->set_state(state); }
  void vanish() { graph_->vanish(run_.choose(1'000'000)); }

 private:
  struct End {
    std::size_t filter;
    std::uint32_t type;
  };
  bool join(avstream::Device& device, const End& from, const End& to);
  void place_allocator(AllocatorPlace place);

  Run& run_;
  std::optional<avstream::Graph> graph_;
  avstream::Filter* source_filter_ = nullptr;
  avstream::Filter* sink_filter_ = nullptr;
  avstream::Pin* source_ = nullptr;
  avstream::Pin* sink_ = nullptr;
  std::size_t size_ = 0;
  std::optional<avstream::Child> allocator_;
};

// Returns to full power; tries again if a fault made the first request fail.
void wake_device(avstream::Device& device);
void wake_system(avstream::Device& device);

// Runs the body with a device that is started. After a fault it checks that the driver recovered.
// Throws Refused when a call of the client fails.
void run_with_device(Run& run, const std::function<void(avstream::Device&)>& life);

// The same for each filter that has pins for clients, each time with the driver loaded anew.
void run_with_each_filter(Run& run,
                          const std::function<void(avstream::Device&, std::size_t)>& life);

// The same with a client of each filter, in user mode or in another.
void stream_with_each_filter(Run& run, const std::function<void(StreamClient&)>& life);
void stream_with_each_filter(Run& run, avstream::Mode mode,
                             const std::function<void(StreamClient&)>& life);

}  // namespace drydock::verify
