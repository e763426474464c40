#pragma once
// Beyond WDM: one-time initialization, generic tables, splay links and the remaining system calls.

#include "kernel.h"

EXTERN_C_START

// One-time initialization.
typedef union _RTL_RUN_ONCE {
  PVOID Ptr;
} RTL_RUN_ONCE, *PRTL_RUN_ONCE;
#define RTL_RUN_ONCE_INIT {0}
#define RTL_RUN_ONCE_CHECK_ONLY 0x00000001U
#define RTL_RUN_ONCE_ASYNC 0x00000002U
#define RTL_RUN_ONCE_INIT_FAILED 0x00000004U
#define RTL_RUN_ONCE_CTX_RESERVED_BITS 2
typedef ULONG RTL_RUN_ONCE_INIT_FN(PRTL_RUN_ONCE RunOnce, PVOID Parameter, PVOID* Context);
typedef RTL_RUN_ONCE_INIT_FN* PRTL_RUN_ONCE_INIT_FN;

NTSYSAPI NTSTATUS RtlRunOnceBeginInitialize(PRTL_RUN_ONCE RunOnce, ULONG Flags, PVOID* Context);
NTSYSAPI NTSTATUS RtlRunOnceComplete(PRTL_RUN_ONCE RunOnce, ULONG Flags, PVOID Context);
NTSYSAPI NTSTATUS RtlRunOnceExecuteOnce(PRTL_RUN_ONCE RunOnce, PRTL_RUN_ONCE_INIT_FN InitFn,
                                        PVOID Parameter, PVOID* Context);
NTSYSAPI VOID RtlRunOnceInitialize(PRTL_RUN_ONCE RunOnce);

// Splay links and generic tables.

typedef PVOID RTL_AVL_ALLOCATE_ROUTINE(struct _RTL_AVL_TABLE* Table, ULONG ByteSize);
typedef RTL_AVL_ALLOCATE_ROUTINE* PRTL_AVL_ALLOCATE_ROUTINE;
typedef VOID RTL_AVL_FREE_ROUTINE(struct _RTL_AVL_TABLE* Table, PVOID Buffer);
typedef RTL_AVL_FREE_ROUTINE* PRTL_AVL_FREE_ROUTINE;
typedef NTSTATUS RTL_AVL_MATCH_FUNCTION(struct _RTL_AVL_TABLE* Table, PVOID UserData,
                                        PVOID MatchData);
typedef RTL_AVL_MATCH_FUNCTION* PRTL_AVL_MATCH_FUNCTION;

typedef struct _RTL_BALANCED_LINKS {
  struct _RTL_BALANCED_LINKS* Parent;
  struct _RTL_BALANCED_LINKS* LeftChild;
  struct _RTL_BALANCED_LINKS* RightChild;
  CHAR Balance;
  UCHAR Reserved[3];
} RTL_BALANCED_LINKS, *PRTL_BALANCED_LINKS;

typedef PVOID RTL_GENERIC_ALLOCATE_ROUTINE(struct _RTL_GENERIC_TABLE* Table, ULONG ByteSize);
typedef RTL_GENERIC_ALLOCATE_ROUTINE* PRTL_GENERIC_ALLOCATE_ROUTINE;

typedef enum _RTL_GENERIC_COMPARE_RESULTS {
  GenericLessThan,
  GenericGreaterThan,
  GenericEqual
} RTL_GENERIC_COMPARE_RESULTS;

typedef RTL_GENERIC_COMPARE_RESULTS RTL_AVL_COMPARE_ROUTINE(struct _RTL_AVL_TABLE* Table,
                                                            PVOID FirstStruct, PVOID SecondStruct);
typedef RTL_AVL_COMPARE_ROUTINE* PRTL_AVL_COMPARE_ROUTINE;

