// The power manager's calls: power IRPs, power settings, power requests, idle detection.
#include "src/nt/io/device_power.h"

#include <map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/io/device.h"
#include "src/nt/io/irp.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct GuidLess {
  bool operator()(const GUID& a, const GUID& b) const {
    return std::memcmp(&a, &b, sizeof(GUID)) < 0;
  }
};

struct Listener {
  GUID setting;
  PPOWER_SETTING_CALLBACK callback;
  PVOID context;
  Driver* driver;
};

struct Settings {
  Mutex mutex;
  std::map<GUID, std::vector<std::uint8_t>, GuidLess> values DRYDOCK_GUARDED_BY(mutex);
  std::vector<std::shared_ptr<Listener>> listeners DRYDOCK_GUARDED_BY(mutex);
};

Settings& settings() {
  static sim::NeverDestroyed<Settings> instance;
  return *instance;
}

bool unregister_listener(const void* handle) {
  Settings& known = settings();
  const MutexHold hold(known.mutex);
  return std::erase_if(known.listeners,
                       [&](const auto& listener) { return listener.get() == handle; }) != 0;
}

// Unregisters the functions of a driver that has ended, so that the host does not call them.
const bool kDisowningListeners = [] {
  on_abandoned(Resource::kCallback, [](const void* handle) { unregister_listener(handle); });
  return true;
}();

void notify(const Listener& listener, std::vector<std::uint8_t> value) {
  run_in(listener.driver, "power setting callback", [&] {
    listener.callback(&listener.setting, value.data(), static_cast<ULONG>(value.size()),
                      listener.context);
  });
}

}  // namespace

void set_power_setting(const GUID& setting, std::vector<std::uint8_t> value) {
  std::vector<std::shared_ptr<Listener>> concerned;
  {
    Settings& known = settings();
    const MutexHold hold(known.mutex);
    known.values[setting] = value;
    for (const auto& listener : known.listeners) {
      if (std::memcmp(&listener->setting, &setting, sizeof(GUID)) == 0)
        concerned.push_back(listener);
    }
  }
  for (const auto& listener : concerned) notify(*listener, value);
}

}  // namespace drydock::nt

using namespace drydock::nt;
namespace sim = drydock::sim;

