/* A miniport of any interface version: says how large its structures are and answers as that
 * version does. */
#include <dispmprt.h>
#include <ntddk.h>

static DXGKRNL_INTERFACE Dxgk;
static ULONG Context;

static void Say(const char* Text, ULONG64 Value) {
  ULONG i;
  for (; *Text; Text++) WRITE_PORT_UCHAR((PUCHAR)0xE9, (UCHAR)*Text);
  WRITE_PORT_UCHAR((PUCHAR)0xE9, ' ');
  for (i = 0; i < 8; i++)
    WRITE_PORT_UCHAR((PUCHAR)0xE9, (UCHAR) "0123456789abcdef"[((ULONG)Value >> (28 - 4 * i)) & 15]);
  WRITE_PORT_UCHAR((PUCHAR)0xE9, '\n');
}

NTSTATUS AddDevice(IN_CONST_PDEVICE_OBJECT Device, OUT_PPVOID MiniportDeviceContext) {
  UNREFERENCED_PARAMETER(Device);
  *MiniportDeviceContext = &Context;
  return STATUS_SUCCESS;
}

NTSTATUS StartDevice(IN_CONST_PVOID Adapter, IN_PDXGK_START_INFO Info, IN_PDXGKRNL_INTERFACE Given,
                     OUT_PULONG Sources, OUT_PULONG Children) {
  DXGK_DEVICE_INFO Device;
  UNREFERENCED_PARAMETER(Adapter);
  UNREFERENCED_PARAMETER(Info);
  Dxgk = *Given;
  if (Given->Size != sizeof(DXGKRNL_INTERFACE)) return STATUS_INFO_LENGTH_MISMATCH;
  if (Given->Version != DXGKDDI_INTERFACE_VERSION) return STATUS_REVISION_MISMATCH;
  *Sources = 0;
  *Children = 0;
  return Dxgk.DxgkCbGetDeviceInformation(Dxgk.DeviceHandle, &Device);
}

NTSTATUS StopDevice(IN_CONST_PVOID Adapter) {
  UNREFERENCED_PARAMETER(Adapter);
  return STATUS_SUCCESS;
}
NTSTATUS RemoveDevice(IN_CONST_PVOID Adapter) {
  UNREFERENCED_PARAMETER(Adapter);
  return STATUS_SUCCESS;
}
VOID Unload(VOID) { Say("Unload", 0); }

static NTSTATUS Caps(IN_CONST_PDXGKARG_QUERYADAPTERINFO Query) {
  DXGK_DRIVERCAPS* Out = (DXGK_DRIVERCAPS*)Query->pOutputData;
  if (Query->OutputDataSize != sizeof(*Out)) return STATUS_INVALID_PARAMETER;
  RtlZeroMemory(Out, sizeof(*Out));
  Out->HighestAcceptableAddress.QuadPart = -1;
  return STATUS_SUCCESS;
}

static NTSTATUS Segments(IN_CONST_PDXGKARG_QUERYADAPTERINFO Query) {
  DXGK_QUERYSEGMENTOUT* Out = (DXGK_QUERYSEGMENTOUT*)Query->pOutputData;
  if (Query->OutputDataSize != sizeof(*Out)) return STATUS_INVALID_PARAMETER;
  if (Out->pSegmentDescriptor == NULL) {
    Out->NbSegment = 2;
    return STATUS_SUCCESS;
  }
  Out->pSegmentDescriptor[0].Size = 0x10000;
  Out->pSegmentDescriptor[1].BaseAddress.QuadPart = 0x10000;
  Out->pSegmentDescriptor[1].Size = 0x20000;
  Out->pSegmentDescriptor[1].Flags.Aperture = 1;
  Out->PagingBufferSize = PAGE_SIZE;
  return STATUS_SUCCESS;
}

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
static NTSTATUS Segments3(IN_CONST_PDXGKARG_QUERYADAPTERINFO Query) {
  DXGK_QUERYSEGMENTOUT3* Out = (DXGK_QUERYSEGMENTOUT3*)Query->pOutputData;
  if (Query->OutputDataSize != sizeof(*Out)) return STATUS_INVALID_PARAMETER;
  if (Out->pSegmentDescriptor == NULL) {
    Out->NbSegment = 2;
    return STATUS_SUCCESS;
  }
  Out->pSegmentDescriptor[0].Size = 0x10000;
  Out->pSegmentDescriptor[1].BaseAddress.QuadPart = 0x10000;
  Out->pSegmentDescriptor[1].Size = 0x20000;
  Out->pSegmentDescriptor[1].Flags.Aperture = 1;
  Out->PagingBufferSize = PAGE_SIZE;
  return STATUS_SUCCESS;
}
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
static NTSTATUS Segments4(IN_CONST_PDXGKARG_QUERYADAPTERINFO Query) {
  DXGK_QUERYSEGMENTOUT4* Out = (DXGK_QUERYSEGMENTOUT4*)Query->pOutputData;
  DXGK_SEGMENTDESCRIPTOR4* Segment = (DXGK_SEGMENTDESCRIPTOR4*)Out->pSegmentDescriptor;
  if (Query->OutputDataSize != sizeof(*Out)) return STATUS_INVALID_PARAMETER;
  if (Segment == NULL) {
    Out->NbSegment = 2;
    return STATUS_SUCCESS;
  }
  /* An author who takes it for an array must be right. */
  if (Out->SegmentDescriptorStride != sizeof(*Segment)) return STATUS_INVALID_PARAMETER;
  Segment[0].Size = 0x10000;
  Segment[1].BaseAddress.QuadPart = 0x10000;
  Segment[1].Size = 0x20000;
  Segment[1].Flags.Aperture = 1;
  Out->PagingBufferSize = PAGE_SIZE;
  return STATUS_SUCCESS;
}
#endif

