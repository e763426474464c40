// A camera that goes one of several ways, and its client.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <functional>
#include <vector>

#include "drydock/avstream.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

namespace avstream = drydock::avstream;

constexpr const char* kGraphCode = R"(
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
inline std::filesystem::path graph_camera() {
  static const std::filesystem::path built = minidriver(
      {"POSSIBLE=2", "SINK_FRAMING=&InPlace", "ON_PIN_CREATE=if (Switch == 1) Touch();",
       "ON_STATE=FollowClock(Pin, ToState, FromState); "
       "if (Switch == 2 && ToState == KSSTATE_ACQUIRE) Touch();",
       "ON_PROCESS=if (Switch == 9 && Pin->DeviceState != KSSTATE_RUN) return STATUS_PENDING; "
       "if (Switch == 10 && Pin->ClientState != KSSTATE_RUN) return STATUS_PENDING; "
       "if (Switch >= 3 && Pin->DataFlow == KSPIN_DATAFLOW_OUT) "
       "return SendFrame(Pin);"},
      kGraphCode);
  return built;
}

using Findings = std::vector<drydock::rules::Finding>;

inline void is_found(const Findings& findings, const char* rule) {
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}
inline void is_silent(const Findings& findings) {
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// A client of the driver going one way.
inline Findings with_camera(
    ULONG way,
    const std::function<void(avstream::Device&, avstream::Graph&, avstream::Filter&)>& body) {
  const drydock::rules::FindingLog log;
  {
    avstream::Device camera(graph_camera());
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

}  // namespace drydock::testing
