/* Constants, parameter aliases and request packets that the rest of dispmprt.h is built on. */
#pragma once

/* Annotations that analysis tools read; they carry no code. */
#ifndef _Function_class_DXGK_
#define _Function_class_DXGK_(param)
#endif
#ifndef _IRQL_requires_DXGK_
#define _IRQL_requires_DXGK_(param)
#endif
#ifndef _Field_size_bytes_DXGK_
#define _Field_size_bytes_DXGK_(param)
#endif

/* ACPI notifications on the display device. */
#define ACPI_NOTIFY_DOCK_EVENT 0x77
#define ACPI_NOTIFY_PANEL_SWITCH 0x80
#define ACPI_NOTIFY_DEVICE_HOTPLUG 0x81
#define ACPI_NOTIFY_CYCLE_DISPLAY_HOTKEY 0x82
#define ACPI_NOTIFY_NEXT_DISPLAY_HOTKEY 0x83
#define ACPI_NOTIFY_PREV_DISPLAY_HOTKEY 0x84
#define ACPI_NOTIFY_CYCLE_BRIGHTNESS_HOTKEY 0x85
#define ACPI_NOTIFY_INC_BRIGHTNESS_HOTKEY 0x86
#define ACPI_NOTIFY_DEC_BRIGHTNESS_HOTKEY 0x87
#define ACPI_NOTIFY_ZERO_BRIGHTNESS_HOTKEY 0x88
#define ACPI_NOTIFY_VIDEO_WAKEUP 0x90

/* ACPI method names: four characters in memory order. */
#define ACPI_METHOD_DISPLAY_DOS ((ULONG)0x534F445F)
#define ACPI_METHOD_DISPLAY_DOD ((ULONG)0x444F445F)
#define ACPI_METHOD_DISPLAY_ROM ((ULONG)0x4D4F525F)
#define ACPI_METHOD_DISPLAY_GPD ((ULONG)0x4450475F)
#define ACPI_METHOD_DISPLAY_SPD ((ULONG)0x4450535F)
#define ACPI_METHOD_DISPLAY_VPO ((ULONG)0x4F50565F)
#define ACPI_METHOD_OUTPUT_ADR ((ULONG)0x5244415F)
#define ACPI_METHOD_OUTPUT_BCL ((ULONG)0x4C43425F)
#define ACPI_METHOD_OUTPUT_BCM ((ULONG)0x4D43425F)
#define ACPI_METHOD_OUTPUT_DDC ((ULONG)0x4344445F)
#define ACPI_METHOD_OUTPUT_DCS ((ULONG)0x5343445F)
#define ACPI_METHOD_OUTPUT_DGS ((ULONG)0x5347445F)
#define ACPI_METHOD_OUTPUT_DSS ((ULONG)0x5353445F)
#define ACPI_METHOD_HARDWARE_ID ((ULONG)0x4449485F)

#define ACPI_ARG_ENABLE_SWITCH_EVENT 0x0
#define ACPI_ARG_ENABLE_AUTO_SWITCH 0x1
#define ACPI_ARG_DISABLE_SWITCH_EVENT 0x2
#define ACPI_ARG_ENABLE_AUTO_LCD_BRIGHTNESS 0x0
#define ACPI_ARG_DISABLE_AUTO_LCD_BRIGHTNESS 0x4

/* What DxgkDdiNotifyAcpiEvent asks for in return. */
#define DXGK_ACPI_CHANGE_DISPLAY_MODE 1
#define DXGK_ACPI_POLL_DISPLAY_CHILDREN 2
#define DXGK_ACPI_CHANGE_DISPLAY_TOPOLOGY 4
#define DXGK_ACPI_CHAIN_NOT_HANDLED 8

/* AcpiInputSize value of DxgkCbEvalAcpiMethod. */
#define DXGK_ACPI_PASS_ARGS_TO_CHILDREN 1

/* Device identifiers; children carry the miniport's own. */
#ifndef DISPLAY_ADAPTER_HW_ID
#define DISPLAY_ADAPTER_HW_ID 0xFFFFFFFF
#endif

/* Spaces of DxgkCbReadDeviceSpace and DxgkCbWriteDeviceSpace. */
#ifndef PCI_WHICHSPACE_CONFIG
#define PCI_WHICHSPACE_CONFIG 0x0
#endif
#ifndef PCI_WHICHSPACE_ROM
#define PCI_WHICHSPACE_ROM 0x52696350
#endif
#define DXGK_WHICHSPACE_CONFIG PCI_WHICHSPACE_CONFIG
#define DXGK_WHICHSPACE_ROM PCI_WHICHSPACE_ROM
#define DXGK_WHICHSPACE_MCH 0x80000000
#define DXGK_WHICHSPACE_BRIDGE 0x80000001

/* Attributes of DxgkCbExcludeAdapterAccess. */
#define DXGK_EXCLUDE_EVICT_ALL 0x1
#define DXGK_EXCLUDE_CALL_SYNCHRONOUS 0x2
#define DXGK_EXCLUDE_BRIDGE_ACCESS 0x4

#define DXGK_MAX_STRING_LEN 50
#define DXGK_MAX_REG_SZ_LEN DXGK_MAX_STRING_LEN + 1

/* Request packets of the video port; video.h has the same. */
#ifndef __VIDEO_H__
typedef LONG VP_STATUS, *PVP_STATUS;

typedef struct _STATUS_BLOCK {
  union {
    VP_STATUS Status;
    PVOID Pointer;
  };
  ULONG_PTR Information;
} STATUS_BLOCK, *PSTATUS_BLOCK;

typedef struct _VIDEO_REQUEST_PACKET {
  ULONG IoControlCode;
  PSTATUS_BLOCK StatusBlock;
  PVOID InputBuffer;
  ULONG InputBufferLength;
  PVOID OutputBuffer;
  ULONG OutputBufferLength;
} VIDEO_REQUEST_PACKET, *PVIDEO_REQUEST_PACKET;

typedef struct _QUERY_INTERFACE {
  CONST GUID* InterfaceType;
  USHORT Size;
  USHORT Version;
  PINTERFACE Interface;
  PVOID InterfaceSpecificData;
  ULONG DeviceUid;
} QUERY_INTERFACE, *PQUERY_INTERFACE;
#endif

/* Parameter aliases that driver sources use in place of the plain types. */
typedef CONST HANDLE IN_CONST_HANDLE;
typedef CONST PVOID IN_CONST_PVOID;
typedef CONST PDEVICE_OBJECT IN_CONST_PDEVICE_OBJECT;
typedef PVOID IN_PVOID;
typedef PVOID INOUT_PVOID;
typedef PVOID* OUT_PPVOID;
typedef PULONG OUT_PULONG;
typedef ULONG IN_ULONG;
typedef UCHAR IN_UCHAR;
typedef BOOLEAN IN_BOOLEAN;
typedef DEVICE_POWER_STATE IN_DEVICE_POWER_STATE;
typedef POWER_ACTION IN_POWER_ACTION;
typedef PVIDEO_REQUEST_PACKET IN_PVIDEO_REQUEST_PACKET;
typedef PQUERY_INTERFACE IN_PQUERY_INTERFACE;
