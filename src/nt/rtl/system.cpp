// The machine as drivers ask about it: processors, features, floating-point state, firmware,
// exported routines.
#include <cpuid.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/base/windows_version.h"
#include "src/nt/driver/driver.h"
#include "src/nt/rtl/newer_routines.h"
#include "src/nt/rtl/unicode.h"
#include "src/nt/watch/ledger.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

bool is_our_group(USHORT group) { return group == 0 || group == ALL_PROCESSOR_GROUPS; }

struct CpuFeatures {
  unsigned ecx = 0;
  unsigned edx = 0;
};

CpuFeatures cpu_features() {
  CpuFeatures out;
  unsigned eax = 0;
  unsigned ebx = 0;
  __get_cpuid(1, &eax, &ebx, &out.ecx, &out.edx);
  return out;
}

// SSE state is always there; AVX if the processor has it.
ULONG64 enabled_features() {
  constexpr ULONG64 kLegacy = XSTATE_MASK_LEGACY;
  return kLegacy | ((cpu_features().ecx & bit_AVX) != 0 ? XSTATE_MASK_AVX : 0);
}

// Writes one logical processor relationship record, or the length that it needs.
NTSTATUS answer(PSYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX to, PULONG length,
                const SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX& record) {
  const ULONG needed = record.Size;
  const bool fits = to != nullptr && *length >= needed;
  *length = needed;
  if (!fits) return STATUS_INFO_LENGTH_MISMATCH;
  std::memcpy(to, &record, needed);
  return STATUS_SUCCESS;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

// Processors. There is one group and one node.

ULONG KeGetCurrentProcessorNumberEx(PPROCESSOR_NUMBER ProcNumber) {
  const ULONG number = current_processor();
  if (ProcNumber != nullptr) *ProcNumber = {0, static_cast<UCHAR>(number), 0};
  return number;
}
ULONG KeGetCurrentProcessorNumber(VOID) { return current_processor(); }
USHORT KeGetCurrentNodeNumber(VOID) { return 0; }

KAFFINITY KeQueryActiveProcessors(VOID) { return all_processors(); }

ULONG KeQueryActiveProcessorCount(PKAFFINITY ActiveProcessors) {
  if (ActiveProcessors != nullptr) *ActiveProcessors = all_processors();
  return processor_count();
}
ULONG KeQueryActiveProcessorCountEx(USHORT GroupNumber) {
  return is_our_group(GroupNumber) ? processor_count() : 0;
}
ULONG KeQueryMaximumProcessorCount(VOID) { return processor_count(); }
ULONG KeQueryMaximumProcessorCountEx(USHORT GroupNumber) {
  return KeQueryActiveProcessorCountEx(GroupNumber);
}
USHORT KeQueryActiveGroupCount(VOID) { return 1; }
USHORT KeQueryMaximumGroupCount(VOID) { return 1; }
KAFFINITY KeQueryGroupAffinity(USHORT GroupNumber) {
  return GroupNumber == 0 ? all_processors() : 0;
}
USHORT KeQueryHighestNodeNumber(VOID) { return 0; }

VOID KeQueryNodeActiveAffinity(USHORT NodeNumber, PGROUP_AFFINITY Affinity, PUSHORT Count) {
  if (Affinity != nullptr) *Affinity = {NodeNumber == 0 ? all_processors() : 0, 0, {}};
  if (Count != nullptr) *Count = KeQueryNodeMaximumProcessorCount(NodeNumber);
}
USHORT KeQueryNodeMaximumProcessorCount(USHORT NodeNumber) {
  return NodeNumber == 0 ? static_cast<USHORT>(processor_count()) : 0;
}
USHORT KeQueryNodeActiveProcessorCount(USHORT NodeNumber) {
  return KeQueryNodeMaximumProcessorCount(NodeNumber);
}

NTSTATUS KeGetProcessorNumberFromIndex(ULONG ProcIndex, PPROCESSOR_NUMBER ProcNumber) {
  if (ProcIndex >= processor_count()) return STATUS_INVALID_PARAMETER;
  *ProcNumber = {0, static_cast<UCHAR>(ProcIndex), 0};
  return STATUS_SUCCESS;
}
ULONG KeGetProcessorIndexFromNumber(PPROCESSOR_NUMBER ProcNumber) {
  const bool valid =
      ProcNumber->Group == 0 && ProcNumber->Number < processor_count() && ProcNumber->Reserved == 0;
  return valid ? ProcNumber->Number : INVALID_PROCESSOR_INDEX;
}

KAFFINITY KeSetSystemAffinityThreadEx(KAFFINITY Affinity) {
  require_irql_at_most(DISPATCH_LEVEL, "KeSetSystemAffinityThreadEx");
  // Only processors that exist; a mask without any is ignored.
  const KAFFINITY wanted = Affinity & all_processors();
  return wanted == 0 ? self().affinity : set_affinity(wanted);
}
VOID KeSetSystemAffinityThread(KAFFINITY Affinity) { KeSetSystemAffinityThreadEx(Affinity); }
VOID KeRevertToUserAffinityThreadEx(KAFFINITY Affinity) {
  require_irql_at_most(DISPATCH_LEVEL, "KeRevertToUserAffinityThreadEx");
  set_affinity(Affinity);
}
VOID KeRevertToUserAffinityThread(VOID) { KeRevertToUserAffinityThreadEx(0); }

VOID KeSetSystemGroupAffinityThread(PGROUP_AFFINITY Affinity, PGROUP_AFFINITY PreviousAffinity) {
  require_irql_at_most(DISPATCH_LEVEL, "KeSetSystemGroupAffinityThread");
  if (PreviousAffinity != nullptr) *PreviousAffinity = {self().affinity, 0, {}};
  const KAFFINITY wanted = Affinity->Group == 0 ? Affinity->Mask & all_processors() : 0;
  if (wanted != 0) set_affinity(wanted);
}
VOID KeRevertToUserGroupAffinityThread(PGROUP_AFFINITY PreviousAffinity) {
  require_irql_at_most(DISPATCH_LEVEL, "KeRevertToUserGroupAffinityThread");
  set_affinity(PreviousAffinity->Mask);
}

// The library that finds the routines of processor groups: they are always there.
VOID WdmlibProcgrpInitialize(VOID) {}

ULONG KeGetRecommendedSharedDataAlignment(VOID) { return SYSTEM_CACHE_ALIGNMENT_SIZE; }

NTSTATUS KeQueryLogicalProcessorRelationship(PPROCESSOR_NUMBER,
                                             LOGICAL_PROCESSOR_RELATIONSHIP RelationshipType,
                                             PSYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX Information,
                                             PULONG Length) {
  require_irql_at_most(DISPATCH_LEVEL, "KeQueryLogicalProcessorRelationship");
  if (RelationshipType != RelationGroup && RelationshipType != RelationNumaNode)
    return STATUS_NOT_SUPPORTED;
  SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX record{};
  record.Relationship = RelationshipType;
  record.Size = sizeof record;
  if (RelationshipType == RelationGroup) {
    record.Group.MaximumGroupCount = 1;
    record.Group.ActiveGroupCount = 1;
    record.Group.GroupInfo[0].MaximumProcessorCount = static_cast<UCHAR>(processor_count());
    record.Group.GroupInfo[0].ActiveProcessorCount = static_cast<UCHAR>(processor_count());
    record.Group.GroupInfo[0].ActiveProcessorMask = all_processors();
  } else {
    record.NumaNode.GroupMask.Mask = all_processors();
  }
  return answer(Information, Length, record);
}

// No processor is added later, so the callback is called for those that exist, if it asks for that.
PVOID KeRegisterProcessorChangeCallback(PPROCESSOR_CALLBACK_FUNCTION CallbackFunction,
                                        PVOID CallbackContext, ULONG Flags) {
  require_irql_at_most(PASSIVE_LEVEL, "KeRegisterProcessorChangeCallback");
  if (fails_here(drydock::sim::FaultKind::kObject)) return nullptr;
  NTSTATUS status = STATUS_SUCCESS;
  if ((Flags & KE_PROCESSOR_CHANGE_ADD_EXISTING) != 0) {
    for (const auto state : {KeProcessorAddStartNotify, KeProcessorAddCompleteNotify}) {
      for (ULONG i = 0; i < processor_count(); ++i) {
        KE_PROCESSOR_CHANGE_NOTIFY_CONTEXT change{
            state, i, STATUS_SUCCESS, {0, static_cast<UCHAR>(i), 0}};
        CallbackFunction(CallbackContext, &change, &status);
        if (!NT_SUCCESS(status)) return nullptr;
      }
    }
  }
  void* handle = new char;
  add_debt(Resource::kCallback, handle, 1, "processor change callback");
  return handle;
}

VOID KeDeregisterProcessorChangeCallback(PVOID CallbackHandle) {
  require_irql_at_most(PASSIVE_LEVEL, "KeDeregisterProcessorChangeCallback");
  if (current_driver() != nullptr && !settle(Resource::kCallback, CallbackHandle)) return;
  delete static_cast<char*>(CallbackHandle);
}

BOOLEAN ExIsProcessorFeaturePresent(ULONG ProcessorFeature) {
  require_irql_at_most(PASSIVE_LEVEL, "ExIsProcessorFeaturePresent");
  const CpuFeatures cpu = cpu_features();
  switch (ProcessorFeature) {
    case PF_COMPARE_EXCHANGE_DOUBLE:
    case PF_MMX_INSTRUCTIONS_AVAILABLE:
    case PF_XMMI_INSTRUCTIONS_AVAILABLE:
    case PF_RDTSC_INSTRUCTION_AVAILABLE:
    case PF_PAE_ENABLED:
    case PF_XMMI64_INSTRUCTIONS_AVAILABLE:
    case PF_NX_ENABLED:
      return TRUE;  // every x64 processor
    case PF_SSE3_INSTRUCTIONS_AVAILABLE:
      return (cpu.ecx & bit_SSE3) != 0;
    case PF_COMPARE_EXCHANGE128:
      return (cpu.ecx & bit_CMPXCHG16B) != 0;
    case PF_XSAVE_ENABLED:
      return (cpu.ecx & bit_OSXSAVE) != 0;
    default:
      return FALSE;
  }
}

// Caches are coherent here.
BOOLEAN KeInvalidateAllCaches(VOID) {
  require_irql_at_most(DISPATCH_LEVEL, "KeInvalidateAllCaches");
  return TRUE;
}
VOID KeInvalidateRangeAllCaches(PVOID, ULONG) {
  require_irql_at_most(DISPATCH_LEVEL, "KeInvalidateRangeAllCaches");
}

// Floating-point state belongs to the thread here, whichever driver runs on it: saving it costs
// nothing.

NTSTATUS KeSaveFloatingPointState(PKFLOATING_SAVE FloatSave) {
  require_irql_at_most(DISPATCH_LEVEL, "KeSaveFloatingPointState");
  if (fails_here(drydock::sim::FaultKind::kState)) return STATUS_INSUFFICIENT_RESOURCES;
  FloatSave->Dummy = 0;
  return STATUS_SUCCESS;
}
NTSTATUS KeRestoreFloatingPointState(PKFLOATING_SAVE) {
  require_irql_at_most(DISPATCH_LEVEL, "KeRestoreFloatingPointState");
  return STATUS_SUCCESS;
}

ULONG64 RtlGetEnabledExtendedFeatures(ULONG64 FeatureMask) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlGetEnabledExtendedFeatures");
  return FeatureMask & enabled_features();
}

