#pragma once
// The runtime power management framework: components, idle states, performance states.

#include "io.h"

EXTERN_C_START

#ifndef _POHANDLE_DEFINED_
#define _POHANDLE_DEFINED_
DECLARE_HANDLE(POHANDLE);
#endif
#define PO_FX_VERSION_V1 0x00000001
#define PO_FX_VERSION_V2 0x00000002
#define PO_FX_VERSION_V3 0x00000003
#ifndef PO_FX_VERSION
#define PO_FX_VERSION PO_FX_VERSION_V1
#endif
#define PO_FX_COMPONENT_FLAG_F0_ON_DX 0x0000000000000001ULL
#define PO_FX_COMPONENT_FLAG_NO_DEBOUNCE 0x0000000000000002ULL
#define PO_FX_FLAG_BLOCKING 0x1
#define PO_FX_FLAG_ASYNC_ONLY 0x2
#define PO_FX_FLAG_PERF_PEP_OPTIONAL 0x1
#define PO_FX_FLAG_PERF_QUERY_ON_F0 0x2
#define PO_FX_FLAG_PERF_QUERY_ON_ALL_IDLE_STATES 0x4
#define PO_FX_UNKNOWN_POWER 0xffffffff
#define PO_FX_UNKNOWN_TIME 0xffffffffffffffffULL
#define PO_FX_DEVICE_FLAG_RESERVED_1 0x0000000000000001ULL
#define PO_FX_DEVICE_FLAG_DFX_DIRECT_CHILDREN_OPTIONAL 0x0000000000000002ULL
#define PO_FX_DEVICE_FLAG_DFX_POWER_CHILDREN_OPTIONAL 0x0000000000000004ULL
#define PO_FX_DEVICE_FLAG_DFX_CHILDREN_OPTIONAL 0x0000000000000006ULL
#define PO_FX_DEVICE_FLAG_DISABLE_FAST_RESUME 0x0000000000000008ULL
#define PO_FX_DIRECTED_FX_DEFAULT_IDLE_TIMEOUT 0

typedef VOID PO_FX_COMPONENT_ACTIVE_CONDITION_CALLBACK(PVOID Context, ULONG Component);
typedef PO_FX_COMPONENT_ACTIVE_CONDITION_CALLBACK* PPO_FX_COMPONENT_ACTIVE_CONDITION_CALLBACK;
typedef VOID PO_FX_COMPONENT_IDLE_CONDITION_CALLBACK(PVOID Context, ULONG Component);
typedef PO_FX_COMPONENT_IDLE_CONDITION_CALLBACK* PPO_FX_COMPONENT_IDLE_CONDITION_CALLBACK;
typedef VOID PO_FX_COMPONENT_IDLE_STATE_CALLBACK(PVOID Context, ULONG Component, ULONG State);
typedef PO_FX_COMPONENT_IDLE_STATE_CALLBACK* PPO_FX_COMPONENT_IDLE_STATE_CALLBACK;
typedef VOID PO_FX_DEVICE_POWER_REQUIRED_CALLBACK(PVOID Context);
typedef PO_FX_DEVICE_POWER_REQUIRED_CALLBACK* PPO_FX_DEVICE_POWER_REQUIRED_CALLBACK;
typedef VOID PO_FX_DEVICE_POWER_NOT_REQUIRED_CALLBACK(PVOID Context);
typedef PO_FX_DEVICE_POWER_NOT_REQUIRED_CALLBACK* PPO_FX_DEVICE_POWER_NOT_REQUIRED_CALLBACK;
typedef NTSTATUS PO_FX_POWER_CONTROL_CALLBACK(PVOID DeviceContext, LPCGUID PowerControlCode,
                                              PVOID InBuffer, SIZE_T InBufferSize, PVOID OutBuffer,
                                              SIZE_T OutBufferSize, PSIZE_T BytesReturned);
typedef PO_FX_POWER_CONTROL_CALLBACK* PPO_FX_POWER_CONTROL_CALLBACK;
typedef VOID PO_FX_COMPONENT_CRITICAL_TRANSITION_CALLBACK(PVOID Context, ULONG Component,
                                                          BOOLEAN Active);