// wdm/nf-wdm-poregisterpowersettingcallback.md: the callback is called at once with the current
// value.
extern "C" NTSTATUS PoRegisterPowerSettingCallback(PDEVICE_OBJECT, LPCGUID SettingGuid,
                                                   PPOWER_SETTING_CALLBACK Callback, PVOID Context,
                                                   PVOID* Handle) {
  require_irql_at_most(PASSIVE_LEVEL, "PoRegisterPowerSettingCallback");
  if (fails_here(sim::FaultKind::kObject)) {
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  auto made =
      std::make_shared<Listener>(Listener{*SettingGuid, Callback, Context, current_driver()});
  std::optional<std::vector<std::uint8_t>> value;
  {
    Settings& known = settings();
    const MutexHold hold(known.mutex);
    known.listeners.push_back(made);
    const auto at = known.values.find(made->setting);
    if (at != known.values.end()) value = at->second;
  }
  add_debt(Resource::kCallback, made.get(), 0, "power setting callback");
  if (Handle != nullptr) *Handle = made.get();
  if (value) notify(*made, *value);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS PoUnregisterPowerSettingCallback(PVOID Handle) {
  require_irql_at_most(PASSIVE_LEVEL, "PoUnregisterPowerSettingCallback");
  settle(Resource::kCallback, Handle);
  return unregister_listener(Handle) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

extern "C" NTSTATUS PoCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  return IofCallDriver(DeviceObject, Irp);
}

extern "C" VOID PoStartNextPowerIrp(PIRP) {
  require_irql_at_most(DISPATCH_LEVEL, "PoStartNextPowerIrp");
}

// The states that devices reported last. wdm/nf-wdm-posetpowerstate.md: the former one is returned.
extern "C" POWER_STATE PoSetPowerState(PDEVICE_OBJECT DeviceObject, POWER_STATE_TYPE Type,
                                       POWER_STATE State) {
  static Mutex mutex;
  static sim::NeverDestroyed<std::map<std::pair<PDEVICE_OBJECT, int>, POWER_STATE>> states;
  POWER_STATE working{};
  if (Type == SystemPowerState) {
    working.SystemState = PowerSystemWorking;
  } else {
    working.DeviceState = PowerDeviceD0;
  }
  const MutexHold hold(mutex);
  const auto [at, fresh] = states->emplace(std::pair{DeviceObject, int{Type}}, working);
  return std::exchange(at->second, State);
}

namespace {

struct PowerRequest {
  PDEVICE_OBJECT device;
  UCHAR minor;
  POWER_STATE state;
  PREQUEST_POWER_COMPLETE routine;
  PVOID context;
  Driver* driver;
};

// Called as the topmost completion routine of a power IRP: calls the requester's routine, then the
// manager frees the IRP.
NTSTATUS power_done(PDEVICE_OBJECT, PIRP irp, PVOID context) {
  const std::unique_ptr<PowerRequest> request(static_cast<PowerRequest*>(context));
  if (request->routine != nullptr) {
    run_in(request->driver, "power completion routine", [&] {
      request->routine(request->device, request->minor, request->state, request->context,
                       &irp->IoStatus);
    });
  }
  free_irp(irp);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

}  // namespace

// wdm/nf-wdm-porequestpowerirp.md: the IRP goes to the top of the stack; STATUS_PENDING says that
// it was sent.
extern "C" NTSTATUS PoRequestPowerIrp(PDEVICE_OBJECT DeviceObject, UCHAR MinorFunction,
                                      POWER_STATE PowerState,
                                      PREQUEST_POWER_COMPLETE CompletionFunction, PVOID Context,
                                      PIRP* Irp) {
  require_irql_at_most(DISPATCH_LEVEL, "PoRequestPowerIrp");
  const bool known = MinorFunction == IRP_MN_SET_POWER || MinorFunction == IRP_MN_QUERY_POWER ||
                     MinorFunction == IRP_MN_WAIT_WAKE;
  if (!known) return STATUS_INVALID_PARAMETER_2;
  const PDEVICE_OBJECT top = top_of_stack(DeviceObject);
  const PIRP irp = make_irp(static_cast<CCHAR>(top->StackSize + 1), IrpOwner::kMaker);
  if (irp == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  irp->IoStatus.Status = STATUS_NOT_SUPPORTED;
  IoSetNextIrpStackLocation(irp);
  const PIO_STACK_LOCATION next = IoGetNextIrpStackLocation(irp);
  next->MajorFunction = IRP_MJ_POWER;
  next->MinorFunction = MinorFunction;
  if (MinorFunction == IRP_MN_WAIT_WAKE) {
    next->Parameters.WaitWake.PowerState = PowerState.SystemState;
  } else {
    next->Parameters.Power.Type = DevicePowerState;
    next->Parameters.Power.State = PowerState;
  }
  auto* request = new PowerRequest{DeviceObject,       MinorFunction, PowerState,
                                   CompletionFunction, Context,       current_driver()};
  IoSetCompletionRoutine(irp, power_done, request, TRUE, TRUE, TRUE);
  if (Irp != nullptr) *Irp = irp;
  IofCallDriver(top, irp);
  return STATUS_PENDING;
}

extern "C" VOID PoSetSystemState(EXECUTION_STATE) {
  require_irql_at_most(DISPATCH_LEVEL, "PoSetSystemState");
}
extern "C" BOOLEAN PoGetSystemWake(PIRP) {
  advise_irql_at_most(DISPATCH_LEVEL, "PoGetSystemWake");
  return FALSE;
}
extern "C" VOID PoSetSystemWake(PIRP) { advise_irql_at_most(DISPATCH_LEVEL, "PoSetSystemWake"); }
extern "C" VOID PoSetSystemWakeDevice(PDEVICE_OBJECT) {}
extern "C" BOOLEAN PoQueryWatchdogTime(PDEVICE_OBJECT, PULONG) {
  advise_irql_at_most(DISPATCH_LEVEL, "PoQueryWatchdogTime");
  return FALSE;
}

extern "C" PVOID PoRegisterSystemState(PVOID StateHandle, EXECUTION_STATE) {
  require_irql_at_most(APC_LEVEL, "PoRegisterSystemState");
  if (StateHandle != nullptr) return StateHandle;
  if (fails_here(sim::FaultKind::kObject)) return nullptr;
  auto* made = new char;
  add_debt(Resource::kCallback, made, 0, "system power state");
  return made;
}

extern "C" VOID PoUnregisterSystemState(PVOID StateHandle) {
  require_irql_at_most(APC_LEVEL, "PoUnregisterSystemState");
  if (settle(Resource::kCallback, StateHandle)) delete static_cast<char*>(StateHandle);
}

// wdm/nf-wdm-poregisterdeviceforidledetection.md: zero times cancel idle detection, and null is the
// answer when there is none.
extern "C" PULONG PoRegisterDeviceForIdleDetection(PDEVICE_OBJECT, ULONG, ULONG,
                                                   DEVICE_POWER_STATE) {
  require_irql_at_most(APC_LEVEL, "PoRegisterDeviceForIdleDetection");
  return nullptr;
}
extern "C" VOID PoSetDeviceBusyEx(PULONG) {}
extern "C" VOID PoStartDeviceBusy(PULONG) {}
extern "C" VOID PoEndDeviceBusy(PULONG) {}

extern "C" NTSTATUS PoCreatePowerRequest(PVOID* PowerRequest, PDEVICE_OBJECT,
                                         PCOUNTED_REASON_CONTEXT) {
  require_irql_at_most(APC_LEVEL, "PoCreatePowerRequest");
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  auto* made = new LONG[4]{};
  add_debt(Resource::kCallback, made, 0, "power request");
  *PowerRequest = made;
  return STATUS_SUCCESS;
}

namespace {

NTSTATUS change_request(PVOID request, POWER_REQUEST_TYPE type, LONG by) {
  if (static_cast<ULONG>(type) >= 4) return STATUS_INVALID_PARAMETER;
  LONG& count = static_cast<LONG*>(request)[type];
  if (count + by < 0) return STATUS_INVALID_PARAMETER;
  count += by;
  return STATUS_SUCCESS;
}

}  // namespace

extern "C" NTSTATUS PoSetPowerRequest(PVOID PowerRequest, POWER_REQUEST_TYPE Type) {
  require_irql_at_most(DISPATCH_LEVEL, "PoSetPowerRequest");
  return change_request(PowerRequest, Type, 1);
}

extern "C" NTSTATUS PoClearPowerRequest(PVOID PowerRequest, POWER_REQUEST_TYPE Type) {
  require_irql_at_most(DISPATCH_LEVEL, "PoClearPowerRequest");
  return change_request(PowerRequest, Type, -1);
}

extern "C" VOID PoDeletePowerRequest(PVOID PowerRequest) {
  require_irql_at_most(APC_LEVEL, "PoDeletePowerRequest");
  settle(Resource::kCallback, PowerRequest);
  delete[] static_cast<LONG*>(PowerRequest);
}
