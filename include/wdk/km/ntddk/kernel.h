#pragma once
// Beyond WDM: context records, process and image notifications, attaching, HAL services, BIOS
// calls.

#include "../wdm.h"

EXTERN_C_START

// Processor context of x64.
#define CONTEXT_AMD64 0x00100000
#define CONTEXT_CONTROL (CONTEXT_AMD64 | 0x00000001)
#define CONTEXT_INTEGER (CONTEXT_AMD64 | 0x00000002)
#define CONTEXT_SEGMENTS (CONTEXT_AMD64 | 0x00000004)
#define CONTEXT_FLOATING_POINT (CONTEXT_AMD64 | 0x00000008)
#define CONTEXT_DEBUG_REGISTERS (CONTEXT_AMD64 | 0x00000010)
#define CONTEXT_FULL (CONTEXT_CONTROL | CONTEXT_INTEGER | CONTEXT_FLOATING_POINT)
#define CONTEXT_ALL (CONTEXT_FULL | CONTEXT_SEGMENTS | CONTEXT_DEBUG_REGISTERS)
#ifndef _M128A_DEFINED_
#define _M128A_DEFINED_

typedef struct DECLSPEC_ALIGN(16) _M128A {
  ULONGLONG Low;
  LONGLONG High;
} M128A, *PM128A;
#endif

typedef struct DECLSPEC_ALIGN(16) _XSAVE_FORMAT {
  USHORT ControlWord;
  USHORT StatusWord;
  UCHAR TagWord;
  UCHAR Reserved1;
  USHORT ErrorOpcode;
  ULONG ErrorOffset;
  USHORT ErrorSelector;
  USHORT Reserved2;
  ULONG DataOffset;
  USHORT DataSelector;
  USHORT Reserved3;
  ULONG MxCsr;
  ULONG MxCsr_Mask;
  M128A FloatRegisters[8];
  M128A XmmRegisters[16];
  UCHAR Reserved4[96];
} XSAVE_FORMAT, *PXSAVE_FORMAT;
typedef XSAVE_FORMAT XMM_SAVE_AREA32, *PXMM_SAVE_AREA32;

typedef struct DECLSPEC_ALIGN(16) _CONTEXT {
  ULONG64 P1Home;
  ULONG64 P2Home;
  ULONG64 P3Home;
  ULONG64 P4Home;
  ULONG64 P5Home;
  ULONG64 P6Home;
  ULONG ContextFlags;
  ULONG MxCsr;
  USHORT SegCs;
  USHORT SegDs;
  USHORT SegEs;
  USHORT SegFs;
  USHORT SegGs;
  USHORT SegSs;
  ULONG EFlags;
  ULONG64 Dr0;
  ULONG64 Dr1;
  ULONG64 Dr2;
  ULONG64 Dr3;
  ULONG64 Dr6;
  ULONG64 Dr7;
  ULONG64 Rax;
  ULONG64 Rcx;
  ULONG64 Rdx;
  ULONG64 Rbx;
  ULONG64 Rsp;
  ULONG64 Rbp;
  ULONG64 Rsi;
  ULONG64 Rdi;
  ULONG64 R8;
  ULONG64 R9;
  ULONG64 R10;
  ULONG64 R11;
  ULONG64 R12;
  ULONG64 R13;
  ULONG64 R14;
  ULONG64 R15;
  ULONG64 Rip;
  union {
    XMM_SAVE_AREA32 FltSave;
    struct {
      M128A Header[2];
      M128A Legacy[8];
      M128A Xmm0;
      M128A Xmm1;
      M128A Xmm2;
      M128A Xmm3;
      M128A Xmm4;
      M128A Xmm5;
      M128A Xmm6;
      M128A Xmm7;
      M128A Xmm8;
      M128A Xmm9;
      M128A Xmm10;
      M128A Xmm11;
      M128A Xmm12;
      M128A Xmm13;
      M128A Xmm14;
      M128A Xmm15;
    };
  };
  M128A VectorRegister[26];
  ULONG64 VectorControl;
  ULONG64 DebugControl;
  ULONG64 LastBranchToRip;
  ULONG64 LastBranchFromRip;
  ULONG64 LastExceptionToRip;
  ULONG64 LastExceptionFromRip;
} CONTEXT;