typedef PO_FX_COMPONENT_CRITICAL_TRANSITION_CALLBACK* PPO_FX_COMPONENT_CRITICAL_TRANSITION_CALLBACK;
typedef VOID PO_FX_COMPONENT_PERF_STATE_CALLBACK(PVOID Context, ULONG Component, BOOLEAN Succeeded,
                                                 PVOID RequestContext);
typedef PO_FX_COMPONENT_PERF_STATE_CALLBACK* PPO_FX_COMPONENT_PERF_STATE_CALLBACK;
typedef VOID PO_FX_DIRECTED_POWER_UP_CALLBACK(PVOID Context, ULONG Flags);
typedef PO_FX_DIRECTED_POWER_UP_CALLBACK* PPO_FX_DIRECTED_POWER_UP_CALLBACK;
typedef VOID PO_FX_DIRECTED_POWER_DOWN_CALLBACK(PVOID Context, ULONG Flags);
typedef PO_FX_DIRECTED_POWER_DOWN_CALLBACK* PPO_FX_DIRECTED_POWER_DOWN_CALLBACK;

typedef struct _PO_FX_COMPONENT_IDLE_STATE {
  ULONGLONG TransitionLatency;
  ULONGLONG ResidencyRequirement;
  ULONG NominalPower;
} PO_FX_COMPONENT_IDLE_STATE, *PPO_FX_COMPONENT_IDLE_STATE;
typedef struct _PO_FX_COMPONENT_V1 {
  GUID Id;
  ULONG IdleStateCount;
  ULONG DeepestWakeableIdleState;
  PPO_FX_COMPONENT_IDLE_STATE IdleStates;
} PO_FX_COMPONENT_V1, *PPO_FX_COMPONENT_V1;
typedef struct _PO_FX_COMPONENT_V2 {
  GUID Id;
  ULONGLONG Flags;
  ULONG DeepestWakeableIdleState;
  ULONG IdleStateCount;
  PPO_FX_COMPONENT_IDLE_STATE IdleStates;
  ULONG ProviderCount;
  PULONG Providers;
} PO_FX_COMPONENT_V2, *PPO_FX_COMPONENT_V2;
typedef struct _PO_FX_DEVICE_V1 {
  ULONG Version;
  ULONG ComponentCount;
  PPO_FX_COMPONENT_ACTIVE_CONDITION_CALLBACK ComponentActiveConditionCallback;
  PPO_FX_COMPONENT_IDLE_CONDITION_CALLBACK ComponentIdleConditionCallback;
  PPO_FX_COMPONENT_IDLE_STATE_CALLBACK ComponentIdleStateCallback;
  PPO_FX_DEVICE_POWER_REQUIRED_CALLBACK DevicePowerRequiredCallback;
  PPO_FX_DEVICE_POWER_NOT_REQUIRED_CALLBACK DevicePowerNotRequiredCallback;
  PPO_FX_POWER_CONTROL_CALLBACK PowerControlCallback;
  PVOID DeviceContext;
  PO_FX_COMPONENT_V1 Components[ANYSIZE_ARRAY];
} PO_FX_DEVICE_V1, *PPO_FX_DEVICE_V1;
typedef struct _PO_FX_DEVICE_V2 {
  ULONG Version;
  ULONGLONG Flags;
  PPO_FX_COMPONENT_ACTIVE_CONDITION_CALLBACK ComponentActiveConditionCallback;
  PPO_FX_COMPONENT_IDLE_CONDITION_CALLBACK ComponentIdleConditionCallback;
  PPO_FX_COMPONENT_IDLE_STATE_CALLBACK ComponentIdleStateCallback;
  PPO_FX_DEVICE_POWER_REQUIRED_CALLBACK DevicePowerRequiredCallback;
  PPO_FX_DEVICE_POWER_NOT_REQUIRED_CALLBACK DevicePowerNotRequiredCallback;
  PPO_FX_POWER_CONTROL_CALLBACK PowerControlCallback;
  PVOID DeviceContext;
  ULONG ComponentCount;
  PO_FX_COMPONENT_V2 Components[ANYSIZE_ARRAY];
} PO_FX_DEVICE_V2, *PPO_FX_DEVICE_V2;
typedef struct _PO_FX_DEVICE_V3 {
  ULONG Version;
  ULONGLONG Flags;
  PPO_FX_COMPONENT_ACTIVE_CONDITION_CALLBACK ComponentActiveConditionCallback;
  PPO_FX_COMPONENT_IDLE_CONDITION_CALLBACK ComponentIdleConditionCallback;
  PPO_FX_COMPONENT_IDLE_STATE_CALLBACK ComponentIdleStateCallback;
  PPO_FX_DEVICE_POWER_REQUIRED_CALLBACK DevicePowerRequiredCallback;
  PPO_FX_DEVICE_POWER_NOT_REQUIRED_CALLBACK DevicePowerNotRequiredCallback;
  PPO_FX_POWER_CONTROL_CALLBACK PowerControlCallback;
  PPO_FX_DIRECTED_POWER_UP_CALLBACK DirectedPowerUpCallback;
  PPO_FX_DIRECTED_POWER_DOWN_CALLBACK DirectedPowerDownCallback;
  ULONG DirectedFxTimeoutInSeconds;
  PVOID DeviceContext;
  ULONG ComponentCount;
  PO_FX_COMPONENT_V2 Components[ANYSIZE_ARRAY];
} PO_FX_DEVICE_V3, *PPO_FX_DEVICE_V3;
#if (PO_FX_VERSION == PO_FX_VERSION_V1)
typedef PO_FX_COMPONENT_V1 PO_FX_COMPONENT, *PPO_FX_COMPONENT;
typedef PO_FX_DEVICE_V1 PO_FX_DEVICE, *PPO_FX_DEVICE;
#elif (PO_FX_VERSION == PO_FX_VERSION_V2)
typedef PO_FX_COMPONENT_V2 PO_FX_COMPONENT, *PPO_FX_COMPONENT;
typedef PO_FX_DEVICE_V2 PO_FX_DEVICE, *PPO_FX_DEVICE;
#elif (PO_FX_VERSION == PO_FX_VERSION_V3)
typedef PO_FX_COMPONENT_V2 PO_FX_COMPONENT, *PPO_FX_COMPONENT;
typedef PO_FX_DEVICE_V3 PO_FX_DEVICE, *PPO_FX_DEVICE;
#else
#error "PO_FX_VERSION names no version"
#endif

