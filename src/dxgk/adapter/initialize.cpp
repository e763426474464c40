// DxgkInitialize and its kin: how a driver becomes a miniport, and how it ends.
#include "src/dxgk/adapter/initialize.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "src/dxgk/miniport/ddi.h"
#include "src/dxgk/miniport/entry_points.h"
#include "src/dxgk/miniport/interface_version.h"
#include "src/dxgk/miniport/owned_addresses.h"
#include "src/nt/base/called.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/calls.h"

namespace drydock::dxgk {
namespace {

// The registration of a driver that called DxgkInitialize.
struct Registration {
  Miniport miniport;
  NTSTATUS status = STATUS_UNSUCCESSFUL;  // that DxgkInitialize returned
  bool withdrawn = false;                 // by DxgkUnInitialize
  bool is_stranded = false;               // see note_stranded()
  OwnedAddresses entry;                   // the driver's debts when DriverEntry had returned
};

struct Registrations {
  sim::Lock lock;
  std::unordered_map<const nt::Driver*, Registration> all DRYDOCK_GUARDED_BY(lock);
};

Registrations& registrations() {
  static sim::NeverDestroyed<Registrations> instance;
  return *instance;
}

void remember(Registration registration) {
  Registrations& known = registrations();
  const sim::Hold hold(known.lock);
  known.all[registration.miniport.driver] = std::move(registration);
}

std::optional<Registration> registration_of(const nt::Driver* driver) {
  Registrations& known = registrations();
  const sim::Hold hold(known.lock);
  const auto at = known.all.find(driver);
  return at == known.all.end() ? std::nullopt : std::optional(at->second);
}

void unregister(const nt::Driver* driver) {
  Registrations& known = registrations();
  const sim::Hold hold(known.lock);
  known.all.erase(driver);
}

void change_registration(const nt::Driver& driver, const std::function<void(Registration&)>& body) {
  Registrations& known = registrations();
  const sim::Hold hold(known.lock);
  const auto at = known.all.find(&driver);
  if (at != known.all.end()) body(at->second);
}

void note_owned_at_entry(const nt::Driver& driver) {
  OwnedAddresses now = owned_by(driver);
  change_registration(driver,
                      [&](Registration& registration) { registration.entry = std::move(now); });
}

// The entry points of a display-only driver, at their places in the full table.
DRIVER_INITIALIZATION_DATA table_of(const KMDDOD_INITIALIZATION_DATA& data) {
  DRIVER_INITIALIZATION_DATA table{};
  table.DxgkDdiAddDevice = data.DxgkDdiAddDevice;
  table.DxgkDdiStartDevice = data.DxgkDdiStartDevice;
  table.DxgkDdiStopDevice = data.DxgkDdiStopDevice;
  table.DxgkDdiRemoveDevice = data.DxgkDdiRemoveDevice;
  table.DxgkDdiDispatchIoRequest = data.DxgkDdiDispatchIoRequest;
  table.DxgkDdiInterruptRoutine = data.DxgkDdiInterruptRoutine;
  table.DxgkDdiDpcRoutine = data.DxgkDdiDpcRoutine;
  table.DxgkDdiQueryChildRelations = data.DxgkDdiQueryChildRelations;
  table.DxgkDdiQueryChildStatus = data.DxgkDdiQueryChildStatus;
  table.DxgkDdiQueryDeviceDescriptor = data.DxgkDdiQueryDeviceDescriptor;
  table.DxgkDdiSetPowerState = data.DxgkDdiSetPowerState;
  table.DxgkDdiNotifyAcpiEvent = data.DxgkDdiNotifyAcpiEvent;
  table.DxgkDdiResetDevice = data.DxgkDdiResetDevice;
  table.DxgkDdiUnload = data.DxgkDdiUnload;
  table.DxgkDdiQueryInterface = data.DxgkDdiQueryInterface;
  table.DxgkDdiControlEtwLogging = data.DxgkDdiControlEtwLogging;
  table.DxgkDdiQueryAdapterInfo = data.DxgkDdiQueryAdapterInfo;
  table.DxgkDdiSetPalette = data.DxgkDdiSetPalette;
  table.DxgkDdiSetPointerPosition = data.DxgkDdiSetPointerPosition;
  table.DxgkDdiSetPointerShape = data.DxgkDdiSetPointerShape;
  table.DxgkDdiEscape = data.DxgkDdiEscape;
  table.DxgkDdiCollectDbgInfo = data.DxgkDdiCollectDbgInfo;
  table.DxgkDdiIsSupportedVidPn = data.DxgkDdiIsSupportedVidPn;
  table.DxgkDdiRecommendFunctionalVidPn = data.DxgkDdiRecommendFunctionalVidPn;
  table.DxgkDdiEnumVidPnCofuncModality = data.DxgkDdiEnumVidPnCofuncModality;
  table.DxgkDdiSetVidPnSourceVisibility = data.DxgkDdiSetVidPnSourceVisibility;
  table.DxgkDdiCommitVidPn = data.DxgkDdiCommitVidPn;
  table.DxgkDdiUpdateActiveVidPnPresentPath = data.DxgkDdiUpdateActiveVidPnPresentPath;
  table.DxgkDdiRecommendMonitorModes = data.DxgkDdiRecommendMonitorModes;
  table.DxgkDdiGetScanLine = data.DxgkDdiGetScanLine;
  table.DxgkDdiQueryVidPnHWCapability = data.DxgkDdiQueryVidPnHWCapability;
  table.DxgkDdiStopDeviceAndReleasePostDisplayOwnership =
      data.DxgkDdiStopDeviceAndReleasePostDisplayOwnership;
  table.DxgkDdiSystemDisplayEnable = data.DxgkDdiSystemDisplayEnable;
  table.DxgkDdiSystemDisplayWrite = data.DxgkDdiSystemDisplayWrite;
  table.DxgkDdiGetChildContainerId = data.DxgkDdiGetChildContainerId;
  table.DxgkDdiControlInterrupt = data.DxgkDdiControlInterrupt;
  table.DxgkDdiSetPowerComponentFState = data.DxgkDdiSetPowerComponentFState;
  table.DxgkDdiPowerRuntimeControlRequest = data.DxgkDdiPowerRuntimeControlRequest;
  table.DxgkDdiNotifySurpriseRemoval = data.DxgkDdiNotifySurpriseRemoval;
  table.DxgkDdiPowerRuntimeSetDeviceHandle = data.DxgkDdiPowerRuntimeSetDeviceHandle;
  return table;
}

struct Required {
  const char* name;
  bool present;
};

// The entry points that every miniport must have.
std::string missing_entry_points(const DRIVER_INITIALIZATION_DATA& table) {
  const Required required[] = {
      {"DxgkDdiAddDevice", table.DxgkDdiAddDevice != nullptr},
      {"DxgkDdiStartDevice", table.DxgkDdiStartDevice != nullptr},
      {"DxgkDdiStopDevice", table.DxgkDdiStopDevice != nullptr},
      {"DxgkDdiRemoveDevice", table.DxgkDdiRemoveDevice != nullptr},
      {"DxgkDdiQueryAdapterInfo", table.DxgkDdiQueryAdapterInfo != nullptr},
  };
  std::string missing;
  for (const Required& one : required) {
    if (!one.present) missing += (missing.empty() ? "" : ", ") + std::string(one.name);
  }
  return missing;
}

// The unload routine must release what DriverEntry took. Later debts are left over from a device
// that was removed: its removal could not be blamed for them while other devices were live.
void raise_leaks_at_unload(const nt::Driver& driver, const OwnedAddresses& entry) {
  OwnedAddresses later;
  for (const void* each : owned_by(driver)) {
    if (!std::ranges::binary_search(entry, each)) later.push_back(each);
  }
  raise_leaks(driver, later, "K-059", "after DxgkDdiUnload");
  raise_leaks(driver, entry, "K-058", "after DxgkDdiUnload, and the last DxgkDdiRemoveDevice");
}

// The driver is unloaded: calls its last entry point, and raises its leaks.
VOID unload_miniport(PDRIVER_OBJECT) {
  nt::Driver* const driver = nt::current_driver();
  const auto registration = registration_of(driver);
  if (driver == nullptr || !registration) return;
  unregister(driver);
  if (registration->is_stranded) return driver->die();
  if (registration->miniport.table.DxgkDdiUnload != nullptr) {
    nt::note_called(ddi::kUnload.name);
    registration->miniport.table.DxgkDdiUnload();
  }
  raise_leaks_at_unload(*driver, registration->entry);
  remove_raised(*driver);
}

NTSTATUS enlist(PDRIVER_OBJECT object, Registration registration, const char* call) {
  nt::Driver* const driver = nt::current_driver();
  registration.miniport.driver = driver;
  registration.status = STATUS_REVISION_MISMATCH;
  const ULONG version = registration.miniport.version();
  if (rules::breaks("K-045", !is_known_version(version))) {
    remember(std::move(registration));
    nt::Breach("K-045", nt::Offender::running())
        .message("{}: Version {:#x} is no version of the interface", call, version)
        .raise();
    return STATUS_REVISION_MISMATCH;
  }
  // A driver for a newer Windows: the load fails, and nobody did anything wrong.
  if (version > newest_version()) {
    remember(std::move(registration));
    return STATUS_REVISION_MISMATCH;
  }
  const std::string missing = missing_entry_points(registration.miniport.table);
  registration.status = missing.empty() ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
  const NTSTATUS status = registration.status;
  DRIVER_INITIALIZATION_DATA& table = registration.miniport.table;
  trace::record_table("_DRIVER_INITIALIZATION_DATA", &table.DxgkDdiAddDevice,
                      sizeof table - offsetof(DRIVER_INITIALIZATION_DATA, DxgkDdiAddDevice));
  remember(std::move(registration));
  if (!missing.empty())
    nt::Breach("K-045", nt::Offender::running()).message("{}: {} not set", call, missing).raise();
  if (NT_SUCCESS(status)) {
    object->DriverUnload = unload_miniport;
    if (const auto registered = registration_of(driver))
      note_entry_points(registered->miniport.table);
  }
  return status;
}

}  // namespace

std::optional<Miniport> miniport_of(const nt::Driver& driver) {
  const auto registration = registration_of(&driver);
  if (!registration || !NT_SUCCESS(registration->status) || registration->withdrawn) return {};
  return registration->miniport;
}

void note_stranded(const nt::Driver& driver) {
  change_registration(driver, [](Registration& registration) { registration.is_stranded = true; });
}

std::optional<Miniport> start_miniport(nt::LoadedDriver& loaded, NTSTATUS& status) {
  status = loaded.start();
  const std::string& name = loaded.driver().name();
  const auto registration = registration_of(&loaded.driver());
  if (!NT_SUCCESS(status)) unregister(&loaded.driver());
  if (!loaded.driver().alive()) return {};
  rules::evaluated("K-045");
  if (registration && NT_SUCCESS(status)) note_owned_at_entry(loaded.driver());
  if (!registration) {
    if (NT_SUCCESS(status))
      nt::Breach("K-045", nt::Offender::named(name))
          .message("DriverEntry succeeded without a call of DxgkInitialize")
          .raise_later();
    return {};
  }
  if (status != registration->status && !registration->withdrawn) {
    nt::Breach("K-045", nt::Offender::named(name))
        .message("DriverEntry returned {:#x}, but DxgkInitialize had given {:#x}",
                 static_cast<ULONG>(status), static_cast<ULONG>(registration->status))
        .raise_later();
  }
  return NT_SUCCESS(status) ? miniport_of(loaded.driver()) : std::nullopt;
}

}  // namespace drydock::dxgk

