// The power management framework (PoFx), for a machine that never saves power: every component may
// be active at once, and the framework only counts and answers.
#include <mutex>
#include <unordered_set>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/io/device.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"

namespace drydock::nt {
namespace {

struct Component {
  ULONG references = 0;
  bool active = true;  // so it begins, and stays until management starts
};

// What a POHANDLE points to.
struct PoweredDevice {
  std::mutex mutex;
  Driver* driver = nullptr;
  PVOID context = nullptr;
  PPO_FX_COMPONENT_ACTIVE_CONDITION_CALLBACK active = nullptr;
  PPO_FX_COMPONENT_IDLE_CONDITION_CALLBACK idle = nullptr;
  std::vector<Component> components;
  bool started = false;
};

PoweredDevice& device_of(POHANDLE handle) { return *reinterpret_cast<PoweredDevice*>(handle); }

template <typename T>
void take(PoweredDevice& to, const T& from) {
  to.context = from.DeviceContext;
  to.active = from.ComponentActiveConditionCallback;
  to.idle = from.ComponentIdleConditionCallback;
  to.components.resize(from.ComponentCount);
}

// Sets the condition that follows from the counts, and calls the callback if that is a change.
template <typename Change>
bool changes(PoweredDevice& device, ULONG component, Change change) {
  const std::lock_guard lock(device.mutex);
  if (component >= device.components.size()) return false;
  Component& one = device.components[component];
  const bool was = one.active;
  change(one);
  if (device.started) one.active = one.references > 0;
  return one.active != was;
}

void call_active(PoweredDevice& device, ULONG component) {
  if (device.active == nullptr) return;
  run_in(device.driver, "component active condition callback",
         [&] { device.active(device.context, component); });
}

void call_idle(PoweredDevice& device, ULONG component) {
  if (device.idle == nullptr) return;
  run_in(device.driver, "component idle condition callback",
         [&] { device.idle(device.context, component); });
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;
namespace sim = drydock::sim;

extern "C" NTSTATUS PoFxRegisterDevice(PDEVICE_OBJECT, PPO_FX_DEVICE Device, POHANDLE* Handle) {
  require_irql_at_most(PASSIVE_LEVEL, "PoFxRegisterDevice");
  if (fails_here(sim::FaultKind::kObject)) {
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  // All versions begin with their number; the rest is the version's own.
  const ULONG version = Device->Version;
  if (version < PO_FX_VERSION_V1 || version > PO_FX_VERSION_V3) return STATUS_INVALID_PARAMETER;
  auto* made = new PoweredDevice;
  made->driver = current_driver();
  const void* raw = Device;
  if (version == PO_FX_VERSION_V1) {
    take(*made, *static_cast<const PO_FX_DEVICE_V1*>(raw));
  } else if (version == PO_FX_VERSION_V2) {
    take(*made, *static_cast<const PO_FX_DEVICE_V2*>(raw));
  } else {
    take(*made, *static_cast<const PO_FX_DEVICE_V3*>(raw));
  }
  owe(Resource::kCallback, made, 0, "registration with the power framework");
  *Handle = reinterpret_cast<POHANDLE>(made);
  return STATUS_SUCCESS;
}

extern "C" VOID PoFxUnregisterDevice(POHANDLE Handle) {
  require_irql_at_most(PASSIVE_LEVEL, "PoFxUnregisterDevice");
  settle(Resource::kCallback, Handle);
  delete &device_of(Handle);
}

// wdm/nf-wdm-pofxstartdevicepowermanagement.md: components without a reference become idle from
// here on.
extern "C" VOID PoFxStartDevicePowerManagement(POHANDLE Handle) {
  require_irql_at_most(PASSIVE_LEVEL, "PoFxStartDevicePowerManagement");
  PoweredDevice& device = device_of(Handle);
  std::size_t count = 0;
  {
    const std::lock_guard lock(device.mutex);
    device.started = true;
    count = device.components.size();
  }
  for (ULONG i = 0; i < count; ++i) {
    if (changes(device, i, [](Component&) {})) call_idle(device, i);
  }
}

extern "C" VOID PoFxActivateComponent(POHANDLE Handle, ULONG Component, ULONG) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxActivateComponent");
  PoweredDevice& device = device_of(Handle);
  if (changes(device, Component, [](auto& one) { ++one.references; })) {
    call_active(device, Component);
  }
}

extern "C" VOID PoFxIdleComponent(POHANDLE Handle, ULONG Component, ULONG) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxIdleComponent");
  PoweredDevice& device = device_of(Handle);
  const auto drop = [](auto& one) { one.references -= one.references > 0 ? 1 : 0; };
  if (changes(device, Component, drop)) call_idle(device, Component);
}

extern "C" VOID PoFxCompleteDevicePowerNotRequired(POHANDLE) {}
extern "C" VOID PoFxCompleteDirectedPowerDown(POHANDLE) {}
extern "C" VOID PoFxCompleteIdleCondition(POHANDLE, ULONG) {}
extern "C" VOID PoFxCompleteIdleState(POHANDLE, ULONG) {}
extern "C" VOID PoFxReportDevicePoweredOn(POHANDLE) {}
extern "C" VOID PoFxNotifySurprisePowerOn(PDEVICE_OBJECT) {}
extern "C" VOID PoFxSetComponentLatency(POHANDLE, ULONG, ULONGLONG) {}
extern "C" VOID PoFxSetComponentResidency(POHANDLE, ULONG, ULONGLONG) {}
extern "C" VOID PoFxSetComponentWake(POHANDLE, ULONG, BOOLEAN) {}
extern "C" VOID PoFxSetDeviceIdleTimeout(POHANDLE, ULONGLONG) {}

// No platform extension plug-in stands behind the framework here.
extern "C" NTSTATUS PoFxPowerControl(POHANDLE, LPCGUID, PVOID, SIZE_T, PVOID, SIZE_T,
                                     PSIZE_T BytesReturned) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxPowerControl");
  if (BytesReturned != nullptr) *BytesReturned = 0;
  return STATUS_NOT_IMPLEMENTED;
}

extern "C" NTSTATUS PoFxRegisterComponentPerfStates(POHANDLE, ULONG, ULONG,
                                                    PPO_FX_COMPONENT_PERF_STATE_CALLBACK,
                                                    PPO_FX_COMPONENT_PERF_INFO,
                                                    PPO_FX_COMPONENT_PERF_INFO* OutputStateInfo) {
  require_irql_at_most(PASSIVE_LEVEL, "PoFxRegisterComponentPerfStates");
  *OutputStateInfo = nullptr;
  return STATUS_NOT_SUPPORTED;
}

extern "C" VOID PoFxIssueComponentPerfStateChange(POHANDLE, ULONG, ULONG, PPO_FX_PERF_STATE_CHANGE,
                                                  PVOID) {}
extern "C" VOID PoFxIssueComponentPerfStateChangeMultiple(POHANDLE, ULONG, ULONG, ULONG,
                                                          PO_FX_PERF_STATE_CHANGE[], PVOID) {}
extern "C" NTSTATUS PoFxQueryCurrentComponentPerfState(POHANDLE, ULONG, ULONG, ULONG, PULONGLONG) {
  return STATUS_NOT_SUPPORTED;
}
extern "C" NTSTATUS PoFxSetTargetDripsDevicePowerState(POHANDLE, DEVICE_POWER_STATE) {
  return STATUS_NOT_SUPPORTED;
}
