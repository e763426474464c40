#pragma once
// Debug output, assertions, breakpoints, bug checks and their callbacks.

#include "lists.h"

EXTERN_C_START

// Component numbers and levels of the debug filter.
#ifndef _DPFILTER_H_
#define _DPFILTER_H_
#define DPFLTR_ERROR_LEVEL 0
#define DPFLTR_WARNING_LEVEL 1
#define DPFLTR_TRACE_LEVEL 2
#define DPFLTR_INFO_LEVEL 3
#define DPFLTR_MASK 0x80000000
typedef enum _DPFLTR_TYPE {
  DPFLTR_SYSTEM_ID = 0,
  DPFLTR_SMSS_ID = 1,
  DPFLTR_SETUP_ID = 2,
  DPFLTR_NTFS_ID = 3,
  DPFLTR_VIDEO_ID = 21,
  DPFLTR_IHVDRIVER_ID = 77,
  DPFLTR_IHVVIDEO_ID = 78,
  DPFLTR_IHVAUDIO_ID = 79,
  DPFLTR_IHVNETWORK_ID = 80,
  DPFLTR_IHVSTREAMING_ID = 81,
  DPFLTR_IHVBUS_ID = 82,
  DPFLTR_DEFAULT_ID = 101,
  DPFLTR_LDR_ID = 85
} DPFLTR_TYPE;
#endif

NTSYSAPI ULONG DbgPrint(PCSTR Format, ...);
NTSYSAPI ULONG DbgPrintEx(ULONG ComponentId, ULONG Level, PCSTR Format, ...);
NTSYSAPI ULONG DbgPrintReturnControlC(PCSTR Format, ...);
NTSYSAPI ULONG vDbgPrintEx(ULONG ComponentId, ULONG Level, PCCH Format, va_list arglist);
NTSYSAPI ULONG vDbgPrintExWithPrefix(PCCH Prefix, ULONG ComponentId, ULONG Level, PCCH Format,
                                     va_list arglist);
NTSYSAPI ULONG DbgPrompt(PCCH Prompt, PCH Response, ULONG Length);
NTSYSAPI NTSTATUS DbgSetDebugFilterState(ULONG ComponentId, ULONG Level, BOOLEAN State);
NTSYSAPI NTSTATUS DbgQueryDebugFilterState(ULONG ComponentId, ULONG Level);
NTSYSAPI VOID DbgBreakPoint(VOID);
NTSYSAPI VOID DbgBreakPointWithStatus(ULONG Status);
NTSYSAPI VOID RtlAssert(PVOID VoidFailedAssertion, PVOID VoidFileName, ULONG LineNumber,
                        PSTR MutableMessage);

NTKERNELAPI NTSTATUS KdDisableDebugger(VOID);
NTKERNELAPI NTSTATUS KdEnableDebugger(VOID);
NTKERNELAPI BOOLEAN KdRefreshDebuggerNotPresent(VOID);
extern BOOLEAN* KdDebuggerEnabled;
extern BOOLEAN* KdDebuggerNotPresent;
#define KD_DEBUGGER_ENABLED (*KdDebuggerEnabled)
#define KD_DEBUGGER_NOT_PRESENT (*KdDebuggerNotPresent)
typedef enum _KD_OPTION { KD_OPTION_SET_BLOCK_ENABLE } KD_OPTION;
NTKERNELAPI NTSTATUS KdChangeOption(KD_OPTION Option, ULONG InBufferBytes, PVOID InBuffer,
                                    ULONG OutBufferBytes, PVOID OutBuffer, PULONG OutBufferNeeded);

// DBG selects the checked form, as in a debug build of a driver.
#if defined(DBG) && DBG
#define KdPrint(_x_) DbgPrint _x_
#define KdPrintEx(_x_) DbgPrintEx _x_
#define vKdPrintEx(_x_) vDbgPrintEx _x_
#define vKdPrintExWithPrefix(_x_) vDbgPrintExWithPrefix _x_
#define KdBreakPoint() DbgBreakPoint()
#define KdBreakPointWithStatus(s) DbgBreakPointWithStatus(s)
#else
#define KdPrint(_x_) ((void)0)
#define KdPrintEx(_x_) ((void)0)
#define vKdPrintEx(_x_) ((void)0)
#define vKdPrintExWithPrefix(_x_) ((void)0)
#define KdBreakPoint() ((void)0)
#define KdBreakPointWithStatus(s) ((void)0)
#endif

