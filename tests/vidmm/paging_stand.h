// A model of a GPU whose driver pages by virtual addresses, and a tenant of two pages.
#pragma once

#include <gtest/gtest.h>

#include "src/vidmm/video_memory.h"
#include "tests/vidmm/model_gpu.h"

namespace drydock::vidmm {

class VirtualPaging : public ::testing::Test {
 protected:
  VirtualPaging() {
    GpuMmu mmu;
    mmu.caps.VirtualAddressBitCount = 26;
    mmu.caps.PageTableUpdateMode = DXGK_PAGETABLEUPDATE_GPU_VIRTUAL;
    for (const UINT bits : {4U, 0U}) {
      DXGK_PAGE_TABLE_LEVEL_DESC level{};
      level.PageTableIndexBitCount = bits;
      level.PageTableSizeInBytes = static_cast<UINT>(kGpuPage);
      mmu.levels.push_back(level);
    }
    gpu.caps().gpu_mmu = mmu;
    gpu.abilities().has_contexts = true;
    gpu.abilities().submits_by_address = true;
  }
  ~VirtualPaging() override {
    gpu.answer = nullptr;
    memory.discard(one.tenant);
    EXPECT_EQ(memory.usage(kMemory).free, memory.usage(kMemory).size);
  }

  bool start() { return memory.start_paging_process(kNames); }

  static inline const PagingProcess::Names kNames = {reinterpret_cast<HANDLE>(0x11),
                                                     reinterpret_cast<HANDLE>(0x22)};
  ModelGpu gpu{600, 32};
  VideoMemory memory{gpu, gpu};
  ModelTenant one{1, 2, set_of({kMemory})};
};

}  // namespace drydock::vidmm
