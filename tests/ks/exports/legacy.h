// A driver that dispatches its own requests: headers, create items, default allocators, and a sink.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/ks/object/header.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

constexpr const char* kLegacy = R"(
#include <wdm.h>
#include <windef.h>
#include <unknwn.h>
#include <ks.h>
#include <ksmedia.h>
#define TAG 'gelK'
typedef struct { KSDEVICE_HEADER Header; PDEVICE_OBJECT Next; } EXTENSION;
typedef struct { KSOBJECT_HEADER Header; } CONTEXT;
static ULONG Switch;
static char Noted[1024];
static void Note(const char* Word) {
  if (strlen(Noted) + strlen(Word) + 2 < sizeof(Noted)) { strcat(Noted, Word); strcat(Noted, " "); }
}
static NTSTATUS Finish(PIRP Irp, NTSTATUS Status) {
  Irp->IoStatus.Status = Status;
  IoCompleteRequest(Irp, IO_NO_INCREMENT);
  return Status;
}
static const GUID OwnSet = {0x0DDBA11, 8, 8, {8, 8, 8, 8, 8, 8, 8, 8}};
static NTSTATUS GetNotes(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  ULONG Room = IoGetCurrentIrpStackLocation(Irp)->Parameters.DeviceIoControl.OutputBufferLength;
  if (Room < strlen(Noted) + 1) return STATUS_BUFFER_TOO_SMALL;
  RtlCopyMemory(Data, Noted, strlen(Noted) + 1);
  Irp->IoStatus.Information = strlen(Noted) + 1;
  return STATUS_SUCCESS;
}
static NTSTATUS SetSwitch(PIRP, PKSIDENTIFIER, PVOID Data) { Switch = *(PULONG)Data; return STATUS_SUCCESS; }
static const KSPROPERTY_ITEM Items[] = {
    DEFINE_KSPROPERTY_ITEM(0, GetNotes, sizeof(KSPROPERTY), 0, NULL, NULL, 0, NULL, NULL, 0),
    DEFINE_KSPROPERTY_ITEM(1, NULL, sizeof(KSPROPERTY), sizeof(ULONG), SetSwitch, NULL, 0, NULL, NULL, 0)};
// One pin type, whose properties the routines for drivers of this kind answer.
static const KSDATARANGE Range = {
    {sizeof(KSDATARANGE), 0, 64, 0, {STATICGUIDOF(KSDATAFORMAT_TYPE_VIDEO)}, {STATICGUIDOF(KSDATAFORMAT_SUBTYPE_NONE)},
     {STATICGUIDOF(KSDATAFORMAT_SPECIFIER_NONE)}}};
static const PKSDATARANGE Ranges[] = {(PKSDATARANGE)&Range};
static const KSPIN_DESCRIPTOR Pins[] = {
    {0, NULL, 0, NULL, SIZEOF_ARRAY(Ranges), Ranges, KSPIN_DATAFLOW_IN, KSPIN_COMMUNICATION_SINK, NULL, NULL}};
