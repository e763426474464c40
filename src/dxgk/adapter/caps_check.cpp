#include "src/dxgk/adapter/caps_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

// Raises the breach when the driver is not right. Returns whether it is.
bool holds(const Adapter& adapter, bool is_right, rules::RuleId rule,
           const std::function<std::string()>& message) {
  if (rules::breaks(rule, !is_right))
    nt::Breach(rule, adapter.driver()).message(message()).raise_later();
  return is_right;
}

// The same where Windows is known to start the driver all the same.
void note_tolerated(const Adapter& adapter, bool is_right, rules::RuleId rule,
                    std::string message) {
  if (rules::breaks(rule, !is_right))
    nt::Breach(rule, adapter.driver()).message(std::move(message)).tolerated().raise_later();
}

std::string name_of(std::size_t index) { return fmt::format("pSegmentDescriptor[{}]", index); }

constexpr SIZE_T kMostBytes = SIZE_T{1} << 48;  // no GPU addresses more

struct Needed {
  const char* name;
  bool present;
};

bool need(const Adapter& adapter, const char* feature, std::initializer_list<Needed> needed) {
  std::string missing;
  for (const Needed& one : needed) {
    if (!one.present) missing += (missing.empty() ? "" : ", ") + std::string(one.name);
  }
  return holds(adapter, missing.empty(), "K-047",
               [&] { return fmt::format("{} needs {}", feature, missing); });
}

bool has_host_aperture(const AdapterCaps& caps) {
  return std::ranges::any_of(
      caps.segments, [](const auto& one) { return one.Flags.SupportsCpuHostAperture != 0; });
}

// Flags that exclude one another; those that cannot be true are left out. The documents name more
// than Windows minds: a driver with CacheCoherent on a memory segment starts all the same.
void check_segment_flags(const Adapter& adapter, std::size_t index, DXGK_SEGMENTFLAGS& flags) {
  const auto check = [&](bool holds_here, const char* what) {
    return holds(adapter, holds_here, "K-318",
                 [&] { return fmt::format("{}.Flags: {}", name_of(index), what); });
  };
  note_tolerated(adapter, !flags.CacheCoherent || flags.Aperture, "K-318",
                 name_of(index) + ".Flags: CacheCoherent without Aperture");
  if (!check(!flags.ReservedSysMem, "ReservedSysMem is the system's")) flags.ReservedSysMem = 0;
  const bool hibernates = flags.PreservedDuringHibernate || flags.PartiallyPreservedDuringHibernate;
  if (!check(!hibernates || flags.PreservedDuringStandby,
             "preserved during hibernation without PreservedDuringStandby"))
    flags.PreservedDuringHibernate = flags.PartiallyPreservedDuringHibernate = 0;
  DXGK_SEGMENTFLAGS agp_only{};
  agp_only.Agp = 1;
  if (!check(!flags.Agp || flags.Value == agp_only.Value, "Agp together with other flags"))
    flags = agp_only;
  if (!check(!flags.CpuVisible || !flags.SupportsCpuHostAperture,
             "CpuVisible and SupportsCpuHostAperture"))
    flags.SupportsCpuHostAperture = 0;
}

// False when nothing is left of the segment. A part of a page at its end is left out.
bool check_size(const Adapter& adapter, std::size_t index, DXGK_SEGMENTDESCRIPTOR4& segment) {
  if (segment.Flags.Agp) return true;  // the memory manager uses what there is
  const bool is_possible = segment.Size <= kMostBytes;
  if (!holds(adapter, segment.Size != 0 && segment.Size % PAGE_SIZE == 0 && is_possible, "K-317",
             [&] {
               return fmt::format("{}.Size {:#x} is no multiple of the page size{}", name_of(index),
                                  segment.Size, is_possible ? "" : ", and more than GPUs reach");
             })) {
    segment.Size -= segment.Size % PAGE_SIZE;
    segment.CommitLimit = segment.Size;
  }
  if (!segment.Flags.Aperture && !holds(adapter, segment.CommitLimit == segment.Size, "K-317", [&] {
        return fmt::format("{}: CommitLimit {:#x} of a memory segment is not its Size {:#x}",
                           name_of(index), segment.CommitLimit, segment.Size);
      }))
    segment.CommitLimit = segment.Size;
  return segment.Size != 0 && is_possible;
}

