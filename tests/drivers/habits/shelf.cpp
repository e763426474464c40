// A capture minidriver whose pin has its context in its own bag. The process routine only takes frames, as clones, onto a
// shelf; the DPC of a timer fills them. What is on the shelf when the pin stops goes back empty.
extern "C" {
#include <wdm.h>
}
#include <windef.h>
#include <ks.h>
#include <ksmedia.h>
#include "block_stream.h"

#define SHELF_TAG 'fehS'

static const ULONG kMostClones = 4;
static const LONGLONG kPeriod = 100000;  // ten milliseconds

struct Shelf;

// In the bag of the device.
struct Source {
  FAST_MUTEX lock;
  LIST_ENTRY shelves;
  BOOLEAN works;  // started, powered and there
};

// In the bag of the pin, which frees it after the close.
struct Shelf {
  LIST_ENTRY link;  // of the source
  PKSPIN pin;
  Source* source;
  KTIMER timer;
  KDPC dpc;
  BOOLEAN runs;  // under the source's lock
  KSPIN_LOCK lock;
  BOOLEAN accepts;
  ULONG count;
  ULONG next;
  PKSSTREAM_POINTER clones[kMostClones];
  UCHAR pattern;
};

static VOID FreeFromBag(PVOID Object) { ExFreePoolWithTag(Object, SHELF_TAG); }

static PVOID AllocateInto(KSOBJECT_BAG bag, SIZE_T bytes) {
  PVOID const object = ExAllocatePoolZero(NonPagedPoolNx, bytes, SHELF_TAG);
  if (object == NULL) return NULL;
  if (NT_SUCCESS(KsAddItemToObjectBag(bag, object, FreeFromBag))) return object;
  ExFreePoolWithTag(object, SHELF_TAG);
  return NULL;
}

static PKSSTREAM_POINTER TakeOne(Shelf& shelf) {
  KIRQL irql;
  PKSSTREAM_POINTER clone = NULL;
  KeAcquireSpinLock(&shelf.lock, &irql);
  if (shelf.count != 0) {
    clone = shelf.clones[shelf.next];
    shelf.next = (shelf.next + 1) % kMostClones;
    --shelf.count;
  }
  KeReleaseSpinLock(&shelf.lock, irql);
  return clone;
}

static BOOLEAN PutOne(Shelf& shelf, PKSSTREAM_POINTER clone) {
  KIRQL irql;
  KeAcquireSpinLock(&shelf.lock, &irql);
  const BOOLEAN fits = shelf.accepts && shelf.count < kMostClones;
  if (fits) shelf.clones[(shelf.next + shelf.count++) % kMostClones] = clone;
  KeReleaseSpinLock(&shelf.lock, irql);
  return fits;
}

static BOOLEAN HasRoom(Shelf& shelf) {
  KIRQL irql;
  KeAcquireSpinLock(&shelf.lock, &irql);
  const BOOLEAN has = shelf.accepts && shelf.count < kMostClones;
  KeReleaseSpinLock(&shelf.lock, irql);
  return has;
}

static VOID Accept(Shelf& shelf, BOOLEAN accepts) {
  KIRQL irql;
  KeAcquireSpinLock(&shelf.lock, &irql);
  shelf.accepts = accepts;
  KeReleaseSpinLock(&shelf.lock, irql);
}

static VOID Clear(Shelf& shelf) {
  while (PKSSTREAM_POINTER clone = TakeOne(shelf)) KsStreamPointerDelete(clone);
}

static VOID OnTimer(PKDPC, PVOID context, PVOID, PVOID) {
  Shelf& shelf = *static_cast<Shelf*>(context);
  if (PKSSTREAM_POINTER clone = TakeOne(shelf)) {
    const ULONG room = clone->OffsetOut.Remaining;
    const ULONG bytes = room < BLOCK_BYTES ? room : BLOCK_BYTES;
    RtlFillMemory(clone->OffsetOut.Data, bytes, ++shelf.pattern);
    clone->StreamHeader->DataUsed = bytes;
    KsStreamPointerDelete(clone);
  }
  KsPinAttemptProcessing(shelf.pin, TRUE);
}

