// The host's own process on the GPU: where its windows lead, and what the driver is given for it.
#include "src/vidmm/paging_process.h"

#include <gtest/gtest.h>

#include "src/rules/finding.h"
#include "tests/vidmm/paging_stand.h"

namespace drydock::vidmm {
namespace {

using PagingProcessTest = VirtualPaging;

TEST_F(PagingProcessTest, ContextHasItsRootAndTheBuffersAddressLeadsToTheBuffer) {
  ASSERT_TRUE(start());
  ASSERT_EQ(gpu.roots.size(), 1U);
  EXPECT_EQ(gpu.roots[0].hContext, kNames.context);
  EXPECT_NE(gpu.roots[0].Address.SegmentOffset, 0U);
  EXPECT_EQ(gpu.roots[0].NumEntries, kGpuPage / sizeof(DXGK_PTE)) << "as many as the driver said";
  const auto at = gpu.behind(memory.paging_process()->buffer_address());
  ASSERT_TRUE(at);
  EXPECT_EQ(at->segment, 0U);
  EXPECT_EQ(at->page, gpu.buffer().physical / kGpuPage);
}

TEST_F(PagingProcessTest, TablesAreWrittenForTheProcessWithoutABuffer) {
  ASSERT_TRUE(start());
  ASSERT_FALSE(gpu.operations.empty());
  for (const DXGKARG_BUILDPAGINGBUFFER& each : gpu.operations) {
    ASSERT_EQ(each.Operation, DXGK_OPERATION_UPDATE_PAGE_TABLE);
    EXPECT_EQ(each.pDmaBuffer, nullptr);
    EXPECT_EQ(each.UpdatePageTable.hProcess, kNames.process);
    EXPECT_EQ(each.UpdatePageTable.UpdateMode, DXGK_PAGETABLEUPDATE_CPU_VIRTUAL);
  }
  EXPECT_EQ(gpu.bytes_run, 0U);
}

TEST_F(PagingProcessTest, WindowsLeadSomewhereOnlyDuringAnOperation) {
  ASSERT_TRUE(start());
  std::vector<D3DGPU_VIRTUAL_ADDRESS> used;
  gpu.answer = [&](DXGKARG_BUILDPAGINGBUFFER& operation) {
    if (operation.Operation != DXGK_OPERATION_VIRTUAL_TRANSFER) return STATUS_SUCCESS;
    const auto& transfer = operation.TransferVirtual;
    for (const auto each : {transfer.SourceVirtualAddress, transfer.DestinationVirtualAddress}) {
      EXPECT_TRUE(gpu.behind(each));
      EXPECT_FALSE(gpu.behind(each + 2 * kGpuPage)) << "the window has two pages";
      used.push_back(each);
    }
    return STATUS_SUCCESS;
  };
  one.write(std::byte{3});
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  ASSERT_EQ(used.size(), 2U);
  EXPECT_NE(used[0], used[1]);
  for (const D3DGPU_VIRTUAL_ADDRESS each : used) EXPECT_FALSE(gpu.behind(each));
  gpu.answer = nullptr;
}

TEST_F(PagingProcessTest, OperationsNameItsContextAndBuffer) {
  ASSERT_TRUE(start());
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  std::size_t with_buffer = 0;
  for (const DXGKARG_BUILDPAGINGBUFFER& each : gpu.operations) {
    if (each.pDmaBuffer == nullptr) continue;
    ++with_buffer;
    EXPECT_EQ(each.hSystemContext, kNames.context);
    EXPECT_EQ(each.DmaBufferGpuVirtualAddress, memory.paging_process()->buffer_address());
  }
  EXPECT_EQ(with_buffer,
            gpu.count(DXGK_OPERATION_VIRTUAL_FILL) + gpu.count(DXGK_OPERATION_FLUSH_TLB));
}

TEST_F(PagingProcessTest, ContextGetsItsRootAgainAfterAReset) {
  ASSERT_TRUE(start());
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  ASSERT_EQ(gpu.roots.size(), 1U) << "once is enough";
  memory.lose_all();
  ASSERT_EQ(memory.make_resident(one.tenant), Placed::kYes);
  ASSERT_EQ(gpu.roots.size(), 2U);
  EXPECT_EQ(gpu.roots[1].hContext, kNames.context);
  EXPECT_EQ(gpu.roots[1].Address.SegmentOffset, gpu.roots[0].Address.SegmentOffset);
}

// If the driver does not write a table, no part of the paging process stays (K-324, K-325).
TEST_F(PagingProcessTest, DoesNotStartWhenATableIsNotWritten) {
  rules::FindingLog log;
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER&) { return STATUS_INVALID_PARAMETER; };
  EXPECT_FALSE(start());
  EXPECT_EQ(memory.paging_process(), nullptr);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "K-324");
  EXPECT_TRUE(gpu.roots.empty());
  gpu.answer = nullptr;
}

