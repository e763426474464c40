// Methods: from the request to the handler.
#include <algorithm>
#include <cstring>
#include <vector>

#include "src/ks/automation.h"
#include "src/ks/handler.h"
#include "src/nt/report.h"

namespace drydock::ks {
namespace {

// READ and WRITE are seen from the handler: what it reads comes in, what it writes goes out.
DataFlow flow_of(const KSMETHOD_ITEM& item) {
  switch (item.Flags & KSMETHOD_TYPE_MODIFY) {
    case KSMETHOD_TYPE_READ:
      return DataFlow::kIn;
    case KSMETHOD_TYPE_WRITE:
      return DataFlow::kOut;
    case KSMETHOD_TYPE_MODIFY:
      return DataFlow::kInOut;
    default:
      return DataFlow::kNone;
  }
}

NTSTATUS send(PIRP irp, const KSMETHOD_ITEM& item, PFNKSALLOCATOR allocator) {
  if (item.MethodHandler == nullptr) return STATUS_INVALID_DEVICE_REQUEST;
  const ULONG room =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.OutputBufferLength;
  if (room < item.MinData) {
    if (room != 0) return STATUS_BUFFER_TOO_SMALL;
    irp->IoStatus.Information = item.MinData;
    return STATUS_BUFFER_OVERFLOW;
  }
  Request request;
  const NTSTATUS status = capture(irp, std::max<ULONG>(item.MinMethod, sizeof(KSMETHOD)),
                                  flow_of(item), request, allocator);
  if (!NT_SUCCESS(status)) return status;
  KSMETHOD_TYPE_IRP_STORAGE(irp) = item.Flags;
  const ULONG size = request.data_size;
  const bool writes = (item.Flags & KSMETHOD_TYPE_WRITE) != 0;
  const NTSTATUS answered = call_handler(request, item.MethodHandler, "method handler");
  // A pending IRP is the handler's.
  if (answered == STATUS_SUCCESS && writes && size != 0 && irp->IoStatus.Information == 0) {
    nt::report("S-241", "a method handler wrote data and did not set Irp->IoStatus.Information");
  }
  return answered;
}

NTSTATUS support(PIRP irp, const KSMETHOD_ITEM& item, PFNKSALLOCATOR allocator) {
  Request request;
  const NTSTATUS status = capture(irp, sizeof(KSMETHOD), DataFlow::kOut, request, allocator);
  if (!NT_SUCCESS(status)) return status;
  if (item.SupportHandler != nullptr) {
    return call_handler(request, item.SupportHandler, "method's support handler");
  }
  const ULONG flags = item.Flags;
  return answer(irp, request.data, std::as_bytes(std::span(&flags, 1)));
}

}  // namespace

NTSTATUS handle_method(PIRP irp, std::span<const KSMETHOD_SET> sets, ULONG item_size,
                       PFNKSALLOCATOR allocator) {
  static constexpr GUID kAllSets{};
  KSIDENTIFIER asked;
  const NTSTATUS status = peek(irp, &asked, sizeof asked);
  if (!NT_SUCCESS(status)) return status;
  irp->IoStatus.Information = 0;
  const ULONG flags = asked.Flags & ~static_cast<ULONG>(KSMETHOD_TYPE_TOPOLOGY);
  if (flags == KSMETHOD_TYPE_SETSUPPORT && same(asked.Set, kAllSets)) {
    std::vector<GUID> all;
    for (const KSMETHOD_SET& set : sets) all.push_back(*set.Set);
    return answer_guids(irp, all);
  }
  const auto set = std::ranges::find_if(
      sets, [&](const KSMETHOD_SET& one) { return same(*one.Set, asked.Set); });
  if (set == sets.end()) return STATUS_PROPSET_NOT_FOUND;
  if (flags == KSMETHOD_TYPE_SETSUPPORT) return STATUS_SUCCESS;
  const KSMETHOD_ITEM* item =
      find_item(set->MethodItem, set->MethodsCount, item_size, &KSMETHOD_ITEM::MethodId, asked.Id);
  if (item == nullptr) return STATUS_NOT_FOUND;
  KSMETHOD_SET_IRP_STORAGE(irp) = &*set;
  KSMETHOD_ITEM_IRP_STORAGE(irp) = item;
  if (flags == KSMETHOD_TYPE_BASICSUPPORT) return support(irp, *item, allocator);
  // Clients send with KSMETHOD_TYPE_SEND or with the type of the data (S-063).
  if ((flags & ~static_cast<ULONG>(KSMETHOD_TYPE_MODIFY)) != 0) return STATUS_INVALID_PARAMETER;
  return send(irp, *item, allocator);
}

}  // namespace drydock::ks
