#pragma once
// Executive services: work queues, callbacks, timers, time, processors, floating-point state,
// exceptions.

#include "io.h"

EXTERN_C_START

// Work queue items of the old kind.
typedef VOID WORKER_THREAD_ROUTINE(PVOID Parameter);
typedef WORKER_THREAD_ROUTINE* PWORKER_THREAD_ROUTINE;

typedef struct _WORK_QUEUE_ITEM {
  LIST_ENTRY List;
  PWORKER_THREAD_ROUTINE WorkerRoutine;
  volatile PVOID Parameter;
} WORK_QUEUE_ITEM, *PWORK_QUEUE_ITEM;
#define ExInitializeWorkItem(Item, Routine, Context) \
  ((Item)->WorkerRoutine = (Routine), (Item)->Parameter = (Context), (Item)->List.Flink = NULL)
NTKERNELAPI VOID ExQueueWorkItem(PWORK_QUEUE_ITEM WorkItem, WORK_QUEUE_TYPE QueueType);

// Callback objects.
typedef VOID CALLBACK_FUNCTION(PVOID CallbackContext, PVOID Argument1, PVOID Argument2);

NTKERNELAPI NTSTATUS ExCreateCallback(PCALLBACK_OBJECT* CallbackObject,
                                      POBJECT_ATTRIBUTES ObjectAttributes, BOOLEAN Create,
                                      BOOLEAN AllowMultipleCallbacks);
NTKERNELAPI VOID ExNotifyCallback(PCALLBACK_OBJECT CallbackObject, PVOID Argument1,
                                  PVOID Argument2);
NTKERNELAPI VOID ExUnregisterCallback(PVOID CbRegistration);

typedef CALLBACK_FUNCTION* PCALLBACK_FUNCTION;

NTKERNELAPI PVOID ExRegisterCallback(PCALLBACK_OBJECT CallbackObject,
                                     PCALLBACK_FUNCTION CallbackFunction, PVOID CallbackContext);

// High-resolution timers.
typedef VOID EXT_CALLBACK(PEX_TIMER Timer, PVOID Context);
typedef VOID EXT_DELETE_CALLBACK(PVOID Context);

typedef struct _EXT_SET_PARAMETERS_V0 {
  ULONG Version;
  ULONG Reserved;
  LONGLONG NoWakeTolerance;
} EXT_SET_PARAMETERS, *PEXT_SET_PARAMETERS, KT2_SET_PARAMETERS, *PKT2_SET_PARAMETERS;

typedef EXT_CALLBACK* PEXT_CALLBACK;
typedef struct _EXT_CANCEL_PARAMETERS* PEXT_CANCEL_PARAMETERS;
typedef EXT_DELETE_CALLBACK* PEXT_DELETE_CALLBACK;

typedef struct _EXT_DELETE_PARAMETERS {
  ULONG Version;
  ULONG Reserved;
  PEXT_DELETE_CALLBACK DeleteCallback;
  PVOID DeleteContext;
} EXT_DELETE_PARAMETERS, *PEXT_DELETE_PARAMETERS;
#define EX_TIMER_HIGH_RESOLUTION 4
#define EX_TIMER_NO_WAKE 8
#define EX_TIMER_NOTIFICATION (1U << 31)
#define EX_TIMER_UNLIMITED_TOLERANCE ((LONGLONG) - 1)
NTKERNELAPI PEX_TIMER ExAllocateTimer(PEXT_CALLBACK Callback, PVOID CallbackContext,
                                      ULONG Attributes);
NTKERNELAPI BOOLEAN ExCancelTimer(PEX_TIMER Timer, PEXT_CANCEL_PARAMETERS Parameters);
NTKERNELAPI BOOLEAN ExDeleteTimer(PEX_TIMER Timer, BOOLEAN Cancel, BOOLEAN Wait,
                                  PEXT_DELETE_PARAMETERS Parameters);
NTKERNELAPI BOOLEAN ExSetTimer(PEX_TIMER Timer, LONGLONG DueTime, LONGLONG Period,
                               PEXT_SET_PARAMETERS Parameters);
