// Rules of the client that builds a graph, and of minidrivers in graphs of others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "drydock/avstream.h"
#include "src/ks/description/framing.h"
#include "src/ks/object/header.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace avstream = drydock::avstream;
namespace ks = drydock::ks;

namespace {

constexpr const char* kCode = R"(
static PIKSREFERENCECLOCK Clock;

static void Touch(void) { WRITE_PORT_ULONG((PULONG)(ULONG_PTR)0x300, 1); }

static void FollowClock(PKSPIN Pin, KSSTATE To, KSSTATE From) {
  if (To == KSSTATE_ACQUIRE && From == KSSTATE_STOP) {
    if (!NT_SUCCESS(KsPinGetReferenceClockInterface(Pin, &Clock))) Clock = NULL;
  }
  if (To == KSSTATE_STOP && Clock) {
    Clock->Release();
    Clock = NULL;
  }
}

static NTSTATUS SendFrame(PKSPIN Pin) {
  PKSSTREAM_POINTER Edge = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  if (!Edge) return STATUS_PENDING;
  ULONG Room = Edge->OffsetOut.Remaining;
  RtlFillMemory(Edge->OffsetOut.Data, Switch == 3 ? 64 : Room, 7);
  if (Clock) {
    LONGLONG System;
    LONGLONG Time = Switch == 4 ? Clock->GetTime() : Clock->GetCorrelatedTime(&System);
    Edge->StreamHeader->PresentationTime.Time = Time;
    Edge->StreamHeader->PresentationTime.Numerator = 1;
    Edge->StreamHeader->PresentationTime.Denominator = 1;
    Edge->StreamHeader->OptionsFlags |= KSSTREAM_HEADER_OPTIONSF_TIMEVALID;
  }
  KsStreamPointerAdvanceOffsetsAndUnlock(Edge, 0, Room, TRUE);
  return STATUS_SUCCESS;
}

DECLARE_SIMPLE_FRAMING_EX(InPlace, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
                          KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY |
                              KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER,
                          2, 0, 64, 64);
)";

// The ways: 1 and 2 write to a port in Create and at ACQUIRE, 3 ignores how short a frame is, 4 and
// 5 stamp frames with the plain and the correlated time, 9 and 10 ask the pin whether it runs.
std::filesystem::path driver() {
  static const std::filesystem::path built = minidriver(
      {"POSSIBLE=2", "SINK_FRAMING=&InPlace", "ON_PIN_CREATE=if (Switch == 1) Touch();",
       "ON_STATE=FollowClock(Pin, ToState, FromState); "
       "if (Switch == 2 && ToState == KSSTATE_ACQUIRE) Touch();",
       "ON_PROCESS=if (Switch == 9 && Pin->DeviceState != KSSTATE_RUN) return STATUS_PENDING; "
       "if (Switch == 10 && Pin->ClientState != KSSTATE_RUN) return STATUS_PENDING; "
       "if (Switch >= 3 && Pin->DataFlow == KSPIN_DATAFLOW_OUT) "
       "return SendFrame(Pin);"},
      kCode);
  return built;
}

using Findings = std::vector<drydock::rules::Finding>;

void is_found(const Findings& findings, const char* rule) {
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}
void is_silent(const Findings& findings) { EXPECT_TRUE(findings.empty()) << text_of(findings); }

// A client of the driver going one way.
Findings with_camera(
    ULONG way,
    const std::function<void(avstream::Device&, avstream::Graph&, avstream::Filter&)>& body) {
  const drydock::rules::FindingLog log;
  {
    avstream::Device camera(driver());
    {
      avstream::Graph graph;
      avstream::Filter& filter = graph.add(camera.open(0, avstream::Mode::kKernel));
      avstream::Guid set;
      std::memcpy(set.data(), &kNotesSet, sizeof set);
      Bytes value = bytes_of(way);
      EXPECT_EQ(filter.property(set, 1, KSPROPERTY_TYPE_SET, value), STATUS_SUCCESS);
      body(camera, graph, filter);
    }
    camera.finish();
  }
  return log.findings();
}

// Lets one pin run while another is connected.
Findings connect_beside(ULONG way, bool first_runs) {
  return with_camera(way, [&](avstream::Device&, avstream::Graph& graph, avstream::Filter& filter) {
    const avstream::Format format{plain_format()};
    avstream::Pin first = filter.connect(0, format);
    if (first_runs) first.set_state(avstream::State::kRun);
    avstream::Pin second = filter.connect(0, format);
    second.set_state(avstream::State::kAcquire);
    static_cast<void>(graph);
  });
}
TEST(KsGraphRules, S141HardwareTouchedBesideARunningGraphIsFound) {
  is_found(connect_beside(1, true), "S-141");
}
TEST(KsGraphRules, S141HardwareTouchedAtAcquireIsSilent) {
  is_silent(connect_beside(2, true));
  is_silent(connect_beside(1, false));
}

