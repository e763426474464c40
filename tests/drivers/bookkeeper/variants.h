/* Parts of the bookkeeper that depend on how it is built. Included by bookkeeper.c only. */
#if DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0
static VOID QuerySegments4(DXGK_QUERYSEGMENTOUT4* Out) {
  DXGK_SEGMENTDESCRIPTOR3 Old[2] = {0};
  DXGK_QUERYSEGMENTOUT3 Answer = {0};
  UINT i;
  Answer.pSegmentDescriptor = Old;
  QuerySegments(&Answer);
  Out->NbSegment = Answer.NbSegment;
  for (i = 0; Out->pSegmentDescriptor != NULL && i < Answer.NbSegment; i++) {
    DXGK_SEGMENTDESCRIPTOR4* Segment =
        (DXGK_SEGMENTDESCRIPTOR4*)((BYTE*)Out->pSegmentDescriptor + i * Out->SegmentDescriptorStride);
    Segment->Flags = Old[i].Flags;
    Segment->Flags.ApplicationTarget = 1;
    Segment->BaseAddress = Old[i].BaseAddress;
    Segment->Size = Old[i].Size;
    Segment->CommitLimit = Old[i].CommitLimit;
  }
  Out->PagingBufferSize = Answer.PagingBufferSize;
}
#endif

/* Where the driver keeps its allocations: in a block for each, behind a header of its own, or in one block for all,
   which stays until the device stops. */
#if defined(BOOK_HEADERS)
typedef struct _HEADER {
  LIST_ENTRY Link;
} HEADER;
static ALLOCATION* NewAllocation(ADAPTER* Adapter) {
  HEADER* Header = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(HEADER) + sizeof(ALLOCATION), TAG_ALLOCATION);
  ALLOCATION* Allocation = (ALLOCATION*)(Header + 1);
  UNREFERENCED_PARAMETER(Adapter);
  if (Header == NULL) return NULL;
  RtlZeroMemory(Header, sizeof(HEADER) + sizeof(ALLOCATION));
  Allocation->Tag = TAG_ALLOCATION;
  return Allocation;
}
static VOID FreeAllocation(ALLOCATION* Allocation) { ExFreePoolWithTag((HEADER*)Allocation - 1, TAG_ALLOCATION); }
#elif defined(BOOK_ONE_BLOCK)
static ALLOCATION* NewAllocation(ADAPTER* Adapter) {
  UINT i;
  if (Adapter->Block == NULL) {
    Adapter->Block =
        ExAllocatePoolWithTag(NonPagedPoolNx, BLOCK_ALLOCATIONS * sizeof(ALLOCATION), TAG_ALLOCATION);
    if (Adapter->Block != NULL) RtlZeroMemory(Adapter->Block, BLOCK_ALLOCATIONS * sizeof(ALLOCATION));
  }
  for (i = 0; Adapter->Block != NULL && i < BLOCK_ALLOCATIONS; i++) {
    if (Adapter->Block[i].Tag != 0) continue;
    RtlZeroMemory(&Adapter->Block[i], sizeof(ALLOCATION));
    Adapter->Block[i].Tag = TAG_ALLOCATION;
    return &Adapter->Block[i];
  }
  return NULL;
}
static VOID FreeAllocation(ALLOCATION* Allocation) { Allocation->Tag = 0; }
#else
static ALLOCATION* NewAllocation(ADAPTER* Adapter) {
  UNREFERENCED_PARAMETER(Adapter);
  return Make(sizeof(ALLOCATION), TAG_ALLOCATION);
}
static VOID FreeAllocation(ALLOCATION* Allocation) { ExFreePoolWithTag(Allocation, TAG_ALLOCATION); }
#endif

/* With BOOK_FORMATS it scans out its sources in formats of its own, of which it has BOOK_FORMATS. */
#if defined(BOOK_FORMATS)
static NTSTATUS APIENTRY BookSetDisplayPrivateDriverFormat(IN_CONST_HANDLE hAdapter,
                                                           IN_CONST_PDXGKARG_SETDISPLAYPRIVATEDRIVERFORMAT Args) {
  ADAPTER* Adapter = (ADAPTER*)hAdapter;
  PAGED_CODE();
  InterlockedIncrement(&Adapter->Book.FormatCalls);
  if (Args->PrimaryAllocation != NULL) Wrong(Adapter);
  if (Fails(Adapter, BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_FORMAT)) return STATUS_INVALID_PARAMETER;
  if (Args->PrivateDriverFormatAttribute >= BOOK_FORMATS) return STATUS_UNSUCCESSFUL;
  Adapter->Book.Format = Args->PrivateDriverFormatAttribute;
  Adapter->Book.FormatSource = Args->VidPnSourceId;
  return STATUS_SUCCESS;
}
#endif
