// Streaming: loading the driver, devices and filter factories.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming07Lessons[] = {
    {.rule = "S-082",
     .why = "The routine installs its dispatch routines in the object it is given; in any other "
            "object they serve the wrong driver, and this one stays deaf.",
     .check = "KsInitializeDriver compares the driver object with that of the caller; too high a "
              "level is found by the executive's rule on IRQL.",
     .wrong = R"(NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  DRIVER_OBJECT copy = *DriverObject;
  return KsInitializeDriver(&copy, RegistryPath, &DeviceDescriptor);
})",
     .right = R"(NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  return KsInitializeDriver(DriverObject, RegistryPath, &DeviceDescriptor);
})"},
    {.rule = "S-084",
     .why = "The AddDevice that KsInitializeDriver installs creates the device by itself; a second "
            "one on the same stack answers half of the requests.",
     .check = "KsCreateDevice asks whether KsInitializeDriver was called for the driver object.",
     .wrong = R"(KsInitializeDriver(DriverObject, RegistryPath, &DeviceDescriptor);
DriverObject->DriverExtension->AddDevice = OnAddDevice;
…
return KsCreateDevice(DriverObject, Pdo, &DeviceDescriptor, 0, NULL);)",
     .right = R"(return KsInitializeDriver(DriverObject, RegistryPath, &DeviceDescriptor);
…
static const KSDEVICE_DISPATCH DeviceDispatch = {OnAdd, OnStart};)"},
    {.rule = "S-088",
     .why = "The plug and play manager starts what lies above as soon as the callback returns, "
            "whether or not the hardware is up.",
     .check = "The status that Start returns is looked at; a pending one is reported and fails the "
              "start.",
     .wrong = R"(NTSTATUS OnStart(PKSDEVICE Device, PIRP Irp, PCM_RESOURCE_LIST Translated,
                 PCM_RESOURCE_LIST Raw) {
  IoQueueWorkItem(Item, LoadFirmware, DelayedWorkQueue, Device);
  return STATUS_PENDING;
})",
     .right = R"(NTSTATUS OnStart(PKSDEVICE Device, PIRP Irp, PCM_RESOURCE_LIST Translated,
                 PCM_RESOURCE_LIST Raw) {
  return LoadFirmware(Device);
})"},
    {.rule = "S-089",
     .why = "Windows rebalances resources by starting again without a stop, and clients would see "
            "every filter twice.",
     .check = "A filter factory that is created inside Start while KSDEVICE.Started is TRUE is "
              "reported at the call; other one-time work is not watched.",
     .wrong = R"(NTSTATUS OnStart(PKSDEVICE Device, PIRP Irp, PCM_RESOURCE_LIST Translated,
                 PCM_RESOURCE_LIST Raw) {
  return KsCreateFilterFactory(Device->FunctionalDeviceObject, &Filter, L"capture",
                               NULL, 0, NULL, NULL, NULL);
})",
     .right = R"(NTSTATUS OnStart(PKSDEVICE Device, PIRP Irp, PCM_RESOURCE_LIST Translated,
                 PCM_RESOURCE_LIST Raw) {
  if (Device->Started) return STATUS_SUCCESS;
  return KsCreateFilterFactory(Device->FunctionalDeviceObject, &Filter, L"capture",
                               NULL, 0, NULL, NULL, NULL);
})"},
    {.rule = "S-093",
     .why = "The new factory is linked into the device's list of children, which another thread "
            "may be walking at that moment.",
     .check = "KsCreateFilterFactory asks whether the calling thread holds the mutex of the "
              "device; inside Start and the other callbacks that are made under it, it does.",
     .wrong = R"(VOID OnHotplug(PDEVICE_OBJECT Object, PVOID Context) {
  KsCreateFilterFactory(Object, &Filter, L"late", NULL, 0, NULL, NULL, &Factory);
})",
     .right = R"(VOID OnHotplug(PDEVICE_OBJECT Object, PVOID Context) {
  KsAcquireDevice(KsGetDeviceForDeviceObject(Object));
  KsCreateFilterFactory(Object, &Filter, L"late", NULL, 0, NULL, NULL, &Factory);
  KsReleaseDevice(KsGetDeviceForDeviceObject(Object));
})"},
    {.rule = "S-094",
     .why = "The class driver enables interfaces once, when the device has started; one that comes "
            "later is registered and can be found by nobody.",
     .check = "When the device goes, each factory that was made after PostStart and never enabled "
              "is named.",
     .wrong = R"(KsCreateFilterFactory(Object, &Filter, L"late", NULL, 0, NULL, NULL, &Factory);
KsReleaseDevice(Device);)",
     .right = R"(KsCreateFilterFactory(Object, &Filter, L"late", NULL, 0, NULL, NULL, &Factory);
