// What a driver says about virtual addresses of its GPU, and what is made of it.
#include "src/dxgk/adapter/gpu_mmu.h"

#include <functional>

#include "tests/sched/gpu_suites.h"
#include "tests/sched/virtual_client.h"

namespace drydock::testing {
namespace {

using AskedMmu = GpuRules;

// The driver's answers to the questions about levels, and how many there were.
struct Levels {
  PDXGKDDI_QUERYADAPTERINFO query = nullptr;
  NTSTATUS caps = STATUS_SUCCESS, last = STATUS_SUCCESS;
  WORD refused = 99;  // the level that `last` is about
  std::vector<WORD> asked;
  std::vector<UINT> bytes;
  std::function<void(WORD level, DXGK_PAGE_TABLE_LEVEL_DESC&)> edit;
  UINT address_bits = 0;  // other than the engine's
} answers;

NTSTATUS answer(IN_CONST_HANDLE adapter, IN_CONST_PDXGKARG_QUERYADAPTERINFO query) {
  if (query->Type == DXGKQAITYPE_GPUMMUCAPS && answers.caps != STATUS_SUCCESS) return answers.caps;
  if (query->Type == DXGKQAITYPE_PAGETABLELEVELDESC) {
    const WORD level =
        static_cast<const DXGK_QUERYPAGETABLELEVELDESCIN*>(query->pInputData)->LevelIndex;
    answers.asked.push_back(level);
    answers.bytes.push_back(query->OutputDataSize);
    if (level == answers.refused) return answers.last;
  }
  const NTSTATUS status = answers.query(adapter, query);
  if (query->Type == DXGKQAITYPE_PAGETABLELEVELDESC && answers.edit)
    answers.edit(answers.asked.back(),
                 *static_cast<DXGK_PAGE_TABLE_LEVEL_DESC*>(query->pOutputData));
  if (query->Type == DXGKQAITYPE_GPUMMUCAPS && answers.address_bits != 0)
    static_cast<DXGK_GPUMMUCAPS*>(query->pOutputData)->VirtualAddressBitCount =
        answers.address_bits;
  return status;
}

EngineMiniport::Settings with_mmu() {
  answers = {};
  return wddm2({.gpu_mmu = true, .extend = [](DRIVER_INITIALIZATION_DATA& table) {
                  answers.query = std::exchange(table.DxgkDdiQueryAdapterInfo, answer);
                }});
}

TEST_F(AskedMmu, DriverWithoutOneIsNotAsked) {
  EngineMiniport::Settings settings = with_mmu();
  settings.gpu_mmu = false;
  EXPECT_FALSE(dxgk::ask_gpu_mmu(*make(settings).adapter).has_value());
  EXPECT_TRUE(answers.asked.empty());
}

TEST_F(AskedMmu, EveryLevelIsAskedForOnce) {
  GpuWorld& gpu = make(with_mmu());
  answers.asked.clear();
  answers.bytes.clear();
  const auto mmu = dxgk::ask_gpu_mmu(*gpu.adapter);
  ASSERT_TRUE(mmu.has_value());
  EXPECT_EQ(mmu->caps.VirtualAddressBitCount, EngineMiniport::kAddressBits);
  EXPECT_THAT(answers.asked, ::testing::ElementsAre(0, 1));
  ASSERT_EQ(mmu->levels.size(), 2U);
  EXPECT_EQ(mmu->bytes_of_leaf(), EngineMiniport::kLeafBytes);
  EXPECT_EQ(mmu->levels[0].PageTableSizeInBytes, EngineMiniport::kPage);
  // The structure grew with WDDM 2.2.
  EXPECT_THAT(answers.bytes,
              ::testing::Each(offsetof(DXGK_PAGE_TABLE_LEVEL_DESC, PageTableAlignmentInBytes)));
}

TEST_F(AskedMmu, NewerDriversGetRoomForTheNewerForm) {
  EngineMiniport::Settings settings = with_mmu();
  settings.version = DXGKDDI_INTERFACE_VERSION_WDDM2_2;
  make(settings);
  ASSERT_FALSE(answers.bytes.empty());
  EXPECT_THAT(answers.bytes, ::testing::Each(sizeof(DXGK_PAGE_TABLE_LEVEL_DESC)));
}

TEST_F(AskedMmu, AnswersThatAreRefusedLeaveNone) {
  GpuWorld& gpu = make(with_mmu());
  answers.refused = 1;
  answers.last = STATUS_INVALID_PARAMETER;
  EXPECT_FALSE(dxgk::ask_gpu_mmu(*gpu.adapter).has_value());
  answers.refused = 99;
  EXPECT_TRUE(dxgk::ask_gpu_mmu(*gpu.adapter).has_value());
  answers.caps = STATUS_NOT_SUPPORTED;
  answers.asked.clear();
  EXPECT_FALSE(dxgk::ask_gpu_mmu(*gpu.adapter).has_value());
  EXPECT_TRUE(answers.asked.empty());
}

TEST_F(AskedMmu, AsManyLevelsAsNoGpuHasLeaveNone) {
  for (const UINT levels :
       {DXGK_MIN_PAGE_TABLE_LEVEL_COUNT - 1, DXGK_MAX_PAGE_TABLE_LEVEL_COUNT + 1}) {
    EngineMiniport::Settings settings = with_mmu();
    settings.table_levels = levels;
    world.reset();
    EXPECT_FALSE(make(settings).adapter->caps().gpu_mmu.has_value());
    EXPECT_TRUE(answers.asked.empty()) << levels;
  }
}

// Tables that cannot be: they name a segment that is not there, have more entries than any GPU, or
// lie where the processor that is to write them does not reach.
struct TableCase {
  const char* what;
  std::function<void(WORD level, DXGK_PAGE_TABLE_LEVEL_DESC&)> edit;
  DXGK_PAGETABLEUPDATEMODE mode = DXGK_PAGETABLEUPDATE_GPU_PHYSICAL;
  UINT address_bits = 0;
  UINT levels = 2;
};

std::function<void(WORD, DXGK_PAGE_TABLE_LEVEL_DESC&)> in_segment(WORD level, UINT segment) {
  return [=](WORD asked, DXGK_PAGE_TABLE_LEVEL_DESC& out) {
    if (asked == level) out.PageTableSegmentId = segment;
  };
}

std::function<void(WORD, DXGK_PAGE_TABLE_LEVEL_DESC&)> with_bits(WORD level, UINT bits) {
  return [=](WORD asked, DXGK_PAGE_TABLE_LEVEL_DESC& out) {
    if (asked == level) out.PageTableIndexBitCount = bits;
  };
}

std::function<void(WORD, DXGK_PAGE_TABLE_LEVEL_DESC&)> with_bytes(WORD level, UINT bytes) {
  return [=](WORD asked, DXGK_PAGE_TABLE_LEVEL_DESC& out) {
    if (asked == level) out.PageTableSizeInBytes = bytes;
  };
}

std::vector<TableCase> odd_tables() {
  return {
      {"leaves behind the last segment", in_segment(0, 3)},
      {"a root behind the last segment", in_segment(1, 3)},
      {"a segment that no set of segments has", in_segment(0, 33)},
      {"a segment with the highest number", in_segment(1, 0xFFFF'FFFF)},
      {"leaves with 21 index bits", with_bits(0, 21), DXGK_PAGETABLEUPDATE_GPU_PHYSICAL, 40},
      {"a root with 21 index bits", with_bits(1, 21)},
      {"a root with 32 index bits", with_bits(1, 32)},
      {"tables in a segment that the processor is to write", in_segment(0, 1),
       DXGK_PAGETABLEUPDATE_CPU_VIRTUAL},
      // Of two levels the driver says the size of the root when it is asked.
      {"a root without bytes", with_bytes(2, 0), DXGK_PAGETABLEUPDATE_GPU_PHYSICAL, 0, 3},
  };
}

// How often the driver was to do something for tables.
struct Tables {
  int updates = 0, roots = 0;
};

// A client maps memory on a GPU with these tables and has work done that needs no addresses.
Tables live_with(GpuWorld& gpu) {
  Tables out;
  gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& wanted) -> Answer {
    out.updates += wanted.Operation == DXGK_OPERATION_UPDATE_PAGE_TABLE ? 1 : 0;
    return std::nullopt;
  };
  gpu.engine.misdeeds.set_root = [&](const DXGKARG_SETROOTPAGETABLE&) { ++out.roots; };
  const D3DKMT_HANDLE one = gpu.one();
  {
    const ClientQueue queue(gpu.device);
    D3DKMT_HANDLE context = 0;
    EXPECT_EQ(create_virtual(gpu.device, context), STATUS_SUCCESS);
    EXPECT_EQ(queue.wait(gpu.device, make_resident(queue, {one}).fence), STATUS_SUCCESS);
    D3DDDI_MAPGPUVIRTUALADDRESS map = mapping(queue, one, 4);
    EXPECT_EQ(D3DKMTMapGpuVirtualAddress(&map), STATUS_PENDING);
    EXPECT_EQ(queue.wait(gpu.device, map.PagingFenceValue), STATUS_SUCCESS);
    EXPECT_EQ(free_range(gpu.opened, map.VirtualAddress, 4 * EngineMiniport::kPage),
              STATUS_SUCCESS);
    EXPECT_EQ(destroy_context(context), STATUS_SUCCESS);
  }
  EXPECT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  settle(gpu);
  return out;
}

EngineMiniport::Settings with_tables(const TableCase& tables) {
  EngineMiniport::Settings settings = with_mmu();
  settings.page_tables = true;
  settings.table_segment = 0;
  settings.table_mode = tables.mode;
  settings.table_levels = tables.levels;
  answers.edit = tables.edit;
  answers.address_bits = tables.address_bits;
  return settings;
}

TEST_F(AskedMmu, TablesThatCannotBeAreNotBuilt) {
  for (const TableCase& each : odd_tables()) {
    SCOPED_TRACE(each.what);
    world.reset();
    GpuWorld& gpu = make(with_tables(each));
    ASSERT_TRUE(gpu.adapter->caps().gpu_mmu.has_value()) << "there are addresses all the same";
    const Tables tables = live_with(gpu);
    EXPECT_EQ(tables.updates, 0);
    EXPECT_EQ(tables.roots, 0);
    gpu.engine.misdeeds = {};
    gpu.end();
    EXPECT_TRUE(gpu.is_silent()) << gpu.findings_text();
  }
}

TEST_F(AskedMmu, TablesThatCanBeAreBuilt) {
  const TableCase possible[] = {
      {"in system memory", in_segment(0, 0)},
      {"in the last segment", in_segment(0, 2)},
      {"in system memory, written by the processor", in_segment(0, 0),
       DXGK_PAGETABLEUPDATE_CPU_VIRTUAL},
      {"leaves with 20 index bits", with_bits(0, 20), DXGK_PAGETABLEUPDATE_GPU_PHYSICAL, 40},
      {"three levels", with_bytes(2, 4096), DXGK_PAGETABLEUPDATE_GPU_PHYSICAL, 0, 3},
  };
  for (const TableCase& each : possible) {
    SCOPED_TRACE(each.what);
    world.reset();
    GpuWorld& gpu = make(with_tables(each));
    EXPECT_GT(live_with(gpu).updates, 0);
    gpu.engine.misdeeds = {};
  }
}

// The tables of the paging process lie in system memory, or there are none.
TEST_F(AskedMmu, APagingProcessWithTablesInASegmentIsNotStarted) {
  for (const UINT segment : {1U, 3U, 0xFFFF'FFFFU}) {
    SCOPED_TRACE(segment);
    world.reset();
    const auto edit = [=](WORD level, DXGK_PAGE_TABLE_LEVEL_DESC& out) {
      if (level == 0) out.PagingProcessPageTableSegmentId = segment;
    };
    GpuWorld& gpu = make(with_tables({"", edit, DXGK_PAGETABLEUPDATE_GPU_VIRTUAL}));
    EXPECT_FALSE(gpu.adapter->pages_by_address());
    const Tables tables = live_with(gpu);
    EXPECT_EQ(tables.updates, 0);
    EXPECT_EQ(tables.roots, 0);
    gpu.engine.misdeeds = {};
  }
}

}  // namespace
}  // namespace drydock::testing
