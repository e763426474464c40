#include "src/dxgk/adapter/gpu_mmu.h"

#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {
std::optional<vidmm::GpuMmu> ask_gpu_mmu(Adapter& adapter) {
  const DXGK_VIDMMCAPS& memory = adapter.caps().driver.MemoryManagementCaps;
  if (memory.VirtualAddressingSupported == 0 || memory.GpuMmuSupported == 0) return std::nullopt;
  vidmm::GpuMmu out;
  DXGK_QUERYGPUMMUCAPSIN asked{};
  if (!NT_SUCCESS(adapter.query(adapter.system_seat(), DXGKQAITYPE_GPUMMUCAPS, &asked, sizeof asked,
                                &out.caps, sizeof out.caps)))
    return std::nullopt;
  const UINT levels = out.caps.PageTableLevelCount;
  if (levels < DXGK_MIN_PAGE_TABLE_LEVEL_COUNT || levels > DXGK_MAX_PAGE_TABLE_LEVEL_COUNT)
    return std::nullopt;
  // The last member came with WDDM 2.2.
  const bool is_long = adapter.version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_2;
  for (UINT level = 0; level < levels; ++level) {
    DXGK_QUERYPAGETABLELEVELDESCIN which{};
    which.LevelIndex = static_cast<WORD>(level);
    DXGK_PAGE_TABLE_LEVEL_DESC description{};
    const std::size_t bytes = is_long
                                  ? sizeof description
                                  : offsetof(DXGK_PAGE_TABLE_LEVEL_DESC, PageTableAlignmentInBytes);
    if (!NT_SUCCESS(adapter.query(adapter.system_seat(), DXGKQAITYPE_PAGETABLELEVELDESC, &which,
                                  sizeof which, &description, static_cast<UINT>(bytes))))
      return std::nullopt;
    out.levels.push_back(description);
  }
  return out.is_whole() ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace drydock::dxgk
