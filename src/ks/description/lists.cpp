#include "src/ks/description/lists.h"

#include <cstring>

#include "src/ks/base/request.h"
#include "src/ks/description/format.h"

namespace drydock::ks {
namespace {

// Ranges differ in size and each begins at a multiple of 8; attributes are items of their own.
NTSTATUS answer_ranges(PIRP irp, void* data, const PKSDATARANGE* ranges, ULONG count) {
  std::vector<std::byte> all;
  for (ULONG i = 0; i < count; ++i) {
    const auto* begin = reinterpret_cast<const std::byte*>(ranges[i]);
    all.insert(all.end(), begin, begin + ranges[i]->FormatSize);
    all.resize((all.size() + 7) & ~std::size_t{7});
    if ((ranges[i]->Flags & KSDATARANGE_ATTRIBUTES) != 0) ++i;
  }
  return answer_list(irp, data, count, all);
}

KSIDENTIFIER standard(const GUID& set) {
  KSIDENTIFIER out{};
  out.Set = set;
  return out;
}

NTSTATUS answer_identifiers(PIRP irp, void* data, const KSIDENTIFIER* list, ULONG count,
                            const KSIDENTIFIER& otherwise) {
  if (count == 0) return answer_list(irp, data, 1, bytes_of(otherwise));
  return answer_list(irp, data, count, std::as_bytes(std::span(list, count)));
}

}  // namespace

NTSTATUS answer_list(PIRP irp, void* data, ULONG count, std::span<const std::byte> items) {
  const ULONG room =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.OutputBufferLength;
  KSMULTIPLE_ITEM head{};
  head.Size = static_cast<ULONG>(sizeof head + items.size());
  head.Count = count;
  if (room == sizeof(ULONG)) return answer(irp, data, bytes_of(head.Size));
  std::vector<std::byte> all(head.Size);
  std::memcpy(all.data(), &head, sizeof head);
  if (!items.empty()) std::memcpy(all.data() + sizeof head, items.data(), items.size());
  return answer(irp, data, all);
}

NTSTATUS answer_pin_type(PIRP irp, const KSP_PIN& asked, void* data,
                         std::span<const KSPIN_DESCRIPTOR* const> types) {
  if (asked.Property.Id == KSPROPERTY_PIN_CTYPES) {
    return answer(irp, data, bytes_of(static_cast<ULONG>(types.size())));
  }
  if (asked.PinId >= types.size()) return STATUS_INVALID_PARAMETER;
  const KSPIN_DESCRIPTOR& type = *types[asked.PinId];
  switch (asked.Property.Id) {
    case KSPROPERTY_PIN_DATAFLOW:
      return answer(irp, data, bytes_of(type.DataFlow));
    case KSPROPERTY_PIN_COMMUNICATION:
      return answer(irp, data, bytes_of(type.Communication));
    case KSPROPERTY_PIN_DATARANGES:
      return answer_ranges(irp, data, type.DataRanges, type.DataRangesCount);
    case KSPROPERTY_PIN_CONSTRAINEDDATARANGES:
      return type.ConstrainedDataRangesCount == 0
                 ? answer_ranges(irp, data, type.DataRanges, type.DataRangesCount)
                 : answer_ranges(irp, data, type.ConstrainedDataRanges,
                                 type.ConstrainedDataRangesCount);
    case KSPROPERTY_PIN_INTERFACES:
      return answer_identifiers(irp, data, type.Interfaces, type.InterfacesCount,
                                standard(KSINTERFACESETID_Standard));
    case KSPROPERTY_PIN_MEDIUMS:
      return answer_identifiers(irp, data, type.Mediums, type.MediumsCount,
                                standard(KSMEDIUMSETID_Standard));
    case KSPROPERTY_PIN_CATEGORY:
      return type.Category == nullptr ? STATUS_NOT_FOUND
                                      : answer(irp, data, bytes_of(*type.Category));
    default:
      return STATUS_NOT_FOUND;
  }
}

}  // namespace drydock::ks
