// A minidriver, in source, that dispatches files of its own besides its filter and tries the class
// driver's functions for such drivers.
#pragma once

namespace drydock::testing {

// Values of the driver's switch, one for each way. The driver is built from text, and has the same
// names.
#define KS_EXPORTS_WAYS                                                                           \
  kCompleteFirst = 1, kAcquireFirst = 2, kReleaseAcquired = 3, kMoveEverySecond = 4,              \
  kCancelMoved = 5, kCancelQueued = 6, kTryClock = 7, kTryBus = 8, kTryUnknown = 9,               \
  kTryUnserialize = 10, kTryFast = 11, kTryRegistry = 12, kTryInformation = 13,                   \
  kAllocateClock = 14, kFreeClock = 15, kCancelAcquired = 16, kReserveInFraming = 17,             \
  kPlainFraming = 18, kQueueWithOwnCancel = 20, kGenerateEvent = 30, kGenerateBufferedEvent = 31, \
  kForwardAndCatch = 40, kForwardAndCatchReusing = 41, kForwardOnly = 42, kForwardReusing = 43,   \
  kEventsUnderLock = 50
#define KS_EXPORTS_TEXT_OF(...) #__VA_ARGS__
#define KS_EXPORTS_TEXT(...) KS_EXPORTS_TEXT_OF(__VA_ARGS__)
enum ExportsWay : unsigned { KS_EXPORTS_WAYS };

// A filter whose device has one more name, "Own". The switch makes the driver do something.
inline constexpr const char* kExportsDriver = "enum { " KS_EXPORTS_TEXT(KS_EXPORTS_WAYS) " };\n" R"(
#define FORWARD_CODE CTL_CODE(FILE_DEVICE_KS, 0x900, METHOD_NEITHER, FILE_ANY_ACCESS)
static const GUID OwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};
static PKSDEVICE Device_;
static PFILE_OBJECT First, Second;
static LIST_ENTRY Queue, Other, Events;
static KSPIN_LOCK QueueLock, OtherLock, EventsSpin;
static KMUTEX EventsMutex;
static FAST_MUTEX EventsFast;
static ERESOURCE EventsResource;
static KSEVENTS_LOCKTYPE LockType = KSEVENTS_SPINLOCK;
static PKSDEFAULTCLOCK DefaultClock;
static PIRP Held;
static ULONG Stored, Fast;

static void Expect(BOOLEAN Good, const char* Name) {
  if (!Good) Note("WRONG");
  Note(Name);
}
static PVOID EventsLock(void) {
  switch (LockType) {
    case KSEVENTS_SPINLOCK: return &EventsSpin;
    case KSEVENTS_MUTEX: return &EventsMutex;
    case KSEVENTS_FMUTEX:
    case KSEVENTS_FMUTEXUNSAFE: return &EventsFast;
    case KSEVENTS_ERESOURCE: return &EventsResource;
    default: return NULL;
  }
}
static NTSTATUS Done(PIRP Irp, NTSTATUS Status, ULONG_PTR Information) {
  Irp->IoStatus.Status = Status;
  Irp->IoStatus.Information = Information;
  IoCompleteRequest(Irp, IO_NO_INCREMENT);
  return Status;
}

static NTSTATUS GetStored(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  *(PULONG)Data = Stored;
  Irp->IoStatus.Information = sizeof(ULONG);
  return STATUS_SUCCESS;
}
static NTSTATUS SetStored(PIRP, PKSIDENTIFIER, PVOID Data) {
  Stored = *(PULONG)Data;
  return STATUS_SUCCESS;
}
static BOOLEAN FastGet(PFILE_OBJECT File, PKSIDENTIFIER, ULONG, PVOID Data, ULONG Length, PIO_STATUS_BLOCK Status) {
  if (File != First || Length != sizeof(ULONG)) return FALSE;
  *(PULONG)Data = ++Fast;
  Status->Information = sizeof(ULONG);
  Status->Status = STATUS_SUCCESS;
  return TRUE;
}
static const KSPROPERTY_ITEM OwnItems[] = {
    DEFINE_KSPROPERTY_ITEM(3, GetStored, sizeof(KSPROPERTY), sizeof(ULONG), SetStored, NULL, 0, NULL, NULL, sizeof(ULONG))};
