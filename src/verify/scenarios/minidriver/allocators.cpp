// Connections between pins in the kernel, and the allocators of their frames.
#include <array>
#include <cstring>

#include "src/ks/base/wdk.h"
#include "src/verify/scenarios/minidriver/client.h"
#include "src/verify/scenarios/minidriver/groups.h"

namespace drydock::verify {

using namespace avstream;

namespace {

void stream(Run& run, AllocatorPlace place) {
  run_with_device(run, [&](Device& device) {
    PipeClient pipe(run, device, place);
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

// Framings that a pin may refuse. If it accepts one, it has to return the frames.
void refused(Run& run) {
  stream_with_each_filter(run, Mode::kKernel, [&](StreamClient& client) {
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

// KSMETHOD_STREAMALLOCATOR_ALLOC and _FREE, as a requester in the kernel sends them. True when
// there was a frame.
bool move_frame(Child& allocator, ULONG id, ULONG type, void*& frame) {
  KSIDENTIFIER method{};
  method.Set = KSMETHODSETID_StreamAllocator;
  method.Id = id;
  method.Flags = type;
  Bytes data(sizeof frame);
  std::memcpy(data.data(), &frame, sizeof frame);
  std::size_t returned = 0;
  const Status status =
      allocator.request(IOCTL_KS_METHOD, std::as_bytes(std::span(&method, 1)), data, returned);
  std::memcpy(&frame, data.data(), sizeof frame);
  return status == STATUS_SUCCESS;
}

void empty_allocator(Child& allocator, std::uint32_t count) {
  std::vector<void*> frames;
  for (std::uint32_t i = 0; i < count; ++i) {
    void* frame = nullptr;
    if (!move_frame(allocator, KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_WRITE, frame)) break;
    frames.push_back(frame);
  }
  for (void* frame : frames) {
    move_frame(allocator, KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, frame);
  }
}

// Allocates and frees every frame that an allocator promised, for each kind of memory. A pin may
// refuse a kind.
void by_hand(Run& run) {
  stream_with_each_filter(run, Mode::kKernel, [&](StreamClient& client) {
    for (const StreamClient::Line& line : client.lines()) {
      for (const ULONG options : {ULONG{0}, ULONG{KSALLOCATOR_OPTIONF_SYSTEM_MEMORY}}) {
        for (const std::uint32_t frames : {1U, 5U}) {
          std::optional<Child> allocator;
          const auto size = static_cast<std::uint32_t>(line.size);
          if (line.pin->open_allocator(frames, size, allocator, options) < 0) continue;
          empty_allocator(*allocator, frames);
          empty_allocator(*allocator, frames);
        }
      }
    }
  });
}

// The allocator is chosen and never used, because the graph is closed before it runs.
void unused(Run& run) {
  run_with_device(run, [&](Device& device) {
    for (const AllocatorPlace place :
         {AllocatorPlace::kAgreed, AllocatorPlace::kSource, AllocatorPlace::kSink}) {
      PipeClient pipe(run, device, place);
    }
  });
}

// In the stopped state the graph manager may choose another allocator.
void chosen_again(Run& run) {
  run_with_device(run, [&](Device& device) {
    PipeClient pipe(run, device);
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
      {"minidriver.allocator-by-hand", kKind, "every frame is taken and given back", false,
       by_hand},
      {"minidriver.allocator-unused", kKind, "chosen, and never asked for a frame", false, unused},
      {"minidriver.allocator-chosen-again", kKind, "another allocator between two runs", false,
       chosen_again},
  };
  return kAll;
}

}  // namespace drydock::verify