typedef enum _PO_FX_PERF_STATE_UNIT {
  PoFxPerfStateUnitOther,
  PoFxPerfStateUnitFrequency,
  PoFxPerfStateUnitBandwidth,
  PoFxPerfStateUnitMaximum
} PO_FX_PERF_STATE_UNIT,
    *PPO_FX_PERF_STATE_UNIT;
typedef enum _PO_FX_PERF_STATE_TYPE {
  PoFxPerfStateTypeDiscrete,
  PoFxPerfStateTypeRange,
  PoFxPerfStateTypeMaximum
} PO_FX_PERF_STATE_TYPE,
    *PPO_FX_PERF_STATE_TYPE;
typedef struct _PO_FX_PERF_STATE {
  ULONGLONG Value;
  PVOID Context;
} PO_FX_PERF_STATE, *PPO_FX_PERF_STATE;
typedef struct _PO_FX_COMPONENT_PERF_SET {
  UNICODE_STRING Name;
  ULONGLONG Flags;
  PO_FX_PERF_STATE_UNIT Unit;
  PO_FX_PERF_STATE_TYPE Type;
  union {
    struct {
      ULONG Count;
      PPO_FX_PERF_STATE States;
    } Discrete;
    struct {
      ULONGLONG Minimum;
      ULONGLONG Maximum;
    } Range;
  };
} PO_FX_COMPONENT_PERF_SET, *PPO_FX_COMPONENT_PERF_SET;
typedef struct _PO_FX_COMPONENT_PERF_INFO {
  ULONG PerfStateSetsCount;
  PO_FX_COMPONENT_PERF_SET PerfStateSets[ANYSIZE_ARRAY];
} PO_FX_COMPONENT_PERF_INFO, *PPO_FX_COMPONENT_PERF_INFO;
typedef struct _PO_FX_PERF_STATE_CHANGE {
  ULONG Set;
  union {
    ULONG StateIndex;
    ULONGLONG StateValue;
  };
} PO_FX_PERF_STATE_CHANGE, *PPO_FX_PERF_STATE_CHANGE;

