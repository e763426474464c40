// The lanes of the Chrome trace: allocations, nodes of the GPU, levels and turns of threads.
#include "src/trace/lanes.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/sim/schedule.h"
#include "src/trace/trace.h"

namespace drydock::trace {
namespace {

constexpr int kStates = 2, kPlaces = 3, kNodes = 4, kTurns = 5;

// "B created", "E", "i reset" of one lane, in their order.
std::vector<std::string> lane_of(int process, std::int64_t number) {
  std::vector<std::string> out;
  const auto trace = nlohmann::json::parse(to_chrome_json());
  for (const auto& each : trace["traceEvents"]) {
    if (each["pid"] != process || each["tid"] != number || each["ph"] == "M") continue;
    std::string what = each["ph"];
    if (each["name"] != "") what += " " + each["name"].get<std::string>();
    out.push_back(what);
  }
  return out;
}

using Slices = std::vector<std::string>;

TEST(TraceLanes, AnAllocationHasItsStateAndItsPlace) {
  const Recording recording;
  event("allocation", "created", {{"handle", 0x40}});
  event("residency", "in", {{"handle", 0x40}, {"segment", 1}, {"offset", 0x2000}});
  event("allocation", "offered", {{"handle", 0x40}});
  event("residency", "out", {{"handle", 0x40}});
  event("allocation", "freed", {{"handle", 0x40}});
  event("allocation", "created", {{"handle", 0}});
  EXPECT_EQ(lane_of(kStates, 0x40), (Slices{"B created", "E", "B offered", "E"}));
  EXPECT_EQ(lane_of(kPlaces, 0x40), (Slices{"B segment 1 +0x2000", "E"}));
  EXPECT_TRUE(lane_of(kStates, 0).empty());
}

TEST(TraceLanes, WhatIsOpenEndsWithTheTrace) {
  const Recording recording;
  event("allocation", "created", {{"handle", 0x44}});
  EXPECT_EQ(lane_of(kStates, 0x44), (Slices{"B created", "E"}));
}

// A node works on the first of the packets that it has.
TEST(TraceLanes, ANodeWorksOnOnePacketAfterTheOther) {
  const Recording recording;
  event("gpu", "queued", {{"node", 2}, {"fence", 7}});
  event("gpu", "submitted", {{"node", 2}, {"fence", 7}});
  event("gpu", "submitted", {{"node", 2}, {"fence", 8}, {"paging", 1}});
  event("gpu", "completed", {{"node", 2}, {"fence", 7}});
  event("gpu", "submitted", {{"node", 3}, {"fence", 9}});
  event("gpu", "aborted", {{"node", 2}, {"fence", 8}});
  EXPECT_EQ(lane_of(kNodes, 2), (Slices{"B DMA buffer 7", "E", "B paging 8", "E"}));
  EXPECT_EQ(lane_of(kNodes, 3), (Slices{"B DMA buffer 9", "E"}));
}

TEST(TraceLanes, PreemptionLeavesANodeWithoutWorkAndOthersAreMarks) {
  const Recording recording;
  event("gpu", "submitted", {{"node", 0}, {"fence", 1}});
  event("gpu", "submitted", {{"node", 0}, {"fence", 2}});
  event("gpu", "preempted", {{"node", 0}});
  event("gpu", "reset", {{"node", 0}});
  EXPECT_EQ(lane_of(kNodes, 0), (Slices{"B DMA buffer 1", "E", "i preempted", "i reset"}));
}

TEST(TraceLanes, AThreadHasItsLevelsAndUnderASeedItsTurns) {
  const sim::SeededSchedule schedule(1);
  const Recording recording;
  event("irql", "raised", {{"irql", 2}});
  {
    const Span call("driver", "DriverEntry", {{"irql", 0}});
  }
  sim::spawn("other \"one\"", [] { event("nt", "something"); }).join();
  event("nt", "something");
  const auto trace = nlohmann::json::parse(to_chrome_json());
  std::vector<std::string> levels;
  for (const auto& each : trace["traceEvents"]) {
    if (each["ph"] == "C") levels.push_back(each["args"]["irql"].dump());
  }
  EXPECT_EQ(levels, (Slices{"2", "0"})) << "the end of a call tells no level";
  const Slices turns = lane_of(kTurns, 0);
  ASSERT_EQ(turns.size(), 6U);
  EXPECT_EQ(turns[2], "B other _one_");
  EXPECT_EQ(turns[0], turns[4]);
  EXPECT_FALSE(turns[1] != "E" || turns[3] != "E" || turns[5] != "E");
}

TEST(TraceLanes, WithoutASeedThereAreNoTurns) {
  const Recording recording;
  event("nt", "something");
  EXPECT_TRUE(lane_of(kTurns, 0).empty());
}

}  // namespace
}  // namespace drydock::trace
