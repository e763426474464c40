#include "src/dxgk/adapter/caps_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/nt/watch/breach.h"

namespace drydock::dxgk {
namespace {

// Raises the breach. Returns false, for callers that refuse because of it.
bool refuse(const Adapter& adapter, rules::RuleId rule, std::string message) {
  nt::Breach(rule, adapter.driver()).message(std::move(message)).raise_later();
  return false;
}

std::string name_of(std::size_t index) { return fmt::format("pSegmentDescriptor[{}]", index); }

struct Needed {
  const char* name;
  bool present;
};

bool need(const Adapter& adapter, const char* feature, std::initializer_list<Needed> needed) {
  std::string missing;
  for (const Needed& one : needed) {
    if (!one.present) missing += (missing.empty() ? "" : ", ") + std::string(one.name);
  }
  if (missing.empty()) return true;
  return refuse(adapter, "K-047", fmt::format("{} needs {}", feature, missing));
}

bool has_host_aperture(const AdapterCaps& caps) {
  return std::ranges::any_of(
      caps.segments, [](const auto& one) { return one.Flags.SupportsCpuHostAperture != 0; });
}

// Flags that exclude one another. The documents name more than Windows minds: a driver with
// CacheCoherent on a memory segment starts all the same.
bool check_flags(const Adapter& adapter, std::size_t index, const DXGK_SEGMENTFLAGS& flags) {
  const std::string name = name_of(index);
  if (flags.CacheCoherent && !flags.Aperture)
    refuse(adapter, "K-318", name + ".Flags: CacheCoherent without Aperture");
  if (flags.ReservedSysMem)
    refuse(adapter, "K-318", name + ".Flags: ReservedSysMem is the system's");
  if ((flags.PreservedDuringHibernate || flags.PartiallyPreservedDuringHibernate) &&
      !flags.PreservedDuringStandby) {
    return refuse(adapter, "K-318",
                  name + ".Flags: preserved during hibernation without PreservedDuringStandby");
  }
  DXGK_SEGMENTFLAGS agp_only{};
  agp_only.Agp = 1;
  if (flags.Agp && flags.Value != agp_only.Value)
    return refuse(adapter, "K-318", name + ".Flags: Agp together with other flags");
  if (flags.CpuVisible && flags.SupportsCpuHostAperture)
    return refuse(adapter, "K-318", name + ".Flags: CpuVisible and SupportsCpuHostAperture");
  return true;
}

bool check_size(const Adapter& adapter, std::size_t index, const DXGK_SEGMENTDESCRIPTOR4& segment) {
  if (segment.Flags.Agp) return true;  // the memory manager uses what there is
  if (segment.Size == 0 || segment.Size % PAGE_SIZE != 0) {
    return refuse(
        adapter, "K-317",
        fmt::format("{}.Size {:#x} is no multiple of the page size", name_of(index), segment.Size));
  }
  if (!segment.Flags.Aperture && segment.CommitLimit != segment.Size) {
    return refuse(adapter, "K-317",
                  fmt::format("{}: CommitLimit {:#x} of a memory segment is not its Size {:#x}",
                              name_of(index), segment.CommitLimit, segment.Size));
  }
  return true;
}

bool overlap(const DXGK_SEGMENTDESCRIPTOR4& a, const DXGK_SEGMENTDESCRIPTOR4& b) {
  const auto begin = [](const auto& one) {
    return static_cast<std::uint64_t>(one.BaseAddress.QuadPart);
  };
  return begin(a) < begin(b) + b.Size && begin(b) < begin(a) + a.Size;
}

bool check_overlap(const Adapter& adapter, const std::vector<DXGK_SEGMENTDESCRIPTOR4>& segments) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    for (std::size_t j = i + 1; j < segments.size(); ++j) {
      if (segments[i].Flags.Agp || segments[j].Flags.Agp || !overlap(segments[i], segments[j]))
        continue;
      return refuse(adapter, "K-317", fmt::format("{} and {} overlap", name_of(i), name_of(j)));
    }
  }
  return true;
}

}  // namespace

