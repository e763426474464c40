// Paging operations: in parts, again when the buffer is full, and again when the tenant is busy.
#include "src/vidmm/paging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "src/rules/finding.h"
#include "src/wdk/hostile.h"
#include "tests/vidmm/model_gpu.h"

namespace drydock::vidmm {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> rules_of(const rules::FindingLog& log) {
  std::vector<std::string> out;
  for (const rules::Finding& each : log.findings()) out.emplace_back(each.rule->id);
  return out;
}

// A tenant in memory, moved by hand.
class PagingTest : public ::testing::Test {
 protected:
  PagingTest() { one.tenant.place.take(kMemory, range, ModelGpu::kMemoryBase); }
  ~PagingTest() override {
    one.tenant.place.leave();
    space.free(range);
  }

  rules::FindingLog log;
  ModelGpu gpu{4, 4};
  Paging paging{gpu, gpu};
  SegmentSpace space{4 * kGpuPage};
  SegmentSpace::Range& range = *space.allocate(2 * kGpuPage);
  ModelTenant one{1, 2, set_of({kMemory})};
};

TEST_F(PagingTest, TransferMovesEveryByteAndSaysWhereItBeginsAndEnds) {
  one.write(std::byte{7});
  ASSERT_TRUE(paging.transfer_in(one.tenant));
  EXPECT_TRUE(one.holds(std::byte{7}, gpu));
  ASSERT_EQ(gpu.operations.size(), 1U);
  EXPECT_EQ(gpu.operations[0].Transfer.Flags.TransferStart, 1U);
  EXPECT_EQ(gpu.operations[0].Transfer.Flags.TransferEnd, 1U);
  EXPECT_EQ(gpu.bytes_run, ModelGpu::kCommandBytes);
}

// K-329: large tenants go in parts of which only the first begins and only the last ends.
TEST_F(PagingTest, LargeTransferGoesInParts) {
  constexpr std::size_t kLargePages = (9 << 20) / kGpuPage;
  ModelGpu large_gpu(kLargePages, 1);
  Paging large_paging(large_gpu, large_gpu);
  SegmentSpace large_space(kLargePages * kGpuPage);
  SegmentSpace::Range& all = *large_space.allocate(kLargePages * kGpuPage);
  ModelTenant large(1, kLargePages, set_of({kMemory}));
  large.write(std::byte{3});
  large.tenant.place.take(kMemory, all, ModelGpu::kMemoryBase);
  EXPECT_TRUE(large_paging.transfer_in(large.tenant));
  EXPECT_TRUE(large.holds(std::byte{3}, large_gpu));
  std::vector<int> starts, ends;
  for (const DXGKARG_BUILDPAGINGBUFFER& each : large_gpu.operations) {
    starts.push_back(static_cast<int>(each.Transfer.Flags.TransferStart));
    ends.push_back(static_cast<int>(each.Transfer.Flags.TransferEnd));
  }
  EXPECT_THAT(starts, ElementsAre(1, 0, 0));
  EXPECT_THAT(ends, ElementsAre(0, 0, 1));
  large.tenant.place.leave();
  large_space.free(all);
}

// K-329: what is small is moved in parts too, so that drivers show what they do with them.
TEST_F(PagingTest, HostilePartsAreSmall) {
  constexpr std::size_t kPages = (192 << 10) / kGpuPage;
  const HostileArguments hostile;
  ModelGpu small_gpu(kPages, 1);
  Paging small_paging(small_gpu, small_gpu);
  SegmentSpace small_space(kPages * kGpuPage);
  SegmentSpace::Range& all = *small_space.allocate(kPages * kGpuPage);
  ModelTenant small(1, kPages, set_of({kMemory}));
  small.write(std::byte{3});
  small.tenant.place.take(kMemory, all, ModelGpu::kMemoryBase);
  EXPECT_TRUE(small_paging.transfer_in(small.tenant));
  EXPECT_TRUE(small.holds(std::byte{3}, small_gpu));
  std::vector<UINT> offsets, pages;
  for (const DXGKARG_BUILDPAGINGBUFFER& each : small_gpu.operations) {
    offsets.push_back(each.Transfer.TransferOffset);
    pages.push_back(each.Transfer.MdlOffset);
  }
  EXPECT_THAT(offsets, ElementsAre(0U, 0x1'0000U, 0x2'0000U));
  EXPECT_THAT(pages, ElementsAre(0U, 16U, 32U));
  small.tenant.place.leave();
  small_space.free(all);
}

TEST_F(PagingTest, FullBufferIsRunAndTheOperationGoesOn) {
  int calls = 0;
  gpu.answer = [&](DXGKARG_BUILDPAGINGBUFFER& operation) -> NTSTATUS {
    EXPECT_EQ(operation.MultipassOffset, static_cast<UINT>(calls));
    if (++calls == 3) return STATUS_SUCCESS;
    ++operation.MultipassOffset;
    operation.pDmaBuffer = static_cast<std::byte*>(operation.pDmaBuffer) + operation.DmaSize;
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  };
  EXPECT_TRUE(paging.fill(one.tenant, 0));
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(gpu.bytes_run, 2 * gpu.buffer().size + ModelGpu::kCommandBytes);
  EXPECT_THAT(rules_of(log), ElementsAre());
}

TEST_F(PagingTest, K324EmptyBufferThatIsTooSmallIsFound) {
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER&) { return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER; };
  EXPECT_FALSE(paging.fill(one.tenant, 0));
  EXPECT_THAT(rules_of(log), ElementsAre("K-324"));
  EXPECT_EQ(gpu.bytes_run, 0U);
}