static NTSTATUS GetPin(PIRP Irp, PKSIDENTIFIER Asked, PVOID Data) {
  return KsPinPropertyHandler(Irp, (PKSPROPERTY)Asked, Data, SIZEOF_ARRAY(Pins), Pins);
}
static NTSTATUS Intersected(PIRP Irp, PKSP_PIN, PKSDATARANGE Theirs, PVOID Data) {
  Note("intersect");
  if (Theirs->SampleSize == 1) return STATUS_NO_MATCH;
  Irp->IoStatus.Information = sizeof(KSDATAFORMAT);
  if (!Data) return STATUS_BUFFER_OVERFLOW;
  RtlCopyMemory(Data, &Range, sizeof(KSDATAFORMAT));
  return STATUS_SUCCESS;
}
static NTSTATUS IntersectedEx(PVOID Context, PIRP, PKSP_PIN, PKSDATARANGE, PKSDATARANGE Mine, ULONG Room, PVOID Data, PULONG Size) {
  Note(Context == &Range && Mine == &Range ? "intersect-ex" : "WRONG");
  *Size = sizeof(KSDATAFORMAT);
  if (Room < *Size) return STATUS_BUFFER_OVERFLOW;
  RtlCopyMemory(Data, Mine, *Size);
  return STATUS_SUCCESS;
}
static NTSTATUS GetIntersection(PIRP Irp, PKSIDENTIFIER Asked, PVOID Data) {
  if (Switch == 6)
    return KsPinDataIntersectionEx(Irp, (PKSP_PIN)Asked, Data, SIZEOF_ARRAY(Pins), Pins, sizeof(KSPIN_DESCRIPTOR), IntersectedEx, (PVOID)&Range);
  return KsPinDataIntersection(Irp, (PKSP_PIN)Asked, Data, SIZEOF_ARRAY(Pins), Pins, Intersected);
}
static const ULONG Numbers[] = {4, 5, 6};
static NTSTATUS GetNumbers(PIRP Irp, PKSIDENTIFIER, PVOID) {
  return KsHandleSizedListQuery(Irp, SIZEOF_ARRAY(Numbers), sizeof(ULONG), Numbers);
}
static const KSPROPERTY_ITEM PinItems[] = {
    DEFINE_KSPROPERTY_ITEM(KSPROPERTY_PIN_CTYPES, GetPin, sizeof(KSPROPERTY), sizeof(ULONG), NULL, NULL, 0, NULL, NULL, 0),
    DEFINE_KSPROPERTY_ITEM(KSPROPERTY_PIN_DATAFLOW, GetPin, sizeof(KSP_PIN), sizeof(ULONG), NULL, NULL, 0, NULL, NULL, 0),
    DEFINE_KSPROPERTY_ITEM(KSPROPERTY_PIN_MEDIUMS, GetNumbers, sizeof(KSPROPERTY), 0, NULL, NULL, 0, NULL, NULL, 0),
    DEFINE_KSPROPERTY_ITEM(KSPROPERTY_PIN_DATAINTERSECTION, GetIntersection, sizeof(KSP_PIN) + sizeof(KSMULTIPLE_ITEM), 0,
                           NULL, NULL, 0, NULL, NULL, 0)};
static const KSPROPERTY_SET Sets[] = {
    DEFINE_KSPROPERTY_SET(&OwnSet, SIZEOF_ARRAY(Items), Items, 0, NULL),
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_Pin, SIZEOF_ARRAY(PinItems), PinItems, 0, NULL)};

static NTSTATUS Control(PDEVICE_OBJECT, PIRP Irp) {
  PIO_STACK_LOCATION Location = IoGetCurrentIrpStackLocation(Irp);
  NTSTATUS Status;
  switch (Location->Parameters.DeviceIoControl.IoControlCode) {
    case IOCTL_KS_PROPERTY:
      Irp->IoStatus.Status = STATUS_TIMEOUT;
      Status = KsPropertyHandlerWithAllocator(Irp, 1, Sets, NULL, sizeof(KSPROPERTY_ITEM) + 4);
      if (Status != STATUS_INVALID_PARAMETER) Note("WRONG-item-size");
      Status = KsPropertyHandler(Irp, SIZEOF_ARRAY(Sets), Sets);
      if (Irp->IoStatus.Status != STATUS_TIMEOUT) Note("WRONG-status");
      return Finish(Irp, Status);
    case IOCTL_KS_WRITE_STREAM:
      Status = KsProbeStreamIrp(Irp, KSPROBE_STREAMWRITE | KSPROBE_ALLOCATEMDL | KSPROBE_PROBEANDLOCK |
                                KSPROBE_SYSTEMADDRESS, 0);
      if (NT_SUCCESS(Status)) {
        PVOID Before = Irp->AssociatedIrp.SystemBuffer;
        KsProbeStreamIrp(Irp, KSPROBE_STREAMWRITE, 0);
        Note(Irp->MdlAddress && Before == Irp->AssociatedIrp.SystemBuffer ? "written" : "WRONG-probe");
      }
      return Finish(Irp, Status);
  }
  return KsDispatchInvalidDeviceRequest(NULL, Irp);
}
static NTSTATUS Close(PDEVICE_OBJECT, PIRP Irp) {
  CONTEXT* Context = (CONTEXT*)IoGetCurrentIrpStackLocation(Irp)->FileObject->FsContext;
  KsFreeObjectHeader(Context->Header);
  ExFreePool(Context);
  return Finish(Irp, STATUS_SUCCESS);
}
static const KSDISPATCH_TABLE Table = {Control, KsDispatchInvalidDeviceRequest, KsDispatchInvalidDeviceRequest,
    KsDispatchInvalidDeviceRequest, Close, KsDispatchQuerySecurity, KsDispatchSetSecurity,
    KsDispatchFastIoDeviceControlFailure, KsDispatchFastReadFailure, KsDispatchFastReadFailure};

