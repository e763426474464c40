// The trace recorder. The host traces calls itself, so the recorder's names work and record
// nothing.
#ifndef _WPPRECORDER_H_
#define _WPPRECORDER_H_

#include "ntdef.h"
#include "ntstatus.h"

EXTERN_C_START

typedef struct RECORDER_LOG__* RECORDER_LOG;
typedef enum _WPP_RECORDER_TRI_STATE {
  WppRecorderFalse = 0,
  WppRecorderTrue = 1,
  WppRecorderUseDefault = 2
} WPP_RECORDER_TRI_STATE,
    *PWPP_RECORDER_TRI_STATE;
#define RECORDER_LOG_IDENTIFIER_MAX_CHARS 16
#define WPP_RECORDER_COUNTER_MAX 0

typedef struct _RECORDER_CONFIGURE_PARAMS {
  ULONG Size;
  BOOLEAN CreateDefaultLog;
  BOOLEAN UseTimeStamp;
  BOOLEAN UsePnpTriageOnly;
} RECORDER_CONFIGURE_PARAMS, *PRECORDER_CONFIGURE_PARAMS;

typedef struct _RECORDER_LOG_CREATE_PARAMS {
  ULONG Size;
  WPP_RECORDER_TRI_STATE LogTypeDefault;
  ULONG TotalBufferSize;
  ULONG ErrorPartitionSize;
  CHAR LogIdentifier[RECORDER_LOG_IDENTIFIER_MAX_CHARS];
} RECORDER_LOG_CREATE_PARAMS, *PRECORDER_LOG_CREATE_PARAMS;

typedef struct _WPP_TRIAGE_INFO {
  ULONG WppDebugId;
  ULONG WppAutoLogId;
  ULONG WppReserved;
} WPP_TRIAGE_INFO, *PWPP_TRIAGE_INFO;

FORCEINLINE VOID RECORDER_CONFIGURE_PARAMS_INIT(PRECORDER_CONFIGURE_PARAMS Params) {
  Params->Size = sizeof(*Params);
  Params->CreateDefaultLog = TRUE;
  Params->UseTimeStamp = FALSE;
  Params->UsePnpTriageOnly = FALSE;
}

FORCEINLINE VOID drydock_recorder_name(CHAR* to, const char* from) {
  ULONG i = 0;
  while (from != NULL && from[i] != 0 && i < RECORDER_LOG_IDENTIFIER_MAX_CHARS - 1) {
    to[i] = from[i];
    ++i;
  }
  to[i] = 0;
}

FORCEINLINE VOID RECORDER_LOG_CREATE_PARAMS_INIT(PRECORDER_LOG_CREATE_PARAMS Params,
                                                 const char* LogIdentifier) {
  Params->Size = sizeof(*Params);
  Params->LogTypeDefault = WppRecorderFalse;
  Params->TotalBufferSize = 0;
  Params->ErrorPartitionSize = 0;
  drydock_recorder_name(Params->LogIdentifier, LogIdentifier);
}

FORCEINLINE VOID RECORDER_LOG_CREATE_PARAMS_INIT_APPEND_POINTER(PRECORDER_LOG_CREATE_PARAMS Params,
                                                                const char* LogIdentifierPrefix,
                                                                PVOID LogIdentifierPointer) {
  (void)LogIdentifierPointer;
  RECORDER_LOG_CREATE_PARAMS_INIT(Params, LogIdentifierPrefix);
}

FORCEINLINE VOID WppRecorderConfigure(PRECORDER_CONFIGURE_PARAMS ConfigureParams) {
  (void)ConfigureParams;
}

FORCEINLINE NTSTATUS WppRecorderLogCreate(PRECORDER_LOG_CREATE_PARAMS CreateParams,
                                          RECORDER_LOG* RecorderLog) {
  (void)CreateParams;
  *RecorderLog = NULL;
  return STATUS_SUCCESS;
}

#define WppRecorderLogDelete(RecorderLog) ((void)(RecorderLog))
#define WppRecorderLogSetIdentifier(RecorderLog, LogIdentifier) \
  ((void)(RecorderLog), (void)(LogIdentifier))
#define WppRecorderLogGetDefault() ((RECORDER_LOG)NULL)
#define WppRecorderIsDefaultLogAvailable() (FALSE)
#define WppRecorderGetCounterHandle() ((RECORDER_LOG)NULL)
#define WppRecorderLinkCounters(Parent, Child) ((void)(Parent), (void)(Child))
#define WppRecorderGetTriageInfo(Info) ((void)(Info))
#define WppRecorderDumpLiveDriverData(Buffer, Length, Guid) (STATUS_NOT_FOUND)
#define WppRecorderLogDumpLiveData(RecorderLog, Buffer, Length) (STATUS_NOT_FOUND)
#define imp_WppRecorderLogGetDefault() WppRecorderLogGetDefault()
#define imp_WppRecorderIsDefaultLogAvailable() WppRecorderIsDefaultLogAvailable()
#define imp_WppRecorderGetCounterHandle() WppRecorderGetCounterHandle()

// Initialization, in the two- and one-argument forms.
#ifndef WPP_INIT_TRACING
#define WPP_INIT_TRACING(...) ((void)0)
#endif
#ifndef WPP_CLEANUP
#define WPP_CLEANUP(...) ((void)0)
#endif
#ifndef WPP_RECORDER_INITIALIZE
#define WPP_RECORDER_INITIALIZE(...) ((void)0)
#endif

// Filters are places to write to; nothing reads them.
static BOOLEAN drydock_recorder_filter __attribute__((__unused__));
#ifndef WPP_RECORDER_LEVEL_FILTER
#define WPP_RECORDER_LEVEL_FILTER(Level) (drydock_recorder_filter)
#define WPP_RECORDER_LEVEL_ARGS(Level) NULL, Level
#endif
#ifndef WPP_RECORDER_COMPONENT_FILTER
#define WPP_RECORDER_COMPONENT_FILTER(Component) (drydock_recorder_filter)
#endif

EXTERN_C_END

#endif
