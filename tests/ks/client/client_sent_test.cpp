// Frames that a client has sent, and what it finds in them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/client/graph_scene.h"

using namespace drydock::testing;

namespace {

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

}  // namespace
