// Power callbacks. Components are always on here: a transition is complete when it is asked for.
#include "src/dxgk/callbacks/parts.h"

namespace drydock::dxgk {
namespace {

VOID set_power_component_active(IN_CONST_HANDLE hAdapter, UINT) {
  is_device(hAdapter, "DxgkCbSetPowerComponentActive");
}
VOID set_power_component_idle(IN_CONST_HANDLE hAdapter, UINT) {
  is_device(hAdapter, "DxgkCbSetPowerComponentIdle");
}
VOID set_power_component_latency(IN_CONST_HANDLE hAdapter, UINT, ULONGLONG) {
  is_device(hAdapter, "DxgkCbSetPowerComponentLatency");
}
VOID set_power_component_residency(IN_CONST_HANDLE hAdapter, UINT, ULONGLONG) {
  is_device(hAdapter, "DxgkCbSetPowerComponentResidency");
}
VOID complete_f_state_transition(IN_CONST_HANDLE hAdapter, UINT) {
  is_device(hAdapter, "DxgkCbCompleteFStateTransition", DISPATCH_LEVEL);
}
VOID complete_p_state_transition(IN_CONST_HANDLE hAdapter, UINT, UINT) {
  is_device(hAdapter, "DxgkCbCompletePStateTransition", DISPATCH_LEVEL);
}

// There is no platform extension that takes private requests.
NTSTATUS power_runtime_control_request(IN_CONST_HANDLE hAdapter, LPCGUID PowerControlCode, PVOID,
                                       SIZE_T, PVOID, SIZE_T, PSIZE_T BytesReturned) {
  if (!is_device(hAdapter, "DxgkCbPowerRuntimeControlRequest", DISPATCH_LEVEL) ||
      PowerControlCode == nullptr)
    return STATUS_INVALID_PARAMETER;
  if (BytesReturned != nullptr) *BytesReturned = 0;
  return refuse_unplayed(hAdapter, "DxgkCbPowerRuntimeControlRequest");
}

}  // namespace

void fill_power_callbacks(DXGKRNL_INTERFACE& callbacks) {
  callbacks.DxgkCbSetPowerComponentActive = set_power_component_active;
  callbacks.DxgkCbSetPowerComponentIdle = set_power_component_idle;
  callbacks.DxgkCbSetPowerComponentLatency = set_power_component_latency;
  callbacks.DxgkCbSetPowerComponentResidency = set_power_component_residency;
  callbacks.DxgkCbCompleteFStateTransition = complete_f_state_transition;
  callbacks.DxgkCbCompletePStateTransition = complete_p_state_transition;
  callbacks.DxgkCbPowerRuntimeControlRequest = power_runtime_control_request;
}

}  // namespace drydock::dxgk
