// Paging by virtual addresses: contents survive, whichever windows they go through.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "src/vidmm/page_tables.h"
#include "tests/vidmm/paging_stand.h"

namespace drydock::vidmm {
namespace {

using PagingVirtual = VirtualPaging;

// A byte that differs from page to page.
void write_pages(Tenant& tenant) {
  auto* const bytes = static_cast<std::byte*>(tenant.backing.map(tenant.size()));
  for (std::size_t page = 0; page < tenant.size() / kGpuPage; ++page)
    std::memset(bytes + page * kGpuPage, static_cast<int>(page * 7 + 1), kGpuPage);
  tenant.cpu.has_content = true;
}

bool are_pages_of(const std::byte* bytes, std::size_t count) {
  for (std::size_t at = 0; at < count; ++at) {
    if (bytes[at] != static_cast<std::byte>(at / kGpuPage * 7 + 1)) return false;
  }
  return true;
}

TEST_F(PagingVirtual, ContentsSurviveInStepsOfAWindow) {
  constexpr std::size_t kPages = PagingProcess::kWindowPages + 3;
  ASSERT_TRUE(start());
  ModelTenant large(2, kPages, set_of({kMemory}));
  write_pages(large.tenant);
  ASSERT_EQ(memory.make_resident(large.tenant), Placed::kYes);
  EXPECT_TRUE(are_pages_of(&gpu.memory[large.tenant.place.range()->offset()], kPages * kGpuPage));
  std::vector<DXGK_BUILDPAGINGBUFFER_TRANSFERVIRTUAL> steps;
  for (const DXGKARG_BUILDPAGINGBUFFER& each : gpu.operations) {
    if (each.Operation == DXGK_OPERATION_VIRTUAL_TRANSFER) steps.push_back(each.TransferVirtual);
  }
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].hAllocation, large.tenant.driver);
  EXPECT_EQ(steps[0].AllocationOffsetInBytes, 0U);
  EXPECT_EQ(steps[0].TransferSizeInBytes, PagingProcess::kWindowPages * kGpuPage);
  EXPECT_EQ(steps[0].TransferDirection, DXGK_MEMORY_TRANSFER_SYSTEM_TO_LOCAL);
  EXPECT_EQ(steps[1].AllocationOffsetInBytes, PagingProcess::kWindowPages * kGpuPage);
  EXPECT_EQ(steps[1].TransferSizeInBytes, 3 * kGpuPage);
  gpu.operations.clear();
  EXPECT_TRUE(memory.evict(large.tenant));
  EXPECT_TRUE(
      are_pages_of(static_cast<const std::byte*>(large.tenant.backing.pages()), kPages * kGpuPage));
  for (const DXGKARG_BUILDPAGINGBUFFER& each : gpu.operations) {
    if (each.Operation == DXGK_OPERATION_VIRTUAL_TRANSFER) {
      EXPECT_EQ(each.TransferVirtual.TransferDirection, DXGK_MEMORY_TRANSFER_LOCAL_TO_SYSTEM);
    }
  }
  EXPECT_EQ(gpu.count(DXGK_OPERATION_TRANSFER), 0U) << "nothing goes by physical addresses";
}

TEST_F(PagingVirtual, TenantWithoutContentsIsZeroedInStepsOfAWindow) {
  constexpr std::size_t kPages = PagingProcess::kWindowPages + 1;
  std::ranges::fill(gpu.memory, std::byte{0xEE});
  ASSERT_TRUE(start());
  ModelTenant large(2, kPages, set_of({kMemory}));
  ASSERT_EQ(memory.make_resident(large.tenant), Placed::kYes);
  EXPECT_TRUE(large.holds(std::byte{0}, gpu));
  EXPECT_EQ(gpu.memory[large.tenant.size()], std::byte{0xEE}) << "and no more than that";
  EXPECT_EQ(gpu.count(DXGK_OPERATION_VIRTUAL_FILL), 2U);
  EXPECT_EQ(gpu.count(DXGK_OPERATION_FILL), 0U);
  memory.discard(large.tenant);
}