NTSTATUS APIENTRY QueryAdapterInfo(IN_CONST_HANDLE Adapter,
                                   IN_CONST_PDXGKARG_QUERYADAPTERINFO Query) {
  UNREFERENCED_PARAMETER(Adapter);
  Say("Query", Query->Type);
  switch (Query->Type) {
    case DXGKQAITYPE_DRIVERCAPS:
      return Caps(Query);
    case DXGKQAITYPE_QUERYSEGMENT:
      return Segments(Query);
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
    case DXGKQAITYPE_QUERYSEGMENT3:
      return Segments3(Query);
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
    case DXGKQAITYPE_QUERYSEGMENT4:
      return Segments4(Query);
#endif
    default:
      return STATUS_NOT_SUPPORTED;
  }
}

NTSTATUS APIENTRY Patch(IN_CONST_HANDLE A, IN_CONST_PDXGKARG_PATCH P) {
  UNREFERENCED_PARAMETER(A);
  UNREFERENCED_PARAMETER(P);
  return STATUS_SUCCESS;
}
NTSTATUS APIENTRY Submit(IN_CONST_HANDLE A, IN_CONST_PDXGKARG_SUBMITCOMMAND S) {
  UNREFERENCED_PARAMETER(A);
  UNREFERENCED_PARAMETER(S);
  return STATUS_SUCCESS;
}
NTSTATUS APIENTRY Render(IN_CONST_HANDLE C, INOUT_PDXGKARG_RENDER R) {
  UNREFERENCED_PARAMETER(C);
  UNREFERENCED_PARAMETER(R);
  return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  /* What stands behind the structure is no entry point. */
  struct {
    DRIVER_INITIALIZATION_DATA Data;
    UCHAR Behind[4096];
  } Block;
  RtlFillMemory(&Block, sizeof(Block), 0xEE);
  RtlZeroMemory(&Block.Data, sizeof(Block.Data));
  Block.Data.Version = DXGKDDI_INTERFACE_VERSION;
  Block.Data.DxgkDdiAddDevice = AddDevice;
  Block.Data.DxgkDdiStartDevice = StartDevice;
  Block.Data.DxgkDdiStopDevice = StopDevice;
  Block.Data.DxgkDdiRemoveDevice = RemoveDevice;
  Block.Data.DxgkDdiUnload = Unload;
  Block.Data.DxgkDdiQueryAdapterInfo = QueryAdapterInfo;
  Block.Data.DxgkDdiPatch = Patch;
  Block.Data.DxgkDdiSubmitCommand = Submit;
  Block.Data.DxgkDdiRender = Render;
  Say("DRIVER_INITIALIZATION_DATA", sizeof(DRIVER_INITIALIZATION_DATA));
  Say("DXGKRNL_INTERFACE", sizeof(DXGKRNL_INTERFACE));
  Say("DXGK_DRIVERCAPS", sizeof(DXGK_DRIVERCAPS));
  Say("DXGKARG_QUERYADAPTERINFO", sizeof(DXGKARG_QUERYADAPTERINFO));
  Say("DXGK_START_INFO", sizeof(DXGK_START_INFO));
  return DxgkInitialize(DriverObject, RegistryPath, &Block.Data);
}
