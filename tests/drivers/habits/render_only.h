/* What every render-only miniport of this folder answers alike: surfaces that the system describes, one aperture
 * segment, and entry points of which a device without a display has nothing to say. How a driver keeps its objects and
 * runs its work stands in the driver. */
#ifndef RENDER_ONLY_H
#define RENDER_ONLY_H

#define SURFACE_MAGIC 0x46525553
#define MOST_BYTES (64u * 1024 * 1024)
#define APERTURE_BASE 0x100000000LL
#ifndef APERTURE_BYTES
#define APERTURE_BYTES (256u * 1024 * 1024)
#endif

/* The private data of an allocation. It comes from a client: Bytes and Magic are looked at before they are used. */
typedef struct _SURFACE {
  ULONG Magic;
  ULONG Width;
  ULONG Height;
  ULONG Pitch;
  ULONG Bytes;
} SURFACE;

/* Copies the data, which a client may have written. FALSE when they are not of this driver. */
static inline BOOLEAN ReadSurface(const VOID* Data, UINT Size, SURFACE* Out) {
  if (Data == NULL || Size != sizeof(*Out)) return FALSE;
  RtlCopyMemory(Out, Data, sizeof(*Out));
  return Out->Magic == SURFACE_MAGIC && Out->Bytes != 0 && Out->Bytes <= MOST_BYTES;
}

/* Everything of an answer but the handle. */
static inline VOID DescribeSurface(const SURFACE* Surface, DXGK_ALLOCATIONINFO* Info) {
  Info->Alignment = 0;
  Info->Size = Surface->Bytes;
  Info->PitchAlignedSize = 0;
  Info->HintedBank.Value = 0;
  Info->PreferredSegment.Value = 0;
  Info->PreferredSegment.SegmentId0 = 1;
  Info->SupportedReadSegmentSet = 1;
  Info->SupportedWriteSegmentSet = 1;
  Info->EvictionSegmentSet = 0;
  Info->MaximumRenamingListLength = 0;
  Info->pAllocationUsageHint = NULL;
  Info->Flags.Value = 0;
  Info->Flags.CpuVisible = 1;
  Info->Flags.Cached = 1;
  Info->AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
}

static inline ULONG DescribeRows(SURFACE* Surface, ULONG Width, ULONG Height, ULONG Pixel) {
  Surface->Magic = SURFACE_MAGIC;
  Surface->Width = Width;
  Surface->Height = Height;
  Surface->Pitch = (Width * Pixel + 63) & ~63u;
  Surface->Bytes = Surface->Pitch * Height;
  return Surface->Pitch;
}

/* Asked twice: for the size, then for the data. */
static NTSTATUS APIENTRY StandardAllocation(IN_CONST_HANDLE hAdapter,
                                            INOUT_PDXGKARG_GETSTANDARDALLOCATIONDRIVERDATA Args) {
  SURFACE Surface;
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  RtlZeroMemory(&Surface, sizeof(Surface));
  if (Args->pAllocationPrivateDriverData == NULL) {
    Args->AllocationPrivateDriverDataSize = sizeof(Surface);
    Args->ResourcePrivateDriverDataSize = 0;
    return STATUS_SUCCESS;
  }
  if (Args->AllocationPrivateDriverDataSize < sizeof(Surface)) return STATUS_NO_MEMORY;
  switch (Args->StandardAllocationType) {
    case D3DKMDT_STANDARDALLOCATION_SHADOWSURFACE:
      Args->pCreateShadowSurfaceData->Pitch =
          DescribeRows(&Surface, Args->pCreateShadowSurfaceData->Width, Args->pCreateShadowSurfaceData->Height, 4);
      break;
    case D3DKMDT_STANDARDALLOCATION_STAGINGSURFACE:
      Args->pCreateStagingSurfaceData->Pitch =
          DescribeRows(&Surface, Args->pCreateStagingSurfaceData->Width, Args->pCreateStagingSurfaceData->Height, 4);
      break;
    case D3DKMDT_STANDARDALLOCATION_GDISURFACE:
      Args->pCreateGdiSurfaceData->Pitch =
          DescribeRows(&Surface, Args->pCreateGdiSurfaceData->Width, Args->pCreateGdiSurfaceData->Height, 4);
      break;
    default: /* A surface of a display: its creation is refused. */
      break;
  }
  RtlCopyMemory(Args->pAllocationPrivateDriverData, &Surface, sizeof(Surface));
  return STATUS_SUCCESS;
}