typedef struct _RTL_AVL_TABLE {
  RTL_BALANCED_LINKS BalancedRoot;
  PVOID OrderedPointer;
  ULONG WhichOrderedElement;
  ULONG NumberGenericTableElements;
  ULONG DepthOfTree;
  PRTL_BALANCED_LINKS RestartKey;
  ULONG DeleteCount;
  PRTL_AVL_COMPARE_ROUTINE CompareRoutine;
  PRTL_AVL_ALLOCATE_ROUTINE AllocateRoutine;
  PRTL_AVL_FREE_ROUTINE FreeRoutine;
  PVOID TableContext;
} RTL_AVL_TABLE, *PRTL_AVL_TABLE;

typedef RTL_GENERIC_COMPARE_RESULTS RTL_GENERIC_COMPARE_ROUTINE(struct _RTL_GENERIC_TABLE* Table,
                                                                PVOID FirstStruct,
                                                                PVOID SecondStruct);
typedef RTL_GENERIC_COMPARE_ROUTINE* PRTL_GENERIC_COMPARE_ROUTINE;
typedef VOID RTL_GENERIC_FREE_ROUTINE(struct _RTL_GENERIC_TABLE* Table, PVOID Buffer);
typedef RTL_GENERIC_FREE_ROUTINE* PRTL_GENERIC_FREE_ROUTINE;

typedef struct _RTL_SPLAY_LINKS {
  struct _RTL_SPLAY_LINKS* Parent;
  struct _RTL_SPLAY_LINKS* LeftChild;
  struct _RTL_SPLAY_LINKS* RightChild;
} RTL_SPLAY_LINKS, *PRTL_SPLAY_LINKS;

typedef struct _RTL_GENERIC_TABLE {
  PRTL_SPLAY_LINKS TableRoot;
  LIST_ENTRY InsertOrderList;
  PLIST_ENTRY OrderedPointer;
  ULONG WhichOrderedElement;
  ULONG NumberGenericTableElements;
  PRTL_GENERIC_COMPARE_ROUTINE CompareRoutine;
  PRTL_GENERIC_ALLOCATE_ROUTINE AllocateRoutine;
  PRTL_GENERIC_FREE_ROUTINE FreeRoutine;
  PVOID TableContext;
} RTL_GENERIC_TABLE, *PRTL_GENERIC_TABLE;

NTSYSAPI PRTL_SPLAY_LINKS RtlDelete(PRTL_SPLAY_LINKS Links);
NTSYSAPI BOOLEAN RtlDeleteElementGenericTable(PRTL_GENERIC_TABLE Table, PVOID Buffer);
NTSYSAPI BOOLEAN RtlDeleteElementGenericTableAvl(PRTL_AVL_TABLE Table, PVOID Buffer);
NTSYSAPI VOID RtlDeleteNoSplay(PRTL_SPLAY_LINKS Links, PRTL_SPLAY_LINKS* Root);
NTSYSAPI PVOID RtlEnumerateGenericTable(PRTL_GENERIC_TABLE Table, BOOLEAN Restart);
NTSYSAPI PVOID RtlEnumerateGenericTableAvl(PRTL_AVL_TABLE Table, BOOLEAN Restart);
NTSYSAPI PVOID RtlEnumerateGenericTableWithoutSplaying(PRTL_GENERIC_TABLE Table, PVOID* RestartKey);
NTSYSAPI PVOID RtlEnumerateGenericTableWithoutSplayingAvl(PRTL_AVL_TABLE Table, PVOID* RestartKey);
NTSYSAPI PVOID RtlGetElementGenericTable(PRTL_GENERIC_TABLE Table, ULONG I);
NTSYSAPI PVOID RtlGetElementGenericTableAvl(PRTL_AVL_TABLE Table, ULONG I);
NTSYSAPI VOID RtlInitializeGenericTable(PRTL_GENERIC_TABLE Table,
                                        PRTL_GENERIC_COMPARE_ROUTINE CompareRoutine,
                                        PRTL_GENERIC_ALLOCATE_ROUTINE AllocateRoutine,
                                        PRTL_GENERIC_FREE_ROUTINE FreeRoutine, PVOID TableContext);
