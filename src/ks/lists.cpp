#include "src/ks/lists.h"

#include <cstring>

#include "src/ks/format.h"
#include "src/ks/request.h"

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

using namespace drydock::ks;

extern "C" NTSTATUS KsHandleSizedListQuery(PIRP Irp, ULONG DataItemsCount, ULONG DataItemSize,
                                           const VOID* DataItems) {
  return answer_list(
      Irp, Irp->AssociatedIrp.SystemBuffer, DataItemsCount,
      {static_cast<const std::byte*>(DataItems), std::size_t{DataItemsCount} * DataItemSize});
}

extern "C" NTSTATUS KsPinPropertyHandler(PIRP Irp, PKSPROPERTY Property, PVOID Data,
                                         ULONG DescriptorsCount,
                                         const KSPIN_DESCRIPTOR* Descriptor) {
  std::vector<const KSPIN_DESCRIPTOR*> types;
  for (ULONG i = 0; i < DescriptorsCount; ++i) types.push_back(Descriptor + i);
  return answer_pin_type(Irp, *reinterpret_cast<const KSP_PIN*>(Property), Data, types);
}

extern "C" NTSTATUS KsPinDataIntersectionEx(
    PIRP Irp, PKSP_PIN Pin, PVOID Data, ULONG DescriptorsCount, const KSPIN_DESCRIPTOR* Descriptor,
    ULONG DescriptorSize, PFNKSINTERSECTHANDLEREX IntersectHandler, PVOID HandlerContext) {
  if (Pin->PinId >= DescriptorsCount) return STATUS_INVALID_PARAMETER;
  const auto* base = reinterpret_cast<const std::byte*>(Descriptor);
  const auto& type =
      *reinterpret_cast<const KSPIN_DESCRIPTOR*>(base + std::size_t{Pin->PinId} * DescriptorSize);
  if (IntersectHandler == nullptr) return intersect(Irp, *Pin, Data, type, {});
  return intersect(Irp, *Pin, Data, type,
                   [&](PKSDATARANGE theirs, PKSDATARANGE mine, ULONG room, void* out, ULONG* size) {
                     return IntersectHandler(HandlerContext, Irp, Pin, theirs, mine, room, out,
                                             size);
                   });
}

// The handler of the older routine finds the pin's range itself.
extern "C" NTSTATUS KsPinDataIntersection(PIRP Irp, PKSP_PIN Pin, PVOID Data,
                                          ULONG DescriptorsCount,
                                          const KSPIN_DESCRIPTOR* Descriptor,
                                          PFNKSINTERSECTHANDLER IntersectHandler) {
  if (Pin->PinId >= DescriptorsCount) return STATUS_INVALID_PARAMETER;
  return intersect(Irp, *Pin, Data, Descriptor[Pin->PinId],
                   [&](PKSDATARANGE theirs, PKSDATARANGE, ULONG room, void* out, ULONG* size) {
                     const NTSTATUS status = IntersectHandler(Irp, Pin, theirs, out);
                     *size = NT_SUCCESS(status) || status == STATUS_BUFFER_OVERFLOW
                                 ? static_cast<ULONG>(Irp->IoStatus.Information)
                                 : room;
                     return status;
                   });
}
