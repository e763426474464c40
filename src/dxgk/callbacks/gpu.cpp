// Callbacks of parts that the host does not implement, or only in part: GPU addresses, hardware
// contexts, content protection, partitions, features. Each checks what it can and refuses the rest.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/callbacks/parts.h"
#include "src/dxgk/miniport/call_frame.h"
#include "src/dxgk/work/cpu_event.h"
#include "src/dxgk/work/doorbell.h"
#include "src/dxgk/work/native_fence.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/ob/handle.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

// K-078: a page table has entries of the driver or of the memory manager, never of both.
bool are_leaves(const vidmm::GpuMmu& mmu, const DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE& wanted) {
  const std::uint64_t unit = mmu.bytes_of_leaf();
  const bool is_aligned = wanted.Alignment == 0 ||
                          (wanted.Alignment % unit == 0 && std::has_single_bit(wanted.Alignment));
  const bool is_right = is_aligned && wanted.SizeInBytes != 0 && wanted.SizeInBytes % unit == 0 &&
                        wanted.BaseAddress % unit == 0;
  if (!rules::breaks("K-078", !is_right)) return true;
  nt::Breach("K-078", nt::Offender::running())
      .message(
          "DxgkCbReserveGpuVirtualAddressRange: SizeInBytes {:#x}, Alignment {:#x} "
          "and BaseAddress {:#x} are no multiples of {:#x}, which one entry leads to",
          wanted.SizeInBytes, wanted.Alignment, wanted.BaseAddress, unit)
      .raise();
  return false;
}