NTSYSAPI VOID RtlInitializeGenericTableAvl(PRTL_AVL_TABLE Table,
                                           PRTL_AVL_COMPARE_ROUTINE CompareRoutine,
                                           PRTL_AVL_ALLOCATE_ROUTINE AllocateRoutine,
                                           PRTL_AVL_FREE_ROUTINE FreeRoutine, PVOID TableContext);
NTSYSAPI PVOID RtlInsertElementGenericTable(PRTL_GENERIC_TABLE Table, PVOID Buffer,
                                            CLONG BufferSize, PBOOLEAN NewElement);
NTSYSAPI PVOID RtlInsertElementGenericTableAvl(PRTL_AVL_TABLE Table, PVOID Buffer, CLONG BufferSize,
                                               PBOOLEAN NewElement);
NTSYSAPI BOOLEAN RtlIsGenericTableEmpty(PRTL_GENERIC_TABLE Table);
NTSYSAPI BOOLEAN RtlIsGenericTableEmptyAvl(PRTL_AVL_TABLE Table);
NTSYSAPI PVOID RtlLookupElementGenericTable(PRTL_GENERIC_TABLE Table, PVOID Buffer);
NTSYSAPI PVOID RtlLookupElementGenericTableAvl(PRTL_AVL_TABLE Table, PVOID Buffer);
NTSYSAPI PVOID RtlLookupFirstMatchingElementGenericTableAvl(PRTL_AVL_TABLE Table, PVOID Buffer,
                                                            PVOID* RestartKey);
NTSYSAPI ULONG RtlNumberGenericTableElements(PRTL_GENERIC_TABLE Table);
NTSYSAPI ULONG RtlNumberGenericTableElementsAvl(PRTL_AVL_TABLE Table);
NTSYSAPI PRTL_SPLAY_LINKS RtlRealPredecessor(PRTL_SPLAY_LINKS Links);
NTSYSAPI PRTL_SPLAY_LINKS RtlRealSuccessor(PRTL_SPLAY_LINKS Links);
NTSYSAPI PRTL_SPLAY_LINKS RtlSplay(PRTL_SPLAY_LINKS Links);
NTSYSAPI PRTL_SPLAY_LINKS RtlSubtreePredecessor(PRTL_SPLAY_LINKS Links);
NTSYSAPI PRTL_SPLAY_LINKS RtlSubtreeSuccessor(PRTL_SPLAY_LINKS Links);
struct _RTL_AVL_TABLE;
struct _RTL_GENERIC_TABLE;

typedef enum _TABLE_SEARCH_RESULT {
  TableEmptyTree,
  TableFoundNode,
  TableInsertAsLeft,
  TableInsertAsRight
} TABLE_SEARCH_RESULT;

NTSYSAPI PVOID RtlInsertElementGenericTableFullAvl(PRTL_AVL_TABLE Table, PVOID Buffer,
                                                   CLONG BufferSize, PBOOLEAN NewElement,
                                                   PVOID NodeOrParent,
                                                   TABLE_SEARCH_RESULT SearchResult);
NTSYSAPI PVOID RtlLookupElementGenericTableFullAvl(PRTL_AVL_TABLE Table, PVOID Buffer,
                                                   PVOID* NodeOrParent,
                                                   TABLE_SEARCH_RESULT* SearchResult);

// Masks and state.
NTSYSAPI ULONG RtlComputeCrc32(ULONG PartialCrc, const VOID* Buffer, ULONG Length);
NTSYSAPI BOOLEAN RtlIsStateSeparationEnabled(VOID);
NTSYSAPI VOID RtlMapGenericMask(PACCESS_MASK AccessMask, const GENERIC_MAPPING* GenericMapping);
NTSYSAPI ULONG RtlRandom(PULONG Seed);
NTSYSAPI ULONG RtlRandomEx(PULONG Seed);
NTSYSAPI NTSTATUS RtlVolumeDeviceToDosName(PVOID VolumeDeviceObject, PUNICODE_STRING DosName);

// System calls.