static PVOID External, InitialContext = (PVOID)&Table;
static PVOID DefaultAllocate(PVOID Context) { Note(Context == &External ? "allocate" : "WRONG"); return ExAllocatePoolZero(NonPagedPoolNx, 64, TAG); }
static VOID DefaultFree(PVOID Context, PVOID Buffer) { Note(Context == &External ? "free" : "WRONG"); ExFreePool(Buffer); }
static NTSTATUS Initialize(PVOID Initial, PKSALLOCATOR_FRAMING Framing, PVOID* Context) {
  Note(Initial == InitialContext && Framing->FrameSize == 64 ? "initialize" : "WRONG");
  *Context = &External;
  return STATUS_SUCCESS;
}
static VOID Delete(PVOID Context) { Note(Context == &External ? "delete" : "WRONG"); }

static NTSTATUS CreateAllocator(PDEVICE_OBJECT, PIRP Irp) {
  PKSALLOCATOR_FRAMING Framing;
  NTSTATUS Status = STATUS_SUCCESS;
  if (Switch == 1) KSCREATE_ITEM_IRP_STORAGE(Irp) = NULL;
  if (Switch != 3) Status = KsValidateAllocatorCreateRequest(Irp, &Framing);
  if (!NT_SUCCESS(Status)) return Finish(Irp, Status);
  if (Switch == 2) {
    Status = KsCreateDefaultAllocatorEx(Irp, InitialContext, NULL, NULL, NULL, NULL);
  } else if (Switch == 5) {
    Irp->IoStatus.Status = STATUS_TIMEOUT;
    Status = KsCreateDefaultAllocatorEx(Irp, InitialContext, DefaultAllocate, DefaultFree, Initialize, Delete);
    Note(Irp->IoStatus.Status == STATUS_TIMEOUT && IoGetCurrentIrpStackLocation(Irp)->FileObject->FsContext ?
         "created" : "WRONG");
  } else {
    if (Switch == 4) IoGetCurrentIrpStackLocation(Irp)->MajorFunction = IRP_MJ_READ;
    Status = KsCreateDefaultAllocator(Irp);
    IoGetCurrentIrpStackLocation(Irp)->MajorFunction = IRP_MJ_CREATE;
  }
  return Finish(Irp, Status);
}
// No pin is made: the driver says what it was asked for.
static NTSTATUS CreatePin(PDEVICE_OBJECT, PIRP Irp) {
  PKSPIN_CONNECT Connect = NULL;
  NTSTATUS Status = KsValidateConnectRequest(Irp, SIZEOF_ARRAY(Pins), Pins, &Connect);
  if (!NT_SUCCESS(Status)) return Finish(Irp, Status);
  Note(Connect->PinId == 0 && ((PKSDATAFORMAT)(Connect + 1))->SampleSize == 64 ? "connect" : "WRONG");
  return Finish(Irp, STATUS_CANCELLED);
}
static KSOBJECT_CREATE_ITEM Below[] = {
    DEFINE_KSCREATE_ITEM(CreateAllocator, KSSTRING_Allocator, NULL), DEFINE_KSCREATE_ITEM(CreatePin, KSSTRING_Pin, NULL)};
static NTSTATUS CreateFile_(PDEVICE_OBJECT, PIRP Irp) {
  CONTEXT* Context = (CONTEXT*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(CONTEXT), TAG);
  if (!Context) return Finish(Irp, STATUS_INSUFFICIENT_RESOURCES);
  NTSTATUS Status = KsAllocateObjectHeader(&Context->Header, SIZEOF_ARRAY(Below), Below, Irp, &Table);
  if (!NT_SUCCESS(Status)) {
    ExFreePool(Context);
    return Finish(Irp, Status);
  }
  IoGetCurrentIrpStackLocation(Irp)->FileObject->FsContext = Context;
  return Finish(Irp, STATUS_SUCCESS);
}
static KSOBJECT_CREATE_ITEM Names[] = {DEFINE_KSCREATE_ITEM(CreateFile_, L"Sink", NULL)};