bool overlap(const DXGK_SEGMENTDESCRIPTOR4& a, const DXGK_SEGMENTDESCRIPTOR4& b) {
  const auto begin = [](const auto& one) {
    return static_cast<std::uint64_t>(one.BaseAddress.QuadPart);
  };
  return begin(a) < begin(b) + b.Size && begin(b) < begin(a) + a.Size;
}

// Segments that overlap stay: the host knows memory by the number of its segment, not by its place.
void check_overlap(const Adapter& adapter, const std::vector<DXGK_SEGMENTDESCRIPTOR4>& segments) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    for (std::size_t j = i + 1; j < segments.size(); ++j) {
      if (segments[i].Flags.Agp || segments[j].Flags.Agp) continue;
      holds(adapter, !overlap(segments[i], segments[j]), "K-317",
            [&] { return fmt::format("{} and {} overlap", name_of(i), name_of(j)); });
    }
  }
}

}  // namespace

void check_driver_caps(const Adapter& adapter, DXGK_DRIVERCAPS& caps) {
  DXGK_VIDSCHCAPS& scheduling = caps.SchedulingCaps;
  const char* alone = nullptr;
  if (scheduling.CancelCommandAware) alone = "CancelCommandAware";
  if (scheduling.NoDmaPatching) alone = "NoDmaPatching";
  if (scheduling.PreemptionAware) alone = "PreemptionAware";
  if (!holds(adapter, alone == nullptr || scheduling.MultiEngineAware, "K-322",
             [&] { return fmt::format("SchedulingCaps: {} without MultiEngineAware", alone); }))
    scheduling.CancelCommandAware = scheduling.NoDmaPatching = scheduling.PreemptionAware = 0;
  if (!holds(adapter, !scheduling.NoDmaPatching || scheduling.PreemptionAware, "K-322",
             [] { return std::string("SchedulingCaps: NoDmaPatching without PreemptionAware"); }))
    scheduling.NoDmaPatching = 0;
  DXGK_VIDMMCAPS& memory = caps.MemoryManagementCaps;
  if (!holds(adapter, !memory.GpuMmuSupported || !memory.IoMmuSupported, "K-320", [] {
        return std::string("MemoryManagementCaps: GpuMmuSupported and IoMmuSupported");
      }))
    memory.IoMmuSupported = 0;
  const bool has_mmu = memory.GpuMmuSupported || memory.IoMmuSupported;
  if (!holds(adapter, !has_mmu || memory.VirtualAddressingSupported, "K-320", [] {
        return std::string("MemoryManagementCaps: an MMU model without VirtualAddressingSupported");
      }))
    memory.GpuMmuSupported = memory.IoMmuSupported = 0;
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

bool check_segments(const Adapter& adapter, AdapterCaps& caps) {
  bool good = true;
  for (std::size_t i = 0; i < caps.segments.size(); ++i) {
    check_segment_flags(adapter, i, caps.segments[i].Flags);
    good = check_size(adapter, i, caps.segments[i]) && good;
  }
  if (!good) return false;
  check_overlap(adapter, caps.segments);
  const auto apertures =
      std::ranges::count_if(caps.segments, [](const auto& one) { return one.Flags.Aperture != 0; });
  // Microsoft's own sample reports none and starts.
  if (caps.driver.WDDMVersion >= DXGKDDI_WDDMv2)
    note_tolerated(adapter, apertures == 1, "K-320",
                   fmt::format("a driver of WDDM 2 reports {} aperture segments", apertures));
  return true;
}

bool check_banks(const Adapter& adapter, std::size_t index, SIZE_T size, UINT banks,
                 const SIZE_T* ends) {
  if (!holds(adapter, banks != 0 && ends != nullptr, "K-321",
             [&] { return name_of(index) + ": UseBanking without banks"; }))
    return false;
  // The last bank ends with the segment, whatever the table says.
  SIZE_T begin = 0;
  for (UINT i = 0; i + 1 < banks; ++i) {
    const SIZE_T end = ends[i];
    if (!holds(adapter, end > begin && end < size, "K-321", [&] {
          return fmt::format(
              "{}.pBankRangeTable[{}] is {:#x}, behind {:#x} in a segment of {:#x} bytes",
              name_of(index), i, end, begin, size);
        }))
      return false;
    begin = end;
  }
  return true;
}

}  // namespace drydock::dxgk
