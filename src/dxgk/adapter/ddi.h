// What the documents promise a miniport about each of its entry points, and what they ask back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "drydock/rule_id.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// Who else may be in the driver meanwhile.
enum class Level : std::uint8_t {
  kZero,             // others, but no second thread of the same process
  kScheduler,        // as zero, and nobody else of the GPU-scheduler class
  kSwizzling,        // others, of the same process too, but nobody else of the swizzling class
  kQuery,            // as zero, and it may meet kAloneButQueries
  kAlone,            // nobody: levels two and three
  kAloneButQueries,  // nobody but kQuery
  kAny,  // whatever comes: interrupt, DPC, reset, surprise removal; the caller's IRQL stays
};

struct Ddi {
  const char* name;  // "DxgkDdiCreateAllocation"
  Level level;
  KIRQL irql;
  // Statuses besides STATUS_SUCCESS that the page lists.
  std::span<const NTSTATUS> legal = {};
  // The rule that a status which is not legal breaks; none: any status will do.
  std::optional<rules::RuleId> rule = {};
  // Every status that NT_SUCCESS() accepts is legal.
  bool any_success = false;
  // The rule that paged code breaks when the entry point is called above APC_LEVEL.
  rules::RuleId paged_rule = "K-474";
};

// Every entry point that the graphics kernel calls, by name.
namespace ddi {
extern const Ddi kAddDevice, kStartDevice, kStopDevice, kStopDeviceAndReleasePostDisplayOwnership,
    kRemoveDevice, kUnload, kSetPowerState, kResetDevice, kNotifySurpriseRemoval, kInterruptRoutine,
    kDpcRoutine, kQueryInterface, kExchangePreStartInfo, kPowerRuntimeControlRequest,
    kQueryAdapterInfo, kGetNodeMetadata, kQueryChildRelations, kQueryChildStatus,
    kQueryDeviceDescriptor, kCreateProcess, kDestroyProcess, kCreateDevice, kDestroyDevice,
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
    kValidateUpdateAllocationProperty, kGetRootPageTableSize, kSetRootPageTable;
}  // namespace ddi

}  // namespace drydock::dxgk
