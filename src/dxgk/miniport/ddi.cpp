#include "src/dxgk/miniport/ddi.h"

namespace drydock::dxgk::ddi {
namespace {

constexpr NTSTATUS kNoMemory[] = {STATUS_NO_MEMORY};
constexpr NTSTATUS kContextFailures[] = {STATUS_NO_MEMORY, STATUS_GRAPHICS_DRIVER_MISMATCH};
constexpr NTSTATUS kAllocationFailures[] = {STATUS_INVALID_PARAMETER, STATUS_NO_MEMORY,
                                            STATUS_GRAPHICS_DRIVER_MISMATCH};
constexpr NTSTATUS kRangeAnswers[] = {STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNSUPPORTED,
                                      STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE};
constexpr NTSTATUS kMalformed[] = {STATUS_INVALID_PARAMETER};
constexpr NTSTATUS kFormatFailures[] = {STATUS_UNSUCCESSFUL};
constexpr NTSTATUS kPagingAnswers[] = {STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER,
                                       STATUS_GRAPHICS_ALLOCATION_BUSY};

}  // namespace

// Threading level three: the driver is alone, the GPU is idle, and video memory is evicted.
const Ddi kAddDevice{"DxgkDdiAddDevice", Level::kAlone, PASSIVE_LEVEL};
const Ddi kStartDevice{"DxgkDdiStartDevice", Level::kAlone, PASSIVE_LEVEL};
const Ddi kStopDevice{"DxgkDdiStopDevice", Level::kAlone, PASSIVE_LEVEL};
const Ddi kStopDeviceAndReleasePostDisplayOwnership{
    "DxgkDdiStopDeviceAndReleasePostDisplayOwnership", Level::kAlone, PASSIVE_LEVEL};
const Ddi kRemoveDevice{"DxgkDdiRemoveDevice", Level::kAlone, PASSIVE_LEVEL};
const Ddi kUnload{"DxgkDdiUnload", Level::kAlone, PASSIVE_LEVEL};
const Ddi kExchangePreStartInfo{"DxgkDdiExchangePreStartInfo", Level::kAlone, PASSIVE_LEVEL};
const Ddi kSetPowerState{"DxgkDdiSetPowerState", Level::kAloneButQueries, PASSIVE_LEVEL, {},
                         "K-060"_rule,
                         /*any_success=*/true};

// Threading level two: the driver is alone and the GPU is idle.
const Ddi kQueryInterface{"DxgkDdiQueryInterface", Level::kAlone, PASSIVE_LEVEL};
const Ddi kQueryChildRelations{"DxgkDdiQueryChildRelations", Level::kAloneButQueries,
                               PASSIVE_LEVEL};
const Ddi kQueryChildStatus{"DxgkDdiQueryChildStatus", Level::kAlone, PASSIVE_LEVEL};
const Ddi kQueryDeviceDescriptor{"DxgkDdiQueryDeviceDescriptor", Level::kAlone, PASSIVE_LEVEL};
const Ddi kRecommendMonitorModes{"DxgkDdiRecommendMonitorModes", Level::kAlone, PASSIVE_LEVEL};
const Ddi kRecommendFunctionalVidPn{"DxgkDdiRecommendFunctionalVidPn", Level::kAlone,
                                    PASSIVE_LEVEL};
const Ddi kCommitVidPn{"DxgkDdiCommitVidPn", Level::kAlone, PASSIVE_LEVEL};
const Ddi kUpdateActiveVidPnPresentPath{"DxgkDdiUpdateActiveVidPnPresentPath", Level::kAlone,
                                        PASSIVE_LEVEL};
const Ddi kSetVidPnSourceVisibility{"DxgkDdiSetVidPnSourceVisibility", Level::kAlone,
                                    PASSIVE_LEVEL};
const Ddi kControlInterrupt{"DxgkDdiControlInterrupt", Level::kAlone, PASSIVE_LEVEL};
const Ddi kControlInterrupt2{"DxgkDdiControlInterrupt2", Level::kAlone, PASSIVE_LEVEL};
const Ddi kControlInterrupt3{"DxgkDdiControlInterrupt3", Level::kAlone, PASSIVE_LEVEL};
// For a mode switch.
const Ddi kSetVidPnSourceAddress{"DxgkDdiSetVidPnSourceAddress", Level::kAlone, PASSIVE_LEVEL};
const Ddi kNotifyAcpiEvent{"DxgkDdiNotifyAcpiEvent", Level::kAlone, PASSIVE_LEVEL};
const Ddi kGetChildContainerId{"DxgkDdiGetChildContainerId", Level::kAlone, PASSIVE_LEVEL};
const Ddi kProtectedCallback{"DxgkProtectedCallback", Level::kAlone, PASSIVE_LEVEL};
const Ddi kStopCapture{"DxgkDdiStopCapture", Level::kAlone, PASSIVE_LEVEL, {}, "K-232"_rule};

// Threading level zero, where any other thread may be inside the driver.
const Ddi kResetDevice{"DxgkDdiResetDevice",       Level::kAny, PASSIVE_LEVEL, {}, {}, false,
                       /*paged_rule=*/"K-062"_rule};
const Ddi kNotifySurpriseRemoval{
    "DxgkDdiNotifySurpriseRemoval", Level::kAny, PASSIVE_LEVEL, {}, "K-063"_rule};
const Ddi kInterruptRoutine{
    "DxgkDdiInterruptRoutine",  Level::kAny, DISPATCH_LEVEL + 1, {}, {}, false,
    /*paged_rule=*/"K-409"_rule};
// For a flip: at the device's IRQL, as its interrupt routine.
const Ddi kFlip{"DxgkDdiSetVidPnSourceAddress", Level::kAny, DISPATCH_LEVEL + 1, {}, {}, false,
                /*paged_rule=*/"D-115"_rule};
// At a bug check, when nothing of the system runs any more.
const Ddi kSystemDisplayEnable{"DxgkDdiSystemDisplayEnable", Level::kAny, HIGH_LEVEL, {}, {}, false,
                               /*paged_rule=*/"D-174"_rule};
const Ddi kSystemDisplayWrite{"DxgkDdiSystemDisplayWrite", Level::kAny, HIGH_LEVEL, {}, {}, false,
                              /*paged_rule=*/"D-174"_rule};
const Ddi kDpcRoutine{"DxgkDdiDpcRoutine", Level::kAny, DISPATCH_LEVEL};
const Ddi kCollectDbgInfo{"DxgkDdiCollectDbgInfo",    Level::kAny, PASSIVE_LEVEL, {}, {}, false,
                          /*paged_rule=*/"K-456"_rule};
const Ddi kPowerRuntimeControlRequest{"DxgkDdiPowerRuntimeControlRequest", Level::kAny,
                                      PASSIVE_LEVEL};

// Threading level zero.
const Ddi kQueryAdapterInfo{"DxgkDdiQueryAdapterInfo", Level::kQuery, PASSIVE_LEVEL};
const Ddi kIsSupportedVidPn{"DxgkDdiIsSupportedVidPn", Level::kZero, PASSIVE_LEVEL};
const Ddi kEnumVidPnCofuncModality{"DxgkDdiEnumVidPnCofuncModality", Level::kZero, PASSIVE_LEVEL};
const Ddi kQueryVidPnHwCapability{"DxgkDdiQueryVidPnHWCapability", Level::kZero, PASSIVE_LEVEL};
const Ddi kGetNodeMetadata{"DxgkDdiGetNodeMetadata", Level::kZero, PASSIVE_LEVEL};
const Ddi kCreateProcess{"DxgkDdiCreateProcess", Level::kZero, PASSIVE_LEVEL};
const Ddi kDestroyProcess{"DxgkDdiDestroyProcess", Level::kZero, PASSIVE_LEVEL};
const Ddi kCreateDevice{"DxgkDdiCreateDevice", Level::kZero, PASSIVE_LEVEL, kNoMemory,
                        "K-086"_rule};
const Ddi kDestroyDevice{"DxgkDdiDestroyDevice", Level::kZero, PASSIVE_LEVEL};
const Ddi kCreateContext{"DxgkDdiCreateContext", Level::kZero, PASSIVE_LEVEL, kContextFailures,
                         "K-350"_rule};
const Ddi kDestroyContext{"DxgkDdiDestroyContext", Level::kZero, PASSIVE_LEVEL};
const Ddi kCreateAllocation{"DxgkDdiCreateAllocation", Level::kZero, PASSIVE_LEVEL,
                            kAllocationFailures, "K-128"_rule};
const Ddi kDestroyAllocation{
    "DxgkDdiDestroyAllocation", Level::kZero, PASSIVE_LEVEL, {}, "K-238"_rule};
const Ddi kDescribeAllocation{"DxgkDdiDescribeAllocation", Level::kZero, PASSIVE_LEVEL};
const Ddi kGetStandardAllocationDriverData{"DxgkDdiGetStandardAllocationDriverData", Level::kZero,
                                           PASSIVE_LEVEL, kNoMemory, "K-172"_rule};
const Ddi kOpenAllocation{"DxgkDdiOpenAllocation", Level::kZero, PASSIVE_LEVEL, kAllocationFailures,
                          "K-187"_rule};
const Ddi kCloseAllocation{"DxgkDdiCloseAllocation", Level::kZero, PASSIVE_LEVEL};
const Ddi kEscape{"DxgkDdiEscape",
                  Level::kZero,
                  PASSIVE_LEVEL,
                  {},
                  {},
                  false,
                  /*paged_rule=*/"K-474"_rule,
                  /*answers_in_band=*/true};
const Ddi kRender{"DxgkDdiRender", Level::kZero, PASSIVE_LEVEL};
const Ddi kRenderKm{"DxgkDdiRenderKm", Level::kZero, PASSIVE_LEVEL};
const Ddi kValidateSubmitCommand{"DxgkDdiValidateSubmitCommand", Level::kZero, PASSIVE_LEVEL};
const Ddi kQueryCurrentFence{
    "DxgkDdiQueryCurrentFence", Level::kZero, PASSIVE_LEVEL, {}, "K-398"_rule};
const Ddi kMapCpuHostAperture{
    "DxgkDdiMapCpuHostAperture", Level::kZero, PASSIVE_LEVEL, {}, "K-265"_rule};
const Ddi kUnmapCpuHostAperture{
    "DxgkDdiUnmapCpuHostAperture", Level::kZero, PASSIVE_LEVEL, {}, "K-265"_rule};
const Ddi kSetAllocationBackingStore{"DxgkDdiSetAllocationBackingStore", Level::kZero,
                                     PASSIVE_LEVEL};
const Ddi kCreateCpuEvent{"DxgkDdiCreateCpuEvent", Level::kZero, PASSIVE_LEVEL};
const Ddi kDestroyCpuEvent{"DxgkDdiDestroyCpuEvent", Level::kZero, PASSIVE_LEVEL};
const Ddi kCreateNativeFence{"DxgkDdiCreateNativeFence", Level::kZero, PASSIVE_LEVEL};
const Ddi kDestroyNativeFence{"DxgkDdiDestroyNativeFence", Level::kZero, PASSIVE_LEVEL};
const Ddi kOpenNativeFence{"DxgkDdiOpenNativeFence", Level::kZero, PASSIVE_LEVEL};
const Ddi kCloseNativeFence{"DxgkDdiCloseNativeFence", Level::kZero, PASSIVE_LEVEL};
const Ddi kCreateHwQueue{"DxgkDdiCreateHwQueue", Level::kZero, PASSIVE_LEVEL};
const Ddi kDestroyHwQueue{"DxgkDdiDestroyHwQueue", Level::kZero, PASSIVE_LEVEL};
const Ddi kSubmitCommandToHwQueue{"DxgkDdiSubmitCommandToHwQueue", Level::kZero, DISPATCH_LEVEL};
const Ddi kCreateDoorbell{"DxgkDdiCreateDoorbell", Level::kZero, PASSIVE_LEVEL};
const Ddi kConnectDoorbell{"DxgkDdiConnectDoorbell", Level::kZero, PASSIVE_LEVEL};
const Ddi kDisconnectDoorbell{"DxgkDdiDisconnectDoorbell", Level::kZero, PASSIVE_LEVEL};
const Ddi kDestroyDoorbell{"DxgkDdiDestroyDoorbell", Level::kZero, PASSIVE_LEVEL};
const Ddi kNotifyWorkSubmission{"DxgkDdiNotifyWorkSubmission", Level::kZero, PASSIVE_LEVEL};
const Ddi kValidateUpdateAllocationProperty{"DxgkDdiValidateUpdateAllocationProperty", Level::kZero,
                                            PASSIVE_LEVEL};
const Ddi kSetDisplayPrivateDriverFormat{"DxgkDdiSetDisplayPrivateDriverFormat", Level::kZero,
                                         PASSIVE_LEVEL, kFormatFailures, "D-195"_rule};
const Ddi kPresentDisplayOnly{"DxgkDdiPresentDisplayOnly", Level::kZero, PASSIVE_LEVEL};
const Ddi kPresent{"DxgkDdiPresent", Level::kZero, PASSIVE_LEVEL};
const Ddi kGetScanLine{"DxgkDdiGetScanLine", Level::kZero, PASSIVE_LEVEL};
const Ddi kGetRootPageTableSize{"DxgkDdiGetRootPageTableSize", Level::kZero, PASSIVE_LEVEL};
const Ddi kCancelCommand{"DxgkDdiCancelCommand", Level::kZero, PASSIVE_LEVEL, {}, "K-397"_rule};

// Threading level one, swizzling class.
const Ddi kAcquireSwizzlingRange{"DxgkDdiAcquireSwizzlingRange", Level::kSwizzling, PASSIVE_LEVEL,
                                 kRangeAnswers, "K-261"_rule};
const Ddi kReleaseSwizzlingRange{
    "DxgkDdiReleaseSwizzlingRange", Level::kSwizzling, PASSIVE_LEVEL, {}, "K-262"_rule};

// Threading level one, pointer class.
const Ddi kSetPointerPosition{"DxgkDdiSetPointerPosition", Level::kPointer, PASSIVE_LEVEL};
const Ddi kSetPointerShape{"DxgkDdiSetPointerShape", Level::kPointer, PASSIVE_LEVEL};

// Threading level one, GPU-scheduler class.
const Ddi kBuildPagingBuffer{"DxgkDdiBuildPagingBuffer", Level::kScheduler, PASSIVE_LEVEL,
                             kPagingAnswers, "K-324"_rule};
const Ddi kSetRootPageTable{"DxgkDdiSetRootPageTable", Level::kScheduler, PASSIVE_LEVEL};
const Ddi kPatch{"DxgkDdiPatch", Level::kScheduler, PASSIVE_LEVEL, {}, "K-385"_rule};
const Ddi kSubmitCommand{
    "DxgkDdiSubmitCommand", Level::kScheduler, DISPATCH_LEVEL, {}, "K-386"_rule};
const Ddi kSubmitCommandVirtual{"DxgkDdiSubmitCommandVirtual", Level::kScheduler, DISPATCH_LEVEL,
                                kMalformed, "K-387"_rule};
const Ddi kSuspendContext{"DxgkDdiSuspendContext", Level::kScheduler, PASSIVE_LEVEL};
const Ddi kPreemptCommand{
    "DxgkDdiPreemptCommand", Level::kScheduler, DISPATCH_LEVEL, {}, "K-395"_rule};
const Ddi kQueryDependentEngineGroup{
    "DxgkDdiQueryDependentEngineGroup", Level::kScheduler, PASSIVE_LEVEL, {}, "K-455"_rule};
const Ddi kQueryEngineStatus{
    "DxgkDdiQueryEngineStatus", Level::kScheduler, PASSIVE_LEVEL, {}, "K-455"_rule};
const Ddi kResetEngine{"DxgkDdiResetEngine", Level::kScheduler, PASSIVE_LEVEL};

// Recovery from a time-out: the driver is alone, and the GPU may be in any state.
const Ddi kResetFromTimeout{
    "DxgkDdiResetFromTimeout", Level::kAlone, PASSIVE_LEVEL, {}, "K-448"_rule};
const Ddi kRestartFromTimeout{
    "DxgkDdiRestartFromTimeout", Level::kAlone, PASSIVE_LEVEL, {}, "K-450"_rule};

}  // namespace drydock::dxgk::ddi
