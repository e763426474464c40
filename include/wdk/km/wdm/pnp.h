#pragma once
// Plug and Play: capabilities, bus interfaces, device interfaces, notifications and device
// properties.

#include "power.h"
#include "resources.h"
#include "rtl.h"
#include "devpropdef.h"

EXTERN_C_START

typedef struct _DEVICE_OBJECT* PDEVICE_OBJECT;
typedef struct _DRIVER_OBJECT* PDRIVER_OBJECT;
typedef struct _FILE_OBJECT* PFILE_OBJECT;
typedef struct _IRP* PIRP;

typedef VOID (*PINTERFACE_REFERENCE)(PVOID Context);
typedef VOID (*PINTERFACE_DEREFERENCE)(PVOID Context);
typedef struct _INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
} INTERFACE, *PINTERFACE;

typedef BOOLEAN TRANSLATE_BUS_ADDRESS(PVOID Context, PHYSICAL_ADDRESS BusAddress, ULONG Length,
                                      PULONG AddressSpace, PPHYSICAL_ADDRESS TranslatedAddress);
typedef TRANSLATE_BUS_ADDRESS* PTRANSLATE_BUS_ADDRESS;

typedef struct _DMA_ADAPTER* GET_DMA_ADAPTER(PVOID Context,
                                             struct _DEVICE_DESCRIPTION* DeviceDescriptor,
                                             PULONG NumberOfMapRegisters);
typedef GET_DMA_ADAPTER* PGET_DMA_ADAPTER;

typedef ULONG GET_SET_DEVICE_DATA(PVOID Context, ULONG DataType, PVOID Buffer, ULONG Offset,
                                  ULONG Length);
typedef GET_SET_DEVICE_DATA* PGET_SET_DEVICE_DATA;
typedef struct _BUS_INTERFACE_STANDARD {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PTRANSLATE_BUS_ADDRESS TranslateBusAddress;
  PGET_DMA_ADAPTER GetDmaAdapter;
  PGET_SET_DEVICE_DATA SetBusData;
  PGET_SET_DEVICE_DATA GetBusData;
} BUS_INTERFACE_STANDARD, *PBUS_INTERFACE_STANDARD;
typedef VOID (*PREENUMERATE_SELF)(PVOID Context);

typedef struct _REENUMERATE_SELF_INTERFACE_STANDARD {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PREENUMERATE_SELF SurpriseRemoveAndReenumerateSelf;
} REENUMERATE_SELF_INTERFACE_STANDARD, *PREENUMERATE_SELF_INTERFACE_STANDARD;
#define PNP_DEVICE_UI_NUMBER_UNKNOWN ((ULONG) - 1)
typedef struct _DEVICE_CAPABILITIES {
  USHORT Size;
  USHORT Version;
  ULONG DeviceD1 : 1;
  ULONG DeviceD2 : 1;
  ULONG LockSupported : 1;
  ULONG EjectSupported : 1;
  ULONG Removable : 1;
  ULONG DockDevice : 1;
  ULONG UniqueID : 1;
  ULONG SilentInstall : 1;
  ULONG RawDeviceOK : 1;
  ULONG SurpriseRemovalOK : 1;
  ULONG WakeFromD0 : 1;
  ULONG WakeFromD1 : 1;
  ULONG WakeFromD2 : 1;
  ULONG WakeFromD3 : 1;
  ULONG HardwareDisabled : 1;
  ULONG NonDynamic : 1;
  ULONG WarmEjectSupported : 1;
  ULONG NoDisplayInUI : 1;
  ULONG Reserved1 : 1;
  ULONG WakeFromInterrupt : 1;
  ULONG SecureDevice : 1;
  ULONG ChildOfVgaEnabledBridge : 1;
  ULONG DecodeIoOnBoot : 1;
  ULONG Reserved : 9;
  ULONG Address;
  ULONG UINumber;
  DEVICE_POWER_STATE DeviceState[POWER_SYSTEM_MAXIMUM];
  SYSTEM_POWER_STATE SystemWake;
  DEVICE_POWER_STATE DeviceWake;
  ULONG D1Latency;
  ULONG D2Latency;
  ULONG D3Latency;
} DEVICE_CAPABILITIES, *PDEVICE_CAPABILITIES;