static inline VOID DescribeDescription(const SURFACE* Surface, DXGKARG_DESCRIBEALLOCATION* Args) {
  Args->Width = Surface->Width;
  Args->Height = Surface->Height;
  Args->Format = D3DDDIFMT_A8R8G8B8;
  Args->MultisampleMethod.NumSamples = 1;
  Args->MultisampleMethod.NumQualityLevels = 0;
  Args->RefreshRate.Numerator = 0;
  Args->RefreshRate.Denominator = 0;
  Args->PrivateDriverFormatAttribute = 0;
}

static inline VOID DescribeCaps(DXGK_DRIVERCAPS* Caps, DXGK_WDDMVERSION Version) {
  RtlZeroMemory(Caps, sizeof(*Caps));
  Caps->WDDMVersion = Version;
  Caps->HighestAcceptableAddress.QuadPart = -1;
  Caps->ApertureSegmentCommitLimit = APERTURE_BYTES;
  Caps->GpuEngineTopology.NbAsymetricProcessingNodes = 1;
  Caps->SchedulingCaps.MultiEngineAware = 1;
  Caps->SchedulingCaps.PreemptionAware = 1;
  Caps->SchedulingCaps.CancelCommandAware = 1;
  Caps->PreemptionCaps.GraphicsPreemptionGranularity = D3DKMDT_GRAPHICS_PREEMPTION_DMA_BUFFER_BOUNDARY;
  Caps->PreemptionCaps.ComputePreemptionGranularity = D3DKMDT_COMPUTE_PREEMPTION_DMA_BUFFER_BOUNDARY;
  Caps->SupportNonVGA = TRUE;
  Caps->SupportPerEngineTDR = TRUE;
}

static inline NTSTATUS AnswerSegment3(DXGK_QUERYSEGMENTOUT3* Out) {
  DXGK_SEGMENTDESCRIPTOR3* Segment = Out->pSegmentDescriptor;
  if (Segment == NULL) {
    Out->NbSegment = 1;
    return STATUS_SUCCESS;
  }
  RtlZeroMemory(Segment, sizeof(*Segment));
  Segment->Flags.Aperture = 1;
  Segment->Flags.CacheCoherent = 1;
  Segment->BaseAddress.QuadPart = APERTURE_BASE;
  Segment->Size = APERTURE_BYTES;
  Segment->CommitLimit = APERTURE_BYTES;
  Out->PagingBufferSegmentId = 0;
  Out->PagingBufferSize = PAGE_SIZE;
  Out->PagingBufferPrivateDataSize = 0;
  return STATUS_SUCCESS;
}

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0
static inline NTSTATUS AnswerSegment4(DXGK_QUERYSEGMENTOUT4* Out) {
  DXGK_SEGMENTDESCRIPTOR4 Segment;
  if (Out->pSegmentDescriptor == NULL) {
    Out->NbSegment = 1;
    return STATUS_SUCCESS;
  }
  RtlZeroMemory(&Segment, sizeof(Segment));
  Segment.Flags.Aperture = 1;
  Segment.Flags.CacheCoherent = 1;
  Segment.Flags.ApplicationTarget = 1;
  Segment.BaseAddress.QuadPart = APERTURE_BASE;
  Segment.Size = APERTURE_BYTES;
  Segment.CommitLimit = APERTURE_BYTES;
  RtlCopyMemory(Out->pSegmentDescriptor, &Segment, sizeof(Segment));
  Out->PagingBufferSegmentId = 0;
  Out->PagingBufferSize = PAGE_SIZE;
  Out->PagingBufferPrivateDataSize = 0;
  return STATUS_SUCCESS;
}
#endif

/* What a driver of one engine and this one segment is asked about itself. */
static inline NTSTATUS AnswerAdapter(const DXGKARG_QUERYADAPTERINFO* Args, DXGK_WDDMVERSION Version) {
  switch (Args->Type) {
    case DXGKQAITYPE_DRIVERCAPS:
      if (Args->OutputDataSize < sizeof(DXGK_DRIVERCAPS)) return STATUS_BUFFER_TOO_SMALL;
      DescribeCaps((DXGK_DRIVERCAPS*)Args->pOutputData, Version);
      return STATUS_SUCCESS;
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0
    case DXGKQAITYPE_QUERYSEGMENT4:
      if (Args->OutputDataSize < sizeof(DXGK_QUERYSEGMENTOUT4)) return STATUS_BUFFER_TOO_SMALL;
      return AnswerSegment4((DXGK_QUERYSEGMENTOUT4*)Args->pOutputData);
#else
    case DXGKQAITYPE_QUERYSEGMENT3:
      if (Args->OutputDataSize < sizeof(DXGK_QUERYSEGMENTOUT3)) return STATUS_BUFFER_TOO_SMALL;
      return AnswerSegment3((DXGK_QUERYSEGMENTOUT3*)Args->pOutputData);
#endif
    default:
      return STATUS_NOT_SUPPORTED;
  }
}