static NTSTATUS Pnp(PDEVICE_OBJECT Device, PIRP Irp) {
  EXTENSION* Extension = (EXTENSION*)Device->DeviceExtension;
  PDEVICE_OBJECT Next = Extension->Next;
  BOOLEAN Removes = IoGetCurrentIrpStackLocation(Irp)->MinorFunction == IRP_MN_REMOVE_DEVICE;
  Irp->IoStatus.Status = STATUS_SUCCESS;
  IoSkipCurrentIrpStackLocation(Irp);
  NTSTATUS Status = IoCallDriver(Next, Irp);
  if (Removes) {
    KsFreeDeviceHeader(Extension->Header);
    IoDetachDevice(Next);
    IoDeleteDevice(Device);
  }
  return Status;
}
static NTSTATUS AddDevice(PDRIVER_OBJECT Driver, PDEVICE_OBJECT Pdo) {
  PDEVICE_OBJECT Device;
  NTSTATUS Status = IoCreateDevice(Driver, sizeof(EXTENSION), NULL, FILE_DEVICE_KS, 0, FALSE, &Device);
  if (!NT_SUCCESS(Status)) return Status;
  EXTENSION* Extension = (EXTENSION*)Device->DeviceExtension;
  Status = KsAllocateDeviceHeader(&Extension->Header, SIZEOF_ARRAY(Names), Names);
  if (!NT_SUCCESS(Status)) { IoDeleteDevice(Device); return Status; }
  Extension->Next = IoAttachDeviceToDeviceStack(Device, Pdo);
  KsSetDevicePnpAndBaseObject(Extension->Header, Extension->Next, Device);
  Device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}
extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING) {
  Driver->DriverExtension->AddDevice = AddDevice;
  Driver->DriverUnload = KsNullDriverUnload;
  Driver->MajorFunction[IRP_MJ_PNP] = Pnp;
  KsSetMajorFunctionHandler(Driver, IRP_MJ_CREATE);
  KsSetMajorFunctionHandler(Driver, IRP_MJ_CLOSE);
  KsSetMajorFunctionHandler(Driver, IRP_MJ_CLEANUP);
  KsSetMajorFunctionHandler(Driver, IRP_MJ_DEVICE_CONTROL);
  return STATUS_SUCCESS;
}
)";

constexpr GUID kSet = {0x0DDBA11, 8, 8, {8, 8, 8, 8, 8, 8, 8, 8}};

struct Legacy {
  Rig rig{build_driver(kLegacy, ".cpp", {"--kind", "avstream"})};
  File file;

  explicit Legacy(ULONG way = 0) {
    EXPECT_EQ(rig.added(), STATUS_SUCCESS);
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(u"Sink", file), STATUS_SUCCESS) << text_of(rig.findings());
    if (way != 0) {
      EXPECT_EQ(file.set(kSet, 1, bytes_of(way)), STATUS_SUCCESS);
    }
  }
  NTSTATUS allocator(File& out) {
    KSALLOCATOR_FRAMING framing{};
    framing.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY;
    framing.PoolType = NonPagedPoolNx;
    framing.Frames = 2;
    framing.FrameSize = 64;
    return rig.open_below(file, ks::kAllocatorClass, bytes_of(framing), out);
  }
  std::string notes() const {
    Bytes out(1024);
    EXPECT_EQ(file.get(kSet, 0, out), STATUS_SUCCESS);
    std::string all = reinterpret_cast<const char*>(out.data());
    EXPECT_EQ(all.find("WRONG"), std::string::npos) << all;
    return all;
  }
  std::vector<drydock::rules::Finding> end() {
    file.close();
    rig.finish();
    return rig.findings();
  }
};

inline void found(const char* rule, ULONG way) {
  Legacy legacy(way);
  File allocator;
  legacy.allocator(allocator);
  allocator.close();
  const auto findings = legacy.end();
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}

}  // namespace drydock::testing
