// States and frames of pins that a client reads and writes.
#include <array>

#include "src/verify/scenarios/minidriver/client.h"
#include "src/verify/scenarios/minidriver/groups.h"

namespace drydock::verify {

using namespace avstream;

namespace {

constexpr std::array kStates = {State::kStop, State::kAcquire, State::kPause, State::kRun};

// Changes from each state to each other. The class driver adds the steps in between.
void states(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    for (const State from : kStates) {
      for (const State to : kStates) {
        client.set_state(from);
        client.set_state(to);
        if (to == State::kRun) run.pass(kFrameTime);
      }
    }
    client.set_state(State::kStop);
  });
}

void frames(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.start();
    client.take_frames(4);
    client.set_state(State::kStop);
  });
}

// A client in the kernel gives the pin a clock of another pin.
void frames_by_clock(Run& run) {
  stream_with_each_filter(run, Mode::kKernel, [&](StreamClient& client) {
    for (const StreamClient::Line& line : client.lines()) line.pin->use_host_clock();
    client.start();
    client.take_frames(3);
    client.set_state(State::kStop);
  });
}

void pause_and_resume(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.start();
    client.take_frames(2);
    client.set_state(State::kPause);
    run.pass(2 * kFrameTime);
    client.set_state(State::kRun);
    client.take_frames(1);
    client.set_state(State::kStop);
    client.drop_answers();
    client.start();
    client.take_frames(1);
  });
}

// The client sends no frames for a while.
void starve(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.set_state(State::kRun);
    run.pass(4 * kFrameTime);
    client.send_ahead(2);
    client.take_frames(1);
    client.set_state(State::kStop);
  });
}

// Less memory than the framing asks for: the frame may be refused, cut or left empty.
void short_buffers(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.set_state(State::kPause);
    for (const std::size_t size : {1, 100}) client.send_ahead(1, size);
    client.set_state(State::kRun);
    run.pass(4 * kFrameTime);
    client.withdraw();
    client.set_state(State::kStop);
    client.start();
    client.take_frames(1);
  });
}

// Frames that carry nothing, between others.
void empty_frames(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.set_state(State::kPause);
    for (int i = 0; i < 2; ++i) {
      for (const StreamClient::Line& line : client.lines()) {
        if (line.is_output) line.pin->read_nothing_ahead(1);
        if (!line.is_output) line.pin->write_ahead({});
      }
      client.send_ahead(1);
    }
    client.set_state(State::kRun);
    run.pass(5 * kFrameTime);
    client.withdraw();
    client.set_state(State::kStop);
  });
}

// A pin may ask for extended headers. This client sends plain ones.
void plain_headers(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    for (const StreamClient::Line& line : client.lines()) line.pin->use_plain_headers();
    client.start();
    run.pass(4 * kFrameTime);
    client.withdraw();
    client.set_state(State::kStop);
  });
}

// Surfaces whose rows lie farther apart than the picture needs.
void pitch(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    constexpr std::uint32_t kPitch = 256;
    bool is_used = false;
    for (const StreamClient::Line& line : client.lines())
      is_used = (line.is_output && line.pin->use_pitch(kPitch) >= 0) || is_used;
    if (!is_used)
      throw Skip("no output pin has headers with KS_FRAME_INFO and a format of packed rows");
    client.set_state(State::kPause);
    for (const StreamClient::Line& line : client.lines()) {
      if (line.is_output) line.pin->read_ahead(3);
    }
    client.set_state(State::kRun);
    run.pass(4 * kFrameTime);
    client.withdraw();
    client.set_state(State::kStop);
  });
}

void cancel_frames(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.start();
    client.take_frames(1);
    client.withdraw();
    client.send_ahead(2);
    client.take_frames(1);
    client.set_state(State::kPause);
    client.withdraw();
    client.set_state(State::kRun);
    client.send_ahead(2);
    client.take_frames(1);
  });
}

void reset(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.start();
    client.take_frames(1);
    for (const StreamClient::Line& line : client.lines()) {
      line.pin->reset(true);
      line.pin->reset(false);
    }
    client.drop_answers();
    client.send_ahead(2);
    client.take_frames(1);
    client.set_state(State::kStop);
  });
}

}  // namespace

std::span<const Scenario> minidriver_streaming() {
  static constexpr auto kKind = DriverKind::kMinidriver;
  static const Scenario kAll[] = {
      {"minidriver.states", kKind, "from each state to each", false, states},
      {"minidriver.frames", kKind, "a client reads and writes", false, frames},
      {"minidriver.frames-by-clock", kKind, "the same by a clock of the host", false,
       frames_by_clock},
      {"minidriver.pause-and-resume", kKind, "pause, on, stop and again", false, pause_and_resume},
      {"minidriver.starve", kKind, "running without frames", false, starve},
      {"minidriver.short-buffers", kKind, "frames of less than the framing asks for", false,
       short_buffers},
      {"minidriver.empty-frames", kKind, "frames without data between others", false, empty_frames},
      {"minidriver.plain-headers", kKind, "headers without what the pin wants behind them", false,
       plain_headers},
      {"minidriver.pitch", kKind, "surfaces with rows that lie apart", false, pitch},
      {"minidriver.cancel", kKind, "frames are cancelled while it runs and pauses", false,
       cancel_frames},
      {"minidriver.reset", kKind, "reset while running", false, reset},
  };
  return kAll;
}

}  // namespace drydock::verify
