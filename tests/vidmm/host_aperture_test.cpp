// The part of the bus through which the CPU sees a segment: which pages, and for how long.
#include "src/vidmm/host_aperture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "src/nt/bus/io_space.h"
#include "src/rules/finding.h"
#include "src/vidmm/video_memory.h"
#include "src/wdk/hostile.h"
#include "tests/vidmm/model_gpu.h"

namespace drydock::vidmm {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint64_t kBus = 0xC000'0000;
constexpr UINT32 kPages = 4;

class HostApertureTest : public ::testing::Test {
 protected:
  HostApertureTest() {
    DXGK_SEGMENTDESCRIPTOR4& segment = gpu.caps().segments[kMemory - 1];
    segment.Flags.SupportsCpuHostAperture = 1;
    segment.CpuHostAperture = {kBus, kPages};
    memory = std::make_unique<VideoMemory>(gpu, gpu);
  }
  ~HostApertureTest() override {
    for (ModelTenant* each : {&one, &two}) memory->discard(each->tenant);
    EXPECT_EQ(memory->usage(kMemory).free, memory->usage(kMemory).size);
  }
  void place_both() {
    ASSERT_EQ(memory->make_resident(one.tenant), Placed::kYes);
    ASSERT_EQ(memory->make_resident(two.tenant), Placed::kYes);
    gpu.host_maps.clear();
  }
  std::byte* on_bus() const { return static_cast<std::byte*>(bus->memory()); }

