#pragma once
// Event tracing for drivers.

#include "base.h"

EXTERN_C_START

#ifndef _EVNTPROV_TYPES_
#define _EVNTPROV_TYPES_
typedef ULONGLONG REGHANDLE, *PREGHANDLE;
#ifndef EVENT_DESCRIPTOR_DEF
#define EVENT_DESCRIPTOR_DEF

typedef struct _EVENT_DESCRIPTOR {
  USHORT Id;
  UCHAR Version;
  UCHAR Channel;
  UCHAR Level;
  UCHAR Opcode;
  USHORT Task;
  ULONGLONG Keyword;
} EVENT_DESCRIPTOR, *PEVENT_DESCRIPTOR;
typedef const EVENT_DESCRIPTOR* PCEVENT_DESCRIPTOR;
#endif
typedef struct _EVENT_DATA_DESCRIPTOR {
  ULONGLONG Ptr;
  ULONG Size;
  union {
    ULONG Reserved;
    struct {
      UCHAR Type;
      UCHAR Reserved1;
      USHORT Reserved2;
    };
  };
} EVENT_DATA_DESCRIPTOR, *PEVENT_DATA_DESCRIPTOR;

typedef struct _EVENT_FILTER_DESCRIPTOR EVENT_FILTER_DESCRIPTOR, *PEVENT_FILTER_DESCRIPTOR;
typedef enum _EVENT_INFO_CLASS {
  EventProviderBinaryTrackInfo,
  EventProviderSetReserved1,
  EventProviderSetTraits,
  EventProviderUseDescriptorType,
  MaxEventInfo
} EVENT_INFO_CLASS;
#endif
#define EVENT_CONTROL_CODE_DISABLE_PROVIDER 0
#define EVENT_CONTROL_CODE_ENABLE_PROVIDER 1
#define EVENT_CONTROL_CODE_CAPTURE_STATE 2
#define EVENT_MIN_LEVEL (0)
#define EVENT_MAX_LEVEL (0xff)
#define EVENT_ACTIVITY_CTRL_GET_ID (0x00000001)
#define EVENT_ACTIVITY_CTRL_SET_ID (0x00000002)
#define EVENT_ACTIVITY_CTRL_CREATE_ID (0x00000003)
#define EVENT_ACTIVITY_CTRL_GET_SET_ID (0x00000004)
#define EVENT_ACTIVITY_CTRL_CREATE_SET_ID (0x00000005)
#define TRACE_LEVEL_NONE 0
#define TRACE_LEVEL_CRITICAL 1
#define TRACE_LEVEL_FATAL 1
#define TRACE_LEVEL_ERROR 2
#define TRACE_LEVEL_WARNING 3
#define TRACE_LEVEL_INFORMATION 4
#define TRACE_LEVEL_VERBOSE 5

typedef VOID ETWENABLECALLBACK(LPCGUID SourceId, ULONG ControlCode, UCHAR Level,
                               ULONGLONG MatchAnyKeyword, ULONGLONG MatchAllKeyword,
                               PEVENT_FILTER_DESCRIPTOR FilterData, PVOID CallbackContext);
typedef ETWENABLECALLBACK* PETWENABLECALLBACK;
NTKERNELAPI NTSTATUS EtwRegister(LPCGUID ProviderId, PETWENABLECALLBACK EnableCallback,
                                 PVOID CallbackContext, PREGHANDLE RegHandle);
NTKERNELAPI NTSTATUS EtwUnregister(REGHANDLE RegHandle);
NTKERNELAPI BOOLEAN EtwEventEnabled(REGHANDLE RegHandle, PCEVENT_DESCRIPTOR EventDescriptor);
NTKERNELAPI BOOLEAN EtwProviderEnabled(REGHANDLE RegHandle, UCHAR Level, ULONGLONG Keyword);
NTKERNELAPI NTSTATUS EtwActivityIdControl(ULONG ControlCode, LPGUID ActivityId);
NTKERNELAPI NTSTATUS EtwWrite(REGHANDLE RegHandle, PCEVENT_DESCRIPTOR EventDescriptor,
                              LPCGUID ActivityId, ULONG UserDataCount,
                              PEVENT_DATA_DESCRIPTOR UserData);
NTKERNELAPI NTSTATUS EtwWriteEx(REGHANDLE RegHandle, PCEVENT_DESCRIPTOR EventDescriptor,
                                ULONG64 Filter, ULONG Flags, LPCGUID ActivityId,
                                LPCGUID RelatedActivityId, ULONG UserDataCount,
                                PEVENT_DATA_DESCRIPTOR UserData);
NTKERNELAPI NTSTATUS EtwWriteString(REGHANDLE RegHandle, UCHAR Level, ULONGLONG Keyword,
                                    LPCGUID ActivityId, PCWSTR String);
NTKERNELAPI NTSTATUS EtwWriteTransfer(REGHANDLE RegHandle, PCEVENT_DESCRIPTOR EventDescriptor,
                                      LPCGUID ActivityId, LPCGUID RelatedActivityId,
                                      ULONG UserDataCount, PEVENT_DATA_DESCRIPTOR UserData);
NTKERNELAPI NTSTATUS EtwSetInformation(REGHANDLE RegHandle, EVENT_INFO_CLASS InformationClass,
                                       PVOID EventInformation, ULONG InformationLength);

// Messages of software tracing.
typedef ULONG64 TRACEHANDLE, *PTRACEHANDLE;
#define TRACE_MESSAGE_SEQUENCE 1
#define TRACE_MESSAGE_GUID 2
#define TRACE_MESSAGE_COMPONENTID 4
#define TRACE_MESSAGE_TIMESTAMP 8
#define TRACE_MESSAGE_PERFORMANCE_TIMESTAMP 16
#define TRACE_MESSAGE_SYSTEMINFO 32
NTKERNELAPI NTSTATUS WmiTraceMessage(TRACEHANDLE LoggerHandle, ULONG MessageFlags,
                                     LPCGUID MessageGuid, USHORT MessageNumber, ...);
NTKERNELAPI NTSTATUS WmiTraceMessageVa(TRACEHANDLE LoggerHandle, ULONG MessageFlags,
                                       LPCGUID MessageGuid, USHORT MessageNumber,
                                       va_list MessageArgList);

FORCEINLINE VOID EventDataDescCreate(PEVENT_DATA_DESCRIPTOR EventDataDescriptor,
                                     const VOID* DataPtr, ULONG DataSize) {
  memset(EventDataDescriptor, 0, sizeof(*EventDataDescriptor));
  EventDataDescriptor->Size = DataSize;
  EventDataDescriptor->Ptr = (ULONG_PTR)DataPtr;
}

FORCEINLINE VOID EventDescCreate(PEVENT_DESCRIPTOR EventDescriptor, USHORT Id, UCHAR Version,
                                 UCHAR Channel, UCHAR Level, USHORT Task, UCHAR Opcode,
                                 ULONGLONG Keyword) {
  const EVENT_DESCRIPTOR made = {Id, Version, Channel, Level, Opcode, Task, Keyword};
  *EventDescriptor = made;
}

EXTERN_C_END