static const KSFASTPROPERTY_ITEM FastItems[] = {DEFINE_KSFASTPROPERTY_ITEM(3, FastGet, NULL)};
static NTSTATUS GetFraming(PIRP Irp, PKSIDENTIFIER, PVOID Data) {
  PKSALLOCATOR_FRAMING Framing = (PKSALLOCATOR_FRAMING)Data;
  RtlZeroMemory(Framing, sizeof(*Framing));
  Framing->Reserved = Switch == kReserveInFraming;
  Irp->IoStatus.Information = sizeof(*Framing);
  return STATUS_SUCCESS;
}
static const KSPROPERTY_ITEM FramingItems[] = {
    DEFINE_KSPROPERTY_ITEM(KSPROPERTY_CONNECTION_ALLOCATORFRAMING, GetFraming, sizeof(KSPROPERTY),
                           sizeof(KSALLOCATOR_FRAMING), NULL, NULL, 0, NULL, NULL, 0)};
static const KSPROPERTY_SET OwnSets[] = {
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_Connection, SIZEOF_ARRAY(FramingItems), FramingItems, 0, NULL),
    DEFINE_KSPROPERTY_SET(&OwnSet, SIZEOF_ARRAY(OwnItems), OwnItems, SIZEOF_ARRAY(FastItems), FastItems)};
static const KSFASTMETHOD_ITEM FastMethods[] = {DEFINE_KSFASTMETHOD_ITEM(4, FastGet)};
static const KSMETHOD_SET OwnMethods[] = {DEFINE_KSMETHOD_SET(&OwnSet, 0, NULL, SIZEOF_ARRAY(FastMethods), FastMethods)};
static const KSEVENT_ITEM OwnEventItems[] = {DEFINE_KSEVENT_ITEM(5, sizeof(KSEVENTDATA), 0, NULL, NULL, NULL)};
static const KSEVENT_SET OwnEvents[] = {DEFINE_KSEVENT_SET(&OwnSet, SIZEOF_ARRAY(OwnEventItems), OwnEventItems)};

static NTSTATUS Forward(PIRP Irp, PFILE_OBJECT File) {
  if (File == Second) {
    Note("arrived");
    return Done(Irp, STATUS_SUCCESS, 7);
  }
  if (Switch == kForwardOnly) return KsForwardIrp(Irp, Second, FALSE);
  if (Switch == kForwardReusing) return KsForwardIrp(Irp, Second, TRUE);
  NTSTATUS Status = KsForwardAndCatchIrp(IoGetRelatedDeviceObject(Second), Irp, Second,
                                         Switch == kForwardAndCatchReusing ? KsStackReuseCurrentLocation : KsStackCopyToNewLocation);
  Expect(Irp->IoStatus.Information == 7, "caught");
  Expect(IoGetCurrentIrpStackLocation(Irp)->DeviceObject == Device_->FunctionalDeviceObject, "location");
  return Done(Irp, Status, 8);
}

static NTSTATUS OwnControl(PDEVICE_OBJECT, PIRP Irp) {
  PIO_STACK_LOCATION Location = IoGetCurrentIrpStackLocation(Irp);
  NTSTATUS Status = STATUS_INVALID_DEVICE_REQUEST;
  switch (Location->Parameters.DeviceIoControl.IoControlCode) {
    case IOCTL_KS_PROPERTY:
      Status = KsPropertyHandler(Irp, SIZEOF_ARRAY(OwnSets), OwnSets);
      break;
    case IOCTL_KS_ENABLE_EVENT:
      Status = KsEnableEvent(Irp, SIZEOF_ARRAY(OwnEvents), OwnEvents, &Events, LockType, EventsLock());
      break;
    case IOCTL_KS_DISABLE_EVENT:
      Status = KsDisableEvent(Irp, &Events, LockType, EventsLock());
      break;
    case FORWARD_CODE:
      return Forward(Irp, Location->FileObject);
  }
  return Done(Irp, Status, Irp->IoStatus.Information);
}