  std::unique_ptr<nt::IoRange> bus = nt::declare_io_range(kBus, kPages * 0x10000);
  ModelGpu gpu{32, 4};
  std::unique_ptr<VideoMemory> memory;
  ModelTenant one{1, 2, set_of({kMemory})};
  ModelTenant two{2, 3, set_of({kMemory})};
};

TEST_F(HostApertureTest, WindowHasThePagesOfTheTenant) {
  place_both();
  auto* const view = static_cast<std::byte*>(memory->map_in_place(two.tenant));
  ASSERT_NE(view, nullptr);
  EXPECT_THAT(gpu.host_maps, ElementsAre(ElementsAre(2, 3, 4)));
  EXPECT_THAT(gpu.host_pages.back(), ElementsAre(0, 1, 2));
  view[kGpuPage] = std::byte{0x5A};
  EXPECT_EQ(on_bus()[kGpuPage], std::byte{0x5A});
  memory->unmap_in_place(two.tenant);
  EXPECT_EQ(gpu.host_unmapped, 3U);
}

TEST_F(HostApertureTest, SecondMapIsTheSameWindowAndTheLastUnmapClosesIt) {
  place_both();
  void* const view = memory->map_in_place(one.tenant);
  EXPECT_EQ(memory->map_in_place(one.tenant), view);
  EXPECT_THAT(gpu.host_maps, SizeIs(1));
  memory->unmap_in_place(one.tenant);
  EXPECT_EQ(gpu.host_unmapped, 0U);
  EXPECT_FALSE(one.tenant.may_leave());
  memory->unmap_in_place(one.tenant);
  EXPECT_EQ(gpu.host_unmapped, 2U);
  EXPECT_TRUE(one.tenant.may_leave());
}

TEST_F(HostApertureTest, FullApertureRefusesUntilAWindowCloses) {
  place_both();
  ASSERT_NE(memory->map_in_place(two.tenant), nullptr);
  EXPECT_EQ(memory->map_in_place(one.tenant), nullptr) << "one page is left of four";
  EXPECT_TRUE(one.tenant.may_leave());
  EXPECT_THAT(gpu.host_maps, SizeIs(1)) << "the driver is not asked";
  memory->unmap_in_place(two.tenant);
  EXPECT_NE(memory->map_in_place(one.tenant), nullptr);
  memory->unmap_in_place(one.tenant);
}

TEST_F(HostApertureTest, RefusalOfTheDriverLeavesTheApertureEmpty) {
  place_both();
  gpu.host_status = STATUS_INSUFFICIENT_RESOURCES;
  EXPECT_EQ(memory->map_in_place(two.tenant), nullptr);
  EXPECT_EQ(gpu.host_unmapped, 0U) << "nothing was mapped";
  EXPECT_TRUE(two.tenant.may_leave());
  gpu.host_status = STATUS_SUCCESS;
  EXPECT_NE(memory->map_in_place(two.tenant), nullptr);
  memory->unmap_in_place(two.tenant);
}

TEST_F(HostApertureTest, RangeThatNoDeviceDecodesIsRefused) {
  place_both();
  bus = nullptr;
  EXPECT_EQ(memory->map_in_place(one.tenant), nullptr);
  EXPECT_THAT(gpu.host_maps, IsEmpty());
}

// After a reset the mapping is lost, and the driver is not called for it.
TEST_F(HostApertureTest, ResetClosesTheWindowWithoutACall) {
  place_both();
  ASSERT_NE(memory->map_in_place(two.tenant), nullptr);
  memory->lose_all();
  EXPECT_EQ(gpu.host_unmapped, 0U);
  memory->unmap_in_place(two.tenant);
  EXPECT_EQ(gpu.host_unmapped, 0U);
  ASSERT_EQ(memory->make_resident(two.tenant), Placed::kYes);
  EXPECT_NE(memory->map_in_place(two.tenant), nullptr) << "its pages are free again";
  memory->unmap_in_place(two.tenant);
}

// The aperture's pages are as large as the segment's: a tenant begins inside of one.
TEST_F(HostApertureTest, PagesOf64KAreMappedWhole) {
  gpu.caps().segments[kMemory - 1].Flags.Use64KBPages = 1;
  memory = std::make_unique<VideoMemory>(gpu, gpu);
  ModelTenant before(3, 15, set_of({kMemory}));
  ASSERT_EQ(memory->make_resident(before.tenant), Placed::kYes);
  ASSERT_EQ(memory->make_resident(one.tenant), Placed::kYes);
  const std::uint64_t begin = one.tenant.place.range()->offset();
  ASSERT_EQ(begin, 15 * kGpuPage) << "it crosses into the second page";
  auto* const view = static_cast<std::byte*>(memory->map_in_place(one.tenant));
  ASSERT_NE(view, nullptr);
  EXPECT_THAT(gpu.host_maps.back(), ElementsAre(0, 1));
  *view = std::byte{0x77};
  EXPECT_EQ(on_bus()[begin], std::byte{0x77});
  memory->unmap_in_place(one.tenant);
  EXPECT_EQ(gpu.host_unmapped, 2U);
  memory->discard(before.tenant);
}

TEST_F(HostApertureTest, ProbeUnmapsWhatItMapped) {
  probe_host_apertures(gpu);
  EXPECT_THAT(gpu.host_maps, ElementsAre(ElementsAre(0)));
  EXPECT_EQ(gpu.host_unmapped, 1U);
}

TEST_F(HostApertureTest, ProbeUnmapsNothingThatWasRefused) {
  gpu.host_status = STATUS_INSUFFICIENT_RESOURCES;
  probe_host_apertures(gpu);
  EXPECT_THAT(gpu.host_maps, SizeIs(1));
  EXPECT_EQ(gpu.host_unmapped, 0U);
}

TEST_F(HostApertureTest, ProbePassesSegmentsWithoutOneBy) {
  gpu.caps().segments[kMemory - 1].CpuHostAperture.SizeInPages = 0;
  probe_host_apertures(gpu);
  EXPECT_THAT(gpu.host_maps, IsEmpty());
}

// K-264: what the CPU saw in the segment is what comes to system memory.
class Snapshot : public HostApertureTest {
 protected:
  // Evicts a tenant of which the CPU sees `seen` in its segment.
  void evict_with(std::byte seen) {
    ASSERT_EQ(memory->make_resident(seen_tenant.tenant), Placed::kYes);
    std::memset(&gpu.memory[seen_tenant.tenant.place.range()->offset()], 9,
                seen_tenant.tenant.size());
    seen_tenant.tenant.cpu.has_content = true;
    std::memset(on_bus(), static_cast<int>(seen), seen_tenant.tenant.size());
    EXPECT_TRUE(memory->evict(seen_tenant.tenant));
  }
  ~Snapshot() override { memory->discard(seen_tenant.tenant); }
  // The model copies as soon as it is called, which is another finding under hostile arguments.
  std::ptrdiff_t times_found() const {
    return std::ranges::count(log.findings(), "K-264",
                              [](const rules::Finding& each) { return each.rule->id; });
  }

  rules::FindingLog log;
  ModelTenant seen_tenant{3, 2, set_of({kMemory}), {.is_cpu_visible = true}};
};

TEST_F(Snapshot, K264OtherBytesThanTheCpuSawAreFound) {
  const HostileArguments hostile;
  evict_with(std::byte{8});
  EXPECT_EQ(times_found(), 1);
}

TEST_F(Snapshot, K264TheSameBytesAreSilent) {
  const HostileArguments hostile;
  evict_with(std::byte{9});
  EXPECT_EQ(times_found(), 0);
  EXPECT_EQ(gpu.host_unmapped, 2U) << "the look left no window";
}

TEST_F(Snapshot, LooksOnlyWithHostileArguments) {
  evict_with(std::byte{8});
  EXPECT_THAT(log.findings(), IsEmpty());
  EXPECT_THAT(gpu.host_maps, IsEmpty());
}

}  // namespace
}  // namespace drydock::vidmm