NTSTATUS KeSaveExtendedProcessorState(ULONG64 Mask, PXSTATE_SAVE XStateSave) {
  require_irql_at_most(DISPATCH_LEVEL, "KeSaveExtendedProcessorState");
  *XStateSave = {};
  if ((Mask & ~enabled_features()) != 0) return STATUS_NOT_SUPPORTED;
  if (fails_here(drydock::sim::FaultKind::kState)) return STATUS_INSUFFICIENT_RESOURCES;
  XStateSave->XStateContext.Mask = Mask;
  XStateSave->Level = self().irql;
  return STATUS_SUCCESS;
}
VOID KeRestoreExtendedProcessorState(PXSTATE_SAVE XStateSave) {
  require_irql_at_most(DISPATCH_LEVEL, "KeRestoreExtendedProcessorState");
  XStateSave->XStateContext.Mask = 0;
}

// Callers are drivers, and their clients are served by calls of the host.
KPROCESSOR_MODE ExGetPreviousMode(VOID) {
  require_irql_at_most(DISPATCH_LEVEL, "ExGetPreviousMode");
  return KernelMode;
}

// Firmware: of the new kind, and without variables.

FIRMWARE_TYPE ExGetFirmwareType(VOID) {
  advise_irql_at_most(APC_LEVEL, "ExGetFirmwareType");
  return FirmwareTypeUefi;
}
NTSTATUS ExGetFirmwareEnvironmentVariable(PUNICODE_STRING, LPGUID, PVOID, PULONG, PULONG) {
  require_irql_at_most(PASSIVE_LEVEL, "ExGetFirmwareEnvironmentVariable");
  return STATUS_VARIABLE_NOT_FOUND;
}
NTSTATUS ExSetFirmwareEnvironmentVariable(PUNICODE_STRING, LPGUID, PVOID, ULONG, ULONG) {
  require_irql_at_most(PASSIVE_LEVEL, "ExSetFirmwareEnvironmentVariable");
  return STATUS_NOT_IMPLEMENTED;
}
BOOLEAN ExIsSoftBoot(VOID) {
  advise_irql_at_most(APC_LEVEL, "ExIsSoftBoot");
  return FALSE;
}