typedef enum _PROCESSINFOCLASS {
  ProcessBasicInformation,
  ProcessQuotaLimits,
  ProcessIoCounters,
  ProcessVmCounters,
  ProcessTimes,
  ProcessBasePriority,
  ProcessRaisePriority,
  ProcessDebugPort,
  ProcessExceptionPort,
  ProcessAccessToken,
  ProcessLdtInformation,
  ProcessLdtSize,
  ProcessDefaultHardErrorMode,
  ProcessIoPortHandlers,
  ProcessPooledUsageAndLimits,
  ProcessWorkingSetWatch,
  ProcessUserModeIOPL,
  ProcessEnableAlignmentFaultFixup,
  ProcessPriorityClass,
  ProcessWx86Information,
  ProcessHandleCount,
  ProcessAffinityMask,
  ProcessPriorityBoost,
  ProcessDeviceMap,
  ProcessSessionInformation,
  ProcessForegroundInformation,
  ProcessWow64Information,
  ProcessImageFileName,
  ProcessLUIDDeviceMapsEnabled,
  ProcessBreakOnTermination,
  ProcessDebugObjectHandle,
  ProcessDebugFlags,
  ProcessHandleTracing,
  ProcessIoPriority,
  ProcessExecuteFlags,
  ProcessTlsInformation,
  ProcessCookie,
  ProcessImageInformation,
  ProcessCycleTime,
  ProcessPagePriority,
  ProcessInstrumentationCallback,
  ProcessThreadStackAllocation,
  ProcessWorkingSetWatchEx,
  ProcessImageFileNameWin32,
  ProcessImageFileMapping,
  ProcessAffinityUpdateMode,
  ProcessMemoryAllocationMode,
  ProcessGroupInformation,
  ProcessTokenVirtualizationEnabled,
  ProcessConsoleHostProcess,
  ProcessWindowInformation,
  MaxProcessInfoClass
} PROCESSINFOCLASS;

typedef VOID (*PTIMER_APC_ROUTINE)(PVOID TimerContext, ULONG TimerLowValue, LONG TimerHighValue);

typedef enum _THREADINFOCLASS {
  ThreadBasicInformation,
  ThreadTimes,
  ThreadPriority,
  ThreadBasePriority,
  ThreadAffinityMask,
  ThreadImpersonationToken,
  ThreadDescriptorTableEntry,
  ThreadEnableAlignmentFaultFixup,
  ThreadEventPair_Reusable,
  ThreadQuerySetWin32StartAddress,
  ThreadZeroTlsCell,
  ThreadPerformanceCount,
  ThreadAmILastThread,
  ThreadIdealProcessor,
  ThreadPriorityBoost,
  ThreadSetTlsArrayAddress,
  ThreadIsIoPending,
  ThreadHideFromDebugger,
  ThreadBreakOnTermination,
  ThreadSwitchLegacyState,
  ThreadIsTerminated,
  ThreadLastSystemCall,
  ThreadIoPriority,
  ThreadCycleTime,
  ThreadPagePriority,
  ThreadActualBasePriority,
  ThreadTebInformation,
  ThreadCSwitchMon,
  ThreadCSwitchPmu,
  ThreadWow64Context,
  ThreadGroupInformation,
  ThreadUmsInformation,
  ThreadCounterProfiling,
  ThreadIdealProcessorEx,
  MaxThreadInfoClass
} THREADINFOCLASS;

typedef struct _PROCESS_BASIC_INFORMATION {
  NTSTATUS ExitStatus;
  struct _PEB* PebBaseAddress;
  ULONG_PTR AffinityMask;
  KPRIORITY BasePriority;
  ULONG_PTR UniqueProcessId;
  ULONG_PTR InheritedFromUniqueProcessId;
} PROCESS_BASIC_INFORMATION, *PPROCESS_BASIC_INFORMATION;

typedef struct _PROCESS_SESSION_INFORMATION {
  ULONG SessionId;
} PROCESS_SESSION_INFORMATION, *PPROCESS_SESSION_INFORMATION;