NTSTATUS reserve_gpu_virtual_address_range(IN_CONST_HANDLE hAdapter,
                                           INOUT_PDXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE pArgs) {
  const char* const name = "DxgkCbReserveGpuVirtualAddressRange";
  if (!is_device(hAdapter, name) || pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  if (rules::breaks("K-077", !is_inside(ddi::kCreateProcess))) {
    nt::Breach("K-077", nt::Offender::running())
        .message("{} is called outside DxgkDdiCreateProcess", name)
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE wanted = *pArgs;
  const CallFrame& frame = *CallFrame::current();
  const Seat* const seat = find_seat(frame.adapter().driver(), wanted.hDxgkProcess);
  if (seat == nullptr) return STATUS_INVALID_PARAMETER;
  if (seat->addresses() == nullptr) return STATUS_NOT_SUPPORTED;
  if (!are_leaves(*frame.adapter().caps().gpu_mmu, wanted)) return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  std::uint64_t at = 0;
  const AddressSpace::Outcome outcome = seat->addresses()->reserve_for_driver(
      {wanted.BaseAddress, 0, 0, wanted.SizeInBytes}, std::max<std::uint64_t>(wanted.Alignment, 1),
      wanted.AllowUserModeMapping != 0, at);
  if (outcome != AddressSpace::Outcome::kDone) return STATUS_NO_MEMORY;
  pArgs->StartVirtualAddress = at;
  return STATUS_SUCCESS;
}

NTSTATUS invalidate_hw_context(IN_CONST_PDXGKARGCB_INVALIDATEHWCONTEXT pArgs) {
  const char* const name = "DxgkCbInvalidateHwContext";
  check_place(name, PASSIVE_LEVEL);
  if (pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  const HANDLE adapter = pArgs->hAdapter;
  if (!is_device(adapter, name)) return STATUS_INVALID_PARAMETER;
  return refuse_unplayed(adapter, name);
}

VOID content_protection_teardown(IN_CONST_HANDLE hAdapter, UINT) {
  is_device(hAdapter, "DxgkCbHardwareContentProtectionTeardown");
}

NTSTATUS set_protected_session_status(IN_CONST_PDXGKARGCB_PROTECTEDSESSIONSTATUS) {
  check_place("DxgkCbSetProtectedSessionStatus", PASSIVE_LEVEL);
  return STATUS_INVALID_PARAMETER;  // no protected session exists
}

NTSTATUS mitigated_range_update(IN_CONST_HANDLE hAdapter, ULONG) {
  const char* const name = "DxgkCbMitigatedRangeUpdate";
  if (!is_device(hAdapter, name)) return STATUS_INVALID_PARAMETER;
  return refuse_unplayed(hAdapter, name);
}

NTSTATUS report_diagnostic(HANDLE DeviceHandle, IN_PDXGK_DIAGNOSTIC_HEADER pDiagnostic) {
  if (!is_device(DeviceHandle, "DxgkCbReportDiagnostic", DISPATCH_LEVEL) || pDiagnostic == nullptr)
    return STATUS_INVALID_PARAMETER;
  return STATUS_SUCCESS;  // no client subscribes to it
}

// Signals an event of a client, whose handle the driver got by private data, or one of its CPU
// events.
NTSTATUS signal_event(IN_CONST_PDXGKARGCB_SIGNALEVENT pArgs) {
  const char* const name = "DxgkCbSignalEvent";
  check_place(name, DISPATCH_LEVEL);
  if (pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  const DXGKARGCB_SIGNALEVENT asked = *pArgs;
  const nt::Driver* const driver = nt::current_driver();
  if (asked.Reserved != 0) return STATUS_INVALID_PARAMETER;
  if (asked.CpuEventObject != 0) {
    if (driver == nullptr || asked.hDxgkProcess != nullptr) return STATUS_INVALID_PARAMETER;
    return signal_cpu_event(*driver, asked.hEvent);
  }
  if (rules::breaks("K-080",
                    driver == nullptr || !is_driver_process(*driver, asked.hDxgkProcess))) {
    nt::Breach("K-080", nt::Offender::running())
        .message("{}: hDxgkProcess {} is no process that the driver has now", name,
                 asked.hDxgkProcess)
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  return nt::with_object(asked.hEvent, &nt::event_type, [](const nt::HandleEntry& entry) {
    KeSetEvent(static_cast<PKEVENT>(entry.object), 0, FALSE);
    return STATUS_SUCCESS;
  });
}

// Every optional feature is off but two, which are on for drivers that have their entry points.
template <typename Arguments>
NTSTATUS answer_feature(Arguments* arguments, const char* call) {
  check_place(call, PASSIVE_LEVEL);
  if (arguments == nullptr || !is_device(arguments->DeviceHandle, call))
    return STATUS_INVALID_PARAMETER;
  bool is_enabled = false;
  if (arguments->FeatureId == DXGK_FEATURE_SHARE_BACKING_STORE_WITH_KMD) {
    if (const std::shared_ptr<Hardware> hardware = Hardware::find(arguments->DeviceHandle))
      hardware->with_adapter(
          [&](Adapter& adapter) { is_enabled = adapter.allow_backing_stores(); });
  }
  if (arguments->FeatureId == DXGK_FEATURE_NATIVE_FENCE) {
    if (const std::shared_ptr<Hardware> hardware = Hardware::find(arguments->DeviceHandle))
      hardware->with_adapter([&](Adapter& adapter) { is_enabled = knows_native_fences(adapter); });
  }
  arguments->Enabled = is_enabled ? TRUE : FALSE;
  return STATUS_SUCCESS;
}

NTSTATUS is_feature_enabled(INOUT_PDXGKARGCB_ISFEATUREENABLED pArgs) {
  return answer_feature(pArgs, "DxgkCbIsFeatureEnabled");
}

NTSTATUS query_feature_support(INOUT_PDXGKARGCB_QUERYFEATURESUPPORT pArgs) {
  return answer_feature(pArgs, "DxgkCbQueryFeatureSupport");
}

// The call names no adapter, so the host searches the devices that the driver serves.
Ref<HwQueue> find_hw_queue(HANDLE handle) {
  Ref<HwQueue> out;
  const nt::Driver* const driver = nt::current_driver();
  if (driver == nullptr) return out;
  for (const std::shared_ptr<Hardware>& each : Hardware::served_by(*driver)) {
    each->with_adapter([&](Adapter& adapter) {
      if (!out) out = adapter.hw_queues().find(handle);
    });
  }
  return out;
}

NTSTATUS disconnect_doorbell(INOUT_PDXGKARGCB_DISCONNECTDOORBELL pArgs) {
  check_place("DxgkCbDisconnectDoorbell", PASSIVE_LEVEL);
  if (pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  const DXGKARGCB_DISCONNECTDOORBELL asked = *pArgs;
  const Ref<HwQueue> queue = find_hw_queue(asked.hHwQueue);
  const Ref<Doorbell> doorbell = queue ? queue->doorbell() : Ref<Doorbell>();
  const bool is_reason = asked.DisconnectReason == D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY ||
                         asked.DisconnectReason == D3DDDI_DOORBELLSTATUS_DISCONNECTED_ABORT;
  if (!doorbell || !is_reason) return STATUS_INVALID_PARAMETER;
  doorbell->take_away(asked.DisconnectReason);
  return STATUS_SUCCESS;
}

}  // namespace

void fill_gpu_callbacks(DXGKRNL_INTERFACE& callbacks) {
  callbacks.DxgkCbReserveGpuVirtualAddressRange = reserve_gpu_virtual_address_range;
  callbacks.DxgkCbInvalidateHwContext = invalidate_hw_context;
  callbacks.DxgkCbHardwareContentProtectionTeardown = content_protection_teardown;
  callbacks.DxgkCbSetProtectedSessionStatus = set_protected_session_status;
  callbacks.DxgkCbMitigatedRangeUpdate = mitigated_range_update;
  callbacks.DxgkCbReportDiagnostic = report_diagnostic;
  callbacks.DxgkCbSignalEvent = signal_event;
  callbacks.DxgkCbIsFeatureEnabled = is_feature_enabled;
  callbacks.DxgkCbQueryFeatureSupport = query_feature_support;
  callbacks.DxgkCbDisconnectDoorbell = disconnect_doorbell;
}

}  // namespace drydock::dxgk