FORCEINLINE VOID ExInitializeSetTimerParameters(PEXT_SET_PARAMETERS Parameters) {
  memset(Parameters, 0, sizeof(*Parameters));
}
FORCEINLINE VOID ExInitializeDeleteTimerParameters(PEXT_DELETE_PARAMETERS Parameters) {
  memset(Parameters, 0, sizeof(*Parameters));
}

// Time.
NTKERNELAPI VOID ExLocalTimeToSystemTime(PLARGE_INTEGER LocalTime, PLARGE_INTEGER SystemTime);
NTKERNELAPI VOID ExQueryTimerResolution(PULONG MaximumTime, PULONG MinimumTime, PULONG CurrentTime);
NTKERNELAPI ULONG ExSetTimerResolution(ULONG DesiredTime, BOOLEAN SetResolution);
NTKERNELAPI VOID ExSystemTimeToLocalTime(PLARGE_INTEGER SystemTime, PLARGE_INTEGER LocalTime);
NTKERNELAPI NTSTATUS KeConvertAuxiliaryCounterToPerformanceCounter(ULONG64 AuxiliaryCounterValue,
                                                                   PULONG64 PerformanceCounterValue,
                                                                   PULONG64 ConversionError);
NTKERNELAPI NTSTATUS KeConvertPerformanceCounterToAuxiliaryCounter(ULONG64 PerformanceCounterValue,
                                                                   PULONG64 AuxiliaryCounterValue,
                                                                   PULONG64 ConversionError);
NTKERNELAPI NTSTATUS KeQueryAuxiliaryCounterFrequency(PULONG64 AuxiliaryCounterFrequency);
NTKERNELAPI ULONGLONG KeQueryInterruptTime(VOID);
NTKERNELAPI ULONGLONG KeQueryInterruptTimePrecise(PULONG64 QpcTimeStamp);
NTKERNELAPI LARGE_INTEGER KeQueryPerformanceCounter(PLARGE_INTEGER PerformanceFrequency);
NTKERNELAPI VOID KeQuerySystemTime(PLARGE_INTEGER CurrentTime);
NTKERNELAPI VOID KeQuerySystemTimePrecise(PLARGE_INTEGER CurrentTime);
NTKERNELAPI VOID KeQueryTickCount(PLARGE_INTEGER TickCount);
NTKERNELAPI ULONG KeQueryTimeIncrement(VOID);
NTKERNELAPI ULONGLONG KeQueryUnbiasedInterruptTime(VOID);
NTKERNELAPI ULONGLONG KeQueryUnbiasedInterruptTimePrecise(PULONG64 QpcTimeStamp);
NTKERNELAPI VOID KeStallExecutionProcessor(ULONG MicroSeconds);

// Processors and affinity.
#ifndef ALL_PROCESSOR_GROUPS
#define ALL_PROCESSOR_GROUPS 0xffff
#endif
#define MAXIMUM_PROC_PER_GROUP 64
#define MAXIMUM_PROCESSORS MAXIMUM_PROC_PER_GROUP
#define INVALID_PROCESSOR_INDEX 0xffffffff
NTKERNELAPI ULONG KeGetCurrentProcessorNumberEx(PPROCESSOR_NUMBER ProcNumber);
NTKERNELAPI ULONG KeGetCurrentProcessorNumber(VOID);
#define KeGetCurrentProcessorIndex() KeGetCurrentProcessorNumberEx(NULL)
typedef enum _KE_PROCESSOR_CHANGE_NOTIFY_STATE {
  KeProcessorAddStartNotify = 0,
  KeProcessorAddCompleteNotify,
  KeProcessorAddFailureNotify
} KE_PROCESSOR_CHANGE_NOTIFY_STATE;

typedef struct _KE_PROCESSOR_CHANGE_NOTIFY_CONTEXT {
  KE_PROCESSOR_CHANGE_NOTIFY_STATE State;
  ULONG NtNumber;
  NTSTATUS Status;
  PROCESSOR_NUMBER ProcNumber;
} KE_PROCESSOR_CHANGE_NOTIFY_CONTEXT, *PKE_PROCESSOR_CHANGE_NOTIFY_CONTEXT;