TEST_F(PagingProcessTest, DoesNotStartWithoutARootOfItsDriver) {
  rules::FindingLog log;
  gpu.root_size = [](DXGKARG_GETROOTPAGETABLESIZE&) -> SIZE_T { return 0; };
  EXPECT_FALSE(start());
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "K-315");
}

TEST_F(PagingProcessTest, IsWantedOnlyByDriversThatHaveEverything) {
  ASSERT_TRUE(PagingProcess::is_wanted_by(gpu));
  const Abilities all = gpu.abilities();
  for (bool Abilities::* const each :
       {&Abilities::sets_root_page_tables, &Abilities::has_processes,
        &Abilities::builds_paging_buffers, &Abilities::submits_by_address, &Abilities::has_contexts,
        &Abilities::sizes_root_page_tables}) {
    gpu.abilities() = all;
    gpu.abilities().*each = false;
    EXPECT_FALSE(PagingProcess::is_wanted_by(gpu));
  }
  gpu.abilities() = all;
  GpuMmu& mmu = *gpu.caps().gpu_mmu;
  for (const auto mode : {DXGK_PAGETABLEUPDATE_CPU_VIRTUAL, DXGK_PAGETABLEUPDATE_GPU_PHYSICAL}) {
    mmu.caps.PageTableUpdateMode = mode;
    EXPECT_FALSE(PagingProcess::is_wanted_by(gpu));
  }
  mmu.caps.PageTableUpdateMode = DXGK_PAGETABLEUPDATE_GPU_VIRTUAL;
  mmu.levels[1].PagingProcessPageTableSegmentId = kMemory;
  EXPECT_FALSE(PagingProcess::is_wanted_by(gpu)) << "its tables lie in system memory";
}

// With three levels the driver is not asked for the size of the root.
TEST_F(PagingProcessTest, SizeOfTheRootIsAskedForOnlyWithTwoLevels) {
  GpuMmu& mmu = *gpu.caps().gpu_mmu;
  mmu.levels.insert(mmu.levels.begin(), mmu.levels.front());
  gpu.abilities().sizes_root_page_tables = false;
  EXPECT_TRUE(PagingProcess::is_wanted_by(gpu));
}

TEST_F(PagingProcessTest, IsNotWantedWithTablesOfMoreEntriesThanAnyGpuHas) {
  for (DXGK_PAGE_TABLE_LEVEL_DESC& level : gpu.caps().gpu_mmu->levels) {
    const UINT before = level.PageTableIndexBitCount;
    level.PageTableIndexBitCount = 20;
    EXPECT_TRUE(PagingProcess::is_wanted_by(gpu));
    for (const UINT many : {21U, 32U, ~0U}) {
      level.PageTableIndexBitCount = many;
      EXPECT_FALSE(PagingProcess::is_wanted_by(gpu)) << many;
    }
    level.PageTableIndexBitCount = before;
  }
}

}  // namespace
}  // namespace drydock::vidmm
