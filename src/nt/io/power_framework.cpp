// The power management framework (PoFx), for a machine that never saves power: every component may
// be active at once, and the framework only counts and answers.
#include <unordered_set>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
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

// The object behind a POHANDLE.
struct PoweredDevice {
  // Written before the driver has the handle.
  Driver* driver = nullptr;
  PVOID context = nullptr;
  PPO_FX_COMPONENT_ACTIVE_CONDITION_CALLBACK active = nullptr;
  PPO_FX_COMPONENT_IDLE_CONDITION_CALLBACK idle = nullptr;

  Mutex mutex;
  std::vector<Component> components DRYDOCK_GUARDED_BY(mutex);
  bool started DRYDOCK_GUARDED_BY(mutex) = false;
};

// Returns the device of a handle. Ends the driver, as Windows does, for a handle that is not, or no
// longer, that of a registered device.
PoweredDevice& device_of(POHANDLE handle) {
  if (current_driver() != nullptr && !find_debt(Resource::kCallback, handle))
    stop_driver(INTERNAL_POWER_ERROR, handle, 0, 0);
  return *reinterpret_cast<PoweredDevice*>(handle);
}

template <typename T>
void take(PoweredDevice& to, const T& from) {
  to.context = from.DeviceContext;
  to.active = from.ComponentActiveConditionCallback;
  to.idle = from.ComponentIdleConditionCallback;
  const MutexHold hold(to.mutex);
  to.components.resize(from.ComponentCount);
}

// Sets the condition that follows from the counts, and calls the callback if that is a change.
template <typename Change>
bool changes(PoweredDevice& device, ULONG component, Change change) {
  const MutexHold hold(device.mutex);
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
  add_debt(Resource::kCallback, made, 0, "registration with the power framework");
  *Handle = reinterpret_cast<POHANDLE>(made);
  return STATUS_SUCCESS;
}

extern "C" VOID PoFxUnregisterDevice(POHANDLE Handle) {
  require_irql_at_most(PASSIVE_LEVEL, "PoFxUnregisterDevice");
  const PoweredDevice* device = &device_of(Handle);
  settle(Resource::kCallback, Handle);
  delete device;
}

// wdm/nf-wdm-pofxstartdevicepowermanagement.md: components without a reference become idle from
// here on.
extern "C" VOID PoFxStartDevicePowerManagement(POHANDLE Handle) {
  require_irql_at_most(PASSIVE_LEVEL, "PoFxStartDevicePowerManagement");
  PoweredDevice& device = device_of(Handle);
  std::size_t count = 0;
  {
    const MutexHold hold(device.mutex);
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

extern "C" VOID PoFxCompleteDevicePowerNotRequired(POHANDLE) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxCompleteDevicePowerNotRequired");
}
extern "C" VOID PoFxCompleteDirectedPowerDown(POHANDLE) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxCompleteDirectedPowerDown");
}
extern "C" VOID PoFxCompleteIdleCondition(POHANDLE, ULONG) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxCompleteIdleCondition");
}
extern "C" VOID PoFxCompleteIdleState(POHANDLE, ULONG) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxCompleteIdleState");
}
extern "C" VOID PoFxReportDevicePoweredOn(POHANDLE) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxReportDevicePoweredOn");
}
extern "C" VOID PoFxNotifySurprisePowerOn(PDEVICE_OBJECT) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxNotifySurprisePowerOn");
}
extern "C" VOID PoFxSetComponentLatency(POHANDLE, ULONG, ULONGLONG) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxSetComponentLatency");
}
extern "C" VOID PoFxSetComponentResidency(POHANDLE, ULONG, ULONGLONG) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxSetComponentResidency");
}
extern "C" VOID PoFxSetComponentWake(POHANDLE, ULONG, BOOLEAN) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxSetComponentWake");
}
extern "C" VOID PoFxSetDeviceIdleTimeout(POHANDLE, ULONGLONG) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxSetDeviceIdleTimeout");
}

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
  require_irql_at_most(APC_LEVEL, "PoFxRegisterComponentPerfStates");
  *OutputStateInfo = nullptr;
  return STATUS_NOT_SUPPORTED;
}

extern "C" VOID PoFxIssueComponentPerfStateChange(POHANDLE, ULONG, ULONG, PPO_FX_PERF_STATE_CHANGE,
                                                  PVOID) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxIssueComponentPerfStateChange");
}
extern "C" VOID PoFxIssueComponentPerfStateChangeMultiple(POHANDLE, ULONG, ULONG, ULONG,
                                                          PO_FX_PERF_STATE_CHANGE[], PVOID) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxIssueComponentPerfStateChangeMultiple");
}
extern "C" NTSTATUS PoFxQueryCurrentComponentPerfState(POHANDLE, ULONG, ULONG, ULONG, PULONGLONG) {
  require_irql_at_most(DISPATCH_LEVEL, "PoFxQueryCurrentComponentPerfState");
  return STATUS_NOT_SUPPORTED;
}
extern "C" NTSTATUS PoFxSetTargetDripsDevicePowerState(POHANDLE, DEVICE_POWER_STATE) {
  require_irql_at_most(PASSIVE_LEVEL, "PoFxSetTargetDripsDevicePowerState");
  return STATUS_NOT_SUPPORTED;
}