bool check_driver_caps(const Adapter& adapter, const DXGK_DRIVERCAPS& caps) {
  const DXGK_VIDSCHCAPS& scheduling = caps.SchedulingCaps;
  const char* alone = nullptr;
  if (scheduling.CancelCommandAware) alone = "CancelCommandAware";
  if (scheduling.NoDmaPatching) alone = "NoDmaPatching";
  if (scheduling.PreemptionAware) alone = "PreemptionAware";
  if (alone != nullptr && !scheduling.MultiEngineAware) {
    return refuse(adapter, "K-322",
                  fmt::format("SchedulingCaps: {} without MultiEngineAware", alone));
  }
  if (scheduling.NoDmaPatching && !scheduling.PreemptionAware)
    return refuse(adapter, "K-322", "SchedulingCaps: NoDmaPatching without PreemptionAware");
  const DXGK_VIDMMCAPS& memory = caps.MemoryManagementCaps;
  if (memory.GpuMmuSupported && memory.IoMmuSupported)
    return refuse(adapter, "K-320", "MemoryManagementCaps: GpuMmuSupported and IoMmuSupported");
  if ((memory.GpuMmuSupported || memory.IoMmuSupported) && !memory.VirtualAddressingSupported) {
    return refuse(adapter, "K-320",
                  "MemoryManagementCaps: an MMU model without VirtualAddressingSupported");
  }
  return true;
}

bool check_entry_points(const Adapter& adapter, const AdapterCaps& caps) {
  if (adapter.miniport().display_only) return true;
  const DRIVER_INITIALIZATION_DATA& table = adapter.table();
  const bool virtual_addresses = caps.driver.MemoryManagementCaps.VirtualAddressingSupported;
  bool complete = true;
  if (virtual_addresses) {
    complete =
        need(adapter, "GPU virtual addressing",
             {{"DxgkDdiCreateProcess", table.DxgkDdiCreateProcess != nullptr},
              {"DxgkDdiDestroyProcess", table.DxgkDdiDestroyProcess != nullptr},
              {"DxgkDdiGetRootPageTableSize", table.DxgkDdiGetRootPageTableSize != nullptr},
              {"DxgkDdiSetRootPageTable", table.DxgkDdiSetRootPageTable != nullptr},
              {"DxgkDdiSubmitCommandVirtual", table.DxgkDdiSubmitCommandVirtual != nullptr}});
  } else {
    const bool patches = caps.driver.SchedulingCaps.NoDmaPatching == 0;
    complete = need(adapter, "physical addressing",
                    {{"DxgkDdiPatch", !patches || table.DxgkDdiPatch != nullptr},
                     {"DxgkDdiRender", table.DxgkDdiRender != nullptr},
                     {"DxgkDdiSubmitCommand", table.DxgkDdiSubmitCommand != nullptr}});
  }
  if (has_host_aperture(caps)) {
    complete =
        need(adapter, "SupportsCpuHostAperture",
             {{"DxgkDdiMapCpuHostAperture", table.DxgkDdiMapCpuHostAperture != nullptr},
              {"DxgkDdiUnmapCpuHostAperture", table.DxgkDdiUnmapCpuHostAperture != nullptr}}) &&
        complete;
  }
  if (caps.driver.SupportPerEngineTDR) {
    complete = need(adapter, "SupportPerEngineTDR",
                    {{"DxgkDdiQueryDependentEngineGroup",
                      table.DxgkDdiQueryDependentEngineGroup != nullptr},
                     {"DxgkDdiQueryEngineStatus", table.DxgkDdiQueryEngineStatus != nullptr},
                     {"DxgkDdiResetEngine", table.DxgkDdiResetEngine != nullptr}}) &&
               complete;
  }
  return complete;
}

bool check_segments(const Adapter& adapter, const AdapterCaps& caps) {
  bool good = true;
  for (std::size_t i = 0; i < caps.segments.size(); ++i) {
    good = check_flags(adapter, i, caps.segments[i].Flags) && good;
    good = check_size(adapter, i, caps.segments[i]) && good;
  }
  if (!good || !check_overlap(adapter, caps.segments)) return false;
  const auto apertures =
      std::ranges::count_if(caps.segments, [](const auto& one) { return one.Flags.Aperture != 0; });
  // Microsoft's own sample reports none and starts.
  if (caps.driver.WDDMVersion >= DXGKDDI_WDDMv2 && apertures != 1) {
    refuse(adapter, "K-320",
           fmt::format("a driver of WDDM 2 reports {} aperture segments", apertures));
  }
  return true;
}

bool check_banks(const Adapter& adapter, std::size_t index, SIZE_T size, UINT banks,
                 const SIZE_T* ends) {
  if (banks == 0 || ends == nullptr)
    return refuse(adapter, "K-321", name_of(index) + ": UseBanking without banks");
  // The last bank ends with the segment, whatever the table says.
  SIZE_T begin = 0;
  for (UINT i = 0; i + 1 < banks; ++i) {
    const SIZE_T end = ends[i];
    if (end <= begin || end >= size) {
      return refuse(
          adapter, "K-321",
          fmt::format("{}.pBankRangeTable[{}] is {:#x}, behind {:#x} in a segment of {:#x} bytes",
                      name_of(index), i, end, begin, size));
    }
    begin = end;
  }
  return true;
}

}  // namespace drydock::dxgk