static VOID OwnCancel(PDEVICE_OBJECT, PIRP Irp) {
  IoReleaseCancelSpinLock(Irp->CancelIrql);
  KsRemoveSpecificIrpFromCancelableQueue(Irp);
  Note("own-cancel");
  Done(Irp, STATUS_CANCELLED, 0);
}
static NTSTATUS OwnRead(PDEVICE_OBJECT, PIRP Irp) {
  IoMarkIrpPending(Irp);
  KsAddIrpToCancelableQueue(&Queue, &QueueLock, Irp, KsListEntryTail, Switch == kQueueWithOwnCancel ? OwnCancel : NULL);
  return STATUS_PENDING;
}
static NTSTATUS OwnWrite(PDEVICE_OBJECT, PIRP Irp) {
  ULONG Length = IoGetCurrentIrpStackLocation(Irp)->Parameters.Write.Length;
  Expect(((PUCHAR)Irp->UserBuffer)[0] == 42, "written");
  return Done(Irp, STATUS_SUCCESS, Length);
}
static NTSTATUS OwnClose(PDEVICE_OBJECT, PIRP Irp) {
  PFILE_OBJECT File = IoGetCurrentIrpStackLocation(Irp)->FileObject;
  KsFreeEventList(File, &Events, LockType, EventsLock());
  PVOID* Context = (PVOID*)File->FsContext;
  KsFreeObjectHeader(Context[0]);
  ExFreePool(Context);
  return Done(Irp, STATUS_SUCCESS, 0);
}
static const KSDISPATCH_TABLE OwnTable = {OwnControl, OwnRead, OwnWrite, KsDispatchInvalidDeviceRequest, OwnClose,
    KsDispatchQuerySecurity, KsDispatchSetSecurity, KsDispatchFastIoDeviceControlFailure,
    KsDispatchFastReadFailure, KsDispatchFastReadFailure};

static NTSTATUS CreateClock_(PDEVICE_OBJECT, PIRP Irp) { return Done(Irp, KsCreateDefaultClock(Irp, DefaultClock), 0); }
static KSOBJECT_CREATE_ITEM Below[] = {DEFINE_KSCREATE_ITEM(CreateClock_, KSSTRING_Clock, NULL)};
static NTSTATUS CreateOwn(PDEVICE_OBJECT, PIRP Irp) {
  PVOID* Context = (PVOID*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(PVOID), TAG);
  if (!Context) return Done(Irp, STATUS_INSUFFICIENT_RESOURCES, 0);
  NTSTATUS Status = KsAllocateObjectHeader(Context, SIZEOF_ARRAY(Below), Below, Irp, &OwnTable);
  PFILE_OBJECT File = IoGetCurrentIrpStackLocation(Irp)->FileObject;
  if (!NT_SUCCESS(Status)) {
    ExFreePool(Context);
    return Done(Irp, Status, 0);
  }
  File->FsContext = Context;
  Second = First ? File : NULL;
  if (!First) First = File;
  return Done(Irp, STATUS_SUCCESS, 0);
}
static NTSTATUS Information_(PDEVICE_OBJECT, PIRP Irp) {
  PIO_STACK_LOCATION Location = IoGetCurrentIrpStackLocation(Irp);
  if (Location->MajorFunction == IRP_MJ_QUERY_INFORMATION) {
    RtlFillMemory(Irp->AssociatedIrp.SystemBuffer, Location->Parameters.QueryFile.Length, 9);
    return Done(Irp, STATUS_SUCCESS, Location->Parameters.QueryFile.Length);
  }
  Expect(*(PUCHAR)Irp->AssociatedIrp.SystemBuffer == 11, "set-information");
  return Done(Irp, STATUS_SUCCESS, 0);
}

