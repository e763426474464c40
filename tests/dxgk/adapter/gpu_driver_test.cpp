// What video memory and the scheduler take a driver for.
#include "src/dxgk/adapter/gpu_driver.h"

#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using AbilitiesOfADriver = GpuRules;

sched::EngineCaps caps_of(GpuWorld& gpu) {
  return dxgk::GpuDriver(*gpu.adapter, gpu.adapter->system_seat()).engine_caps();
}
vidmm::Abilities abilities_of(GpuWorld& gpu) {
  return dxgk::GpuDriver(*gpu.adapter, gpu.adapter->system_seat()).abilities();
}

TEST_F(AbilitiesOfADriver, EntryPointsAndCapsCountTogether) {
  const sched::EngineCaps all = caps_of(make({.nodes = 3, .paging_buffer = 8192}));
  EXPECT_EQ(all.nodes, 3U);
  EXPECT_EQ(all.paging_buffer_size, 8192U);
  EXPECT_TRUE(all.patches && all.preempts && all.cancels && all.has_fence_query);
  EXPECT_TRUE(all.resets_engines && all.resets_adapter && all.restarts_adapter);
  EXPECT_FALSE(all.suspends) << "it has no DxgkDdiSuspendContext";
  world.reset();
  // The entry points are there.
  const sched::EngineCaps none = caps_of(make({.preemption_aware = false,
                                               .engine_reset = false,
                                               .restarts = false,
                                               .cancel_aware = false}));
  EXPECT_FALSE(none.preempts || none.cancels || none.resets_engines || none.restarts_adapter);
  EXPECT_TRUE(none.patches && none.resets_adapter);
}

TEST_F(AbilitiesOfADriver, EngineResetNeedsEachOfItsEntryPoints) {
  using Remove = void (*)(DRIVER_INITIALIZATION_DATA&);
  const Remove removals[] = {
      [](DRIVER_INITIALIZATION_DATA& table) { table.DxgkDdiQueryEngineStatus = nullptr; },
      [](DRIVER_INITIALIZATION_DATA& table) { table.DxgkDdiQueryDependentEngineGroup = nullptr; },
      [](DRIVER_INITIALIZATION_DATA& table) { table.DxgkDdiResetEngine = nullptr; }};
  GpuWorld& gpu = make();
  const dxgk::Miniport whole = gpu.adapter->miniport();
  EXPECT_TRUE(caps_of(gpu).resets_engines);
  EXPECT_NE(whole.table.DxgkDdiResetEngine, nullptr);
  for (const Remove remove : removals) {
    world.reset();
    // Without PreemptionAware such a driver is complete.
    GpuWorld& lesser = make({.preemption_aware = false, .engine_reset = false, .extend = remove});
    EXPECT_FALSE(caps_of(lesser).resets_engines);
  }
}

TEST_F(AbilitiesOfADriver, VersionDecidesWhatIsSwitchedAndMarked) {
  const sched::EngineCaps old = caps_of(make({.version = DXGKDDI_INTERFACE_VERSION_WDDM1_3}));
  EXPECT_TRUE(old.switches_contexts);
  EXPECT_FALSE(old.marks_resubmission);
  world.reset();
  EXPECT_TRUE(caps_of(make({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_0})).marks_resubmission);
}

TEST_F(AbilitiesOfADriver, AddressListsNeedTheirVersionAndTheirCap) {
  EXPECT_TRUE(abilities_of(make({.lists = true, .version = DXGKDDI_INTERFACE_VERSION_WDDM2_9}))
                  .maps_address_lists);
  world.reset();
  EXPECT_FALSE(
      abilities_of(make({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_9})).maps_address_lists);
  world.reset();
  EXPECT_FALSE(abilities_of(make({.lists = true, .version = DXGKDDI_INTERFACE_VERSION_WDDM2_8}))
                   .maps_address_lists);
}

TEST_F(AbilitiesOfADriver, AddressesOfTheGpuNeedTheirEntryPoints) {
  const vidmm::Abilities plain = abilities_of(make());
  EXPECT_TRUE(plain.builds_paging_buffers && plain.has_contexts);
  EXPECT_FALSE(plain.submits_by_address || plain.has_processes || plain.sets_root_page_tables);
  world.reset();
  const vidmm::Abilities by_address = abilities_of(make(wddm2({.gpu_mmu = true})));
  EXPECT_TRUE(by_address.submits_by_address && by_address.has_processes);
}

TEST_F(AbilitiesOfADriver, ResetsAreCalledWhenNoThreadIsInside) {
  GpuWorld& gpu = make();
  std::vector<std::string> order;
  gpu.engine.misdeeds.reset = [&]() -> Answer {
    order.push_back("reset");
    return STATUS_SUCCESS;
  };
  gpu.engine.misdeeds.restart = [&]() -> Answer {
    order.push_back("restart");
    return STATUS_UNSUCCESSFUL;
  };
  dxgk::GpuDriver driver(*gpu.adapter, gpu.adapter->system_seat());
  EXPECT_EQ(driver.reset_from_timeout([&] { order.push_back("alone"); }), STATUS_SUCCESS);
  EXPECT_EQ(driver.restart_from_timeout([&] { order.push_back("alone again"); }),
            STATUS_UNSUCCESSFUL)
      << "the driver's own word";
  EXPECT_THAT(order, ::testing::ElementsAre("alone", "reset", "alone again", "restart"));
  gpu.engine.misdeeds = {};
}

TEST_F(AbilitiesOfADriver, DriverWhoseLifeEndedIsNotReachable) {
  GpuWorld& gpu = make();
  dxgk::GpuDriver driver(*gpu.adapter, gpu.adapter->system_seat());
  EXPECT_TRUE(driver.is_alive() && driver.is_reachable());
  driver.end_life();
  EXPECT_FALSE(driver.is_alive() || driver.is_reachable());
  gpu.engine.take_calls();
  DXGKARG_QUERYCURRENTFENCE fence{};
  EXPECT_EQ(driver.query_current_fence(fence), STATUS_DEVICE_REMOVED);
  EXPECT_THAT(gpu.engine.take_calls(), ::testing::IsEmpty());
}

}  // namespace
}  // namespace drydock::testing
