/* A minidriver in C whose filter processes: bytes that come in go out inverted. Its output pin brings an allocator of its
 * own, which keeps freed frames on a free list of its own and gives the memory back when the allocator goes. */
#include <wdm.h>
#include <windef.h>
#include <ks.h>
#include <ksmedia.h>
#include "block_stream.h"

#define POOLED_TAG 'looP'
#define MOST_FRAMES 16
#define PIN_IN 0
#define PIN_OUT 1

/* One frame of the allocator: the header stands before the bytes that the stream sees. */
typedef struct _FRAME {
  SLIST_ENTRY Link;
  ULONG Bytes;
} FRAME;

typedef struct _POOL {
  SLIST_HEADER Free;
  volatile LONG Made;
  LONG Most;
  ULONG Bytes;
} POOL;

typedef struct _FILTER_STATE {
  ULONG64 Blocks;
} FILTER_STATE;

/* The allocator. */

static NTSTATUS PoolCreate(PKSPIN Pin, PKSALLOCATOR_FRAMING Framing, PVOID* Context) {
  POOL* Pool;
  UNREFERENCED_PARAMETER(Pin);
  PAGED_CODE();
  if (Framing->FrameSize != BLOCK_BYTES || Framing->Frames > MOST_FRAMES) return STATUS_INVALID_PARAMETER;
  if (Framing->FileAlignment > FILE_OCTA_ALIGNMENT) return STATUS_INVALID_PARAMETER;
  Pool = (POOL*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(*Pool), POOLED_TAG);
  if (Pool == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  InitializeSListHead(&Pool->Free);
  Pool->Bytes = Framing->FrameSize;
  Pool->Most = Framing->Frames == 0 ? MOST_FRAMES : (LONG)Framing->Frames;
  *Context = Pool;
  return STATUS_SUCCESS;
}

static VOID PoolDelete(PVOID Context) {
  POOL* Pool = (POOL*)Context;
  PSLIST_ENTRY Link;
  while ((Link = InterlockedPopEntrySList(&Pool->Free)) != NULL)
    ExFreePoolWithTag(CONTAINING_RECORD(Link, FRAME, Link), POOLED_TAG);
  ExFreePoolWithTag(Pool, POOLED_TAG);
}

static PVOID PoolAllocate(PVOID Context) {
  POOL* Pool = (POOL*)Context;
  PSLIST_ENTRY Link = InterlockedPopEntrySList(&Pool->Free);
  FRAME* Frame;
  if (Link != NULL) return CONTAINING_RECORD(Link, FRAME, Link) + 1;
  if (InterlockedIncrement(&Pool->Made) <= Pool->Most) {
    Frame = (FRAME*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(*Frame) + Pool->Bytes, POOLED_TAG);
    if (Frame != NULL) {
      Frame->Bytes = Pool->Bytes;
      return Frame + 1;
    }
  }
  InterlockedDecrement(&Pool->Made);
  return NULL;
}

static VOID PoolFree(PVOID Context, PVOID Buffer) {
  InterlockedPushEntrySList(&((POOL*)Context)->Free, &((FRAME*)Buffer - 1)->Link);
}

static const KSALLOCATOR_DISPATCH PoolDispatch = {PoolCreate, PoolDelete, PoolAllocate, PoolFree};

/* The filter. */

static NTSTATUS FilterCreate(PKSFILTER Filter, PIRP Irp) {
  FILTER_STATE* State;
  UNREFERENCED_PARAMETER(Irp);
  PAGED_CODE();
  State = (FILTER_STATE*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(*State), POOLED_TAG);
  if (State == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  Filter->Context = State;
  return STATUS_SUCCESS;
}

static NTSTATUS FilterClose(PKSFILTER Filter, PIRP Irp) {
  UNREFERENCED_PARAMETER(Irp);
  PAGED_CODE();
  ExFreePoolWithTag(Filter->Context, POOLED_TAG);
  return STATUS_SUCCESS;
}

static NTSTATUS FilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  FILTER_STATE* State = (FILTER_STATE*)Filter->Context;
  PKSPROCESSPIN In = Index[PIN_IN].Count != 0 ? Index[PIN_IN].Pins[0] : NULL;
  PKSPROCESSPIN Out = Index[PIN_OUT].Count != 0 ? Index[PIN_OUT].Pins[0] : NULL;
  ULONG Bytes, i;
  if (In == NULL || Out == NULL) return STATUS_PENDING;
  Bytes = In->BytesAvailable < Out->BytesAvailable ? In->BytesAvailable : Out->BytesAvailable;
  for (i = 0; i < Bytes; i++) ((PUCHAR)Out->Data)[i] = (UCHAR) ~((PUCHAR)In->Data)[i];
  In->BytesUsed = Bytes;
  Out->BytesUsed = Bytes;
  /* A block that came short goes out short. */
  In->Terminate = TRUE;
  Out->Terminate = TRUE;
  State->Blocks++;
  return STATUS_SUCCESS;
}

static NTSTATUS PinSetFormat(PKSPIN Pin, PKSDATAFORMAT Old, PKSMULTIPLE_ITEM Attributes, const KSDATARANGE* Range,
                             const KSATTRIBUTE_LIST* List) {
  UNREFERENCED_PARAMETER(Old);
  UNREFERENCED_PARAMETER(Attributes);
  UNREFERENCED_PARAMETER(Range);
  UNREFERENCED_PARAMETER(List);
  return CheckBlocks(Pin->ConnectionFormat);
}

static const KSPIN_DISPATCH InDispatch = {NULL, NULL, NULL, NULL, PinSetFormat, NULL, NULL, NULL, NULL, NULL};
static const KSPIN_DISPATCH OutDispatch = {NULL, NULL, NULL, NULL, PinSetFormat, NULL, NULL, NULL, NULL, &PoolDispatch};

static const KSFILTER_DISPATCH FilterDispatch = {FilterCreate, FilterClose, FilterProcess, NULL};

DECLARE_SIMPLE_FRAMING_EX(InFraming, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
                          KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY | KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY, 4, 0,
                          BLOCK_BYTES, BLOCK_BYTES);
DECLARE_SIMPLE_FRAMING_EX(OutFraming, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
                          KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY | KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY, 4,
                          FILE_OCTA_ALIGNMENT, BLOCK_BYTES, BLOCK_BYTES);

static const KSPIN_DESCRIPTOR_EX Pins[] = {
    {&InDispatch,
     NULL,
     {0, NULL, 0, NULL, SIZEOF_ARRAY(BlockRanges), BlockRanges, KSPIN_DATAFLOW_IN, KSPIN_COMMUNICATION_BOTH, NULL, NULL, {0}},
     0,
     1,
     0,
     &InFraming,
     IntersectBlocks},
    {&OutDispatch,
     NULL,
     {0, NULL, 0, NULL, SIZEOF_ARRAY(BlockRanges), BlockRanges, KSPIN_DATAFLOW_OUT, KSPIN_COMMUNICATION_BOTH, NULL, NULL, {0}},
     0,
     1,
     0,
     &OutFraming,
     IntersectBlocks}};

static const GUID Reference = {0x9e5c2a11, 0x1f0b, 0x4d6e, {0x8a, 0x31, 0x52, 0x90, 0x6c, 0x0e, 0x44, 0x02}};
static const GUID Categories[] = {{STATICGUIDOF(KSCATEGORY_DATATRANSFORM)}};

static const KSFILTER_DESCRIPTOR Filter = {&FilterDispatch,
                                           NULL,
                                           KSFILTER_DESCRIPTOR_VERSION,
                                           0,
                                           &Reference,
                                           DEFINE_KSFILTER_PIN_DESCRIPTORS(Pins),
                                           DEFINE_KSFILTER_CATEGORIES(Categories),
                                           DEFINE_KSFILTER_NODE_DESCRIPTORS_NULL,
                                           DEFINE_KSFILTER_DEFAULT_CONNECTIONS,
                                           NULL};

static const KSFILTER_DESCRIPTOR* const Filters[] = {&Filter};
static const KSDEVICE_DESCRIPTOR Device = {NULL, SIZEOF_ARRAY(Filters), Filters, KSDEVICE_DESCRIPTOR_VERSION, 0};

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  return KsInitializeDriver(DriverObject, RegistryPath, &Device);
}
