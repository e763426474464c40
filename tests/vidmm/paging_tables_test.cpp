// Operations on page tables: what the driver is given by each way to write a table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/rules/finding.h"
#include "src/vidmm/paging.h"
#include "tests/vidmm/model_gpu.h"

namespace drydock::vidmm {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

DXGK_PTE entry_of(UINT page) {
  DXGK_PTE out{};
  out.Valid = 1;
  out.PageAddress = page;
  return out;
}

class PagingTables : public ::testing::Test {
 protected:
  PagingTables() { EXPECT_TRUE(table.tenant.backing.use_frames(table.tenant.size())); }
  ~PagingTables() override {
    gpu.answer = nullptr;
    memory.discard(table.tenant);
  }
  DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE update_of(DXGK_PAGETABLEUPDATEMODE mode) {
    DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE out{};
    out.UpdateMode = mode;
    out.Flags.InitialUpdate = 1;
    out.NumPageTableEntries = 2;
    return out;
  }

  rules::FindingLog log;
  ModelGpu gpu{8, 4};
  VideoMemory memory{gpu, gpu};
  Paging paging{gpu, gpu};
  ModelTenant table{1, 1, set_of({kMemory})};
  const DXGK_PTE entries[2] = {entry_of(5), entry_of(6)};
};

TEST_F(PagingTables, AddressIsTheSegmentsOrTheFrame) {
  D3DGPU_PHYSICAL_ADDRESS at = address_of_table(table.tenant);
  EXPECT_EQ(at.SegmentId, 0U);
  EXPECT_EQ(at.SegmentOffset, table.tenant.backing.frames().front() * nt::kPageBytes);
  ModelTenant before(2, 3, set_of({kMemory}));
  ASSERT_EQ(memory.make_resident(before.tenant), Placed::kYes);
  ASSERT_EQ(memory.make_resident(table.tenant), Placed::kYes);
  at = address_of_table(table.tenant);
  EXPECT_EQ(at.SegmentId, kMemory);
  EXPECT_EQ(at.SegmentOffset, 3 * kGpuPage);
  memory.discard(before.tenant);
}

TEST_F(PagingTables, ProcessorWritesWhereItSeesTheTable) {
  ASSERT_TRUE(
      paging.update_page_table(table.tenant, update_of(DXGK_PAGETABLEUPDATE_CPU_VIRTUAL), entries));
  const auto& written = gpu.tables[{0, table.tenant.backing.frames().front() * nt::kPageBytes}];
  ASSERT_THAT(written, SizeIs(2));
  EXPECT_EQ(written[1].PageAddress, 6U);
  EXPECT_EQ(gpu.bytes_run, ModelGpu::kCommandBytes) << "in a buffer";
}

TEST_F(PagingTables, GpuWritesWhereTheTableLies) {
  ASSERT_EQ(memory.make_resident(table.tenant), Placed::kYes);
  ASSERT_TRUE(paging.update_page_table(table.tenant, update_of(DXGK_PAGETABLEUPDATE_GPU_PHYSICAL),
                                       entries));
  EXPECT_THAT((gpu.tables[{kMemory, table.tenant.place.range()->offset()}]), SizeIs(2));
}

TEST_F(PagingTables, NoWindowWithoutAPagingProcess) {
  EXPECT_FALSE(
      paging.update_page_table(table.tenant, update_of(DXGK_PAGETABLEUPDATE_GPU_VIRTUAL), entries));
  EXPECT_THAT(gpu.operations, IsEmpty());
}

// The driver gets a copy: what it writes into the entries does not come back.
TEST_F(PagingTables, EntriesStayAsTheyAre) {
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER& operation) {
    const_cast<DXGK_PTE*>(operation.UpdatePageTable.pPageTableEntries)->Valid = 0;
    return STATUS_SUCCESS;
  };
  ASSERT_TRUE(
      paging.update_page_table(table.tenant, update_of(DXGK_PAGETABLEUPDATE_CPU_VIRTUAL), entries));
  EXPECT_EQ(entries[0].Valid, 1U);
}

TEST_F(PagingTables, FlushHandsOnItsAddresses) {
  DXGK_BUILDPAGINGBUFFER_FLUSHTLB flush{};
  flush.StartVirtualAddress = 0x1000;
  flush.EndVirtualAddress = 0x3000;
  flush.hProcess = reinterpret_cast<HANDLE>(7);
  ASSERT_TRUE(paging.flush_tlb(table.tenant, flush));
  ASSERT_THAT(gpu.operations, SizeIs(1));
  EXPECT_EQ(gpu.operations[0].Operation, DXGK_OPERATION_FLUSH_TLB);
  EXPECT_EQ(gpu.operations[0].FlushTlb.EndVirtualAddress, 0x3000U);
  EXPECT_EQ(gpu.operations[0].FlushTlb.hProcess, flush.hProcess);
}

// Other operations may have filled a part of the buffer; a table is written in whole ones.
TEST_F(PagingTables, RoomOfAnOperationAroundItDoesNotCount) {
  paging.set_room(ModelGpu::kCommandBytes / 2);
  ASSERT_TRUE(paging.flush_tlb(table.tenant, {}));
  EXPECT_EQ(gpu.operations.back().DmaSize, gpu.buffer().size);
  EXPECT_THAT(gpu.operations, SizeIs(1));
  paging.set_room(0);
}

TEST_F(PagingTables, K324UpdateAtOnceThatFailsIsFound) {
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER&) { return STATUS_NO_MEMORY; };
  EXPECT_FALSE(paging.update_page_table_now(table.tenant,
                                            update_of(DXGK_PAGETABLEUPDATE_CPU_VIRTUAL), entries));
  ASSERT_THAT(log.findings(), SizeIs(1));
  EXPECT_EQ(log.findings()[0].rule->id, "K-324");
}

TEST_F(PagingTables, K325UpdateAtOnceThatWritesIntoABufferIsFound) {
  gpu.answer = [](DXGKARG_BUILDPAGINGBUFFER& operation) {
    operation.pDmaBuffer = &operation;
    return STATUS_SUCCESS;
  };
  EXPECT_FALSE(paging.update_page_table_now(table.tenant,
                                            update_of(DXGK_PAGETABLEUPDATE_CPU_VIRTUAL), entries));
  ASSERT_THAT(log.findings(), SizeIs(1));
  EXPECT_EQ(log.findings()[0].rule->id, "K-325");
}

TEST_F(PagingTables, UpdateAtOnceIsSilentAndRunsNoBuffer) {
  ASSERT_TRUE(paging.update_page_table_now(table.tenant,
                                           update_of(DXGK_PAGETABLEUPDATE_CPU_VIRTUAL), entries));
  EXPECT_THAT(log.findings(), IsEmpty());
  EXPECT_EQ(gpu.bytes_run, 0U);
  EXPECT_EQ(gpu.tables.size(), 1U);
}

}  // namespace
}  // namespace drydock::vidmm