using namespace drydock;
using namespace drydock::dxgk;

extern "C" NTSTATUS DxgkInitialize(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath,
                                   PDRIVER_INITIALIZATION_DATA DriverInitializationData) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "DxgkInitialize");
  if (DriverObject == nullptr || RegistryPath == nullptr || DriverInitializationData == nullptr)
    return STATUS_INVALID_PARAMETER;
  Registration registration;
  const ULONG version = DriverInitializationData->Version;
  if (is_known_version(version)) {
    std::memcpy(&registration.miniport.table, DriverInitializationData,
                initialization_data_bytes(version));
  }
  registration.miniport.table.Version = version;
  return enlist(DriverObject, std::move(registration), "DxgkInitialize");
}

extern "C" NTSTATUS DxgkInitializeDisplayOnlyDriver(
    PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath,
    PKMDDOD_INITIALIZATION_DATA KmdDodInitializationData) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "DxgkInitializeDisplayOnlyDriver");
  if (DriverObject == nullptr || RegistryPath == nullptr || KmdDodInitializationData == nullptr)
    return STATUS_INVALID_PARAMETER;
  KMDDOD_INITIALIZATION_DATA data{};
  const ULONG version = KmdDodInitializationData->Version;
  // Display-only drivers exist since Windows 8.
  const bool known = is_known_version(version) && version >= DXGKDDI_INTERFACE_VERSION_WIN8;
  if (known) std::memcpy(&data, KmdDodInitializationData, display_only_data_bytes(version));
  Registration registration;
  registration.miniport.display_only = true;
  registration.miniport.present_display_only = data.DxgkDdiPresentDisplayOnly;
  registration.miniport.table = table_of(data);
  registration.miniport.table.Version = known ? version : 0;
  return enlist(DriverObject, std::move(registration), "DxgkInitializeDisplayOnlyDriver");
}

extern "C" NTSTATUS DxgkUnInitialize(PDRIVER_OBJECT DriverObject) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "DxgkUnInitialize");
  auto registration = registration_of(nt::current_driver());
  if (DriverObject == nullptr || !registration) return STATUS_INVALID_PARAMETER;
  registration->withdrawn = true;
  remember(std::move(*registration));
  return STATUS_SUCCESS;
}