static inline VOID DescribeContext(DXGK_CONTEXTINFO* Info) {
  RtlZeroMemory(Info, sizeof(*Info));
  Info->DmaBufferSize = PAGE_SIZE;
  Info->AllocationListSize = 64;
  Info->PatchLocationListSize = 64;
}

#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3
static inline NTSTATUS APIENTRY OneNode(IN_CONST_HANDLE hAdapter, UINT Node, OUT_PDXGKARG_GETNODEMETADATA Out) {
  UNREFERENCED_PARAMETER(hAdapter);
  PAGED_CODE();
  if (Node != 0) return STATUS_INVALID_PARAMETER;
  RtlZeroMemory(Out, sizeof(*Out));
  Out->EngineType = DXGK_ENGINE_TYPE_3D;
  return STATUS_SUCCESS;
}
#endif

static inline NTSTATUS APIENTRY NothingToCollect(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_COLLECTDBGINFO Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Args);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY NoIoRequest(IN_CONST_PVOID Context, IN_ULONG Source, IN_PVIDEO_REQUEST_PACKET Packet) {
  UNREFERENCED_PARAMETER(Context);
  UNREFERENCED_PARAMETER(Source);
  UNREFERENCED_PARAMETER(Packet);
  return STATUS_NOT_SUPPORTED;
}

/* Software keeps its state in every power state. */
static NTSTATUS APIENTRY SamePower(IN_CONST_PVOID Context, IN_ULONG Uid, IN_DEVICE_POWER_STATE State,
                                   IN_POWER_ACTION Action) {
  UNREFERENCED_PARAMETER(Context);
  UNREFERENCED_PARAMETER(Uid);
  UNREFERENCED_PARAMETER(State);
  UNREFERENCED_PARAMETER(Action);
  return STATUS_SUCCESS;
}

static VOID APIENTRY NoScreenToReset(IN_CONST_PVOID Context) { UNREFERENCED_PARAMETER(Context); }

static NTSTATUS APIENTRY NoVerticalBlank(IN_CONST_HANDLE hAdapter, IN_CONST_DXGK_INTERRUPT_TYPE Type,
                                         IN_BOOLEAN Enable) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Type);
  UNREFERENCED_PARAMETER(Enable);
  return STATUS_NOT_IMPLEMENTED;
}

/* A packet that was never submitted has left nothing behind. */
static NTSTATUS APIENTRY NothingToCancel(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_CANCELCOMMAND Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Args);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY OnlyItself(IN_CONST_HANDLE hAdapter, INOUT_DXGKARG_QUERYDEPENDENTENGINEGROUP Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  Args->DependentNodeOrdinalMask = 1ull << Args->NodeOrdinal;
  return STATUS_SUCCESS;
}

/* The engine names no addresses of the segment, so that it has no page table to keep. */
static NTSTATUS APIENTRY NoPagingWork(IN_CONST_HANDLE hAdapter, IN_PDXGKARG_BUILDPAGINGBUFFER Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Args);
  PAGED_CODE();
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY NothingToPatch(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_PATCH Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  UNREFERENCED_PARAMETER(Args);
  return STATUS_SUCCESS;
}

static NTSTATUS APIENTRY AlwaysResponsive(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_QUERYENGINESTATUS Args) {
  UNREFERENCED_PARAMETER(hAdapter);
  Args->EngineStatus.Value = 0;
  Args->EngineStatus.Responsive = 1;
  return STATUS_SUCCESS;
}

/* The device has no interrupt of its own. */
static BOOLEAN APIENTRY NoInterrupt(IN_CONST_PVOID Context, IN_ULONG Message) {
  UNREFERENCED_PARAMETER(Context);
  UNREFERENCED_PARAMETER(Message);
  return FALSE;
}

static VOID APIENTRY NothingToUnload(VOID) { PAGED_CODE(); }

static inline VOID FillBoringEntries(DRIVER_INITIALIZATION_DATA* Table) {
  Table->DxgkDdiDispatchIoRequest = NoIoRequest;
  Table->DxgkDdiSetPowerState = SamePower;
  Table->DxgkDdiResetDevice = NoScreenToReset;
  Table->DxgkDdiControlInterrupt = NoVerticalBlank;
  Table->DxgkDdiCancelCommand = NothingToCancel;
  Table->DxgkDdiQueryDependentEngineGroup = OnlyItself;
  Table->DxgkDdiGetStandardAllocationDriverData = StandardAllocation;
  Table->DxgkDdiBuildPagingBuffer = NoPagingWork;
  Table->DxgkDdiPatch = NothingToPatch;
  Table->DxgkDdiQueryEngineStatus = AlwaysResponsive;
  Table->DxgkDdiInterruptRoutine = NoInterrupt;
  Table->DxgkDdiUnload = NothingToUnload;
}

#endif