static NTSTATUS PinProcess(PKSPIN pin) {
  Shelf& shelf = *static_cast<Shelf*>(pin->Context);
  while (HasRoom(shelf)) {
    PKSSTREAM_POINTER const leading = KsPinGetLeadingEdgeStreamPointer(pin, KSSTREAM_POINTER_STATE_LOCKED);
    if (leading == NULL) break;
    if (leading->StreamHeader->Data == NULL) {
      KsStreamPointerUnlock(leading, TRUE);
      continue;
    }
    PKSSTREAM_POINTER clone = NULL;
    if (!NT_SUCCESS(KsStreamPointerClone(leading, NULL, 0, &clone))) {
      KsStreamPointerUnlock(leading, FALSE);  // the next tick tries again
      break;
    }
    clone->StreamHeader->DataUsed = 0;
    KsStreamPointerUnlock(leading, TRUE);
    if (!PutOne(shelf, clone)) KsStreamPointerDelete(clone);
  }
  return STATUS_PENDING;
}

// Under the source's lock.
static VOID Follow(Shelf& shelf) {
  if (shelf.runs && shelf.source->works) {
    LARGE_INTEGER due;
    due.QuadPart = -kPeriod;
    Accept(shelf, TRUE);
    KeSetTimerEx(&shelf.timer, due, static_cast<LONG>(kPeriod / 10000), &shelf.dpc);
    KsPinAttemptProcessing(shelf.pin, TRUE);
    return;
  }
  Accept(shelf, FALSE);
  KeCancelTimer(&shelf.timer);
  KeFlushQueuedDpcs();
  if (!shelf.source->works) Clear(shelf);
}

static VOID SetRunning(Shelf& shelf, BOOLEAN runs) {
  KeEnterCriticalRegion();
  ExAcquireFastMutexUnsafe(&shelf.source->lock);
  if (shelf.runs != runs) {
    shelf.runs = runs;
    Follow(shelf);
  }
  ExReleaseFastMutexUnsafe(&shelf.source->lock);
  KeLeaveCriticalRegion();
}

static VOID SetWorking(PKSDEVICE device, BOOLEAN works) {
  Source& source = *static_cast<Source*>(device->Context);
  KeEnterCriticalRegion();
  ExAcquireFastMutexUnsafe(&source.lock);
  if (source.works != works) {
    source.works = works;
    for (PLIST_ENTRY at = source.shelves.Flink; at != &source.shelves; at = at->Flink)
      Follow(*CONTAINING_RECORD(at, Shelf, link));
  }
  ExReleaseFastMutexUnsafe(&source.lock);
  KeLeaveCriticalRegion();
}

