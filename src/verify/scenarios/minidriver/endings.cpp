// Clients close handles in every order, and are killed in every state.
#include "src/ks/base/wdk.h"
#include "src/verify/scenarios/minidriver/client.h"
#include "src/verify/scenarios/minidriver/groups.h"

namespace drydock::verify {

using namespace avstream;

namespace {

enum class First : std::uint8_t { kFilter, kPin, kAllocator, kClock };

// The clock and the allocator that a client opened below the first of its pins.
struct Below {
  std::optional<Child> allocator;
  std::optional<Child> clock;
};

Below open_below(StreamClient& client) {
  Below out;
  const StreamClient::Line& line = client.lines().front();
  line.pin->open_allocator(2, static_cast<std::uint32_t>(line.size), out.allocator);
  // Most pins have no clock.
  if (line.pin->open_clock(out.clock) < 0) line.pin->use_host_clock();
  return out;
}

void close_all(StreamClient& client, Below& below, First first) {
  if (first == First::kFilter) client.filter().close();
  if (first == First::kAllocator) below.allocator.reset();
  if (first == First::kClock) below.clock.reset();
  for (const StreamClient::Line& line : client.lines()) line.pin->close();
  below = {};
  client.filter().close();
}

void close_reader(Run& run, Device& device, std::size_t filter, First first, State state) {
  StreamClient client(run, device, filter, Mode::kKernel);
  Below below = open_below(client);
  if (first == First::kAllocator && !below.allocator) {
    throw Skip("no pin of the filter has an allocator");
  }
  client.reach(state);
  run.pass(kFrameTime);
  close_all(client, below, first);
}

void close_pipe(PipeClient& pipe, First first) {
  if (first == First::kFilter) pipe.source_filter().close();
  if (first == First::kFilter) pipe.sink_filter().close();
  if (first == First::kAllocator) pipe.close_allocator();
  pipe.source().close();
  pipe.sink().close();
}

void close_pipe_if_any(Run& run, Device& device, First first) {
  try {
    PipeClient pipe(run, device);
    pipe.set_state(State::kRun);
    run.pass(2 * kFrameTime);
    close_pipe(pipe, first);
  } catch (const Skip&) {
    // The scenario above has this order for pins of clients.
  }
}

void close_in_order(Run& run, First first) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    for (const State state : {State::kStop, State::kPause, State::kRun}) {
      close_reader(run, device, filter, first, state);
    }
    if (filter == 0) close_pipe_if_any(run, device, first);
  });
}

void filter_first(Run& run) { close_in_order(run, First::kFilter); }
void pin_first(Run& run) { close_in_order(run, First::kPin); }
void allocator_first(Run& run) { close_in_order(run, First::kAllocator); }
void clock_first(Run& run) { close_in_order(run, First::kClock); }

// The handle of the allocator is closed after the pin's, and retains the pin until then.
void allocator_last(Run& run) {
  run_with_device(run, [&](Device& device) {
    PipeClient pipe(run, device, AllocatorPlace::kSource);
    pipe.set_state(State::kRun);
    run.pass(2 * kFrameTime);
    pipe.source().close();
    pipe.sink().close();
    pipe.source_filter().close();
    pipe.sink_filter().close();
  });
}

void vanish(Run& run, State state) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.reach(state);
    if (state == State::kRun) run.pass(kFrameTime);
    client.vanish();
  });
}

void vanish_in_stop(Run& run) { vanish(run, State::kStop); }
void vanish_in_acquire(Run& run) { vanish(run, State::kAcquire); }
void vanish_in_pause(Run& run) { vanish(run, State::kPause); }
void vanish_in_run(Run& run) { vanish(run, State::kRun); }

void vanish_with_reads(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.start();
    client.send_ahead(8);
    client.vanish();
  });
}

// The client cancels its requests and is killed before they complete.
void vanish_with_cancelled_reads(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.start();
    client.send_ahead(4);
    client.cancel();
    client.vanish();
  });
}

// The client is killed while another of its threads changes the state of the pin.
void vanish_in_transition(Run& run) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.set_state(State::kAcquire);
    client.send_ahead(2);
    run.together({{"state", [&] { client.graph().try_set_state(State::kRun); }},
                  {"end", [&] {
                     if (run.choose(2) == 0) run.pass(1);
                     client.graph().close_handles(run.choose(1'000'000));
                   }}});
    client.vanish();
  });
}

void pipe_vanishes(Run& run, State state) {
  run_with_device(run, [&](Device& device) {
    PipeClient pipe(run, device);
    pipe.set_state(state);
    run.pass(2 * kFrameTime);
    pipe.vanish();
  });
}

void pipe_vanishes_in_run(Run& run) { pipe_vanishes(run, State::kRun); }
void pipe_vanishes_in_acquire(Run& run) { pipe_vanishes(run, State::kAcquire); }

}  // namespace

std::span<const Scenario> minidriver_endings() {
  static constexpr auto kKind = DriverKind::kMinidriver;
  static const Scenario kAll[] = {
      {"minidriver.close-filter-first", kKind, "the filter's handle goes before its pins'", false,
       filter_first},
      {"minidriver.close-pin-first", kKind, "the pins go before what was opened below them", false,
       pin_first},
      {"minidriver.close-allocator-first", kKind, "the allocator's handle goes while it serves",
       false, allocator_first},
      {"minidriver.close-clock-first", kKind, "the clock goes while the pin runs", false,
       clock_first},
      {"minidriver.close-allocator-last", kKind, "the allocator's handle outlives its pin", false,
       allocator_last},
      {"minidriver.vanish-in-stop", kKind, "a client dies with pins in STOP", false,
       vanish_in_stop},
      {"minidriver.vanish-in-acquire", kKind, "a client dies with pins in ACQUIRE", false,
       vanish_in_acquire},
      {"minidriver.vanish-in-pause", kKind, "a client dies with pins in PAUSE", false,
       vanish_in_pause},
      {"minidriver.vanish-in-run", kKind, "a client dies with pins in RUN", false, vanish_in_run},
      {"minidriver.vanish-with-frames", kKind, "a client dies with many frames on their way", false,
       vanish_with_reads},
      {"minidriver.vanish-with-cancelled-frames", kKind, "a client cancels and dies", false,
       vanish_with_cancelled_reads},
      {"minidriver.vanish-in-transition", kKind, "a client dies while its pins change state", true,
       vanish_in_transition},
      {"minidriver.pipe-vanishes", kKind, "a running connection in the kernel is left behind",
       false, pipe_vanishes_in_run},
      {"minidriver.pipe-vanishes-in-acquire", kKind, "a connection is left with frames allocated",
       false, pipe_vanishes_in_acquire},
  };
  return kAll;
}

}  // namespace drydock::verify
