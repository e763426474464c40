// Connections in the kernel, and who brings their frames: b.3 and b.5 of the rules.
#include <array>

#include "src/verify/minidriver_client.h"
#include "src/verify/minidriver_lives.h"

namespace drydock::verify {

using namespace avstream;

namespace {

void stream(Run& run, AllocatorPlace place) {
  live_with_device(run, [&](Camera& camera) {
    PipeClient pipe(run, camera, place);
    pipe.set_state(State::kRun);
    run.pass(5 * kFrameTime);
    pipe.set_state(State::kStop);
    pipe.set_state(State::kRun);
    run.pass(2 * kFrameTime);
    pipe.set_state(State::kPause);
    pipe.set_state(State::kStop);
  });
}

void agreed(Run& run) { stream(run, AllocatorPlace::kAgreed); }
void by_default(Run& run) { stream(run, AllocatorPlace::kDefault); }
void at_source(Run& run) { stream(run, AllocatorPlace::kSource); }
void at_sink(Run& run) { stream(run, AllocatorPlace::kSink); }

// Framings that a pin has every right to refuse. What it takes, it must be able to give back.
void refused(Run& run) {
  live_with_each_filter(run, [&](Camera& camera, std::size_t filter) {
    StreamClient client(run, camera, filter, Mode::kKernel);
    constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 5> kFramings = {
        {{1, 1}, {0, 64}, {1, 0}, {3, 0x7fff'ffff}, {0xffff'ffff, 4096}}};
    for (const StreamClient::Line& line : client.lines()) {
      for (const auto& [frames, size] : kFramings) {
        std::optional<Child> allocator;
        line.pin->open_allocator(frames, size, allocator);
      }
      std::optional<Child> allocator;
      line.pin->open_allocator(2, static_cast<std::uint32_t>(line.size), allocator);
    }
    client.start();
    client.take_frames(1);
  });
}

// Chosen, and never used: the graph is taken apart before it runs.
void unused(Run& run) {
  live_with_device(run, [&](Camera& camera) {
    for (const AllocatorPlace place :
         {AllocatorPlace::kAgreed, AllocatorPlace::kSource, AllocatorPlace::kSink}) {
      PipeClient pipe(run, camera, place);
    }
  });
}

// In STOP the graph manager may think again.
void chosen_again(Run& run) {
  live_with_device(run, [&](Camera& camera) {
    PipeClient pipe(run, camera);
    for (const AllocatorChoice choice : {AllocatorChoice::kPool, AllocatorChoice::kAgreed}) {
      pipe.set_state(State::kRun);
      run.pass(2 * kFrameTime);
      pipe.set_state(State::kStop);
      const Status status = pipe.source().choose_allocator(pipe.sink(), choice);
      if (status < 0) throw Error("the allocator cannot be changed", status);
    }
    pipe.set_state(State::kRun);
    run.pass(2 * kFrameTime);
  });
}

}  // namespace

std::span<const Scenario> minidriver_allocators() {
  static constexpr auto kKind = DriverKind::kMinidriver;
  static const Scenario kAll[] = {
      {"minidriver.allocator-agreed", kKind, "the allocator that the framings agree on", false,
       agreed},
      {"minidriver.allocator-default", kKind, "frames of pool, whatever the pins offer", false,
       by_default},
      {"minidriver.allocator-at-source", kKind, "the source pin's allocator", false, at_source},
      {"minidriver.allocator-at-sink", kKind, "the sink pin's allocator", false, at_sink},
      {"minidriver.allocator-refused", kKind, "framings that no allocator can serve", false,
       refused},
      {"minidriver.allocator-unused", kKind, "chosen, and never asked for a frame", false, unused},
      {"minidriver.allocator-chosen-again", kKind, "another allocator between two runs", false,
       chosen_again},
  };
  return kAll;
}

}  // namespace drydock::verify
