// The entry points of a miniport: for each, what the documents promise the miniport and what they
// require of it. Rows are constant data and cost nothing until they are read. Threads: any.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "drydock/rule_id.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// The other threads that may be inside the driver meanwhile.
enum class Level : std::uint8_t {
  kZero,             // others, but no second thread of the same process
  kScheduler,        // like zero, and no other of the GPU-scheduler class
  kSwizzling,        // others, also of the same process, but no other of the swizzling class
  kPointer,          // others, also at levels two and three, but no other of the pointer class
  kQuery,            // like zero, and kAloneButQueries admits it
  kAlone,            // none: levels two and three
  kAloneButQueries,  // none except kQuery
  kAny,              // any: interrupt, DPC, reset, surprise removal; at the caller's IRQL
};

struct Ddi {
  const char* name;  // "DxgkDdiCreateAllocation"
  Level level;
  KIRQL irql;
  // The statuses besides STATUS_SUCCESS that the page lists.
  std::span<const NTSTATUS> legal = {};
  // The rule that any other status breaks. Without a rule, any status is legal.
  std::optional<rules::RuleId> rule = {};
  // Every status that NT_SUCCESS() accepts is legal.
  bool any_success = false;
  // The rule that paged code breaks when the entry point is called above APC_LEVEL.
  rules::RuleId paged_rule = "K-474";
  // It may tell its caller of failures in its private data, and succeed.
  bool answers_in_band = false;
};

// Every entry point that the graphics kernel calls, by name.
namespace ddi {
extern const Ddi kAddDevice, kStartDevice, kStopDevice, kStopDeviceAndReleasePostDisplayOwnership,
    kRemoveDevice, kUnload, kSetPowerState, kResetDevice, kNotifySurpriseRemoval, kInterruptRoutine,
    kDpcRoutine, kQueryInterface, kExchangePreStartInfo, kPowerRuntimeControlRequest,
    kQueryAdapterInfo, kGetNodeMetadata, kQueryChildRelations, kQueryChildStatus,
    kQueryDeviceDescriptor, kRecommendMonitorModes, kIsSupportedVidPn, kRecommendFunctionalVidPn,
    kEnumVidPnCofuncModality, kQueryVidPnHwCapability, kCommitVidPn, kUpdateActiveVidPnPresentPath,
    kSetVidPnSourceVisibility, kCreateProcess, kDestroyProcess, kCreateDevice, kDestroyDevice,
    kCreateContext, kDestroyContext, kCreateAllocation, kDestroyAllocation, kDescribeAllocation,
    kGetStandardAllocationDriverData, kOpenAllocation, kCloseAllocation, kEscape, kStopCapture,
    kControlInterrupt, kCollectDbgInfo, kProtectedCallback, kBuildPagingBuffer, kRender, kRenderKm,
    kPatch, kSubmitCommand, kSubmitCommandVirtual, kValidateSubmitCommand, kPreemptCommand,
    kCancelCommand, kQueryCurrentFence, kQueryDependentEngineGroup, kQueryEngineStatus,
    kResetEngine, kResetFromTimeout, kRestartFromTimeout, kAcquireSwizzlingRange,
    kReleaseSwizzlingRange, kMapCpuHostAperture, kUnmapCpuHostAperture, kSetAllocationBackingStore,
    kCreateCpuEvent, kDestroyCpuEvent, kCreateNativeFence, kDestroyNativeFence, kOpenNativeFence,
    kCloseNativeFence, kCreateHwQueue, kDestroyHwQueue, kSubmitCommandToHwQueue, kSuspendContext,
    kCreateDoorbell, kConnectDoorbell, kDisconnectDoorbell, kDestroyDoorbell, kNotifyWorkSubmission,
    kValidateUpdateAllocationProperty, kGetRootPageTableSize, kSetRootPageTable,
    kSetDisplayPrivateDriverFormat, kPresentDisplayOnly, kGetScanLine, kGetChildContainerId,
    kNotifyAcpiEvent, kPresent, kSetVidPnSourceAddress, kFlip, kControlInterrupt2,
    kControlInterrupt3, kSetPointerPosition, kSetPointerShape, kSystemDisplayEnable,
    kSystemDisplayWrite;
}  // namespace ddi

}  // namespace drydock::dxgk
