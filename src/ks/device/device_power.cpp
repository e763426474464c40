// Power: all callbacks of the minidriver are called under the device mutex (S-219).
#include "src/ks/base/request.h"
#include "src/ks/device/device.h"

namespace drydock::ks {
namespace {

NTSTATUS pass_power_down(PDEVICE_OBJECT next, PIRP irp) {
  PoStartNextPowerIrp(irp);
  IoSkipCurrentIrpStackLocation(irp);
  return PoCallDriver(next, irp);
}

DEVICE_POWER_STATE device_state_for(SYSTEM_POWER_STATE system) {
  return system == PowerSystemWorking ? PowerDeviceD0 : PowerDeviceD3;
}

}  // namespace

NTSTATUS Device::power(PIRP irp) {
  const std::shared_ptr<Object> self = shared_from_this();
  const IO_STACK_LOCATION& location = *IoGetCurrentIrpStackLocation(irp);
  const bool device = location.Parameters.Power.Type == ::DevicePowerState;
  switch (location.MinorFunction) {
    case IRP_MN_QUERY_POWER:
      return query_power(irp);
    case IRP_MN_SET_POWER:
      return device ? set_device_power(irp) : set_system_power(irp);
    default:
      return pass_power_down(face_.NextDeviceObject, irp);
  }
}

NTSTATUS Device::query_power(PIRP irp) {
  const auto& asked = IoGetCurrentIrpStackLocation(irp)->Parameters.Power;
  const bool device = asked.Type == ::DevicePowerState;
  const KSDEVICE_DISPATCH* calls = dispatch();
  NTSTATUS status = STATUS_SUCCESS;
  if (calls != nullptr && calls->QueryPower != nullptr) {
    const SYSTEM_POWER_STATE system = device ? face_.SystemPowerState : asked.State.SystemState;
    const DEVICE_POWER_STATE to =
        device ? asked.State.DeviceState : device_state_for(asked.State.SystemState);
    const POWER_ACTION action = asked.ShutdownType;
    const Holding held(mutex_);
    status = ask_now("KSDEVICE_DISPATCH.QueryPower", "S-260", calls->QueryPower, &face_, irp, to,
                     face_.DevicePowerState, system, face_.SystemPowerState, action);
  }
  if (!NT_SUCCESS(status)) {
    PoStartNextPowerIrp(irp);
    return finish(irp, status);
  }
  irp->IoStatus.Status = STATUS_SUCCESS;
  return pass_power_down(face_.NextDeviceObject, irp);
}

// Down: sleep callbacks, SetPower, then the bus. Up: the bus first.
NTSTATUS Device::set_device_power(PIRP irp) {
  const DEVICE_POWER_STATE from = face_.DevicePowerState;
  const DEVICE_POWER_STATE to =
      IoGetCurrentIrpStackLocation(irp)->Parameters.Power.State.DeviceState;
  const bool wakes = to == PowerDeviceD0;
  const KSDEVICE_DISPATCH* calls = dispatch();
  if (wakes) {
    IoForwardIrpSynchronously(face_.NextDeviceObject, irp);
    if (!NT_SUCCESS(irp->IoStatus.Status)) {
      PoStartNextPowerIrp(irp);
      return finish(irp, irp->IoStatus.Status);
    }
  }
  {
    const Holding held(mutex_);
    if (!wakes && from == PowerDeviceD0) notify_power(to, true);
    if (calls != nullptr && calls->SetPower != nullptr) {
      call("KSDEVICE_DISPATCH.SetPower", calls->SetPower, &face_, irp, to, from);
    }
    face_.DevicePowerState = to;
    if (wakes && from != PowerDeviceD0) notify_power(to, false);
  }
  irp->IoStatus.Status = STATUS_SUCCESS;
  if (!wakes) return pass_power_down(face_.NextDeviceObject, irp);
  PoStartNextPowerIrp(irp);
  return finish(irp, STATUS_SUCCESS);
}

// The class driver owns the device's power policy: for a new system state it requests the device
// state that goes with it.
NTSTATUS Device::set_system_power(PIRP irp) {
  const SYSTEM_POWER_STATE system =
      IoGetCurrentIrpStackLocation(irp)->Parameters.Power.State.SystemState;
  if (system != PowerSystemWorking && face_.SystemPowerState == PowerSystemWorking) check_paused();
  POWER_STATE state{};
  state.DeviceState = device_state_for(system);
  // A change of the system's state cannot be refused, so a lack of memory is tried again.
  for (int tries = 0; tries < 2 && state.DeviceState != face_.DevicePowerState; ++tries) {
    const NTSTATUS status = PoRequestPowerIrp(face_.FunctionalDeviceObject, IRP_MN_SET_POWER, state,
                                              nullptr, nullptr, nullptr);
    if (status != STATUS_INSUFFICIENT_RESOURCES) break;
  }
  face_.SystemPowerState = system;
  irp->IoStatus.Status = STATUS_SUCCESS;
  return pass_power_down(face_.NextDeviceObject, irp);
}

}  // namespace drydock::ks