NTSYSAPI NTSTATUS ZwAllocateLocallyUniqueId(PLUID Luid);
NTSYSAPI NTSTATUS ZwAllocateVirtualMemory(HANDLE ProcessHandle, PVOID* BaseAddress,
                                          ULONG_PTR ZeroBits, PSIZE_T RegionSize,
                                          ULONG AllocationType, ULONG Protect);
NTSYSAPI NTSTATUS ZwCancelTimer(HANDLE TimerHandle, PBOOLEAN CurrentState);
NTSYSAPI NTSTATUS ZwCreateTimer(PHANDLE TimerHandle, ACCESS_MASK DesiredAccess,
                                POBJECT_ATTRIBUTES ObjectAttributes, TIMER_TYPE TimerType);
NTSYSAPI NTSTATUS ZwDeviceIoControlFile(HANDLE FileHandle, HANDLE Event, PIO_APC_ROUTINE ApcRoutine,
                                        PVOID ApcContext, PIO_STATUS_BLOCK IoStatusBlock,
                                        ULONG IoControlCode, PVOID InputBuffer,
                                        ULONG InputBufferLength, PVOID OutputBuffer,
                                        ULONG OutputBufferLength);
NTSYSAPI NTSTATUS ZwFreeVirtualMemory(HANDLE ProcessHandle, PVOID* BaseAddress, PSIZE_T RegionSize,
                                      ULONG FreeType);
NTSYSAPI NTSTATUS ZwOpenProcess(PHANDLE ProcessHandle, ACCESS_MASK DesiredAccess,
                                POBJECT_ATTRIBUTES ObjectAttributes, PCLIENT_ID ClientId);
NTSYSAPI NTSTATUS ZwOpenTimer(PHANDLE TimerHandle, ACCESS_MASK DesiredAccess,
                              POBJECT_ATTRIBUTES ObjectAttributes);
NTSYSAPI NTSTATUS ZwPowerInformation(POWER_INFORMATION_LEVEL PowerInformationLevel,
                                     PVOID InputBuffer, ULONG InputBufferLength, PVOID OutputBuffer,
                                     ULONG OutputBufferLength);
NTSYSAPI NTSTATUS ZwQueryInformationProcess(HANDLE ProcessHandle,
                                            PROCESSINFOCLASS ProcessInformationClass,
                                            PVOID ProcessInformation,
                                            ULONG ProcessInformationLength, PULONG ReturnLength);
NTSYSAPI NTSTATUS ZwQueryVolumeInformationFile(HANDLE FileHandle, PIO_STATUS_BLOCK IoStatusBlock,
                                               PVOID FsInformation, ULONG Length,
                                               FS_INFORMATION_CLASS FsInformationClass);
NTSYSAPI NTSTATUS ZwSetInformationThread(HANDLE ThreadHandle,
                                         THREADINFOCLASS ThreadInformationClass,
                                         PVOID ThreadInformation, ULONG ThreadInformationLength);
NTSYSAPI NTSTATUS ZwSetTimer(HANDLE TimerHandle, PLARGE_INTEGER DueTime,
                             PTIMER_APC_ROUTINE TimerApcRoutine, PVOID TimerContext,
                             BOOLEAN ResumeTimer, LONG Period, PBOOLEAN PreviousState);
NTSYSAPI NTSTATUS ZwTerminateProcess(HANDLE ProcessHandle, NTSTATUS ExitStatus);

// Firmware tables.
typedef enum _SYSTEM_FIRMWARE_TABLE_ACTION {
  SystemFirmwareTable_Enumerate,
  SystemFirmwareTable_Get
} SYSTEM_FIRMWARE_TABLE_ACTION;

typedef struct _SYSTEM_FIRMWARE_TABLE_INFORMATION {
  ULONG ProviderSignature;
  SYSTEM_FIRMWARE_TABLE_ACTION Action;
  ULONG TableID;
  ULONG TableBufferLength;
  UCHAR TableBuffer[ANYSIZE_ARRAY];
} SYSTEM_FIRMWARE_TABLE_INFORMATION, *PSYSTEM_FIRMWARE_TABLE_INFORMATION;

EXTERN_C_END