// Processes, threads and images.
typedef struct _PS_CREATE_NOTIFY_INFO {
  SIZE_T Size;
  union {
    ULONG Flags;
    struct {
      ULONG FileOpenNameAvailable : 1;
      ULONG IsSubsystemProcess : 1;
      ULONG Reserved : 30;
    };
  };
  HANDLE ParentProcessId;
  CLIENT_ID CreatingThreadId;
  struct _FILE_OBJECT* FileObject;
  PCUNICODE_STRING ImageFileName;
  PCUNICODE_STRING CommandLine;
  NTSTATUS CreationStatus;
} PS_CREATE_NOTIFY_INFO, *PPS_CREATE_NOTIFY_INFO;
typedef VOID (*PCREATE_PROCESS_NOTIFY_ROUTINE)(HANDLE ParentId, HANDLE ProcessId, BOOLEAN Create);
typedef VOID (*PCREATE_PROCESS_NOTIFY_ROUTINE_EX)(PEPROCESS Process, HANDLE ProcessId,
                                                  PPS_CREATE_NOTIFY_INFO CreateInfo);
typedef VOID (*PCREATE_THREAD_NOTIFY_ROUTINE)(HANDLE ProcessId, HANDLE ThreadId, BOOLEAN Create);

typedef struct _IMAGE_INFO {
  union {
    ULONG Properties;
    struct {
      ULONG ImageAddressingMode : 8;
      ULONG SystemModeImage : 1;
      ULONG ImageMappedToAllPids : 1;
      ULONG ExtendedInfoPresent : 1;
      ULONG Reserved : 21;
    };
  };
  PVOID ImageBase;
  ULONG ImageSelector;
  SIZE_T ImageSize;
  ULONG ImageSectionNumber;
} IMAGE_INFO, *PIMAGE_INFO;
typedef VOID (*PLOAD_IMAGE_NOTIFY_ROUTINE)(PUNICODE_STRING FullImageName, HANDLE ProcessId,
                                           PIMAGE_INFO ImageInfo);
NTKERNELAPI NTSTATUS PsSetCreateProcessNotifyRoutine(PCREATE_PROCESS_NOTIFY_ROUTINE NotifyRoutine,
                                                     BOOLEAN Remove);
NTKERNELAPI NTSTATUS
PsSetCreateProcessNotifyRoutineEx(PCREATE_PROCESS_NOTIFY_ROUTINE_EX NotifyRoutine, BOOLEAN Remove);
NTKERNELAPI NTSTATUS PsSetCreateThreadNotifyRoutine(PCREATE_THREAD_NOTIFY_ROUTINE NotifyRoutine);
NTKERNELAPI NTSTATUS PsRemoveCreateThreadNotifyRoutine(PCREATE_THREAD_NOTIFY_ROUTINE NotifyRoutine);
NTKERNELAPI NTSTATUS PsSetLoadImageNotifyRoutine(PLOAD_IMAGE_NOTIFY_ROUTINE NotifyRoutine);
NTKERNELAPI NTSTATUS PsRemoveLoadImageNotifyRoutine(PLOAD_IMAGE_NOTIFY_ROUTINE NotifyRoutine);
NTKERNELAPI VOID KeAttachProcess(PRKPROCESS Process);
NTKERNELAPI VOID KeDetachProcess(VOID);
#ifndef _KAPC_STATE_DEFINED_
#define _KAPC_STATE_DEFINED_
typedef struct _KAPC_STATE {
  LIST_ENTRY ApcListHead[MaximumMode];
  PKPROCESS Process;
  union {
    UCHAR InProgressFlags;
    struct {
      BOOLEAN KernelApcInProgress : 1;
      BOOLEAN SpecialApcInProgress : 1;
    };
  };
  BOOLEAN KernelApcPending;
  union {
    BOOLEAN UserApcPendingAll;
    struct {
      BOOLEAN SpecialUserApcPending : 1;
      BOOLEAN UserApcPending : 1;
    };
  };
} KAPC_STATE, *PKAPC_STATE, *PRKAPC_STATE;
#endif
NTKERNELAPI VOID KeStackAttachProcess(PRKPROCESS Process, PRKAPC_STATE ApcState);
NTKERNELAPI VOID KeUnstackDetachProcess(PRKAPC_STATE ApcState);
NTKERNELAPI NTSTATUS PsLookupProcessByProcessId(HANDLE ProcessId, PEPROCESS* Process);
NTKERNELAPI NTSTATUS PsLookupThreadByThreadId(HANDLE ThreadId, PETHREAD* Thread);
NTKERNELAPI PACCESS_TOKEN PsReferencePrimaryToken(PEPROCESS Process);
NTKERNELAPI VOID PsDereferencePrimaryToken(PACCESS_TOKEN PrimaryToken);
NTKERNELAPI PACCESS_TOKEN
PsReferenceImpersonationToken(PETHREAD Thread, PBOOLEAN CopyOnOpen, PBOOLEAN EffectiveOnly,
                              PSECURITY_IMPERSONATION_LEVEL ImpersonationLevel);
