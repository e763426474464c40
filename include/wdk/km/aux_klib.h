// Auxiliary kernel library: loaded modules, bug check data, firmware tables.
#ifndef _AUX_KLIB_H
#define _AUX_KLIB_H

#include "ntddk.h"

EXTERN_C_START

#define AUX_KLIB_MODULE_PATH_LEN 256

typedef struct _AUX_MODULE_BASIC_INFO {
  PVOID ImageBase;
} AUX_MODULE_BASIC_INFO, *PAUX_MODULE_BASIC_INFO;

typedef struct _AUX_MODULE_EXTENDED_INFO {
  AUX_MODULE_BASIC_INFO BasicInfo;
  ULONG ImageSize;
  USHORT FileNameOffset;
  UCHAR FullPathName[AUX_KLIB_MODULE_PATH_LEN];
} AUX_MODULE_EXTENDED_INFO, *PAUX_MODULE_EXTENDED_INFO;

typedef struct _KBUGCHECK_DATA {
  ULONG BugCheckDataSize;
  ULONG BugCheckCode;
  ULONG_PTR Parameter1;
  ULONG_PTR Parameter2;
  ULONG_PTR Parameter3;
  ULONG_PTR Parameter4;
} KBUGCHECK_DATA, *PKBUGCHECK_DATA;
NTSTATUS AuxKlibInitialize(VOID);
NTSTATUS AuxKlibQueryModuleInformation(PULONG BufferSize, ULONG ElementSize, PVOID QueryInfo);
NTSTATUS AuxKlibGetBugCheckData(PKBUGCHECK_DATA BugCheckData);
NTSTATUS AuxKlibEnumerateSystemFirmwareTables(ULONG FirmwareTableProviderSignature,
                                              PVOID FirmwareTableBuffer, ULONG BufferLength,
                                              PULONG ReturnLength);
NTSTATUS AuxKlibGetSystemFirmwareTable(ULONG FirmwareTableProviderSignature, ULONG FirmwareTableID,
                                       PVOID FirmwareTableBuffer, ULONG BufferLength,
                                       PULONG ReturnLength);
struct _IMAGE_EXPORT_DIRECTORY* AuxKlibGetImageExportDirectory(PVOID ImageBase);

EXTERN_C_END

#endif