// A read of less than the framing asks for.
Findings read_short(ULONG way) {
  return with_camera(way, [](avstream::Device&, avstream::Graph& graph, avstream::Filter& filter) {
    avstream::Pin& pin = graph.add(filter, 0, {plain_format()});
    pin.set_state(avstream::State::kRun);
    EXPECT_EQ(pin.read(16).data.size(), 16U);
  });
}
TEST(KsGraphRules, S044FramingTakenForGrantedIsFound) { is_found(read_short(3), "S-044"); }
TEST(KsGraphRules, S044ALifeGoesOnAfterIt) {
  const Findings findings = with_camera(
      3, [](avstream::Device& camera, avstream::Graph& graph, avstream::Filter& filter) {
        avstream::Pin& pin = graph.add(filter, 0, {plain_format()});
        pin.set_state(avstream::State::kRun);
        for (int i = 0; i < 2; ++i) pin.read(16);
        EXPECT_TRUE(camera.alive());
      });
  EXPECT_EQ(count(findings, "S-044"), 2U) << text_of(findings);
}
TEST(KsGraphRules, S044ShortFrameFilledToItsEndIsSilent) { is_silent(read_short(8)); }

Findings stamp(ULONG way) {
  return with_camera(way, [](avstream::Device&, avstream::Graph& graph, avstream::Filter& filter) {
    avstream::Pin& pin = graph.add(filter, 0, {plain_format()});
    pin.use_host_clock();
    pin.set_state(avstream::State::kRun);
    EXPECT_TRUE(pin.read().time_valid);
    pin.set_state(avstream::State::kStop);
  });
}
TEST(KsGraphRules, S272StampOfThePlainTimeIsFound) { is_found(stamp(4), "S-272"); }
TEST(KsGraphRules, S272StampOfTheCorrelatedTimeIsSilent) { is_silent(stamp(5)); }

// Whether a pin runs.
Findings ask_pin(ULONG way) {
  const avstream::PinSpy spy;
  return with_camera(way, [](avstream::Device&, avstream::Graph& graph, avstream::Filter& filter) {
    avstream::Pin& pin = graph.add(filter, 0, {plain_format()});
    pin.set_state(avstream::State::kRun);
    pin.read();
    pin.set_state(avstream::State::kStop);
  });
}
TEST(KsGraphRules, S138DeviceStateReadInProcessIsFound) { is_found(ask_pin(9), "S-138"); }
TEST(KsGraphRules, S138ClientStateReadInProcessIsSilent) { is_silent(ask_pin(10)); }

Findings sleep_of_system(bool clients_know) {
  return with_camera(
      0, [&](avstream::Device& camera, avstream::Graph& graph, avstream::Filter& filter) {
        avstream::Pin& pin = graph.add(filter, 0, {plain_format()});
        graph.set_state(avstream::State::kRun);
        if (clients_know) EXPECT_EQ(graph.suspend(), STATUS_SUCCESS);
        EXPECT_EQ(camera.set_system_power(false), STATUS_SUCCESS);
        EXPECT_EQ(camera.set_system_power(true), STATUS_SUCCESS);
        EXPECT_EQ(graph.resume(), STATUS_SUCCESS);
        EXPECT_EQ(pin.state(), avstream::State::kRun);
        graph.set_state(avstream::State::kStop);
        // A graph that is stopped stays stopped.
        EXPECT_EQ(graph.suspend(), STATUS_SUCCESS);
        EXPECT_EQ(graph.resume(), STATUS_SUCCESS);
        EXPECT_EQ(pin.state(), avstream::State::kStop);
      });
}
TEST(KsGraphRules, S149GraphThatRunsIntoSleepIsFound) {
  const Findings findings = sleep_of_system(false);
  is_found(findings, "S-149");
  EXPECT_EQ(findings.front().driver, "");
}
TEST(KsGraphRules, S149GraphThatPausesIsSilent) { is_silent(sleep_of_system(true)); }

Findings assign_to_modifier(ULONG flags) {
  Rig rig(driver());
  {
    File filter, sink, source, allocator;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), sink), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), source, &sink), STATUS_SUCCESS);
    KSALLOCATOR_FRAMING framing{};
    framing.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY | flags;
    framing.PoolType = NonPagedPoolNx;
    framing.Frames = 1;
    framing.FrameSize = 64;
    EXPECT_EQ(rig.open_below(sink, ks::kAllocatorClass, bytes_of(framing), allocator),
              STATUS_SUCCESS);
    EXPECT_EQ(
        source.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR, bytes_of(allocator.handle())),
        STATUS_SUCCESS);
  }
  rig.finish();
  return rig.findings();
}
TEST(KsGraphRules, S035FramesForAModifierWithoutItsFlagAreFound) {
  is_found(assign_to_modifier(0), "S-035");
}
TEST(KsGraphRules, S035FramesForAModifierWithItsFlagAreSilent) {
  is_silent(assign_to_modifier(KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER));
  KSALLOCATOR_FRAMING_EX sink{};
  INITIALIZE_SIMPLE_FRAMING_EX(&sink, KSMEMORY_TYPE_KERNEL_NONPAGED,
                               KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER, 2, 7, 64, 64);
  EXPECT_NE(ks::agree(nullptr, &sink)->OptionsFlags & KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER,
            0U);
}

}  // namespace