NTKERNELAPI VOID KeDeregisterProcessorChangeCallback(PVOID CallbackHandle);
NTKERNELAPI USHORT KeGetCurrentNodeNumber(VOID);
NTKERNELAPI ULONG KeGetProcessorIndexFromNumber(PPROCESSOR_NUMBER ProcNumber);
NTKERNELAPI NTSTATUS KeGetProcessorNumberFromIndex(ULONG ProcIndex, PPROCESSOR_NUMBER ProcNumber);
NTKERNELAPI ULONG KeGetRecommendedSharedDataAlignment(VOID);
NTKERNELAPI USHORT KeQueryActiveGroupCount(VOID);
NTKERNELAPI ULONG KeQueryActiveProcessorCount(PKAFFINITY ActiveProcessors);
NTKERNELAPI ULONG KeQueryActiveProcessorCountEx(USHORT GroupNumber);
NTKERNELAPI KAFFINITY KeQueryActiveProcessors(VOID);
NTKERNELAPI KAFFINITY KeQueryGroupAffinity(USHORT GroupNumber);
NTKERNELAPI USHORT KeQueryHighestNodeNumber(VOID);
NTKERNELAPI USHORT KeQueryMaximumGroupCount(VOID);
NTKERNELAPI ULONG KeQueryMaximumProcessorCount(VOID);
NTKERNELAPI ULONG KeQueryMaximumProcessorCountEx(USHORT GroupNumber);
NTKERNELAPI VOID KeQueryNodeActiveAffinity(USHORT NodeNumber, PGROUP_AFFINITY Affinity,
                                           PUSHORT Count);
NTKERNELAPI USHORT KeQueryNodeActiveProcessorCount(USHORT NodeNumber);
NTKERNELAPI USHORT KeQueryNodeMaximumProcessorCount(USHORT NodeNumber);
NTKERNELAPI VOID KeRevertToUserAffinityThread(VOID);
NTKERNELAPI VOID KeRevertToUserAffinityThreadEx(KAFFINITY Affinity);
NTKERNELAPI VOID KeRevertToUserGroupAffinityThread(PGROUP_AFFINITY PreviousAffinity);
NTKERNELAPI VOID KeSetSystemAffinityThread(KAFFINITY Affinity);
NTKERNELAPI KAFFINITY KeSetSystemAffinityThreadEx(KAFFINITY Affinity);
NTKERNELAPI VOID KeSetSystemGroupAffinityThread(PGROUP_AFFINITY Affinity,
                                                PGROUP_AFFINITY PreviousAffinity);

typedef enum _LOGICAL_PROCESSOR_RELATIONSHIP {
  RelationProcessorCore,
  RelationNumaNode,
  RelationCache,
  RelationProcessorPackage,
  RelationGroup,
  RelationAll = 0xffff
} LOGICAL_PROCESSOR_RELATIONSHIP;

typedef struct _NUMA_NODE_RELATIONSHIP {
  ULONG NodeNumber;
  UCHAR Reserved[20];
  GROUP_AFFINITY GroupMask;
} NUMA_NODE_RELATIONSHIP, *PNUMA_NODE_RELATIONSHIP;

typedef enum _PROCESSOR_CACHE_TYPE {
  CacheUnified,
  CacheInstruction,
  CacheData,
  CacheTrace
} PROCESSOR_CACHE_TYPE;

typedef struct _CACHE_DESCRIPTOR {
  UCHAR Level;
  UCHAR Associativity;
  USHORT LineSize;
  ULONG Size;
  PROCESSOR_CACHE_TYPE Type;
} CACHE_DESCRIPTOR, *PCACHE_DESCRIPTOR;

typedef struct _CACHE_RELATIONSHIP {
  UCHAR Level;
  UCHAR Associativity;
  USHORT LineSize;
  ULONG CacheSize;
  PROCESSOR_CACHE_TYPE Type;
  UCHAR Reserved[20];
  GROUP_AFFINITY GroupMask;
} CACHE_RELATIONSHIP, *PCACHE_RELATIONSHIP;