static NTSTATUS PinCreate(PKSPIN pin, PIRP) {
  auto* const shelf = static_cast<Shelf*>(AllocateInto(pin->Bag, sizeof(Shelf)));
  if (shelf == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  shelf->pin = pin;
  shelf->source = static_cast<Source*>(KsPinGetDevice(pin)->Context);
  KeInitializeSpinLock(&shelf->lock);
  KeInitializeTimerEx(&shelf->timer, SynchronizationTimer);
  KeInitializeDpc(&shelf->dpc, OnTimer, shelf);
  pin->Context = shelf;
  KeEnterCriticalRegion();
  ExAcquireFastMutexUnsafe(&shelf->source->lock);
  InsertTailList(&shelf->source->shelves, &shelf->link);
  ExReleaseFastMutexUnsafe(&shelf->source->lock);
  KeLeaveCriticalRegion();
  return STATUS_SUCCESS;
}

static NTSTATUS PinClose(PKSPIN pin, PIRP) {
  Shelf& shelf = *static_cast<Shelf*>(pin->Context);
  SetRunning(shelf, FALSE);
  Clear(shelf);
  KeEnterCriticalRegion();
  ExAcquireFastMutexUnsafe(&shelf.source->lock);
  RemoveEntryList(&shelf.link);
  ExReleaseFastMutexUnsafe(&shelf.source->lock);
  KeLeaveCriticalRegion();
  return STATUS_SUCCESS;
}

static VOID PinReset(PKSPIN pin) { Clear(*static_cast<Shelf*>(pin->Context)); }

static NTSTATUS PinSetFormat(PKSPIN pin, PKSDATAFORMAT, PKSMULTIPLE_ITEM, const KSDATARANGE*, const KSATTRIBUTE_LIST*) {
  return CheckBlocks(pin->ConnectionFormat);
}

static NTSTATUS PinSetState(PKSPIN pin, KSSTATE to, KSSTATE) {
  Shelf& shelf = *static_cast<Shelf*>(pin->Context);
  SetRunning(shelf, to == KSSTATE_RUN);
  if (to == KSSTATE_STOP) Clear(shelf);
  return STATUS_SUCCESS;
}

static const KSPIN_DISPATCH PinDispatch = {PinCreate,    PinClose,    PinProcess, PinReset, PinSetFormat,
                                           PinSetState, NULL,        NULL,       NULL,     NULL};

DECLARE_SIMPLE_FRAMING_EX(Framing, {STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
                          KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY | KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY, 4, 0,
                          BLOCK_BYTES, BLOCK_BYTES);

static const KSPIN_DESCRIPTOR_EX Pins[] = {{&PinDispatch,
                                            NULL,
                                            {0, NULL, 0, NULL, SIZEOF_ARRAY(BlockRanges), BlockRanges, KSPIN_DATAFLOW_OUT,
                                             KSPIN_COMMUNICATION_BOTH, NULL, NULL, {0}},
                                            KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY,
                                            1,
                                            0,
                                            &Framing,
                                            IntersectBlocks}};

static const GUID Reference = {0x9e5c2a11, 0x1f0b, 0x4d6e, {0x8a, 0x31, 0x52, 0x90, 0x6c, 0x0e, 0x44, 0x01}};
static const GUID Categories[] = {{STATICGUIDOF(KSCATEGORY_CAPTURE)}};

static const KSFILTER_DESCRIPTOR Filter = {NULL,
                                           NULL,
                                           KSFILTER_DESCRIPTOR_VERSION,
                                           0,
                                           &Reference,
                                           DEFINE_KSFILTER_PIN_DESCRIPTORS(Pins),
                                           DEFINE_KSFILTER_CATEGORIES(Categories),
                                           DEFINE_KSFILTER_NODE_DESCRIPTORS_NULL,
                                           DEFINE_KSFILTER_DEFAULT_CONNECTIONS,
                                           NULL};

static NTSTATUS DeviceAdd(PKSDEVICE device) {
  KsAcquireDevice(device);
  auto* const source = static_cast<Source*>(AllocateInto(device->Bag, sizeof(Source)));
  KsReleaseDevice(device);
  if (source == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  ExInitializeFastMutex(&source->lock);
  InitializeListHead(&source->shelves);
  device->Context = source;
  return STATUS_SUCCESS;
}

static NTSTATUS DeviceStart(PKSDEVICE device, PIRP, PCM_RESOURCE_LIST, PCM_RESOURCE_LIST) {
  SetWorking(device, TRUE);
  return STATUS_SUCCESS;
}

static VOID DeviceStop(PKSDEVICE device, PIRP) { SetWorking(device, FALSE); }

static VOID DevicePower(PKSDEVICE device, PIRP, DEVICE_POWER_STATE to, DEVICE_POWER_STATE) {
  SetWorking(device, to == PowerDeviceD0);
}

static const KSDEVICE_DISPATCH Dispatch = {DeviceAdd,  DeviceStart, NULL,       NULL, NULL,        DeviceStop, NULL,
                                           NULL,       DeviceStop,  NULL,       DeviceStop, NULL, DevicePower, NULL};

static const KSFILTER_DESCRIPTOR* const Filters[] = {&Filter};
static const KSDEVICE_DESCRIPTOR Device = {&Dispatch, SIZEOF_ARRAY(Filters), Filters, KSDEVICE_DESCRIPTOR_VERSION, 0};

static NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT physical) {
  PKSDEVICE made;
  return KsCreateDevice(driver, physical, &Device, 0, &made);
}

// What KsInitializeDriver would do, step by step.
extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING) {
  const ULONG majors[] = {IRP_MJ_PNP,   IRP_MJ_POWER,   IRP_MJ_SYSTEM_CONTROL, IRP_MJ_CREATE,
                          IRP_MJ_CLOSE, IRP_MJ_CLEANUP, IRP_MJ_DEVICE_CONTROL};
  for (ULONG i = 0; i < SIZEOF_ARRAY(majors); ++i) KsSetMajorFunctionHandler(driver, majors[i]);
  driver->DriverExtension->AddDevice = AddDevice;
  driver->DriverUnload = KsNullDriverUnload;
  return STATUS_SUCCESS;
}