// Routines and stacks.

PVOID MmGetSystemRoutineAddress(PUNICODE_STRING SystemRoutineName) {
  require_irql_at_most(PASSIVE_LEVEL, "MmGetSystemRoutineAddress");
  char name[256];
  const std::size_t length = SystemRoutineName->Length / sizeof(WCHAR);
  if (length == 0 || length >= sizeof name) return nullptr;
  for (std::size_t i = 0; i < length; ++i) {
    const WCHAR c = SystemRoutineName->Buffer[i];
    if (c == 0 || c > 0x7F) return nullptr;
    name[i] = static_cast<char>(c);
  }
  name[length] = '\0';
  if (windows_version().build < first_build_with(name)) return nullptr;
  // Only names of the host itself count, because the process exports many others.
  Dl_info here{};
  if (dladdr(reinterpret_cast<void*>(&MmGetSystemRoutineAddress), &here) == 0) return nullptr;
  void* library = dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  void* address = dlsym(library, name);
  dlclose(library);
  Dl_info there{};
  const bool ours =
      address != nullptr && dladdr(address, &there) != 0 && there.dli_fbase == here.dli_fbase;
  return ours ? address : nullptr;
}

USHORT RtlCaptureStackBackTrace(ULONG FramesToSkip, ULONG FramesToCapture, PVOID* BackTrace,
                                PULONG BackTraceHash) {
  const drydock::rules::Stack stack = drydock::rules::Stack::capture();
  ULONG count = 0;
  ULONG hash = 0;
  for (ULONG i = FramesToSkip; i < stack.depth && count < FramesToCapture; ++i, ++count) {
    BackTrace[count] = const_cast<void*>(stack.pcs[i]);
    hash += static_cast<ULONG>(reinterpret_cast<ULONG_PTR>(stack.pcs[i]));
  }
  if (BackTraceHash != nullptr) *BackTraceHash = hash;
  return static_cast<USHORT>(count);
}

ULONG RtlWalkFrameChain(PVOID* Callers, ULONG Count, ULONG) {
  const drydock::rules::Stack stack = drydock::rules::Stack::capture();
  const ULONG count = std::min<ULONG>(Count, stack.depth);
  for (ULONG i = 0; i < count; ++i) Callers[i] = const_cast<void*>(stack.pcs[i]);
  return count;
}

}  // extern "C"