typedef enum _BUS_QUERY_ID_TYPE {
  BusQueryDeviceID,
  BusQueryHardwareIDs,
  BusQueryCompatibleIDs,
  BusQueryInstanceID,
  BusQueryDeviceSerialNumber,
  BusQueryContainerID
} BUS_QUERY_ID_TYPE,
    *PBUS_QUERY_ID_TYPE;

typedef enum _DEVICE_TEXT_TYPE {
  DeviceTextDescription,
  DeviceTextLocationInformation
} DEVICE_TEXT_TYPE,
    *PDEVICE_TEXT_TYPE;

typedef enum _DEVICE_RELATION_TYPE {
  BusRelations,
  EjectionRelations,
  PowerRelations,
  RemovalRelations,
  TargetDeviceRelation,
  SingleBusRelations,
  TransportRelations
} DEVICE_RELATION_TYPE,
    *PDEVICE_RELATION_TYPE;

typedef enum _DEVICE_USAGE_NOTIFICATION_TYPE {
  DeviceUsageTypeUndefined,
  DeviceUsageTypePaging,
  DeviceUsageTypeHibernation,
  DeviceUsageTypeDumpFile,
  DeviceUsageTypeBoot,
  DeviceUsageTypePostDisplay,
  DeviceUsageTypeGuestAssigned
} DEVICE_USAGE_NOTIFICATION_TYPE;

typedef enum {
  DevicePropertyDeviceDescription = 0x0,
  DevicePropertyHardwareID = 0x1,
  DevicePropertyCompatibleIDs = 0x2,
  DevicePropertyBootConfiguration = 0x3,
  DevicePropertyBootConfigurationTranslated = 0x4,
  DevicePropertyClassName = 0x5,
  DevicePropertyClassGuid = 0x6,
  DevicePropertyDriverKeyName = 0x7,
  DevicePropertyManufacturer = 0x8,
  DevicePropertyFriendlyName = 0x9,
  DevicePropertyLocationInformation = 0xa,
  DevicePropertyPhysicalDeviceObjectName = 0xb,
  DevicePropertyBusTypeGuid = 0xc,
  DevicePropertyLegacyBusType = 0xd,
  DevicePropertyBusNumber = 0xe,
  DevicePropertyEnumeratorName = 0xf,
  DevicePropertyAddress = 0x10,
  DevicePropertyUINumber = 0x11,
  DevicePropertyInstallState = 0x12,
  DevicePropertyRemovalPolicy = 0x13,
  DevicePropertyResourceRequirements = 0x14,
  DevicePropertyAllocatedResources = 0x15,
  DevicePropertyContainerID = 0x16
} DEVICE_REGISTRY_PROPERTY;

typedef enum _DEVICE_INSTALL_STATE {
  InstallStateInstalled,
  InstallStateNeedsReinstall,
  InstallStateFailedInstall,
  InstallStateFinishInstall
} DEVICE_INSTALL_STATE,
    *PDEVICE_INSTALL_STATE;

typedef enum _DEVICE_REMOVAL_POLICY {
  RemovalPolicyExpectNoRemoval = 1,
  RemovalPolicyExpectOrderlyRemoval = 2,
  RemovalPolicyExpectSurpriseRemoval = 3
} DEVICE_REMOVAL_POLICY,
    *PDEVICE_REMOVAL_POLICY;

typedef struct _PNP_BUS_INFORMATION {
  GUID BusTypeGuid;
  INTERFACE_TYPE LegacyBusType;
  ULONG BusNumber;
} PNP_BUS_INFORMATION, *PPNP_BUS_INFORMATION;

