#include "src/dxgk/miniport/interface_version.h"

#include <algorithm>
#include <span>

#include "src/nt/base/windows_version.h"

namespace drydock::dxgk {
namespace {

struct Known {
  ULONG version;
  const char* name;
};

#define KNOWN(name) {name, #name}
constexpr Known kKnown[] = {
    KNOWN(DXGKDDI_INTERFACE_VERSION_VISTA),
    KNOWN(DXGKDDI_INTERFACE_VERSION_VISTA_SP1),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WIN7),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WIN8),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM1_3),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM1_3_PATH_INDEPENDENT_ROTATION),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_0),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_1),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_1_5),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_1_6),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_2),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_3),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_4),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_5),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_6),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_7),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_8),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM2_9),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM3_0),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM3_1),
    KNOWN(DXGKDDI_INTERFACE_VERSION_WDDM3_2),
};
#undef KNOWN

// The versions that came with each build of Windows, up to the newest.
struct Release {
  std::uint32_t build;
  ULONG version;
};

constexpr Release kReleases[] = {
    {nt::kBuildOfWindows7, DXGKDDI_INTERFACE_VERSION_WIN7},
    {nt::kBuildOfWindows8, DXGKDDI_INTERFACE_VERSION_WIN8},
    {nt::kBuildOfWindows81, DXGKDDI_INTERFACE_VERSION_WDDM1_3_PATH_INDEPENDENT_ROTATION},
    {nt::kBuildOfWindows10, DXGKDDI_INTERFACE_VERSION_WDDM2_0},
    {14393, DXGKDDI_INTERFACE_VERSION_WDDM2_1_6},
    {15063, DXGKDDI_INTERFACE_VERSION_WDDM2_2},
    {16299, DXGKDDI_INTERFACE_VERSION_WDDM2_3},
    {17134, DXGKDDI_INTERFACE_VERSION_WDDM2_4},
    {17763, DXGKDDI_INTERFACE_VERSION_WDDM2_5},
    {18362, DXGKDDI_INTERFACE_VERSION_WDDM2_6},
    {19041, DXGKDDI_INTERFACE_VERSION_WDDM2_7},
    {20348, DXGKDDI_INTERFACE_VERSION_WDDM2_9},
    {22000, DXGKDDI_INTERFACE_VERSION_WDDM3_0},
    {22621, DXGKDDI_INTERFACE_VERSION_WDDM3_1},
    {26100, DXGKDDI_INTERFACE_VERSION_WDDM3_2},
};

// The offset at which the members of a version begin.
struct Growth {
  ULONG version;
  std::size_t begin;
};

// A driver's structure has no members of later versions: it ends where the first of them begins.
template <typename T>
std::size_t bytes_at(ULONG version, std::span<const Growth> growths) {
  for (const Growth& growth : growths) {
    if (version >= growth.version) continue;
    return (growth.begin + alignof(T) - 1) / alignof(T) * alignof(T);
  }
  return sizeof(T);
}

using Init = DRIVER_INITIALIZATION_DATA;
constexpr Growth kInitialization[] = {
    {DXGKDDI_INTERFACE_VERSION_WIN7, offsetof(Init, DxgkDdiDescribePageTable)},
    {DXGKDDI_INTERFACE_VERSION_WIN8, offsetof(Init, DxgkDdiSetPowerComponentFState)},
    {DXGKDDI_INTERFACE_VERSION_WDDM1_3, offsetof(Init, DxgkDdiGetNodeMetadata)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_0, offsetof(Init, DxgkDdiRenderGdi)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_1, offsetof(Init, DxgkDdiCheckMultiPlaneOverlaySupport3)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_2, offsetof(Init, DxgkDdiCreateHwContext)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_3, offsetof(Init, DxgkDdiUpdateHwContextState)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_4, offsetof(Init, DxgkDdiSetSchedulingLogBuffer)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_5, offsetof(Init, DxgkDdiSignalMonitoredFence)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_6, offsetof(Init, DxgkDdiSaveMemoryForHotUpdate)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_7, offsetof(Init, DxgkDdiControlInterrupt3)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_9, offsetof(Init, DxgkDdiSetFlipQueueLogBuffer)},
    {DXGKDDI_INTERFACE_VERSION_WDDM3_0, offsetof(Init, DxgkDdiSetAllocationBackingStore)},
    {DXGKDDI_INTERFACE_VERSION_WDDM3_1, offsetof(Init, DxgkDdiCreateNativeFence)},
    {DXGKDDI_INTERFACE_VERSION_WDDM3_2, offsetof(Init, DxgkDdiCreateMemoryBasis)},
};

