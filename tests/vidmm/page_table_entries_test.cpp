// Entries of page tables: rights, zeros, and how few operations write them.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "src/vidmm/page_tables.h"
#include "tests/vidmm/model_gpu.h"

namespace drydock::vidmm {
namespace {

// One allocation in system memory, and leaves of 16 entries.
class PageTableEntries : public ::testing::Test {
 protected:
  PageTableEntries() {
    GpuMmu mmu;
    mmu.caps.VirtualAddressBitCount = 22;
    mmu.caps.PageTableUpdateMode = DXGK_PAGETABLEUPDATE_CPU_VIRTUAL;
    mmu.levels.resize(2);
    mmu.levels[0].PageTableIndexBitCount = 4;
    for (DXGK_PAGE_TABLE_LEVEL_DESC& each : mmu.levels)
      each.PageTableSizeInBytes = static_cast<UINT>(kGpuPage);
    gpu.caps().gpu_mmu = mmu;
    made.tenant.is_addressed = true;
  }
  ~PageTableEntries() override {
    space->free_all(made.tenant, &made);
    tables->end();
  }
  GpuMmu& mmu() { return *gpu.caps().gpu_mmu; }
  void begin() {
    space = std::make_unique<AddressSpace>(mmu().first_address(), mmu().bits());
    tables = memory.make_tables(*space, nullptr);
    ASSERT_EQ(space->reserve({0, 0, 0, 32 * kGpuPage}, {}, at), AddressSpace::Outcome::kDone);
  }
  void map(std::size_t page, std::size_t pages, D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection,
           UINT64 driver_protection = 0) {
    std::uint64_t out = 0;
    const AddressSpace::Target target{&made,      &made.tenant,      0,
                                      protection, driver_protection, nullptr};
    ASSERT_EQ(space->map({at + page * kGpuPage, 0, 0, pages * kGpuPage}, target,
                         AddressSpace::Base::kFreeOrInside, out),
              AddressSpace::Outcome::kDone);
  }
  DXGK_PTE entry_at(std::size_t page) {
    EXPECT_EQ(tables->bring(PageTables::For::kWork), Placed::kYes);
    return gpu.walk(tables->root(), at + page * kGpuPage).value_or(DXGK_PTE{});
  }
  // The updates of leaves since the last call, without the first writing of a whole table.
  std::vector<DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE> take_leaf_updates() {
    std::vector<DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE> out;
    for (const DXGKARG_BUILDPAGINGBUFFER& each : std::exchange(gpu.operations, {})) {
      if (each.Operation == DXGK_OPERATION_UPDATE_PAGE_TABLE &&
          each.UpdatePageTable.PageTableLevel == 0 && each.UpdatePageTable.Flags.InitialUpdate == 0)
        out.push_back(each.UpdatePageTable);
    }
    return out;
  }

