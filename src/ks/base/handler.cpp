#include "src/ks/base/handler.h"

#include <fmt/format.h>

#include "src/ks/base/mutex.h"
#include "src/nt/io/device.h"
#include "src/nt/io/irp.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::ks {

NTSTATUS call_handler(const Request& request, PFNKSHANDLER handler, const char* where) {
  const PIRP irp = request.irp;
  nt::Driver* driver = nt::driver_of(request.location->DeviceObject);
  const NTSTATUS before = irp->IoStatus.Status;
  NTSTATUS status = STATUS_DEVICE_REMOVED;
  const auto body = [&] {
    status =
        trace::recorded_call(where, handler, "PFNKSHANDLER")(irp, request.identifier, request.data);
  };
  {
    const InCallback marked(where);
    if (driver == nullptr) {
      body();
    } else if (!driver->run(where, body)) {
      return STATUS_DEVICE_REMOVED;
    }
  }
  if (status == STATUS_PENDING || !nt::may_complete(irp)) return status;
  if (rules::breaks("S-240", irp->IoStatus.Status != before)) {
    nt::Breach("S-240", nt::Offender::running())
        .message("the {} set Irp->IoStatus.Status to {:#x}", where,
                 static_cast<ULONG>(irp->IoStatus.Status))
        .raise();
    irp->IoStatus.Status = before;
  }
  if (NT_SUCCESS(status) && rules::breaks("S-240", irp->IoStatus.Information > request.data_size)) {
    nt::Breach("S-240", nt::Offender::running())
        .message("the {} says that {} bytes are in a buffer of {}", where,
                 irp->IoStatus.Information, request.data_size)
        .raise();
    irp->IoStatus.Information = request.data_size;
  }
  return status;
}

NTSTATUS check_data(PIRP irp, ULONG least) {
  const ULONG room =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.OutputBufferLength;
  if (room >= least) return STATUS_SUCCESS;
  if (room != 0) return STATUS_BUFFER_TOO_SMALL;
  irp->IoStatus.Information = least;
  return STATUS_BUFFER_OVERFLOW;
}

NTSTATUS answer_guids(PIRP irp, std::span<const GUID> sets) {
  Request request;
  const NTSTATUS status = capture(irp, sizeof(KSIDENTIFIER), DataFlow::kOut, request);
  if (!NT_SUCCESS(status)) return status;
  return answer(irp, request.data, std::as_bytes(sets));
}

// A request with the topology flag names a node behind the identifier (KSP_NODE and its kin).
NTSTATUS table_for_node(PIRP irp, std::span<const KSNODE_DESCRIPTOR> nodes,
                        const KSAUTOMATION_TABLE*& table) {
  static constexpr KSAUTOMATION_TABLE kNothing{};
  KSIDENTIFIER identifier;
  NTSTATUS status = peek(irp, &identifier, sizeof identifier);
  if (!NT_SUCCESS(status) || (identifier.Flags & KSPROPERTY_TYPE_TOPOLOGY) == 0) return status;
  KSP_NODE node;
  status = peek(irp, &node, sizeof node);
  if (!NT_SUCCESS(status)) return status;
  if (node.NodeId >= nodes.size()) return STATUS_INVALID_PARAMETER;
  const KSAUTOMATION_TABLE* own = nodes[node.NodeId].AutomationTable;
  table = own == nullptr ? &kNothing : own;
  return STATUS_SUCCESS;
}

}  // namespace drydock::ks