KsFilterFactorySetDeviceClassesState(Factory, TRUE);
KsReleaseDevice(Device);)"},
    {.rule = "S-097",
     .why = "A wildcard takes every name that no other item has; with two of them it is chance "
            "which one serves a client.",
     .check = "Each create item is looked at when it is added, and refused when it is a second "
              "wildcard or combines the two flags.",
     .wrong =
         R"(KsAllocateObjectCreateItem(header, &first, FALSE, NULL);   // KSCREATE_ITEM_WILDCARD
KsAllocateObjectCreateItem(header, &second, FALSE, NULL);  // KSCREATE_ITEM_WILDCARD)",
     .right = R"(KsAllocateObjectCreateItem(header, &named, FALSE, NULL);
KsAllocateObjectCreateItem(header, &rest, FALSE, NULL);  // KSCREATE_ITEM_WILDCARD)"},
    {.rule = "S-098",
     .why = "The class driver reads the members that the version promises and no more; a driver "
            "that sets flags under an old version waits for an effect that never comes.",
     .check = "A version that is none of the three documented ones is reported at "
              "KsInitializeDriver; flags beside an old version are not.",
     .wrong = R"(static const KSDEVICE_DESCRIPTOR DeviceDescriptor = {
    &DeviceDispatch, SIZEOF_ARRAY(Filters), Filters, 0x200,
    KSDEVICE_FLAG_ENABLE_REMOTE_WAKEUP};)",
     .right = R"(static const KSDEVICE_DESCRIPTOR DeviceDescriptor = {
    &DeviceDispatch, SIZEOF_ARRAY(Filters), Filters, KSDEVICE_DESCRIPTOR_VERSION_2,
    KSDEVICE_FLAG_ENABLE_REMOTE_WAKEUP};)"},
    {.rule = "S-099",
     .why = "The class driver walks these tables by count and size; a wrong one makes it read past "
            "the table or in the middle of its rows.",
     .check = "Version, sizes and the pairs of pointer and count are tested when the factory is "
              "made, which fails.",
     .wrong = R"(DEFINE_KSFILTER_CATEGORIES_NULL,
0, sizeof(KSNODE_DESCRIPTOR), Nodes,)",
     .right = R"(DEFINE_KSFILTER_CATEGORIES_NULL,
DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes),)"},
    {.rule = "S-100",
     .why = "A filter without pins can be opened, and nothing can ever be connected to it.",
     .check = "When the factory is made, the pin table and its count must both be there or both "
              "not; whether a filter without pins adds some later is not followed.",
     .wrong = R"(static const KSFILTER_DESCRIPTOR Filter = {
    &FilterDispatch, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    1, sizeof(KSPIN_DESCRIPTOR_EX), NULL, …};)",
     .right = R"(static const KSFILTER_DESCRIPTOR Filter = {
    &FilterDispatch, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    DEFINE_KSFILTER_PIN_DESCRIPTORS(Pins), …};)"},
    {.rule = "S-101",
     .why = "Each flag names another queue of worker threads, and a filter can be processed on one "
            "only.",
     .check = "Both flags together refuse the filter descriptor when its factory is made.",
     .wrong = R"(filter->Flags = KSFILTER_FLAG_CRITICAL_PROCESSING |
                KSFILTER_FLAG_HYPERCRITICAL_PROCESSING;)",
     .right = R"(filter->Flags = KSFILTER_FLAG_DISPATCH_LEVEL_PROCESSING |
                KSFILTER_FLAG_CRITICAL_PROCESSING;)"},
};

}  // namespace

Lessons streaming_07() { return kStreaming07Lessons; }

}  // namespace drydock::rules::lessons
