// Apertures of the GPU and of the CPU, and drivers that ask for addresses.
#pragma once

#include <functional>
#include <memory>

#include "src/nt/mm/physical.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

inline constexpr std::size_t kBytes = 16 << 10;
inline constexpr UINT kMapApertureCpuVisible = 1U << 13;                        // of FlagsWddm2
inline constexpr UINT kShareBackingStore = 1U << 0, kNotifyEviction = 1U << 4;  // of Flags2

inline constexpr EngineMiniport::Settings kLists = {
    .segments = 2, .preferred = 2, .lists = true, .version = DXGKDDI_INTERFACE_VERSION_WDDM2_9};
inline constexpr EngineMiniport::Settings kShowsMapping = {
    .segments = 2,
    .preferred = 2,
    .flags = kMapApertureCpuVisible,
    .lists = true,
    .version = DXGKDDI_INTERFACE_VERSION_WDDM2_9};
inline constexpr EngineMiniport::Settings kBackingStores = {
    .segments = 2,
    .preferred = 2,
    .flags2 = kShareBackingStore,
    .backing_stores = true,
    .version = DXGKDDI_INTERFACE_VERSION_WDDM3_1};
inline constexpr EngineMiniport::Settings kHost = {.host_pages = 8,
                                                   .version = DXGKDDI_INTERFACE_VERSION_WDDM2_0};
inline constexpr std::uint64_t kBus = 0xD900'0000;

inline bool is_there(const void* address) { return nt::readable(address, 1); }

class Apertures : public ::testing::Test {
 protected:
  using Paging = DXGKARG_BUILDPAGINGBUFFER;

  GpuWorld& start(const EngineMiniport::Settings& settings) {
    world.reset();
    world = std::make_unique<GpuWorld>(settings);
    world->run();
    world->engine.take_calls();
    return *world;
  }
  // Creates an allocation in video memory, filled with this byte.
  D3DKMT_HANDLE placed(std::uint32_t value = 1) const {
    const D3DKMT_HANDLE one = world->one();
    EXPECT_EQ(world->fill(one, value), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
    return one;
  }
  void watch(std::function<void(const Paging&)> look) const {
    world->engine.misdeeds.build = [look](Paging& wanted) -> std::optional<NTSTATUS> {
      look(wanted);
      return std::nullopt;
    };
  }
  void expect_silence() {
    wait_for_idle(world->device);
    EXPECT_TRUE(world->is_silent()) << world->findings_text();
    world->engine.misdeeds = {};
    world->end();
    EXPECT_TRUE(world->is_silent()) << world->findings_text();
    EXPECT_THAT(world->engine.faults(), ::testing::IsEmpty());
    EXPECT_EQ(world->engine.ledger().live(), LedgerMiniport::Counts{});
  }
  void expect_found(std::string_view rule) {
    EXPECT_GE(world->count(rule), 1U) << world->findings_text();
    world->engine.misdeeds = {};
    world->end();
  }

  std::unique_ptr<GpuWorld> world;
};

}  // namespace drydock::testing
