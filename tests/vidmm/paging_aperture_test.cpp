// Apertures: which pages they lead to, in which form, and what is left after a failure.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "src/rules/finding.h"
#include "src/vidmm/paging.h"
#include "tests/vidmm/model_gpu.h"

namespace drydock::vidmm {
namespace {

class PagingAperture : public ::testing::TestWithParam<bool> {
 protected:
  PagingAperture() { gpu.abilities().maps_address_lists = GetParam(); }
  ~PagingAperture() override { memory.discard(one.tenant); }

  rules::FindingLog log;
  ModelGpu gpu{8, 8};
  VideoMemory memory{gpu, gpu};
  ModelTenant one{1, 3, set_of({kAperture})};
};
INSTANTIATE_TEST_SUITE_P(ByMdlAndByList, PagingAperture, ::testing::Bool());

TEST_P(PagingAperture, LeadsToThePagesOfTheTenantUntilItLeaves) {
  one.write(std::byte{4});
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  const PFN_NUMBER* const frames = MmGetMdlPfnArray(one.tenant.backing.mdl(one.tenant.size()));
  for (std::size_t page = 0; page < 3; ++page)
    EXPECT_EQ(gpu.aperture[one.tenant.place.range()->first + page], frames[page]);
  EXPECT_TRUE(memory.evict(one.tenant));
  EXPECT_TRUE(std::ranges::all_of(gpu.aperture, [](nt::PageFrame each) { return each == 0; }));
  EXPECT_TRUE(one.holds(std::byte{4}, gpu));
  EXPECT_EQ(gpu.count(DXGK_OPERATION_TRANSFER), 0U) << "nothing is copied";
  EXPECT_TRUE(log.findings().empty());
}

TEST_P(PagingAperture, FailureToMapIsFoundAndTheTenantIsNotPlaced) {
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER&) { return STATUS_INVALID_PARAMETER; };
  EXPECT_EQ(memory.make_resident(one.tenant), Placed::kLost);
  EXPECT_FALSE(one.tenant.is_resident());
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, GetParam() ? "K-338" : "K-319");
  gpu.answer = nullptr;
}

// A tenant in memory that its driver lets leave through an aperture only.
TEST_P(PagingAperture, TransferThroughAWindowLeavesNoMapping) {
  ModelTenant inside(2, 2, set_of({kMemory}), {.eviction = set_of({kAperture})});
  inside.write(std::byte{6});
  ASSERT_EQ(memory.make_resident(inside.tenant), Placed::kYes);
  EXPECT_TRUE(memory.evict(inside.tenant));
  EXPECT_TRUE(inside.holds(std::byte{6}, gpu));
  EXPECT_EQ(gpu.operations[gpu.operations.size() - 2].Transfer.Destination.SegmentId, kAperture);
  EXPECT_TRUE(std::ranges::all_of(gpu.aperture, [](nt::PageFrame each) { return each == 0; }));
  EXPECT_EQ(memory.usage(kAperture).committed, 0U);
  EXPECT_TRUE(log.findings().empty());
}

// Frames in a row are one number, others an array.
TEST_P(PagingAperture, ListSaysWhetherItsPagesAreInARow) {
  if (!GetParam()) GTEST_SKIP() << "MDLs have no such word";
  ModelTenant row(2, 3, set_of({kAperture}));
  ASSERT_TRUE(row.tenant.backing.use_frames(row.tenant.size()));
  ASSERT_EQ(memory.make_resident(row.tenant), Placed::kYes);
  EXPECT_EQ(gpu.operations.back().MapApertureSegment2.Adl.Flags.Contiguous, 1U);
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  EXPECT_EQ(gpu.operations.back().MapApertureSegment2.Adl.Flags.Contiguous, 0U)
      << "neighbouring pages of the process have frames in falling order";
  memory.discard(row.tenant);
}

}  // namespace
}  // namespace drydock::vidmm
