// The graph manager: which allocator serves a connection, order, and the ways to end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "drydock/avstream.h"
#include "src/ks/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

using namespace drydock;
using namespace drydock::avstream;
using drydock::testing::text_of;

namespace {

// The frames that vcam's monitor has seen.
struct Seen {
  std::uint64_t frames;
  std::uint64_t bytes;
  std::int64_t time;
  std::uint32_t sum;
  std::uint32_t empty;
};

constexpr GUID kMonitorSet = {
    0x6B1F0C5A, 0x5D1B, 0x4E0A, {0x9C, 0x55, 0x3A, 0x6D, 0x0E, 0x1F, 0x7C, 0x02}};

Guid bytes_of(const GUID& guid) {
  Guid out;
  std::memcpy(out.data(), &guid, sizeof guid);
  return out;
}

Seen seen_by(Pin& monitor) {
  Bytes data(sizeof(Seen));
  EXPECT_EQ(monitor.property(bytes_of(kMonitorSet), 0, KSPROPERTY_TYPE_GET, data), STATUS_SUCCESS);
  Seen seen{};
  std::memcpy(&seen, data.data(), sizeof seen);
  return seen;
}

struct Pipe {
  explicit Pipe(AllocatorChoice choice = AllocatorChoice::kAgreed)
      : camera(DRYDOCK_VCAM),
        source_filter(camera.open(0)),
        sink_filter(camera.open(1)),
        format(source_filter.formats(0, 64, 32).back()),
        sink(sink_filter.connect(0, format)),
        source(source_filter.connect(0, format, sink)) {
    EXPECT_EQ(source.choose_allocator(sink, choice), STATUS_SUCCESS);
  }

  void set_state(State state) {
    const bool up = state == State::kRun;
    (up ? sink : source).set_state(state);
    (up ? source : sink).set_state(state);
  }

  Device camera;
  Filter source_filter;
  Filter sink_filter;
  Format format;
  Pin sink;
  Pin source;
};

void wait_frames(int frames) { sim::park(sim::now() + frames * 340'000LL); }

TEST(KsGraph, PicturesGoFromPinToPin) {
  for (const AllocatorChoice choice : {AllocatorChoice::kAgreed, AllocatorChoice::kPool}) {
    const rules::FindingLog log;
    const sim::SeededSchedule schedule(1);
    {
      Pipe pipe(choice);
      pipe.set_state(State::kRun);
      wait_frames(10);
      pipe.set_state(State::kStop);
      const Seen seen = seen_by(pipe.sink);
      EXPECT_GE(seen.frames, 9U);
      EXPECT_EQ(seen.empty, 0U);
      EXPECT_EQ(seen.bytes, seen.frames * video_of(pipe.format)->size);
      EXPECT_GT(seen.sum, 0U);
    }
    EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
  }
}

// S-072 to S-074: the pin that must allocate is chosen first. Without a candidate, the default
// allocator is used.
TEST(KsGraph, ThePinThatMustAllocateIsChosen) {
  const Pipe agreed;
  EXPECT_EQ(agreed.source.allocator(), AllocatorAt::kSource);
  const Pipe pool(AllocatorChoice::kPool);
  EXPECT_EQ(pool.source.allocator(), AllocatorAt::kDefault);
}

// S-074: the camera finds no contiguous memory, and the connection works without its allocator.
TEST(KsGraph, AnAllocatorThatRefusesIsPassedOver) {
  const sim::SeededSchedule schedule(1);
  sim::FaultPlan plan;
  plan.seed = 1;
  plan.one_in = 1;
  plan.only = sim::FaultKind::kContiguous;
  const sim::FaultInjection injection(plan);
  Pipe pipe;
  EXPECT_EQ(pipe.source.allocator(), AllocatorAt::kDefault);
  pipe.set_state(State::kRun);
  wait_frames(3);
  pipe.set_state(State::kStop);
  EXPECT_GT(seen_by(pipe.sink).frames, 0U);
}

// S-078: in a state other than STOP the allocator is fixed.
TEST(KsGraph, TheAllocatorOfARunningConnectionIsFixed) {
  const sim::SeededSchedule schedule(1);
  Pipe pipe;
  pipe.set_state(State::kRun);
  EXPECT_EQ(pipe.source.choose_allocator(pipe.sink), STATUS_INVALID_DEVICE_STATE);
  wait_frames(2);
  pipe.set_state(State::kStop);
}

TEST(KsGraph, EveryOrderOfVanishingIsSilent) {
  for (std::uint64_t order = 0; order < 40; ++order) {
    const rules::FindingLog log;
    const sim::SeededSchedule schedule(order);
    {
      Device camera(DRYDOCK_VCAM);
      Graph graph;
      Filter& source = graph.add(camera.open(0));
      Filter& sink = graph.add(camera.open(1));
      graph.join(source, 0, sink, 0, source.formats(0, 64, 32).back());
      graph.set_state(State::kRun);
      wait_frames(2);
      graph.vanish(order);
    }
    EXPECT_TRUE(log.findings().empty()) << order << "\n" << text_of(log.findings());
  }
}

}  // namespace