TEST_F(PagingVirtual, ContentsLeaveThroughAnAperture) {
  ASSERT_TRUE(start());
  ModelTenant inside(2, 3, set_of({kMemory}), {.eviction = set_of({kAperture})});
  write_pages(inside.tenant);
  ASSERT_EQ(memory.make_resident(inside.tenant), Placed::kYes);
  std::optional<ModelGpu::Behind> target;
  gpu.answer = [&](DXGKARG_BUILDPAGINGBUFFER& operation) {
    if (operation.Operation == DXGK_OPERATION_VIRTUAL_TRANSFER)
      target = gpu.behind(operation.TransferVirtual.DestinationVirtualAddress);
    return STATUS_SUCCESS;
  };
  EXPECT_TRUE(memory.evict(inside.tenant));
  gpu.answer = nullptr;
  ASSERT_TRUE(target);
  EXPECT_EQ(target->segment, kAperture);
  EXPECT_TRUE(are_pages_of(static_cast<const std::byte*>(inside.tenant.backing.pages()),
                           inside.tenant.size()));
  EXPECT_EQ(memory.usage(kAperture).committed, 0U);
}

// Whatever failed, no window leads to memory that may have another owner next.
TEST_F(PagingVirtual, WindowsAreClosedAfterATransferThatFailed) {
  ASSERT_TRUE(start());
  one.write(std::byte{3});
  std::vector<D3DGPU_VIRTUAL_ADDRESS> used;
  gpu.answer = [&](DXGKARG_BUILDPAGINGBUFFER& operation) {
    if (operation.Operation != DXGK_OPERATION_VIRTUAL_TRANSFER) return STATUS_SUCCESS;
    used = {operation.TransferVirtual.SourceVirtualAddress,
            operation.TransferVirtual.DestinationVirtualAddress};
    return STATUS_INVALID_PARAMETER;
  };
  EXPECT_EQ(memory.make_resident(one.tenant), Placed::kLost);
  EXPECT_FALSE(one.tenant.is_resident());
  ASSERT_EQ(used.size(), 2U);
  for (const D3DGPU_VIRTUAL_ADDRESS each : used) EXPECT_FALSE(gpu.behind(each));
}

// The tables of another process are written through a window, wherever they lie.
TEST_F(PagingVirtual, TablesOfAProcessAreWrittenThroughAWindow) {
  for (const UINT segment : {0U, kMemory}) {
    for (DXGK_PAGE_TABLE_LEVEL_DESC& level : gpu.caps().gpu_mmu->levels)
      level.PageTableSegmentId = segment;
    if (memory.paging_process() == nullptr) {
      ASSERT_TRUE(start());
    }
    AddressSpace space(gpu.caps().gpu_mmu->first_address(), 26);
    const auto tables = memory.make_tables(space, reinterpret_cast<HANDLE>(0x33));
    one.tenant.is_addressed = true;
    std::uint64_t at = 0;
    ASSERT_EQ(space.map({0, 0, 0, 2 * kGpuPage}, {&one, &one.tenant, 0, {}, 0, nullptr},
                        AddressSpace::Base::kFreeOrInside, at),
              AddressSpace::Outcome::kDone);
    ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
    ASSERT_EQ(tables->bring(PageTables::For::kWork), Placed::kYes);
    const auto found = gpu.walk(tables->root(), at + kGpuPage);
    ASSERT_TRUE(found) << segment;
    EXPECT_EQ(found->Segment, kMemory);
    EXPECT_EQ(found->PageAddress, one.tenant.place.range()->first + 1);
    EXPECT_EQ(tables->root().address.SegmentId, segment);
    space.free_all(one.tenant, &one);
    tables->end();
  }
}

}  // namespace
}  // namespace drydock::vidmm
