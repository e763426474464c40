extern "C" {
#include <wdm.h>
}
#include <windef.h>
#include <stdio.h>
#include <ntstrsafe.h>
#include <stdlib.h>
#define NOBITMAP
#include <mmreg.h>
#undef NOBITMAP
#include <unknwn.h>
#include <ks.h>
#include <ksmedia.h>
#include <kcom.h>
#include "Allocator.h"

#define POOL_TAG 'emaC'
#define D_X 320
#define D_Y 240
#define FOURCC_YUY2 0x32595559

static NTSTATUS InitializeAllocator(PKSPIN Pin, PKSALLOCATOR_FRAMING AllocatorFraming, PVOID* Context)
{
    UNREFERENCED_PARAMETER(Pin);
    PFRAME_POOL Pool = (PFRAME_POOL)ExAllocatePoolZero(NonPagedPoolNx, sizeof(FRAME_POOL), POOL_TAG);
    if (!Pool)
        return STATUS_INSUFFICIENT_RESOURCES;
    Pool->FrameSize = AllocatorFraming->FrameSize;
    ExInitializeNPagedLookasideList(&Pool->Frames, NULL, NULL, POOL_NX_ALLOCATION, Pool->FrameSize, POOL_TAG, 0);
    *Context = Pool;
    return STATUS_SUCCESS;
}

static VOID DeleteAllocator(PVOID Context)
{
    PFRAME_POOL Pool = (PFRAME_POOL)Context;
    NT_ASSERT(Pool->Outstanding == 0);
    ExDeleteNPagedLookasideList(&Pool->Frames);
    ExFreePool(Pool);
}

static PVOID AllocateFrame(PVOID Context)
{
    PFRAME_POOL Pool = (PFRAME_POOL)Context;
    PVOID Frame = ExAllocateFromNPagedLookasideList(&Pool->Frames);
    if (Frame)
        InterlockedIncrement(&Pool->Outstanding);
    return Frame;
}

static VOID FreeFrame(PVOID Context, PVOID Buffer)
{
    PFRAME_POOL Pool = (PFRAME_POOL)Context;
    InterlockedDecrement(&Pool->Outstanding);
    ExFreeToNPagedLookasideList(&Pool->Frames, Buffer);
}

static NTSTATUS ProcessPin(PKSPIN Pin)
{
    PKSSTREAM_POINTER Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
    if (!Leading)
        return STATUS_PENDING;
    Leading->StreamHeader->DataUsed = Leading->OffsetOut.Remaining;
    return KsStreamPointerAdvance(Leading);
}

static const KSALLOCATOR_DISPATCH AllocatorDispatch = {InitializeAllocator, DeleteAllocator, AllocateFrame, FreeFrame};

static const KSPIN_DISPATCH PinDispatch = {
    NULL, NULL, ProcessPin, NULL, NULL, NULL, NULL, NULL, NULL, &AllocatorDispatch};

DECLARE_SIMPLE_FRAMING_EX(Framing, STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED),
                          KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY | KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY,
                          2, 0, 2 * PAGE_SIZE, 2 * PAGE_SIZE);

static const KS_DATARANGE_VIDEO Format = {
    {sizeof(KS_DATARANGE_VIDEO), 0, D_X * D_Y * 2, 0, STATICGUIDOF(KSDATAFORMAT_TYPE_VIDEO),
     {FOURCC_YUY2, 0x0000, 0x0010, {0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71}},
     STATICGUIDOF(KSDATAFORMAT_SPECIFIER_VIDEOINFO)},
    TRUE, TRUE, 0, 0,
    {STATICGUIDOF(KSDATAFORMAT_SPECIFIER_VIDEOINFO), KS_AnalogVideo_None, D_X, D_Y, D_X, D_Y, D_X, D_Y,
     1, 1, 0, 0, D_X, D_Y, D_X, D_Y, 1, 1, 0, 0, 0, 0, 333667, 640000000, 8 * 2 * 30 * D_X * D_Y,
     8 * 2 * 30 * D_X * D_Y},
    {{0, 0, 0, 0}, {0, 0, 0, 0}, 8 * 2 * 30 * D_X * D_Y, 0L, 333667,
     {sizeof(KS_BITMAPINFOHEADER), D_X, D_Y, 1, 16, FOURCC_YUY2, D_X * D_Y * 2, 0, 0, 0, 0}}};

static const PKSDATARANGE Ranges[] = {(PKSDATARANGE)&Format};

static const KSPIN_DESCRIPTOR_EX Pins[] = {
    {&PinDispatch, NULL,
     {NULL, 0, NULL, 0, SIZEOF_ARRAY(Ranges), Ranges, KSPIN_DATAFLOW_OUT, KSPIN_COMMUNICATION_BOTH,
      &KSCATEGORY_VIDEO, &KSCATEGORY_VIDEO, 0},
     KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY, 1, 1, &Framing, NULL}};

static const GUID Categories[] = {STATICGUIDOF(KSCATEGORY_VIDEO), STATICGUIDOF(KSCATEGORY_CAPTURE)};

const KSFILTER_DESCRIPTOR CaptureFilter = {NULL, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
                                           DEFINE_KSFILTER_PIN_DESCRIPTORS(Pins),
                                           DEFINE_KSFILTER_CATEGORIES(Categories), 0,
                                           sizeof(KSNODE_DESCRIPTOR), NULL, 0, NULL, NULL};

DEFINE_KSFILTER_DESCRIPTOR_TABLE(Filters){&CaptureFilter};

static const KSDEVICE_DESCRIPTOR Device = {NULL, SIZEOF_ARRAY(Filters), Filters, KSDEVICE_DESCRIPTOR_VERSION};

extern "C" DRIVER_INITIALIZE DriverEntry;

extern "C" NTSTATUS DriverEntry(IN PDRIVER_OBJECT DriverObject, IN PUNICODE_STRING RegistryPath)
{
    return KsInitializeDriver(DriverObject, RegistryPath, &Device);
}
