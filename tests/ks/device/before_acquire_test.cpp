// What a minidriver writes to its device before a pin acquires it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/client/graph_scene.h"

using namespace drydock::testing;

namespace {

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

}  // namespace
