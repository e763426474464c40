// What a driver says about virtual addresses of its GPU, and what is made of it.
#include "src/dxgk/adapter/gpu_mmu.h"

#include "tests/sched/gpu_suites.h"

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
  return answers.query(adapter, query);
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

}  // namespace
}  // namespace drydock::testing