static void StartOwn(PKSDEVICE Device) {
  Device_ = Device;
  InitializeListHead(&Queue);
  InitializeListHead(&Other);
  InitializeListHead(&Events);
  KeInitializeSpinLock(&QueueLock);
  KeInitializeSpinLock(&OtherLock);
  KeInitializeSpinLock(&EventsSpin);
  KeInitializeMutex(&EventsMutex, 0);
  ExInitializeFastMutex(&EventsFast);
  ExInitializeResourceLite(&EventsResource);
  PDRIVER_OBJECT Driver = Device->FunctionalDeviceObject->DriverObject;
  Driver->MajorFunction[IRP_MJ_QUERY_INFORMATION] = Information_;
  Driver->MajorFunction[IRP_MJ_SET_INFORMATION] = Information_;
  KSDEVICE_HEADER Header = *(KSDEVICE_HEADER*)Device->FunctionalDeviceObject->DeviceExtension;
  KsAddObjectCreateItemToDeviceHeader(Header, CreateOwn, NULL, (PWSTR)L"Own", NULL);
}
static void RemoveOwn(PKSDEVICE, PIRP) { ExDeleteResourceLite(&EventsResource); }

static NTSTATUS PickEverySecond(PIRP Irp, PVOID Context) {
  if (!Irp) { Note("end-of-list"); return STATUS_SUCCESS; }
  return (*(PULONG)Context)++ % 2 == 0 ? STATUS_SUCCESS : STATUS_NO_MATCH;
}

static void TryClock(void) {
  PKSDEFAULTCLOCK Clock;
  KSRESOLUTION Resolution = {10, 20};
  Expect(NT_SUCCESS(KsAllocateDefaultClockEx(&Clock, NULL, NULL, NULL, NULL, &Resolution, 0)), "clock");
  Expect(KsGetDefaultClockState(Clock) == KSSTATE_STOP, "clock-stop");
  KsSetDefaultClockTime(Clock, 1000);
  Expect(KsGetDefaultClockTime(Clock) == 1000, "clock-set");
  KsSetDefaultClockState(Clock, KSSTATE_RUN);
  LARGE_INTEGER Second_;
  Second_.QuadPart = -10000000;
  KeDelayExecutionThread(KernelMode, FALSE, &Second_);
  Expect(KsGetDefaultClockState(Clock) == KSSTATE_RUN && KsGetDefaultClockTime(Clock) >= 10001000, "clock-runs");
  KsSetDefaultClockState(Clock, KSSTATE_PAUSE);
  LONGLONG Time = KsGetDefaultClockTime(Clock);
  KeDelayExecutionThread(KernelMode, FALSE, &Second_);
  Expect(KsGetDefaultClockTime(Clock) == Time, "clock-stands");
  KsFreeDefaultClock(Clock);
}

static const GUID InnerId = {0x0DDBA11, 7, 7, {7, 7, 7, 7, 7, 7, 7, 7}};
struct Inner : IUnknown {
  ULONG References;
  HRESULT QueryInterface(REFIID Id, PVOID* Out) {
    if (memcmp(&Id, &InnerId, sizeof(GUID)) != 0) return STATUS_NOINTERFACE;
    *Out = this;
    AddRef();
    return STATUS_SUCCESS;
  }
  ULONG AddRef() { return ++References; }
  ULONG Release() { return --References; }
};
static Inner Aggregated;

