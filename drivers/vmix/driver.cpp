#include "vmix.h"

namespace {

const KSDATARANGE kOnly = {
    {sizeof(KSDATARANGE),
     0,
     kFrameBytes,
     0,
     {STATICGUIDOF(KSDATAFORMAT_TYPE_VIDEO)},
     // {6B1F0C5A-5D1B-4E0A-9C55-3A6D0E1F7C03}
     {0x6B1F0C5A, 0x5D1B, 0x4E0A, {0x9C, 0x55, 0x3A, 0x6D, 0x0E, 0x1F, 0x7C, 0x03}},
     {STATICGUIDOF(KSDATAFORMAT_SPECIFIER_NONE)}}};

struct Note {
  ULONG starts = 0;
};

// The device: what it has besides its filters.
struct Mixers {
  KSOBJECT_BAG notes = nullptr;  // a bag of its own, for what outlives filters
  Note* first = nullptr;         // in that bag
  bool has_tape = false;         // the factory was created by an earlier start
  PKSFILTERFACTORY second_tape = nullptr;
  PDMA_ADAPTER adapter = nullptr;  // exists from the first start to the removal

  static Mixers& of(PKSDEVICE device) { return *static_cast<Mixers*>(device->Context); }
};

NTSTATUS add_device(PKSDEVICE device) {
  auto* mixers = new (NonPagedPoolNx) Mixers;
  KsAcquireDevice(device);
  NTSTATUS status = keep_in_bag(device->Bag, mixers);
  KsReleaseDevice(device);
  if (!NT_SUCCESS(status)) return status;
  device->Context = mixers;
  status = KsAllocateObjectBag(device, &mixers->notes);
  if (!NT_SUCCESS(status)) return status;
  auto* const first = new (NonPagedPoolNx) Note;
  status = keep_in_bag(mixers->notes, first);
  // After an Add that fails no Remove comes.
  if (!NT_SUCCESS(status)) KsFreeObjectBag(mixers->notes);
  if (NT_SUCCESS(status)) mixers->first = first;
  return status;
}

// The class driver describes frames by mappings of this adapter.
NTSTATUS register_adapter(PKSDEVICE device, Mixers& mixers) {
  if (mixers.adapter != nullptr) return STATUS_SUCCESS;
  DEVICE_DESCRIPTION description = {};
  description.Version = DEVICE_DESCRIPTION_VERSION;
  description.Master = TRUE;
  description.ScatterGather = TRUE;
  description.Dma64BitAddresses = TRUE;
  description.InterfaceType = PCIBus;
  description.MaximumLength = 1 << 20;
  ULONG registers = 0;
  mixers.adapter = IoGetDmaAdapter(device->PhysicalDeviceObject, &description, &registers);
  if (mixers.adapter == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  KsDeviceRegisterAdapterObject(device, reinterpret_cast<PADAPTER_OBJECT>(mixers.adapter), 1 << 20,
                                sizeof(KSMAPPING));
  return STATUS_SUCCESS;
}

// The device mutex is held. A restart finds the factory that the first start has made.
NTSTATUS start_device(PKSDEVICE device, PIRP, PCM_RESOURCE_LIST, PCM_RESOURCE_LIST) {
  Mixers& mixers = Mixers::of(device);
  ++mixers.first->starts;
  NTSTATUS status = register_adapter(device, mixers);
  if (!NT_SUCCESS(status) || mixers.has_tape) return status;
  WCHAR name[] = L"tape";
  status = KsCreateFilterFactory(device->FunctionalDeviceObject, &kTapeFilter, name, nullptr, 0,
                                 nullptr, nullptr, nullptr);
  mixers.has_tape = NT_SUCCESS(status);
  return status;
}

NTSTATUS post_start(PKSDEVICE) { return STATUS_SUCCESS; }

NTSTATUS agree(PKSDEVICE, PIRP) { return STATUS_SUCCESS; }

VOID note(PKSDEVICE, PIRP) {}

VOID remove_device(PKSDEVICE device, PIRP) {
  Mixers& mixers = Mixers::of(device);
  if (mixers.first != nullptr) KsRemoveItemFromObjectBag(mixers.notes, mixers.first, TRUE);
  mixers.first = nullptr;
  if (mixers.notes != nullptr) KsFreeObjectBag(mixers.notes);
  mixers.notes = nullptr;
  if (mixers.adapter != nullptr) mixers.adapter->DmaOperations->PutDmaAdapter(mixers.adapter);
  mixers.adapter = nullptr;
}

NTSTATUS query_power(PKSDEVICE, PIRP, DEVICE_POWER_STATE, DEVICE_POWER_STATE, SYSTEM_POWER_STATE,
                     SYSTEM_POWER_STATE, POWER_ACTION) {
  return STATUS_SUCCESS;
}

VOID set_power(PKSDEVICE, PIRP, DEVICE_POWER_STATE, DEVICE_POWER_STATE) {}

const KSDEVICE_DISPATCH kDispatch = {add_device, start_device, post_start, agree,         nullptr,
                                     note,       agree,        nullptr,    remove_device, nullptr,
                                     note,       query_power,  set_power,  nullptr};

const KSFILTER_DESCRIPTOR* const kFilters[] = {&kMixerFilter};

const KSDEVICE_DESCRIPTOR kDevice = {&kDispatch, ARRAYSIZE(kFilters), kFilters,
                                     KSDEVICE_DESCRIPTOR_VERSION, 0};

}  // namespace

// A factory that comes after the start has its interfaces enabled by its driver (S-094).
NTSTATUS add_second_tape(PKSDEVICE device) {
  Mixers& mixers = Mixers::of(device);
  NTSTATUS status = STATUS_SUCCESS;
  KsAcquireDevice(device);
  if (mixers.second_tape == nullptr) {
    WCHAR name[] = L"second tape";
    status = KsCreateFilterFactory(device->FunctionalDeviceObject, &kTapeFilter, name, nullptr, 0,
                                   nullptr, nullptr, &mixers.second_tape);
  }
  if (NT_SUCCESS(status)) status = KsFilterFactorySetDeviceClassesState(mixers.second_tape, TRUE);
  KsReleaseDevice(device);
  return status;
}

const PKSDATARANGE kRange[kRanges] = {const_cast<PKSDATARANGE>(&kOnly)};

NTSTATUS intersect(PVOID, PIRP, PKSP_PIN, PKSDATARANGE, PKSDATARANGE own, ULONG room, PVOID data,
                   PULONG needed) {
  *needed = sizeof(KSDATAFORMAT);
  if (room == 0) return STATUS_BUFFER_OVERFLOW;
  if (room < sizeof(KSDATAFORMAT)) return STATUS_BUFFER_TOO_SMALL;
  *static_cast<PKSDATAFORMAT>(data) = *own;
  return STATUS_SUCCESS;
}

extern "C" DRIVER_INITIALIZE DriverEntry;

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path) {
  return KsInitializeDriver(driver, registry_path, &kDevice);
}