  ModelGpu gpu{4, 4};
  VideoMemory memory{gpu, gpu};
  ModelTenant made{1, 8, 0};
  std::unique_ptr<AddressSpace> space;
  std::unique_ptr<PageTables> tables;
  std::uint64_t at = 0;
};

D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE rights(bool write, bool execute) {
  D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE out{};
  out.Write = write ? 1 : 0;
  out.Execute = execute ? 1 : 0;
  return out;
}

// K-303: read access always, the other rights as the mapping asked for them.
TEST_F(PageTableEntries, RightsAreThoseOfTheMapping) {
  mmu().caps.ReadOnlyMemorySupported = mmu().caps.NoExecuteMemorySupported = 1;
  begin();
  map(0, 1, rights(false, false));
  map(1, 1, rights(true, false));
  map(2, 1, rights(true, true));
  EXPECT_EQ(entry_at(0).ReadOnly, 1U);
  EXPECT_EQ(entry_at(0).NoExecute, 1U);
  EXPECT_EQ(entry_at(1).ReadOnly, 0U);
  EXPECT_EQ(entry_at(1).NoExecute, 1U);
  EXPECT_EQ(entry_at(2).ReadOnly, 0U);
  EXPECT_EQ(entry_at(2).NoExecute, 0U);
}

TEST_F(PageTableEntries, RightsThatTheGpuDoesNotKnowAreLeftOut) {
  begin();
  map(0, 1, rights(false, false));
  EXPECT_EQ(entry_at(0).Valid, 1U);
  EXPECT_EQ(entry_at(0).ReadOnly, 0U);
  EXPECT_EQ(entry_at(0).NoExecute, 0U);
}

TEST_F(PageTableEntries, OneOperationWritesARunOfPages) {
  begin();
  entry_at(0);
  map(0, 8, rights(true, true));
  entry_at(0);
  take_leaf_updates();
  map(0, 8, rights(true, true));
  EXPECT_TRUE(tables->follow());
  const auto updates = take_leaf_updates();
  ASSERT_EQ(updates.size(), 1U);
  EXPECT_EQ(updates[0].NumPageTableEntries, 8U);
  EXPECT_EQ(updates[0].Flags.Repeat, 0U);
  EXPECT_EQ(updates[0].hAllocation, made.tenant.driver);
}

TEST_F(PageTableEntries, EmptyPagesAreOneEntryThatIsRepeated) {
  begin();
  map(0, 8, rights(true, true));
  entry_at(0);
  take_leaf_updates();
  EXPECT_TRUE(space->free(at, 32 * kGpuPage));
  EXPECT_TRUE(tables->follow());
  const auto updates = take_leaf_updates();
  ASSERT_EQ(updates.size(), 1U) << "the leaf that was made, and no other";
  EXPECT_EQ(updates[0].Flags.Repeat, 1U);
  EXPECT_EQ(updates[0].NumPageTableEntries, 8U);
}

// A part of what an entry said to be zeros leads nowhere: the rest still reads as zeros.
TEST_F(PageTableEntries, ZerosBesideWhatLeadsNowhereStay) {
  mmu().caps.ZeroInPteSupported = 1;
  begin();
  AddressSpace::Target zeros;
  zeros.protection.Zero = 1;
  std::uint64_t reserved = 0;
  ASSERT_EQ(space->reserve({0, 0, 0, 32 * kGpuPage}, zeros, reserved),
            AddressSpace::Outcome::kDone);
  at = reserved;
  EXPECT_EQ(entry_at(16).Zero, 1U);
  std::uint64_t out = 0;
  ASSERT_EQ(
      space->map({at + 16 * kGpuPage, 0, 0, kGpuPage}, {}, AddressSpace::Base::kFreeOrInside, out),
      AddressSpace::Outcome::kDone);
  EXPECT_EQ(entry_at(16).Valid, 0U);
  EXPECT_EQ(entry_at(17).Zero, 1U);
  EXPECT_EQ(entry_at(31).Zero, 1U);
}

// K-307: entries with another driver protection are written by operations of their own.
TEST_F(PageTableEntries, DriverProtectionIsOfItsPages) {
  begin();
  map(0, 2, rights(true, true), /*driver_protection=*/5);
  entry_at(0);
  bool is_written = false;
  for (const auto& each : take_leaf_updates())
    is_written |=
        each.DriverProtection == 5 && each.StartIndex == 0 && each.NumPageTableEntries == 2;
  EXPECT_TRUE(is_written);
}

// K-343: a few changes are flushed one by one, many at once.
TEST_F(PageTableEntries, ManyChangesAreFlushedAtOnce) {
  begin();
  map(0, 8, rights(true, true));
  entry_at(0);
  const auto flushes_of = [&](std::size_t changes) {
    gpu.operations.clear();
    for (std::size_t i = 0; i < changes; ++i) map(2 * i, 1, rights(true, false));
    EXPECT_TRUE(tables->follow());
    std::vector<std::uint64_t> ends;
    for (const DXGKARG_BUILDPAGINGBUFFER& each : gpu.operations) {
      if (each.Operation == DXGK_OPERATION_FLUSH_TLB)
        ends.push_back(each.FlushTlb.EndVirtualAddress);
    }
    return ends;
  };
  EXPECT_EQ(flushes_of(2).size(), 2U);
  EXPECT_EQ(flushes_of(5), std::vector<std::uint64_t>{0}) << "from zero to zero is everything";
}

// A table whose update failed is written completely before work needs it.
TEST_F(PageTableEntries, FailedUpdateIsMadeGood) {
  begin();
  map(0, 1, rights(true, true));
  entry_at(0);
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER& operation) {
    return operation.Operation == DXGK_OPERATION_UPDATE_PAGE_TABLE ? STATUS_NO_MEMORY
                                                                   : STATUS_SUCCESS;
  };
  map(1, 1, rights(true, true));
  EXPECT_FALSE(tables->follow());
  gpu.answer = nullptr;
  EXPECT_EQ(entry_at(1).Valid, 1U);
  EXPECT_EQ(entry_at(0).Valid, 1U);
}

}  // namespace
}  // namespace drydock::vidmm