typedef void PROCESSOR_CALLBACK_FUNCTION(PVOID CallbackContext,
                                         PKE_PROCESSOR_CHANGE_NOTIFY_CONTEXT ChangeContext,
                                         PNTSTATUS OperationStatus);
typedef PROCESSOR_CALLBACK_FUNCTION* PPROCESSOR_CALLBACK_FUNCTION;

NTKERNELAPI PVOID KeRegisterProcessorChangeCallback(PPROCESSOR_CALLBACK_FUNCTION CallbackFunction,
                                                    PVOID CallbackContext, ULONG Flags);

typedef struct _PROCESSOR_GROUP_INFO {
  UCHAR MaximumProcessorCount;
  UCHAR ActiveProcessorCount;
  UCHAR Reserved[38];
  KAFFINITY ActiveProcessorMask;
} PROCESSOR_GROUP_INFO, *PPROCESSOR_GROUP_INFO;

typedef struct _GROUP_RELATIONSHIP {
  USHORT MaximumGroupCount;
  USHORT ActiveGroupCount;
  UCHAR Reserved[20];
  PROCESSOR_GROUP_INFO GroupInfo[1];
} GROUP_RELATIONSHIP, *PGROUP_RELATIONSHIP;

typedef struct _PROCESSOR_RELATIONSHIP {
  UCHAR Flags;
  UCHAR Reserved[21];
  USHORT GroupCount;
  GROUP_AFFINITY GroupMask[1];
} PROCESSOR_RELATIONSHIP, *PPROCESSOR_RELATIONSHIP;

typedef struct _SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX {
  LOGICAL_PROCESSOR_RELATIONSHIP Relationship;
  ULONG Size;
  union {
    PROCESSOR_RELATIONSHIP Processor;
    NUMA_NODE_RELATIONSHIP NumaNode;
    CACHE_RELATIONSHIP Cache;
    GROUP_RELATIONSHIP Group;
  };
} SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX, *PSYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX;

NTKERNELAPI NTSTATUS KeQueryLogicalProcessorRelationship(
    PPROCESSOR_NUMBER ProcessorNumber, LOGICAL_PROCESSOR_RELATIONSHIP RelationshipType,
    PSYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX Information, PULONG Length);
#define KE_PROCESSOR_CHANGE_ADD_EXISTING 1
#define PF_FLOATING_POINT_PRECISION_ERRATA 0
#define PF_FLOATING_POINT_EMULATED 1
#define PF_COMPARE_EXCHANGE_DOUBLE 2
#define PF_MMX_INSTRUCTIONS_AVAILABLE 3
#define PF_XMMI_INSTRUCTIONS_AVAILABLE 6
#define PF_RDTSC_INSTRUCTION_AVAILABLE 8
#define PF_PAE_ENABLED 9
#define PF_XMMI64_INSTRUCTIONS_AVAILABLE 10
#define PF_NX_ENABLED 12
#define PF_SSE3_INSTRUCTIONS_AVAILABLE 13
#define PF_COMPARE_EXCHANGE128 14
#define PF_XSAVE_ENABLED 17
NTKERNELAPI BOOLEAN ExIsProcessorFeaturePresent(ULONG ProcessorFeature);
NTKERNELAPI BOOLEAN KeInvalidateAllCaches(VOID);
NTKERNELAPI VOID KeInvalidateRangeAllCaches(PVOID BaseAddress, ULONG Length);

// Floating-point and extended state: on x64 the legacy pair does nothing.
typedef struct _KFLOATING_SAVE {
  ULONG Dummy;
} KFLOATING_SAVE, *PKFLOATING_SAVE;