typedef struct _LEGACY_BUS_INFORMATION {
  GUID BusTypeGuid;
  INTERFACE_TYPE LegacyBusType;
  ULONG BusNumber;
} LEGACY_BUS_INFORMATION, *PLEGACY_BUS_INFORMATION;
typedef struct _DEVICE_RELATIONS {
  ULONG Count;
  struct _DEVICE_OBJECT* Objects[1];
} DEVICE_RELATIONS, *PDEVICE_RELATIONS;
typedef ULONG PNP_DEVICE_STATE, *PPNP_DEVICE_STATE;
#define PNP_DEVICE_DISABLED 0x00000001
#define PNP_DEVICE_DONT_DISPLAY_IN_UI 0x00000002
#define PNP_DEVICE_FAILED 0x00000004
#define PNP_DEVICE_REMOVED 0x00000008
#define PNP_DEVICE_RESOURCE_REQUIREMENTS_CHANGED 0x00000010
#define PNP_DEVICE_NOT_DISABLEABLE 0x00000020
#define PNP_DEVICE_DISCONNECTED 0x00000040
#define PNP_DEVICE_RESOURCE_UPDATED 0x00000080
#define PNP_DEVICE_ASSIGNED_TO_GUEST 0x00000100
#define PLUGPLAY_REGKEY_DEVICE 1
#define PLUGPLAY_REGKEY_DRIVER 2
#define PLUGPLAY_REGKEY_CURRENT_HWPROFILE 4
#define PLUGPLAY_PROPERTY_PERSISTENT 0x00000001

// Notifications.

typedef struct _PLUGPLAY_NOTIFICATION_HEADER {
  USHORT Version;
  USHORT Size;
  GUID Event;
} PLUGPLAY_NOTIFICATION_HEADER, *PPLUGPLAY_NOTIFICATION_HEADER;

typedef struct _HWPROFILE_CHANGE_NOTIFICATION {
  USHORT Version;
  USHORT Size;
  GUID Event;
} HWPROFILE_CHANGE_NOTIFICATION, *PHWPROFILE_CHANGE_NOTIFICATION;

typedef struct _DEVICE_INTERFACE_CHANGE_NOTIFICATION {
  USHORT Version;
  USHORT Size;
  GUID Event;
  GUID InterfaceClassGuid;
  PUNICODE_STRING SymbolicLinkName;
} DEVICE_INTERFACE_CHANGE_NOTIFICATION, *PDEVICE_INTERFACE_CHANGE_NOTIFICATION;

typedef struct _TARGET_DEVICE_REMOVAL_NOTIFICATION {
  USHORT Version;
  USHORT Size;
  GUID Event;
  struct _FILE_OBJECT* FileObject;
} TARGET_DEVICE_REMOVAL_NOTIFICATION, *PTARGET_DEVICE_REMOVAL_NOTIFICATION;

typedef struct _TARGET_DEVICE_CUSTOM_NOTIFICATION {
  USHORT Version;
  USHORT Size;
  GUID Event;
  struct _FILE_OBJECT* FileObject;
  LONG NameBufferOffset;
  UCHAR CustomDataBuffer[1];
} TARGET_DEVICE_CUSTOM_NOTIFICATION, *PTARGET_DEVICE_CUSTOM_NOTIFICATION;

typedef enum _IO_NOTIFICATION_EVENT_CATEGORY {
  EventCategoryReserved,
  EventCategoryHardwareProfileChange,
  EventCategoryDeviceInterfaceChange,
  EventCategoryTargetDeviceChange,
  EventCategoryKernelSoftRestart
} IO_NOTIFICATION_EVENT_CATEGORY;

typedef NTSTATUS DRIVER_NOTIFICATION_CALLBACK_ROUTINE(PVOID NotificationStructure, PVOID Context);
typedef DRIVER_NOTIFICATION_CALLBACK_ROUTINE* PDRIVER_NOTIFICATION_CALLBACK_ROUTINE;
#define PNPNOTIFY_DEVICE_INTERFACE_INCLUDE_EXISTING_INTERFACES 0x00000001
#define DEVICE_INTERFACE_INCLUDE_NONACTIVE 0x00000001

// Where a device sits.

typedef NTSTATUS (*PGET_LOCATION_STRING)(PVOID Context, PWCHAR* LocationStrings);

