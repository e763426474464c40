// Functions about pin types, for drivers that dispatch for themselves: lists, intersections,
// connections.
#include <vector>

#include "src/ks/description/format.h"
#include "src/ks/description/lists.h"
#include "src/ks/exports/exports.h"
#include "src/ks/object/header.h"

using namespace drydock::ks;
namespace nt = drydock::nt;

// S-112.
extern "C" NTSTATUS KsValidateConnectRequest(PIRP Irp, ULONG DescriptorsCount,
                                             const KSPIN_DESCRIPTOR* Descriptor,
                                             PKSPIN_CONNECT* Connect) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsValidateConnectRequest");
  ConnectRequest request;
  NTSTATUS status = parse_connect(create_parameters(Irp), request);
  if (!NT_SUCCESS(status)) return status;
  std::vector<const KSPIN_DESCRIPTOR*> types;
  for (ULONG i = 0; i < DescriptorsCount; ++i) types.push_back(Descriptor + i);
  status = check_connect(request.connect, request.format, types);
  if (!NT_SUCCESS(status)) return status;
  return store_parameters(Irp, reinterpret_cast<void**>(Connect));
}

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