constexpr Growth kDisplayOnly[] = {
    {DXGKDDI_INTERFACE_VERSION_WDDM2_0,
     offsetof(KMDDOD_INITIALIZATION_DATA, DxgkDdiPowerRuntimeSetDeviceHandle)},
};

using Callbacks = DXGKRNL_INTERFACE;
constexpr Growth kKernelInterface[] = {
    {DXGKDDI_INTERFACE_VERSION_WIN8, offsetof(Callbacks, DxgkCbCreateContextAllocation)},
    {DXGKDDI_INTERFACE_VERSION_WDDM1_3, offsetof(Callbacks, DxgkCbCompletePStateTransition)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_0, offsetof(Callbacks, DxgkCbMapContextAllocation)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_1, offsetof(Callbacks, DxgkCbMultiPlaneOverlayDisabled)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_2, offsetof(Callbacks, DxgkCbInvalidateHwContext)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_3, offsetof(Callbacks, DxgkCbSetProtectedSessionStatus)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_4, offsetof(Callbacks, DxgkCbAllocateContiguousMemory)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_5, offsetof(Callbacks, DxgkCbSignalEvent)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_6, offsetof(Callbacks, DxgkCbIsFeatureEnabled)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_8, offsetof(Callbacks, DxgkCbNotifyCursorSupportChange)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_9, offsetof(Callbacks, DxgkCbQueryFeatureSupport)},
    {DXGKDDI_INTERFACE_VERSION_WDDM3_1, offsetof(Callbacks, DxgkCbDisconnectDoorbell)},
};

using Caps = DXGK_DRIVERCAPS;
constexpr Growth kDriverCaps[] = {
    {DXGKDDI_INTERFACE_VERSION_WIN7, offsetof(Caps, WDDMVersion)},
    {DXGKDDI_INTERFACE_VERSION_WIN8, offsetof(Caps, PreemptionCaps)},
    {DXGKDDI_INTERFACE_VERSION_WDDM1_3, offsetof(Caps, HybridDiscrete)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_0, offsetof(Caps, HybridIntegrated)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_1, offsetof(Caps, SupportMultiPlaneOverlayImmediateFlip)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_4, offsetof(Caps, MiscCaps)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_9, offsetof(Caps, MaxHwQueuedFlips)},
};

constexpr Growth kSegment[] = {
    {DXGKDDI_INTERFACE_VERSION_WDDM2_1, offsetof(DXGK_SEGMENTDESCRIPTOR4, VprRangeStartOffset)},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_2,
     offsetof(DXGK_SEGMENTDESCRIPTOR4, NumUEFIFrameBufferRanges)},
};

constexpr Growth kQuery[] = {
    {DXGKDDI_INTERFACE_VERSION_WDDM2_2, offsetof(DXGKARG_QUERYADAPTERINFO, Flags)},
};

constexpr Growth kStartInfo[] = {
    {DXGKDDI_INTERFACE_VERSION_WIN8, offsetof(DXGK_START_INFO, AdapterLuid)},
};

}  // namespace

bool is_known_version(ULONG version) {
  return std::ranges::binary_search(kKnown, version, {}, &Known::version);
}

const char* version_name(ULONG version) {
  return std::ranges::find(kKnown, version, &Known::version)->name;
}

ULONG newest_version() {
  const auto next =
      std::ranges::upper_bound(kReleases, nt::windows_version().build, {}, &Release::build);
  return next[-1].version;
}

std::size_t initialization_data_bytes(ULONG version) {
  return bytes_at<Init>(version, kInitialization);
}
std::size_t display_only_data_bytes(ULONG version) {
  return bytes_at<KMDDOD_INITIALIZATION_DATA>(version, kDisplayOnly);
}
std::size_t kernel_interface_bytes(ULONG version) {
  return bytes_at<Callbacks>(version, kKernelInterface);
}
std::size_t driver_caps_bytes(ULONG version) { return bytes_at<Caps>(version, kDriverCaps); }
std::size_t segment_bytes(ULONG version) {
  return bytes_at<DXGK_SEGMENTDESCRIPTOR4>(version, kSegment);
}
std::size_t query_bytes(ULONG version) {
  return bytes_at<DXGKARG_QUERYADAPTERINFO>(version, kQuery);
}
std::size_t start_info_bytes(ULONG version) {
  return bytes_at<DXGK_START_INFO>(version, kStartInfo);
}

}  // namespace drydock::dxgk