NTKERNELAPI VOID PsDereferenceImpersonationToken(PACCESS_TOKEN ImpersonationToken);
NTKERNELAPI BOOLEAN PsIsThreadTerminating(PETHREAD Thread);
NTKERNELAPI BOOLEAN SeSinglePrivilegeCheck(LUID PrivilegeValue, KPROCESSOR_MODE PreviousMode);
NTKERNELAPI BOOLEAN SePrivilegeCheck(PPRIVILEGE_SET RequiredPrivileges,
                                     PSECURITY_SUBJECT_CONTEXT SubjectSecurityContext,
                                     KPROCESSOR_MODE AccessMode);
extern PEPROCESS PsInitialSystemProcess;

// HAL: bus data and legacy interrupt translation.

typedef enum _BUS_DATA_TYPE {
  ConfigurationSpaceUndefined = -1,
  Cmos,
  EisaConfiguration,
  Pos,
  CbusConfiguration,
  PCIConfiguration,
  VMEConfiguration,
  NuBusConfiguration,
  PCMCIAConfiguration,
  MPIConfiguration,
  MPSAConfiguration,
  PNPISAConfiguration,
  SgiInternalConfiguration,
  MaximumBusDataType
} BUS_DATA_TYPE,
    *PBUS_DATA_TYPE;
NTHALAPI ULONG HalGetBusData(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG SlotNumber,
                             PVOID Buffer, ULONG Length);
NTHALAPI ULONG HalGetBusDataByOffset(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG SlotNumber,
                                     PVOID Buffer, ULONG Offset, ULONG Length);
NTHALAPI ULONG HalSetBusData(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG SlotNumber,
                             PVOID Buffer, ULONG Length);
NTHALAPI ULONG HalSetBusDataByOffset(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG SlotNumber,
                                     PVOID Buffer, ULONG Offset, ULONG Length);
NTHALAPI BOOLEAN HalTranslateBusAddress(INTERFACE_TYPE InterfaceType, ULONG BusNumber,
                                        PHYSICAL_ADDRESS BusAddress, PULONG AddressSpace,
                                        PPHYSICAL_ADDRESS TranslatedAddress);
NTHALAPI ULONG HalGetInterruptVector(INTERFACE_TYPE InterfaceType, ULONG BusNumber,
                                     ULONG BusInterruptLevel, ULONG BusInterruptVector, PKIRQL Irql,
                                     PKAFFINITY Affinity);
NTHALAPI BOOLEAN HalMakeBeep(ULONG Frequency);

// Old driver framework pieces still named by drivers.
NTKERNELAPI BOOLEAN IoRaiseInformationalHardError(NTSTATUS ErrorStatus, PUNICODE_STRING String,
                                                  PKTHREAD Thread);
NTKERNELAPI NTSTATUS IoVolumeDeviceToDosName(PVOID VolumeDeviceObject, PUNICODE_STRING DosName);
NTKERNELAPI ULONG RtlWalkFrameChain(PVOID* Callers, ULONG Count, ULONG Flags);
NTSYSAPI USHORT RtlCaptureStackBackTrace(ULONG FramesToSkip, ULONG FramesToCapture,
                                         PVOID* BackTrace, PULONG BackTraceHash);

EXTERN_C_END
