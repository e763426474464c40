#include "src/nt/rtl/newer_routines.h"

#include <algorithm>
#include <iterator>

#include "src/nt/base/windows_version.h"

namespace drydock::nt {
namespace {

struct Newer {
  std::string_view routine;
  std::uint32_t build;
};

constexpr std::uint32_t k8 = kBuildOfWindows8;
constexpr std::uint32_t k81 = kBuildOfWindows81;
constexpr std::uint32_t k10 = kBuildOfWindows10;

// By name.
constexpr Newer kNewer[] = {
    {"ExAllocatePool2", 19041},
    {"ExAllocatePool3", 19041},
    {"ExAllocateTimer", k81},
    {"ExCancelTimer", k81},
    {"ExDeleteTimer", k81},
    {"ExFreePool2", 19041},
    {"ExGetFirmwareEnvironmentVariable", k8},
    {"ExGetFirmwareType", k8},
    {"ExSetFirmwareEnvironmentVariable", k8},
    {"ExSetTimer", k81},
    {"IoGetDeviceInterfacePropertyData", k8},
    {"IoReportInterruptActive", k8},
    {"IoReportInterruptInactive", k8},
    {"IoSetDeviceInterfacePropertyData", k8},
    {"KeQueryInterruptTimePrecise", k81},
    {"KeQuerySystemTimePrecise", k8},
    {"KeQueryUnbiasedInterruptTimePrecise", k81},
    {"MmAllocateContiguousMemoryEx", k10},
    {"MmAllocateContiguousNodeMemory", k8},
    {"MmAllocateNodePagesForMdlEx", k8},
    {"MmMapIoSpaceEx", k10},
    {"PoFxActivateComponent", k8},
    {"PoFxCompleteDevicePowerNotRequired", k8},
    {"PoFxCompleteIdleCondition", k8},
    {"PoFxCompleteIdleState", k8},
    {"PoFxIdleComponent", k8},
    {"PoFxPowerControl", k8},
    {"PoFxRegisterDevice", k8},
    {"PoFxReportDevicePoweredOn", k8},
    {"PoFxSetComponentLatency", k8},
    {"PoFxSetComponentResidency", k8},
    {"PoFxSetComponentWake", k8},
    {"PoFxSetDeviceIdleTimeout", k8},
    {"PoFxStartDevicePowerManagement", k8},
    {"PoFxUnregisterDevice", k8},
};
static_assert(std::ranges::is_sorted(kNewer, {}, &Newer::routine));

}  // namespace

std::uint32_t first_build_with(std::string_view routine) {
  const auto at = std::ranges::lower_bound(kNewer, routine, {}, &Newer::routine);
  return at == std::end(kNewer) || at->routine != routine ? 0 : at->build;
}

}  // namespace drydock::nt
