// The picture of a run: a lane an allocation, a lane a node.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "src/trace/trace.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::StartsWith;

class Picture : public Gpu {
 protected:
  // The names on a lane, in order, and whether every slice that begins also ends.
  struct Lane {
    std::vector<std::string> names;
    int open = 0;
  };
  static std::map<std::string, Lane> lanes_of(const std::string& json) {
    const nlohmann::json all = nlohmann::json::parse(json);
    std::map<std::pair<int, std::int64_t>, std::string> processes, threads;
    for (const auto& event : all["traceEvents"]) {
      if (event["ph"] != "M") continue;
      auto& names = event["name"] == "process_name" ? processes : threads;
      names[{event["pid"], event["tid"]}] = event["args"]["name"];
    }
    std::map<std::string, Lane> out;
    for (const auto& event : all["traceEvents"]) {
      const std::pair<int, std::int64_t> key{event["pid"], event["tid"]};
      if (event["ph"] == "M" || !processes.contains(key)) continue;
      Lane& lane = out[processes[key] + "/" + threads[key]];
      if (event["ph"] != "E") lane.names.push_back(event["name"]);
      lane.open += event["ph"] == "B" ? 1 : event["ph"] == "E" ? -1 : 0;
    }
    return out;
  }
};

TEST_F(Picture, AllocationsAndNodesHaveLanes) {
  const sim::SeededSchedule schedule(7);
  const trace::Recording recording;
  GpuWorld& gpu = make();
  gpu.run();
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, 0, {one}, {.synchronous = true}), STATUS_SUCCESS);
  render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}});
  wait_for_idle(gpu.device);
  const auto lanes = lanes_of(trace::to_chrome_json());
  const std::string name = fmt::format("allocation {:#x}", one);
  ASSERT_TRUE(lanes.contains("allocations/" + name));
  EXPECT_THAT(lanes.at("allocations/" + name).names,
              ::testing::ElementsAre("live", "detached", "closed", "destroyed"));
  EXPECT_THAT(lanes.at("video memory/" + name).names, Contains("segment 1 +0x0"));
  ASSERT_TRUE(lanes.contains("GPU/node 0"));
  EXPECT_THAT(lanes.at("GPU/node 0").names, Contains(StartsWith("paging ")));
  EXPECT_THAT(lanes.at("GPU/node 0").names, Contains(StartsWith("DMA buffer ")));
  EXPECT_THAT(lanes.at("GPU/node 0").names, Contains("engine reset"));
  for (const auto& [lane, what] : lanes) EXPECT_EQ(what.open, 0) << lane;
  TearDown();
  world.reset();
}

}  // namespace
}  // namespace drydock::testing
