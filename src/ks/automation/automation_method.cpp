// Methods: from the request to the handler.
#include <algorithm>
#include <cstring>
#include <vector>

#include "src/ks/automation/automation.h"
#include "src/ks/base/handler.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

// READ and WRITE are the handler's: it reads the input and writes the output.
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
  NTSTATUS status = check_data(irp, item.MinData);
  if (!NT_SUCCESS(status)) return status;
  Request request;
  status = capture(irp, std::max<ULONG>(item.MinMethod, sizeof(KSMETHOD)), flow_of(item), request,
                   allocator);
  if (!NT_SUCCESS(status)) return status;
  KSMETHOD_TYPE_IRP_STORAGE(irp) = item.Flags;
  const ULONG size = request.data_size;
  const bool writes = (item.Flags & KSMETHOD_TYPE_WRITE) != 0;
  const NTSTATUS answered = call_handler(request, item.MethodHandler, "method handler");
  // A pending IRP is the handler's.
  if (answered == STATUS_SUCCESS && writes && size != 0 &&
      rules::breaks("S-241", irp->IoStatus.Information == 0)) {
    nt::Breach("S-241", nt::Offender::running())
        .message("a method handler wrote data and did not set Irp->IoStatus.Information")
        .raise();
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
  Asked<KSMETHOD_SET> asked;
  const NTSTATUS status = find_set(irp, sets, asked);
  if (asked.set == nullptr) return status;
  const KSMETHOD_ITEM* const item = kMethods.find(asked, item_size, KSMETHOD_SET_IRP_STORAGE(irp),
                                                  KSMETHOD_ITEM_IRP_STORAGE(irp));
  if (item == nullptr) return STATUS_NOT_FOUND;
  if (asked.flags == KSMETHOD_TYPE_BASICSUPPORT) return support(irp, *item, allocator);
  // Clients send with KSMETHOD_TYPE_SEND or with the type of the data (S-063).
  if ((asked.flags & ~static_cast<ULONG>(KSMETHOD_TYPE_MODIFY)) != 0)
    return STATUS_INVALID_PARAMETER;
  return send(irp, *item, allocator);
}

}  // namespace drydock::ks