static void TryUnknown(PKSFILTER Filter) {
  PVOID Out = NULL;
  PUNKNOWN Outer = KsGetOuterUnknown(Filter);
  Expect(Outer->QueryInterface(InnerId, &Out) == STATUS_NOINTERFACE && !Out, "alone");
  KsRegisterAggregatedClientUnknown(Filter, &Aggregated);
  Expect(Aggregated.References == 1, "referenced");
  Expect(NT_SUCCESS(Outer->QueryInterface(InnerId, &Out)) && Out == &Aggregated, "aggregated");
  Aggregated.Release();
  PIKSCONTROL Control = NULL;
  Expect(NT_SUCCESS(Outer->QueryInterface(IID_IKsControl, (PVOID*)&Control)) && Control, "control");
  ULONG Returned = 0, Way = 0;
  KSPROPERTY Property = {{{NotesSetForIt, 0, KSPROPERTY_TYPE_GET}}};
  NTSTATUS Status = Control->KsProperty(&Property, sizeof(Property), NULL, 0, &Returned);
  Expect(Status == STATUS_BUFFER_OVERFLOW && Returned != 0, "asked");
  UNREFERENCED_PARAMETER(Way);
  Control->Release();
}

static HANDLE MakeKey(HANDLE Root, PCWSTR Path) {
  UNICODE_STRING Name;
  OBJECT_ATTRIBUTES Attributes;
  HANDLE Key = NULL;
  RtlInitUnicodeString(&Name, Path);
  InitializeObjectAttributes(&Attributes, &Name, OBJ_CASE_INSENSITIVE | OBJ_KERNEL_HANDLE, Root, NULL);
  ZwCreateKey(&Key, KEY_ALL_ACCESS, &Attributes, 0, NULL, REG_OPTION_VOLATILE, NULL);
  return Key;
}
static void SetValue(HANDLE Key, PCWSTR Name_, ULONG Type, PVOID Data, ULONG Size) {
  UNICODE_STRING Name;
  RtlInitUnicodeString(&Name, Name_);
  ZwSetValueKey(Key, &Name, 0, Type, Data, Size);
}

static void TryUnserialize(void) {
  struct { KSPROPERTY_SERIALHDR Head; KSPROPERTY_SERIAL One; ULONG Value; } Set;
  RtlZeroMemory(&Set, sizeof(Set));
  Set.Head.PropertySet = OwnSet;
  Set.Head.Count = 1;
  Set.One.Id = 3;
  Set.One.PropertyLength = sizeof(ULONG);
  Set.Value = 77;
  UCHAR Flat[sizeof(KSPROPERTY_SERIALHDR) + sizeof(KSPROPERTY_SERIAL) + sizeof(ULONG)];
  RtlCopyMemory(Flat, &Set.Head, sizeof(Set.Head));
  RtlCopyMemory(Flat + sizeof(Set.Head), &Set.One, sizeof(Set.One));
  RtlCopyMemory(Flat + sizeof(Set.Head) + sizeof(Set.One), &Set.Value, sizeof(ULONG));
  HANDLE Key = MakeKey(NULL, L"\\Registry\\Machine\\Software\\KsExports");
  SetValue(Key, L"one", REG_BINARY, Flat, sizeof(Flat));
  UNICODE_STRING Path;
  RtlInitUnicodeString(&Path, L"\\Registry\\Machine\\Software\\KsExports");
  Expect(NT_SUCCESS(KsUnserializeObjectPropertiesFromRegistry(First, NULL, &Path)) && Stored == 77, "unserialized");
  Stored = 0;
  Expect(NT_SUCCESS(KsUnserializeObjectPropertiesFromRegistry(First, Key, NULL)) && Stored == 77, "by-key");
  Flat[sizeof(KSPROPERTY_SERIALHDR) + FIELD_OFFSET(KSPROPERTY_SERIAL, Id)] = 99;
  SetValue(Key, L"one", REG_BINARY, Flat, sizeof(Flat));
  Expect(!NT_SUCCESS(KsUnserializeObjectPropertiesFromRegistry(First, NULL, &Path)), "refused");
  ZwClose(Key);
}