#undef ASSERT
#undef ASSERTMSG
#undef NT_ASSERT
#if defined(DBG) && DBG
#define ASSERT(_exp) \
  ((!(_exp)) ? (RtlAssert((PVOID) #_exp, (PVOID)__FILE__, __LINE__, NULL), FALSE) : TRUE)
#define ASSERTMSG(_msg, _exp) \
  ((!(_exp)) ? (RtlAssert((PVOID) #_exp, (PVOID)__FILE__, __LINE__, (PSTR)(_msg)), FALSE) : TRUE)
#define RTL_SOFT_ASSERT(_exp)                                                                      \
  ((!(_exp)) ? (DbgPrint("%s(%d): Soft assertion failed\n   Expression: %s\n", __FILE__, __LINE__, \
                         #_exp),                                                                   \
                FALSE)                                                                             \
             : TRUE)
#define RTL_SOFT_ASSERTMSG(_msg, _exp) RTL_SOFT_ASSERT(_exp)
#define RTL_VERIFY ASSERT
#define RTL_VERIFYMSG ASSERTMSG
#define NT_ASSERT_ASSUME NT_ASSERT
#define NT_ASSERT(_exp) \
  ((!(_exp)) ? (drydock_assertion_failed(#_exp, __FILE__, __LINE__, NULL), FALSE) : TRUE)
#define NT_ASSERTMSG(_msg, _exp) \
  ((!(_exp)) ? (drydock_assertion_failed(#_exp, __FILE__, __LINE__, _msg), FALSE) : TRUE)
#define NT_ASSERTMSGW(_msg, _exp) NT_ASSERT(_exp)
#define NT_VERIFY NT_ASSERT
#define NT_VERIFYMSG NT_ASSERTMSG
#define NT_VERIFYMSGW NT_ASSERTMSGW
#else
#define ASSERT(_exp) ((void)0)
#define ASSERTMSG(_msg, _exp) ((void)0)
#define RTL_SOFT_ASSERT(_exp) ((void)0)
#define RTL_SOFT_ASSERTMSG(_msg, _exp) ((void)0)
#define RTL_VERIFY(_exp) ((_exp) ? TRUE : FALSE)
#define RTL_VERIFYMSG(_msg, _exp) ((_exp) ? TRUE : FALSE)
#define NT_ASSERT_ASSUME(_exp) ((void)0)
#define NT_ASSERT(_exp) ((void)0)
#define NT_ASSERTMSG(_msg, _exp) ((void)0)
#define NT_ASSERTMSGW(_msg, _exp) ((void)0)
#define NT_VERIFY(_exp) ((_exp) ? TRUE : FALSE)
#define NT_VERIFYMSG(_msg, _exp) ((_exp) ? TRUE : FALSE)
#define NT_VERIFYMSGW(_msg, _exp) ((_exp) ? TRUE : FALSE)
#endif
#define NT_FRE_ASSERT(_exp) \
  ((!(_exp)) ? (drydock_assertion_failed(#_exp, __FILE__, __LINE__, NULL), FALSE) : TRUE)
#define NT_FRE_ASSERTMSG(_msg, _exp) \
  ((!(_exp)) ? (drydock_assertion_failed(#_exp, __FILE__, __LINE__, _msg), FALSE) : TRUE)
#define NT_ANALYSIS_ASSUME(_exp) ((void)0)

// Bug checks.
DECLSPEC_NORETURN NTKERNELAPI VOID KeBugCheck(ULONG BugCheckCode);
DECLSPEC_NORETURN NTKERNELAPI VOID KeBugCheckEx(ULONG BugCheckCode, ULONG_PTR BugCheckParameter1,
                                                ULONG_PTR BugCheckParameter2,
                                                ULONG_PTR BugCheckParameter3,
                                                ULONG_PTR BugCheckParameter4);

typedef void KBUGCHECK_CALLBACK_ROUTINE(PVOID Buffer, ULONG Length);
typedef KBUGCHECK_CALLBACK_ROUTINE* PKBUGCHECK_CALLBACK_ROUTINE;

typedef struct _KBUGCHECK_CALLBACK_RECORD {
  LIST_ENTRY Entry;
  PKBUGCHECK_CALLBACK_ROUTINE CallbackRoutine;
  PVOID Buffer;
  ULONG Length;
  PUCHAR Component;
  ULONG_PTR Checksum;
  UCHAR State;
} KBUGCHECK_CALLBACK_RECORD, *PKBUGCHECK_CALLBACK_RECORD;
typedef enum _KBUGCHECK_CALLBACK_REASON {
  KbCallbackInvalid,
  KbCallbackReserved1,
  KbCallbackSecondaryDumpData,
  KbCallbackDumpIo,
  KbCallbackAddPages,
  KbCallbackSecondaryMultiPartDumpData,
  KbCallbackRemovePages,
  KbCallbackTriageDumpData,
  KbCallbackReserved2
} KBUGCHECK_CALLBACK_REASON;
struct _KBUGCHECK_REASON_CALLBACK_RECORD;

typedef void KBUGCHECK_REASON_CALLBACK_ROUTINE(KBUGCHECK_CALLBACK_REASON Reason,
                                               struct _KBUGCHECK_REASON_CALLBACK_RECORD* Record,
                                               PVOID ReasonSpecificData,
                                               ULONG ReasonSpecificDataLength);
typedef KBUGCHECK_REASON_CALLBACK_ROUTINE* PKBUGCHECK_REASON_CALLBACK_ROUTINE;

typedef struct _KBUGCHECK_REASON_CALLBACK_RECORD {
  LIST_ENTRY Entry;
  PKBUGCHECK_REASON_CALLBACK_ROUTINE CallbackRoutine;
  PUCHAR Component;
  ULONG_PTR Checksum;
  KBUGCHECK_CALLBACK_REASON Reason;
  UCHAR State;
} KBUGCHECK_REASON_CALLBACK_RECORD, *PKBUGCHECK_REASON_CALLBACK_RECORD;

typedef enum _KBUGCHECK_BUFFER_DUMP_STATE {
  BufferEmpty,
  BufferInserted,
  BufferStarted,
  BufferFinished,
  BufferIncomplete
} KBUGCHECK_BUFFER_DUMP_STATE;

typedef struct _KBUGCHECK_SECONDARY_DUMP_DATA {
  PVOID InBuffer;
  ULONG InBufferLength;
  ULONG MaximumAllowed;
  GUID Guid;
  PVOID OutBuffer;
  ULONG OutBufferLength;
} KBUGCHECK_SECONDARY_DUMP_DATA, *PKBUGCHECK_SECONDARY_DUMP_DATA;

typedef enum _KBUGCHECK_DUMP_IO_TYPE {
  KbDumpIoInvalid,
  KbDumpIoHeader,
  KbDumpIoBody,
  KbDumpIoSecondaryData,
  KbDumpIoComplete
} KBUGCHECK_DUMP_IO_TYPE;

typedef struct _KBUGCHECK_DUMP_IO {
  ULONG64 Offset;
  PVOID Buffer;
  ULONG BufferLength;
  KBUGCHECK_DUMP_IO_TYPE Type;
} KBUGCHECK_DUMP_IO, *PKBUGCHECK_DUMP_IO;

typedef struct _KBUGCHECK_ADD_PAGES {
  PVOID Context;
  ULONG Flags;
  ULONG BugCheckCode;
  ULONG_PTR Address;
  ULONG_PTR Count;
} KBUGCHECK_ADD_PAGES, *PKBUGCHECK_ADD_PAGES;
#define KeInitializeCallbackRecord(CallbackRecord) ((CallbackRecord)->State = BufferEmpty)
NTKERNELAPI BOOLEAN KeRegisterBugCheckCallback(PKBUGCHECK_CALLBACK_RECORD CallbackRecord,
                                               PKBUGCHECK_CALLBACK_ROUTINE CallbackRoutine,
                                               PVOID Buffer, ULONG Length, PUCHAR Component);
NTKERNELAPI BOOLEAN KeDeregisterBugCheckCallback(PKBUGCHECK_CALLBACK_RECORD CallbackRecord);
NTKERNELAPI BOOLEAN
KeRegisterBugCheckReasonCallback(PKBUGCHECK_REASON_CALLBACK_RECORD CallbackRecord,
                                 PKBUGCHECK_REASON_CALLBACK_ROUTINE CallbackRoutine,
                                 KBUGCHECK_CALLBACK_REASON Reason, PUCHAR Component);
NTKERNELAPI BOOLEAN
KeDeregisterBugCheckReasonCallback(PKBUGCHECK_REASON_CALLBACK_RECORD CallbackRecord);

typedef BOOLEAN NMI_CALLBACK(PVOID Context, BOOLEAN Handled);
typedef NMI_CALLBACK* PNMI_CALLBACK;
NTKERNELAPI PVOID KeRegisterNmiCallback(PNMI_CALLBACK CallbackRoutine, PVOID Context);
NTKERNELAPI NTSTATUS KeDeregisterNmiCallback(PVOID Handle);

EXTERN_C_END