TEST_F(PagingTest, BusyTenantIsWaitedForOnceAndThenSaidToBeIdle) {
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER& operation) {
    return operation.DiscardContent.Flags.AllocationIsIdle == 0 ? STATUS_GRAPHICS_ALLOCATION_BUSY
                                                                : STATUS_SUCCESS;
  };
  EXPECT_TRUE(paging.discard(one.tenant));
  EXPECT_THAT(gpu.waited_for, ElementsAre(&one.tenant));
  EXPECT_THAT(rules_of(log), ElementsAre());
}

TEST_F(PagingTest, K324BusyAlthoughItIsIdleIsFound) {
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER&) { return STATUS_GRAPHICS_ALLOCATION_BUSY; };
  EXPECT_FALSE(paging.discard(one.tenant));
  EXPECT_THAT(rules_of(log), ElementsAre("K-324"));
}

TEST_F(PagingTest, K325PointersOutsideTheBufferAreFoundAndNothingRuns) {
  gpu.answer = [&](DXGKARG_BUILDPAGINGBUFFER& operation) {
    operation.pDmaBuffer = static_cast<std::byte*>(operation.pDmaBuffer) + operation.DmaSize;
    return STATUS_SUCCESS;  // the model moves it further
  };
  EXPECT_FALSE(paging.fill(one.tenant, 0));
  gpu.answer = [&](DXGKARG_BUILDPAGINGBUFFER& operation) {
    operation.pDmaBuffer =
        static_cast<std::byte*>(operation.pDmaBuffer) - 2 * ModelGpu::kCommandBytes;
    return STATUS_SUCCESS;
  };
  EXPECT_FALSE(paging.fill(one.tenant, 0));
  EXPECT_THAT(rules_of(log), ElementsAre("K-325", "K-325"));
  EXPECT_EQ(gpu.bytes_run, 0U);
}

TEST_F(PagingTest, OtherStatusFailsTheOperationOnly) {
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER&) { return STATUS_NO_MEMORY; };
  EXPECT_FALSE(paging.fill(one.tenant, 0));
  gpu.answer = nullptr;
  EXPECT_TRUE(paging.fill(one.tenant, 0x07070707));
  EXPECT_TRUE(one.holds(std::byte{7}, gpu));
  EXPECT_THAT(rules_of(log), ElementsAre());
}

}  // namespace
}  // namespace drydock::vidmm