static void TryFast(void) {
  KSPROPERTY Property = {{{OwnSet, 3, KSPROPERTY_TYPE_GET}}};
  ULONG Value = 0;
  IO_STATUS_BLOCK Status = {};
  Expect(KsFastPropertyHandler(First, &Property, sizeof(Property), &Value, sizeof(Value), &Status, 2, OwnSets) &&
         Value == 1 && Status.Information == sizeof(Value), "fast-get");
  Property.Flags = KSPROPERTY_TYPE_SET;
  Expect(!KsFastPropertyHandler(First, &Property, sizeof(Property), &Value, sizeof(Value), &Status, 2, OwnSets), "fast-set");
  KSMETHOD Method = {{{OwnSet, 4, KSMETHOD_TYPE_SEND}}};
  Expect(KsFastMethodHandler(First, &Method, sizeof(Method), &Value, sizeof(Value), &Status, 1, OwnMethods) && Value == 2, "fast-method");
  Method.Id = 5;
  Expect(!KsFastMethodHandler(First, &Method, sizeof(Method), &Value, sizeof(Value), &Status, 1, OwnMethods), "fast-none");
}

static void TryRegistry(void) {
  UNICODE_STRING Link, Module, Image;
  RtlInitUnicodeString(&Link, L"\\??\\own");
  KSPIN_MEDIUM Medium = {{{OwnSet, 1, 2}}};
  Expect(NT_SUCCESS(KsCacheMedium(&Link, &Medium, 1)), "medium");
  RTL_QUERY_REGISTRY_TABLE Query[2] = {};
  ULONG Direction = 0;
  Query[0].Flags = RTL_QUERY_REGISTRY_DIRECT;
  Query[0].Name = (PWSTR)L"\\??\\own";
  Query[0].EntryContext = &Direction;
  Expect(NT_SUCCESS(RtlQueryRegistryValues(RTL_REGISTRY_CONTROL,
      L"MediumCache\\{00ddba11-0009-0009-0909-090909090909}\\1\\2", Query, NULL, NULL)) && Direction == 1, "cached");
  BOOL Directions[] = {TRUE};
  Expect(NT_SUCCESS(KsRegisterFilterWithNoKSPins(Device_->PhysicalDeviceObject, &KSCATEGORY_TVTUNER, 1, Directions,
                                                 &Medium, NULL)), "no-pins");
  PVOID Resource = &Medium;
  ULONG Size = 1;
  Expect(KsLoadResource(&Medium, PagedPool, 1, 10, &Resource, &Size) == STATUS_RESOURCE_DATA_NOT_FOUND && !Resource, "no-resource");
  ULONG_PTR Id = 0;
  ULONG Type = 0;
  RtlInitUnicodeString(&Module, L"codec");
  Expect(!NT_SUCCESS(KsMapModuleName(Device_->PhysicalDeviceObject, &Module, &Image, &Id, &Type)), "no-module");
  HANDLE DeviceKey = NULL;
  IoOpenDeviceRegistryKey(Device_->PhysicalDeviceObject, PLUGPLAY_REGKEY_DEVICE, KEY_ALL_ACCESS, &DeviceKey);
  HANDLE Modules = MakeKey(DeviceKey, L"Modules"), Codec = MakeKey(Modules, L"codec");
  ULONG Number = 5;
  SetValue(Codec, L"Image", REG_SZ, (PVOID)L"codec.dll", sizeof(L"codec.dll"));
  SetValue(Codec, L"ResourceId", REG_DWORD, &Number, sizeof(Number));
  Expect(NT_SUCCESS(KsMapModuleName(Device_->PhysicalDeviceObject, &Module, &Image, &Id, &Type)) && Id == 5 && Type == REG_DWORD &&
         wcscmp(Image.Buffer, L"\\SystemRoot\\system32\\drivers\\codec.dll") == 0, "module");
  ExFreePool(Image.Buffer);
  ZwClose(Codec);
  ZwClose(Modules);
  ZwClose(DeviceKey);
}