typedef struct _PNP_LOCATION_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PGET_LOCATION_STRING GetLocationString;
} PNP_LOCATION_INTERFACE, *PPNP_LOCATION_INTERFACE;

// Device properties.
#ifndef LOCALE_NEUTRAL
#define LOCALE_NEUTRAL 0
#endif

typedef VOID (*PDEVICE_CHANGE_COMPLETE_CALLBACK)(PVOID Context);
NTKERNELAPI NTSTATUS IoGetDeviceProperty(PDEVICE_OBJECT DeviceObject,
                                         DEVICE_REGISTRY_PROPERTY DeviceProperty,
                                         ULONG BufferLength, PVOID PropertyBuffer,
                                         PULONG ResultLength);
NTKERNELAPI NTSTATUS IoGetDevicePropertyData(PDEVICE_OBJECT Pdo, const DEVPROPKEY* PropertyKey,
                                             LCID Lcid, ULONG Flags, ULONG Size, PVOID Data,
                                             PULONG RequiredSize, PDEVPROPTYPE Type);
NTKERNELAPI NTSTATUS IoSetDevicePropertyData(PDEVICE_OBJECT Pdo, const DEVPROPKEY* PropertyKey,
                                             LCID Lcid, ULONG Flags, DEVPROPTYPE Type, ULONG Size,
                                             PVOID Data);
NTKERNELAPI NTSTATUS IoGetDeviceInterfacePropertyData(PUNICODE_STRING SymbolicLinkName,
                                                      CONST DEVPROPKEY* PropertyKey, LCID Lcid,
                                                      ULONG Flags, ULONG Size, PVOID Data,
                                                      PULONG RequiredSize, PDEVPROPTYPE Type);
NTKERNELAPI NTSTATUS IoSetDeviceInterfacePropertyData(PUNICODE_STRING SymbolicLinkName,
                                                      CONST DEVPROPKEY* PropertyKey, LCID Lcid,
                                                      ULONG Flags, DEVPROPTYPE Type, ULONG Size,
                                                      PVOID Data);
NTKERNELAPI NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT PhysicalDeviceObject,
                                               const GUID* InterfaceClassGuid,
                                               PUNICODE_STRING ReferenceString,
                                               PUNICODE_STRING SymbolicLinkName);
NTKERNELAPI NTSTATUS IoSetDeviceInterfaceState(PUNICODE_STRING SymbolicLinkName, BOOLEAN Enable);
NTKERNELAPI NTSTATUS IoGetDeviceInterfaces(const GUID* InterfaceClassGuid,
                                           PDEVICE_OBJECT PhysicalDeviceObject, ULONG Flags,
                                           PWSTR* SymbolicLinkList);
NTKERNELAPI NTSTATUS IoGetDeviceInterfaceAlias(PUNICODE_STRING SymbolicLinkName,
                                               const GUID* AliasInterfaceClassGuid,
                                               PUNICODE_STRING AliasSymbolicLinkName);
NTKERNELAPI NTSTATUS IoOpenDeviceInterfaceRegistryKey(PUNICODE_STRING SymbolicLinkName,
                                                      ACCESS_MASK DesiredAccess,
                                                      PHANDLE DeviceInterfaceKey);
NTKERNELAPI NTSTATUS IoOpenDeviceRegistryKey(PDEVICE_OBJECT DeviceObject, ULONG DevInstKeyType,
                                             ACCESS_MASK DesiredAccess, PHANDLE DevInstRegKey);
NTKERNELAPI NTSTATUS IoRegisterPlugPlayNotification(
    IO_NOTIFICATION_EVENT_CATEGORY EventCategory, ULONG EventCategoryFlags, PVOID EventCategoryData,
    PDRIVER_OBJECT DriverObject, PDRIVER_NOTIFICATION_CALLBACK_ROUTINE CallbackRoutine,
    PVOID Context, PVOID* NotificationEntry);
