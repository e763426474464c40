#include "src/verify/report/reasons.h"

#include <algorithm>
#include <initializer_list>
#include <span>

namespace drydock::verify {
namespace {

struct Need {
  std::string_view what;
  std::initializer_list<rules::RuleId> rules;
};

const Need kNeedsOfAnyDriver[] = {
    {"a driver that was compiled with drydock cc --races",
     {"K-065", "K-473", "N-071", "U-251", "U-252"}},
    {"a driver that allocates paged pool", {"N-006"}},
    {"a driver with lookaside lists", {"N-013"}},
    {"a driver that says where it may be paged out (PAGED_CODE)", {"N-014"}},
    {"a driver that calls KeRaiseIrql", {"N-015"}},
    {"a driver that calls KeLowerIrql", {"N-016"}},
    {"a driver with semaphores", {"N-024"}},
    {"a driver that waits for several objects at once (KeWaitForMultipleObjects)", {"N-025"}},
    {"a driver with fast mutexes, guarded mutexes or push locks", {"N-031"}},
    {"a driver with fast mutexes, guarded mutexes or resources", {"N-032"}},
    {"a driver with resources (ERESOURCE) or push locks", {"N-033"}},
    {"a driver with rundown protection or remove locks", {"N-035"}},
    {"a driver with work items", {"N-039"}},
    {"a driver with threads of its own (PsCreateSystemThread)", {"N-041", "N-042", "N-043"}},
    {"a driver that opens or creates handles", {"N-044", "N-073"}},
    {"a driver that registers callbacks with the system", {"N-047"}},
    {"a driver that connects its interrupt itself (IoConnectInterrupt)", {"N-048"}},
    {"a driver with MDLs", {"N-050"}},
    {"a driver that locks pages (MmProbeAndLockPages)", {"N-051", "N-052", "N-053"}},
    {"a driver that maps I/O space", {"N-054", "N-055", "N-056"}},
    {"a driver that allocates contiguous memory or common buffers", {"N-057"}},
    {"a driver that follows pointers of its clients", {"N-058"}},
    {"a driver that completes IRPs itself", {"N-063"}},
    {"a driver that stalls (KeStallExecutionProcessor)", {"N-065"}},
    {"runs with a fault (--faults each)", {"N-069"}},
    {"a miniport that draws for GDI (SupportKernelModeCommandBuffer)", {"N-070"}},
    {"a driver with code in an INIT section (#pragma alloc_text)", {"N-072"}},
};

const Need kMiniportNeeds[] = {
    {"a driver that is told of processes (DxgkDdiCreateProcess)", {"K-076"}},
    {"a driver that calls DxgkCbReserveGpuVirtualAddressRange", {"K-077", "K-078"}},
    {"a driver that calls DxgkCbSignalEvent", {"K-080"}},
    {"a driver with CPU events (DxgkDdiCreateCpuEvent)", {"K-093"}},
    {"a segment of 64 KB pages (Use64KBPages)", {"K-142"}},
    {"allocations with PermanentSysMem", {"K-149"}},
    {"a driver with a display that creates primaries", {"K-151", "K-176"}},
    {"a driver below WDDM 2.0 whose allocations have UseAlternateVA", {"K-158"}},
    {"allocations with HistoryBuffer", {"K-160"}},
    {"allocations with ExplicitResidencyNotification", {"K-161"}},
    {"a driver with a GPU MMU (GpuMmuSupported)", {"K-162", "K-315", "K-344", "K-387", "K-388"}},
    {"allocations with MapApertureCpuVisible", {"K-164"}},
    {"allocations with ShareBackingStoreWithKmd", {"K-165"}},
    {"a driver with DxgkDdiStopCapture", {"K-232"}},
    {"a driver with swizzling ranges (DxgkDdiAcquireSwizzlingRange)", {"K-261", "K-262"}},
    {"a driver whose CPU-visible allocations lie in memory of its own", {"K-264"}},
    {"a driver with a CPU host aperture (SupportsCpuHostAperture)", {"K-265"}},
    {"a segment with banks (NbOfBanks)", {"K-321"}},
    {"a driver with MapAperture2Supported", {"K-338"}},
    {"a context of GDI's (GdiContext), which no scenario creates", {"K-352"}},
    {"a context allocation with SharedAcrossContexts", {"K-360"}},
    {"a context allocation with CpuVisible", {"K-364"}},
    {"a driver that calls DxgkCbMapContextAllocation", {"K-367"}},
    {"a driver without contexts that reports GuaranteedDmaBufferContract", {"K-383"}},
    {"work whose allocations do not fit into memory at once, so that its buffer is split",
     {"K-401"}},
    {"a device that interrupts by a line", {"K-407"}},
    {"a driver that calls DxgkCbGetHandleData with DeviceSpecific", {"K-417"}},
    {"a driver that calls DxgkCbAcquireHandleData", {"K-423"}},
    {"a driver that calls DxgkCbExcludeAdapterAccess", {"K-426"}},
    {"a driver of WDDM 3.2 or later that maps memory for its IOMMU", {"K-427"}},
    {"a driver with native fences that reports them in arrays", {"K-441"}},
};

const Need kUserModeNeeds[] = {
    {"a driver of WDDM 2.0 or later, not of Direct3D 12, that says what is resident",
     {"U-149", "U-271", "U-274", "U-277", "U-278", "U-280", "U-294", "U-295"}},
    {"a driver that submits by address (pfnSubmitCommandCb)", {"U-147", "U-148"}},
    {"a driver that maps addresses of the GPU (pfnMapGpuVirtualAddressCb)",
     {"U-281", "U-282", "U-283"}},
    {"a driver that calls pfnUpdateAllocationPropertyCb", {"U-285"}},
    {"a driver whose Lock maps by pfnLock2Cb", {"U-186"}},
    {"a driver that calls pfnDeallocate2Cb", {"U-203", "U-205"}},
    {"a driver that releases allocations by list (HandleList of pfnDeallocateCb)",
     {"U-016", "U-192", "U-195", "U-196"}},
    {"a driver that calls pfnDeallocateCb in DestroyResource", {"U-200"}},
    {"a driver that offers renamed allocations by list (HandleList of pfnOfferAllocationsCb)",
     {"U-291"}},
    {"a driver with LockAsync", {"U-181", "U-184", "U-185"}},
    {"a driver with threads of its own (pfnSetAsyncCallbacksCb)", {"U-254", "U-256"}},
    {"a driver that reports free threading or command lists (D3D11DDICAPS_THREADING)",
     {"U-035", "U-207", "U-258", "U-262", "U-268"}},
    {"a driver of Direct3D 11.1 or later, whose Flush may be told to do nothing", {"U-127"}},
    {"a miniport that has primaries for its user-mode driver", {"U-211"}},
    {"a driver that switches the deferred destruction of staging resources off", {"U-212"}},
    {"a driver with doorbells, which submits by itself", {"U-226"}},
    {"a driver that allocates in a function whose work needs no memory", {"U-231"}},
    {"a driver that has CreateResource and no CreateResource2", {"U-055"}},
    {"a driver that reports FORMATOP_CAPTURE", {"U-074", "U-083"}},
    {"a driver that reports FORMATOP_VIDEO_ENCODER", {"U-075"}},
    {"a system with two adapters that share resources", {"U-104"}},
    {"a driver that draws from an allocation while it is locked", {"U-137"}},
    {"a driver that lays allocations over the runtime's memory (pSystemMem of pfnAllocateCb)",
     {"U-070"}},
    {"a driver that locks, with DonotWait, what its own work writes", {"U-103"}},
    {"a driver that locks with AcquireAperture or UseAlternateVA", {"U-172"}},
    {"a driver that calls pfnEscapeCb", {"U-154"}},
    {"a driver that creates synchronization objects", {"U-298"}},
    {"a driver with the feature PIN_RESOURCES of Direct3D 12", {"U-310"}},
};

const Need kMinidriverNeeds[] = {
    {"a pin with properties of its own", {"S-024", "S-080"}},
    {"a pin that answers ALLOCATORFRAMING itself", {"S-027"}},
    {"a source in the kernel whose framing asks for FRAME_INTEGRITY", {"S-033"}},
    {"a driver that calls KsValidateAllocatorFramingEx", {"S-045"}},
    {"an allocator whose function table is used at DISPATCH_LEVEL", {"S-064"}},
    {"a driver that reads KSPIN.DeviceState", {"S-138"}},
    {"a driver that creates allocators by KsCreateDefaultAllocatorEx",
     {"S-047", "S-050", "S-051", "S-055"}},
    {"a driver that calls KsCreateDevice", {"S-084"}},
    {"a driver that creates a filter factory after PostStart", {"S-094"}},
    {"a driver whose Create or Close of a filter returns STATUS_PENDING", {"S-106"}},
    {"a driver that takes a second pin while the first is beyond STOP", {"S-141"}},
    {"a driver that clones stream pointers with a cancel callback", {"S-192", "S-194"}},
    {"a driver that injects frames (KsPinRegisterFrameReturnCallback)", {"S-211", "S-212"}},
    {"a driver that calls KsPinRegisterIrpCompletionCallback", {"S-214"}},
    {"a pin with KSPIN_FLAG_GENERATE_MAPPINGS", {"S-274", "S-276"}},
    {"a pin that captures into video memory (KSPROPSETID_VramCapture)",
     {"S-277", "S-279", "S-280", "S-281", "S-282", "S-283"}},
};

struct Uncalled {
  std::string_view why;
  std::initializer_list<std::string_view> entry_points;
};

const Uncalled kUncalled[] = {
    {"no scenario decodes or processes video; on Windows only drivers whose GetCaps reports "
     "decoders "
     "are asked to",
     {"CreateDecodeDevice",
      "DestroyDecodeDevice",
      "SetDecodeRenderTarget",
      "DecodeBeginFrame",
      "DecodeEndFrame",
      "DecodeExecute",
      "DecodeExtensionExecute",
      "CreateVideoProcessDevice",
      "DestroyVideoProcessDevice",
      "VideoProcessBeginFrame",
      "VideoProcessEndFrame",
      "SetVideoProcessRenderTarget",
      "VideoProcessBlt",
      "CreateExtensionDevice",
      "DestroyExtensionDevice",
      "ExtensionExecute",
      "CreateVideoProcessor",
      "SetVideoProcessBltState",
      "GetVideoProcessBltStatePrivate",
      "SetVideoProcessStreamState",
      "GetVideoProcessStreamStatePrivate",
      "VideoProcessBltHD",
      "DestroyVideoProcessor",
      "GetCaptureAllocationHandle",
      "CaptureToSysMem"}},
    {"no scenario protects contents; on Windows only drivers whose GetCaps reports content "
     "protection are asked to",
     {"CreateAuthenticatedChannel", "AuthenticatedChannelKeyExchange", "QueryAuthenticatedChannel",
      "ConfigureAuthenticatedChannel", "DestroyAuthenticatedChannel", "CreateCryptoSession",
      "CryptoSessionKeyExchange", "DestroyCryptoSession", "EncryptionBlt", "GetPitch",
      "StartSessionKeyRefresh", "FinishSessionKeyRefresh", "GetEncryptionBltKey", "DecryptionBlt"}},
    {"no scenario has a display: modes, overlays and flips need one",
     {"SetDisplayMode", "CreateOverlay", "UpdateOverlay", "FlipOverlay", "GetOverlayColorControls",
      "SetOverlayColorControls", "DestroyOverlay", "CheckDirectFlipSupport",
      "CheckMultiPlaneOverlaySupport", "PresentMultiPlaneOverlay", "CheckPresentDurationSupport"}},
    {"no scenario composes monochrome rectangles or draws patches, which only the text and the "
     "meshes of old applications do",
     {"SetConvolutionKernelMono", "ComposeRects", "DrawRectPatch", "DrawTriPatch"}},
    {"the driver refused LockAsync", {"UnlockAsync", "Rename"}},
    {"the driver refused CreateQuery", {"IssueQuery", "GetQueryData", "DestroyQuery"}},
    {"no scenario asks for counters, which belong to one GPU",
     {"CheckCounterInfo", "CheckCounter"}},
};

std::string_view search(std::initializer_list<std::span<const Need>> all, rules::RuleId rule) {
  for (const std::span<const Need> part : all) {
    for (const Need& need : part) {
      if (std::ranges::find(need.rules, rule) != need.rules.end()) return need.what;
    }
  }
  return {};
}

}  // namespace

std::string_view needed_for(rules::RuleId rule) {
  return search({kNeedsOfAnyDriver, kMiniportNeeds, kUserModeNeeds, kMinidriverNeeds}, rule);
}

std::string_view why_never_called(std::string_view entry_point) {
  for (const Uncalled& each : kUncalled) {
    if (std::ranges::find(each.entry_points, entry_point) != each.entry_points.end())
      return each.why;
  }
  return {};
}

}  // namespace drydock::verify