NTKERNELAPI VOID PoFxActivateComponent(POHANDLE Handle, ULONG Component, ULONG Flags);
NTKERNELAPI VOID PoFxCompleteDevicePowerNotRequired(POHANDLE Handle);
NTKERNELAPI VOID PoFxCompleteIdleCondition(POHANDLE Handle, ULONG Component);
NTKERNELAPI VOID PoFxCompleteIdleState(POHANDLE Handle, ULONG Component);
NTKERNELAPI VOID PoFxIdleComponent(POHANDLE Handle, ULONG Component, ULONG Flags);
NTKERNELAPI VOID PoFxNotifySurprisePowerOn(PDEVICE_OBJECT Pdo);
NTKERNELAPI NTSTATUS PoFxPowerControl(POHANDLE Handle, LPCGUID PowerControlCode, PVOID InBuffer,
                                      SIZE_T InBufferSize, PVOID OutBuffer, SIZE_T OutBufferSize,
                                      PSIZE_T BytesReturned);
NTKERNELAPI NTSTATUS PoFxRegisterDevice(PDEVICE_OBJECT Pdo, PPO_FX_DEVICE Device, POHANDLE* Handle);
NTKERNELAPI VOID PoFxReportDevicePoweredOn(POHANDLE Handle);
NTKERNELAPI VOID PoFxSetComponentLatency(POHANDLE Handle, ULONG Component, ULONGLONG Latency);
NTKERNELAPI VOID PoFxSetComponentResidency(POHANDLE Handle, ULONG Component, ULONGLONG Residency);
NTKERNELAPI VOID PoFxSetComponentWake(POHANDLE Handle, ULONG Component, BOOLEAN WakeHint);
NTKERNELAPI VOID PoFxSetDeviceIdleTimeout(POHANDLE Handle, ULONGLONG IdleTimeout);
NTKERNELAPI VOID PoFxStartDevicePowerManagement(POHANDLE Handle);
NTKERNELAPI VOID PoFxUnregisterDevice(POHANDLE Handle);
NTKERNELAPI NTSTATUS PoFxRegisterComponentPerfStates(
    POHANDLE Handle, ULONG Component, ULONG Flags,
    PPO_FX_COMPONENT_PERF_STATE_CALLBACK ComponentPerfStateCallback,
    PPO_FX_COMPONENT_PERF_INFO InputStateInfo, PPO_FX_COMPONENT_PERF_INFO* OutputStateInfo);
NTKERNELAPI VOID PoFxIssueComponentPerfStateChange(POHANDLE Handle, ULONG Flags, ULONG Component,
                                                   PPO_FX_PERF_STATE_CHANGE PerfChange,
                                                   PVOID Context);
NTKERNELAPI VOID PoFxIssueComponentPerfStateChangeMultiple(POHANDLE Handle, ULONG Flags,
                                                           ULONG Component, ULONG PerfChangesCount,
                                                           PO_FX_PERF_STATE_CHANGE PerfChanges[],
                                                           PVOID Context);
NTKERNELAPI NTSTATUS PoFxQueryCurrentComponentPerfState(POHANDLE Handle, ULONG Flags,
                                                        ULONG Component, ULONG SetIndex,
                                                        PULONGLONG CurrentPerf);
NTKERNELAPI NTSTATUS PoFxSetTargetDripsDevicePowerState(POHANDLE Handle,
                                                        DEVICE_POWER_STATE TargetState);
NTKERNELAPI VOID PoFxCompleteDirectedPowerDown(POHANDLE Handle);

EXTERN_C_END
