#include "src/ks/vram_capture.h"

#include <fmt/format.h>

#include <bitset>
#include <cstring>

#include "src/nt/report.h"

namespace drydock::ks {
namespace {

constexpr ULONG kFirst = KSPROPERTY_DISPLAY_ADAPTER_GUID;
constexpr ULONG kLast = KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS;

bool is_about_surface(const KSIDENTIFIER& asked) {
  return same(asked.Set, KSPROPSETID_VramCapture) &&
         (asked.Id == KSPROPERTY_PREFERRED_CAPTURE_SURFACE ||
          asked.Id == KSPROPERTY_CURRENT_CAPTURE_SURFACE);
}

bool is_invalid(const void* data, std::size_t bytes) {
  CAPTURE_MEMORY_ALLOCATION_FLAGS flags;
  if (data == nullptr || bytes < sizeof flags) return false;
  std::memcpy(&flags, data, sizeof flags);
  return flags == KS_CAPTURE_ALLOC_INVALID;
}

}  // namespace

void check_vram_set(const KSPIN_DESCRIPTOR_EX& pin, const char* where) {
  const KSAUTOMATION_TABLE* table = pin.AutomationTable;
  for (ULONG i = 0; table != nullptr && i < table->PropertySetsCount; ++i) {
    const KSPROPERTY_SET& set = table->PropertySets[i];
    if (!same(*set.Set, KSPROPSETID_VramCapture)) continue;
    std::bitset<kLast + 1> known;
    const auto* base = reinterpret_cast<const std::uint8_t*>(set.PropertyItem);
    for (ULONG j = 0; j < set.PropertiesCount; ++j) {
      const auto& item = *reinterpret_cast<const KSPROPERTY_ITEM*>(
          base + std::size_t{j} * table->PropertyItemSize);
      if (item.PropertyId >= kFirst && item.PropertyId <= kLast) known.set(item.PropertyId);
    }
    if (known.count() == kLast - kFirst + 1) continue;
    nt::report("S-277", fmt::format("{}: {} of the {} properties for capture into video memory",
                                    where, known.count(), kLast - kFirst + 1));
  }
}

void check_surface_answer(PIRP irp, const Request& request) {
  if (!is_about_surface(*request.identifier)) return;
  if (!is_invalid(request.data, irp->IoStatus.Information)) return;
  nt::report("S-283", "a capture surface of 0 is answered");
}

bool is_no_surface(const Request& request) {
  return is_about_surface(*request.identifier) && is_invalid(request.data, request.data_size);
}

}  // namespace drydock::ks