NTKERNELAPI NTSTATUS IoUnregisterPlugPlayNotification(PVOID NotificationEntry);
NTKERNELAPI NTSTATUS IoUnregisterPlugPlayNotificationEx(PVOID NotificationEntry);
NTKERNELAPI VOID IoInvalidateDeviceRelations(PDEVICE_OBJECT DeviceObject,
                                             DEVICE_RELATION_TYPE Type);
NTKERNELAPI VOID IoInvalidateDeviceState(PDEVICE_OBJECT PhysicalDeviceObject);
NTKERNELAPI VOID IoRequestDeviceEject(PDEVICE_OBJECT PhysicalDeviceObject);
NTKERNELAPI NTSTATUS IoReportTargetDeviceChange(PDEVICE_OBJECT PhysicalDeviceObject,
                                                PVOID NotificationStructure);
NTKERNELAPI NTSTATUS IoReportTargetDeviceChangeAsynchronous(
    PDEVICE_OBJECT PhysicalDeviceObject, PVOID NotificationStructure,
    PDEVICE_CHANGE_COMPLETE_CALLBACK Callback, PVOID Context);
NTKERNELAPI NTSTATUS IoGetDeviceNumaNode(PDEVICE_OBJECT Pdo, PUSHORT NodeNumber);
NTKERNELAPI NTSTATUS IoReportDetectedDevice(PDRIVER_OBJECT DriverObject,
                                            INTERFACE_TYPE LegacyBusType, ULONG BusNumber,
                                            ULONG SlotNumber, PCM_RESOURCE_LIST ResourceList,
                                            PIO_RESOURCE_REQUIREMENTS_LIST ResourceRequirements,
                                            BOOLEAN ResourceAssigned, PDEVICE_OBJECT* DeviceObject);
NTKERNELAPI NTSTATUS IoReportResourceForDetection(PDRIVER_OBJECT DriverObject,
                                                  PCM_RESOURCE_LIST DriverList,
                                                  ULONG DriverListSize, PDEVICE_OBJECT DeviceObject,
                                                  PCM_RESOURCE_LIST DeviceList,
                                                  ULONG DeviceListSize, PBOOLEAN ConflictDetected);
typedef enum _DRIVER_REGKEY_TYPE {
  DriverRegKeyParameters,
  DriverRegKeyPersistentState,
  DriverRegKeySharedPersistentState
} DRIVER_REGKEY_TYPE,
    *PDRIVER_REGKEY_TYPE;
typedef enum _DRIVER_DIRECTORY_TYPE {
  DriverDirectoryImage,
  DriverDirectoryData,
  DriverDirectorySharedData
} DRIVER_DIRECTORY_TYPE,
    *PDRIVER_DIRECTORY_TYPE;
typedef enum _DEVICE_DIRECTORY_TYPE {
  DeviceDirectoryData
} DEVICE_DIRECTORY_TYPE,
    *PDEVICE_DIRECTORY_TYPE;
NTKERNELAPI NTSTATUS IoOpenDriverRegistryKey(struct _DRIVER_OBJECT* DriverObject,
                                             DRIVER_REGKEY_TYPE RegKeyType, ULONG DesiredAccess,
                                             ULONG Flags, PHANDLE DriverRegKey);
NTKERNELAPI NTSTATUS IoGetDriverDirectory(struct _DRIVER_OBJECT* DriverObject,
                                          DRIVER_DIRECTORY_TYPE DirectoryType, ULONG Flags,
                                          PHANDLE DriverDirectoryHandle);
NTKERNELAPI NTSTATUS IoGetDeviceDirectory(struct _DEVICE_OBJECT* PhysicalDeviceObject,
                                          DEVICE_DIRECTORY_TYPE DirectoryType, ULONG Flags,
                                          PVOID Reserved, PHANDLE DeviceDirectoryHandle);

// D3cold and reset interfaces of a bus.
typedef enum _D3COLD_LAST_TRANSITION_STATUS {
  LastDStateTransitionStatusUnknown = 0,
  LastDStateTransitionD3hot,
  LastDStateTransitionD3cold
} D3COLD_LAST_TRANSITION_STATUS,
    *PD3COLD_LAST_TRANSITION_STATUS;