static void TryInformation(void) {
  UCHAR Data[8] = {};
  Expect(NT_SUCCESS(KsQueryInformationFile(First, Data, sizeof(Data), FileBasicInformation)) && Data[7] == 9, "query-information");
  Data[0] = 11;
  Expect(NT_SUCCESS(KsSetInformationFile(First, Data, sizeof(Data), FileBasicInformation)), "set");
}

static void TryBus(void) {
  ULONG Vendor = 0;
  Expect(KsDeviceGetBusData(Device_, PCI_WHICHSPACE_CONFIG, &Vendor, 0, sizeof(Vendor)) == 0, "get-bus");
  Expect(KsDeviceSetBusData(Device_, PCI_WHICHSPACE_CONFIG, &Vendor, 0, sizeof(Vendor)) == 0, "set-bus");
}

static void Generate(void) {
  static ULONG Number = 100;
  Number++;
  if (Switch == kGenerateBufferedEvent) {
    PKSEVENT_ENTRY Entry = CONTAINING_RECORD(Events.Flink, KSEVENT_ENTRY, ListEntry);
    KIRQL Irql;
    KeAcquireSpinLock(&EventsSpin, &Irql);
    KsGenerateDataEvent(Entry, sizeof(Number), &Number);
    KeReleaseSpinLock(&EventsSpin, Irql);
  } else {
    KsGenerateEventList((GUID*)&OwnSet, 5, &Events, LockType, EventsLock());
  }
}

static void RunSwitch(PIRP Irp) {
  ULONG Walked = 0;
  switch (Switch) {
    case kCompleteFirst:
      Held = KsRemoveIrpFromCancelableQueue(&Queue, &QueueLock, KsListEntryHead, KsAcquireAndRemove);
      Expect(Held != NULL, "taken");
      if (Held) Done(Held, STATUS_SUCCESS, 1);
      break;
    case kAcquireFirst:
      Held = KsRemoveIrpFromCancelableQueue(&Queue, &QueueLock, KsListEntryHead, KsAcquireOnly);
      Expect(Held != NULL, "held");
      Expect(KsRemoveIrpFromCancelableQueue(&Queue, &QueueLock, KsListEntryHead, KsAcquireOnlySingleItem) == NULL, "single");
      break;
    case kReleaseAcquired: KsReleaseIrpOnCancelableQueue(Held, NULL); break;
    case kMoveEverySecond:
      Expect(KsMoveIrpsOnCancelableQueue(&Queue, &QueueLock, &Other, &OtherLock, KsListEntryHead, PickEverySecond,
                                         &Walked) == STATUS_SUCCESS && Walked == 3, "moved");
      break;
    case kCancelMoved: KsCancelIo(&Other, &OtherLock); Expect(IsListEmpty(&Other), "other-empty"); break;
    case kCancelQueued: KsCancelIo(&Queue, &QueueLock); Expect(IsListEmpty(&Queue), "queue-empty"); break;
    case kTryClock: TryClock(); break;
    case kTryBus: TryBus(); break;
    case kTryUnknown: TryUnknown(KsGetFilterFromIrp(Irp)); break;
    case kTryUnserialize: TryUnserialize(); break;
    case kTryFast: TryFast(); break;
    case kTryRegistry: TryRegistry(); break;
    case kTryInformation: TryInformation(); break;
    case kAllocateClock: KsAllocateDefaultClock(&DefaultClock); KsSetDefaultClockTime(DefaultClock, 5000); break;
    case kFreeClock: KsFreeDefaultClock(DefaultClock); break;
    case kCancelAcquired: KsCancelIo(&Queue, &QueueLock); Expect(!IsListEmpty(&Queue), "still-held"); break;
    case kGenerateEvent:
    case kGenerateBufferedEvent: Generate(); break;
    default:
      if (Switch >= kEventsUnderLock) LockType = (KSEVENTS_LOCKTYPE)(Switch - kEventsUnderLock);
  }
}
)";

}  // namespace drydock::testing
