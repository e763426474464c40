// Sleep and wake of a system with a graph.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/client/graph_scene.h"

using namespace drydock::testing;

namespace {

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

}  // namespace