NTKERNELAPI NTSTATUS KeRestoreFloatingPointState(PKFLOATING_SAVE FloatSave);
NTKERNELAPI NTSTATUS KeSaveFloatingPointState(PKFLOATING_SAVE FloatSave);
#define XSTATE_LEGACY_FLOATING_POINT 0
#define XSTATE_LEGACY_SSE 1
#define XSTATE_GSSE 2
#define XSTATE_AVX XSTATE_GSSE
#define XSTATE_MASK_LEGACY_FLOATING_POINT (1ULL << XSTATE_LEGACY_FLOATING_POINT)
#define XSTATE_MASK_LEGACY_SSE (1ULL << XSTATE_LEGACY_SSE)
#define XSTATE_MASK_LEGACY (XSTATE_MASK_LEGACY_FLOATING_POINT | XSTATE_MASK_LEGACY_SSE)
#define XSTATE_MASK_GSSE (1ULL << XSTATE_GSSE)
#define XSTATE_MASK_AVX XSTATE_MASK_GSSE
NTSYSAPI ULONG64 RtlGetEnabledExtendedFeatures(ULONG64 FeatureMask);

typedef struct _XSTATE_CONTEXT {
  ULONG64 Mask;
  ULONG Length;
  ULONG Reserved1;
  PVOID Area;
  PVOID Buffer;
} XSTATE_CONTEXT, *PXSTATE_CONTEXT;

typedef struct _XSTATE_SAVE {
  struct _XSTATE_SAVE* Prev;
  struct _KTHREAD* Thread;
  UCHAR Level;
  XSTATE_CONTEXT XStateContext;
} XSTATE_SAVE, *PXSTATE_SAVE;

NTKERNELAPI VOID KeRestoreExtendedProcessorState(PXSTATE_SAVE XStateSave);
NTKERNELAPI NTSTATUS KeSaveExtendedProcessorState(ULONG64 Mask, PXSTATE_SAVE XStateSave);

// Exceptions.
#define EXCEPTION_NONCONTINUABLE 0x1
#define EXCEPTION_MAXIMUM_PARAMETERS 15
typedef struct _EXCEPTION_RECORD {
  NTSTATUS ExceptionCode;
  ULONG ExceptionFlags;
  struct _EXCEPTION_RECORD* ExceptionRecord;
  PVOID ExceptionAddress;
  ULONG NumberParameters;
  ULONG_PTR ExceptionInformation[EXCEPTION_MAXIMUM_PARAMETERS];
} EXCEPTION_RECORD, *PEXCEPTION_RECORD;

typedef struct _EXCEPTION_POINTERS {
  PEXCEPTION_RECORD ExceptionRecord;
  PCONTEXT ContextRecord;
} EXCEPTION_POINTERS, *PEXCEPTION_POINTERS;

NTKERNELAPI KPROCESSOR_MODE ExGetPreviousMode(VOID);
DECLSPEC_NORETURN NTKERNELAPI VOID ExRaiseAccessViolation(VOID);
DECLSPEC_NORETURN NTKERNELAPI VOID ExRaiseDatatypeMisalignment(VOID);
DECLSPEC_NORETURN NTKERNELAPI VOID ExRaiseStatus(NTSTATUS Status);
#ifndef UUID_DEFINED
#define UUID_DEFINED
typedef GUID UUID;
#endif
NTKERNELAPI NTSTATUS ExUuidCreate(UUID* Uuid);

// Firmware and boot.
NTKERNELAPI NTSTATUS ExGetFirmwareEnvironmentVariable(PUNICODE_STRING VariableName,
                                                      LPGUID VendorGuid, PVOID Value,
                                                      PULONG ValueLength, PULONG Attributes);
NTKERNELAPI BOOLEAN ExIsSoftBoot(VOID);
NTKERNELAPI NTSTATUS ExSetFirmwareEnvironmentVariable(PUNICODE_STRING VariableName,
                                                      LPGUID VendorGuid, PVOID Value,
                                                      ULONG ValueLength, ULONG Attributes);

typedef enum _FIRMWARE_TYPE {
  FirmwareTypeUnknown,
  FirmwareTypeBios,
  FirmwareTypeUefi,
  FirmwareTypeMax
} FIRMWARE_TYPE,
    *PFIRMWARE_TYPE;

NTKERNELAPI FIRMWARE_TYPE ExGetFirmwareType(VOID);

EXTERN_C_END
