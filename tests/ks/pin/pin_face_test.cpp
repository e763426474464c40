// The states in KSPIN, which minidrivers read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/client/graph_scene.h"

using namespace drydock::testing;

namespace {

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

}  // namespace