typedef enum _DEVICE_WAKE_DEPTH {
  DeviceWakeDepthNotWakeable = 0,
  DeviceWakeDepthD0,
  DeviceWakeDepthD1,
  DeviceWakeDepthD2,
  DeviceWakeDepthD3hot,
  DeviceWakeDepthD3cold,
  DeviceWakeDepthMaximum
} DEVICE_WAKE_DEPTH,
    *PDEVICE_WAKE_DEPTH;
typedef VOID SET_D3COLD_SUPPORT(PVOID Context, BOOLEAN D3ColdSupport);
typedef SET_D3COLD_SUPPORT* PSET_D3COLD_SUPPORT;
typedef NTSTATUS GET_IDLE_WAKE_INFO(PVOID Context, SYSTEM_POWER_STATE SystemPowerState,
                                    PDEVICE_WAKE_DEPTH DeepestWakeableDstate);
typedef GET_IDLE_WAKE_INFO* PGET_IDLE_WAKE_INFO;
typedef NTSTATUS GET_D3COLD_CAPABILITY(PVOID Context, PBOOLEAN D3ColdSupported);
typedef GET_D3COLD_CAPABILITY* PGET_D3COLD_CAPABILITY;
typedef VOID GET_D3COLD_LAST_TRANSITION_STATUS(PVOID Context,
                                               PD3COLD_LAST_TRANSITION_STATUS LastTransitionStatus);
typedef GET_D3COLD_LAST_TRANSITION_STATUS* PGET_D3COLD_LAST_TRANSITION_STATUS;
#define D3COLD_SUPPORT_INTERFACE_VERSION 1
typedef struct _D3COLD_SUPPORT_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PSET_D3COLD_SUPPORT SetD3ColdSupport;
  PGET_IDLE_WAKE_INFO GetIdleWakeInfo;
  PGET_D3COLD_CAPABILITY GetD3ColdCapability;
  PGET_D3COLD_CAPABILITY GetBusDriverD3ColdSupport;
  PGET_D3COLD_LAST_TRANSITION_STATUS GetLastTransitionStatus;
} D3COLD_SUPPORT_INTERFACE, *PD3COLD_SUPPORT_INTERFACE;
typedef enum _DEVICE_RESET_TYPE {
  FunctionLevelDeviceReset,
  PlatformLevelDeviceReset
} DEVICE_RESET_TYPE;
typedef VOID (*PDEVICE_RESET_COMPLETION)(NTSTATUS Status, PVOID Context);

typedef struct _FUNCTION_LEVEL_DEVICE_RESET_PARAMETERS {
  ULONG Size;
  PDEVICE_RESET_COMPLETION DeviceResetCompletion;
  PVOID CompletionContext;
} FUNCTION_LEVEL_DEVICE_RESET_PARAMETERS, *PFUNCTION_LEVEL_DEVICE_RESET_PARAMETERS;
typedef NTSTATUS DEVICE_RESET_HANDLER(PVOID InterfaceContext, DEVICE_RESET_TYPE ResetType,
                                      ULONG Flags, PVOID ResetParameters);
typedef DEVICE_RESET_HANDLER* PDEVICE_RESET_HANDLER;
#define DEVICE_RESET_INTERFACE_VERSION_1 1
#define DEVICE_RESET_INTERFACE_VERSION DEVICE_RESET_INTERFACE_VERSION_1
typedef struct _DEVICE_RESET_INTERFACE_STANDARD {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PDEVICE_RESET_HANDLER DeviceReset;
  ULONG SupportedResetTypes;
  PVOID Reserved;
#if defined(NTDDI_WIN10_NI) && (NTDDI_VERSION >= NTDDI_WIN10_NI)
  PVOID QueryBusSpecificResetInfo;
  PVOID DeviceBusSpecificReset;
  PVOID GetDeviceResetStatus;
#endif
} DEVICE_RESET_INTERFACE_STANDARD, *PDEVICE_RESET_INTERFACE_STANDARD;

EXTERN_C_END
