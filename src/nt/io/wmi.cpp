// Windows Management Instrumentation: devices register, and nobody asks them for data.
#include <cstring>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/watch/ledger.h"

using namespace drydock;
using namespace drydock::nt;

namespace {

constexpr ULONG kActionBits = 0xFFFF;  // the action is in the low half, flags in the high one
// WNODE_HEADER: its size comes first, and it has at least this many bytes.
constexpr ULONG kSmallestNode = 48;
constexpr std::size_t kFlagsOfNode = 44;
constexpr ULONG kIsTraced = 0x80000;  // WNODE_FLAG_TRACED_GUID

bool is_instrumented(PDEVICE_OBJECT device) {
  return find_debt(Resource::kCallback, device).has_value();
}

}  // namespace

extern "C" {

// A device that is still registered when its driver has unloaded would be asked by the system.
NTSTATUS IoWMIRegistrationControl(PDEVICE_OBJECT DeviceObject, ULONG Action) {
  require_irql_at_most(PASSIVE_LEVEL, "IoWMIRegistrationControl");
  switch (Action & kActionBits) {
    case WMIREG_ACTION_REGISTER:
      if (is_instrumented(DeviceObject)) return STATUS_OBJECT_NAME_EXISTS;
      if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
      add_debt(Resource::kCallback, DeviceObject, 0, "registration for instrumentation");
      return STATUS_SUCCESS;
    case WMIREG_ACTION_DEREGISTER:
      return settle(Resource::kCallback, DeviceObject) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
    case WMIREG_ACTION_REREGISTER:
    case WMIREG_ACTION_UPDATE_GUIDS:
    case WMIREG_ACTION_BLOCK_IRPS:
      return is_instrumented(DeviceObject) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
    default:
      return STATUS_INVALID_PARAMETER;
  }
}

// wdm/nf-wdm-iowmiwriteevent.md: on success the memory of the event is the system's, which frees
// it.
NTSTATUS IoWMIWriteEvent(PVOID WnodeEventItem) {
  ULONG size = 0, flags = 0;
  std::memcpy(&size, WnodeEventItem, sizeof size);
  if (size >= kSmallestNode)
    std::memcpy(&flags, static_cast<const char*>(WnodeEventItem) + kFlagsOfNode, sizeof flags);
  require_irql_at_most((flags & kIsTraced) != 0 ? HIGH_LEVEL : APC_LEVEL, "IoWMIWriteEvent");
  if (size < kSmallestNode) return STATUS_INVALID_PARAMETER;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  ExFreePool(WnodeEventItem);
  return STATUS_SUCCESS;
}

}  // extern "C"
