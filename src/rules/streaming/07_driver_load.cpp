// Driver load, device, filter factories.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingDriverLoad[] = {
    {.id = "S-082",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DriverEntry calls KsInitializeDriver with wrong arguments or IRQL",
     .text = "DriverEntry calls KsInitializeDriver (PASSIVE_LEVEL) with the OS-supplied driver "
             "object and registry path; the device descriptor is optional (NULL = default device, "
             "no factories).",
     .outcome = "",
     .source = "ks/nf-ks-ksinitializedriver.md",
     .lesson =
         {.why = "The routine installs its dispatch routines in the object it is given; in any "
                 "other object they serve the wrong driver, and this one stays deaf.",
          .check = "KsInitializeDriver compares the driver object with that of the caller; too "
                   "high a level is found by the executive's rule on IRQL.",
          .wrong =
              R"(NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  DRIVER_OBJECT copy = *DriverObject;
  return KsInitializeDriver(&copy, RegistryPath, &DeviceDescriptor);
})",
          .right =
              R"(NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  return KsInitializeDriver(DriverObject, RegistryPath, &DeviceDescriptor);
})"},
     .tests = {provokes("KsDescriptorRules.S082ForeignDriverObjectIsFound"),
               stays_silent("KsDescriptorRules.S082OwnDriverObjectIsSilent")}},
    {.id = "S-083",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsInitializeDriver installs dispatching, AddDevice and unload",
     .text = "KsInitializeDriver MUST install IRP dispatching, AddDevice (KsAddDevice) and unload "
             "in the driver object.",
     .outcome = "",
     .source = "stream/initializing-an-avstream-minidriver.md; ks/nf-ks-ksadddevice.md",
     .tests = {proves("KsPromises.S083DispatchAddDeviceAndUnloadAreInstalled")}},
    {.id = "S-084",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "KsCreateDevice mixed with KsInitializeDriver or KsAddDevice",
     .text = "A driver that calls KsCreateDevice itself SHOULD NOT use KsInitializeDriver, nor "
             "call KsAddDevice as well.",
     .outcome = "device created twice",
     .source = "ks/nf-ks-kscreatedevice.md; ks/nf-ks-ksadddevice.md",
     .lesson =
         {.why = "The AddDevice that KsInitializeDriver installs creates the device by itself; a "
                 "second one on the same stack answers half of the requests.",
          .check =
              "KsCreateDevice asks whether KsInitializeDriver was called for the driver object.",
          .wrong = R"(KsInitializeDriver(DriverObject, RegistryPath, &DeviceDescriptor);
DriverObject->DriverExtension->AddDevice = OnAddDevice;
…
return KsCreateDevice(DriverObject, Pdo, &DeviceDescriptor, 0, NULL);)",
          .right = R"(return KsInitializeDriver(DriverObject, RegistryPath, &DeviceDescriptor);
…
static const KSDEVICE_DISPATCH DeviceDispatch = {OnAdd, OnStart};)"},
     .tests = {provokes("KsDescriptorRules.S084DeviceCreatedBySelfIsFound"),
               stays_silent("KsDescriptorRules.S084DeviceCreatedByTheClassDriverIsSilent")}},
    {.id = "S-085",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "AddDevice builds the device, calls Device.Add and fails when it fails",
     .text = "At AddDevice: create the FDO, KSDEVICE and KS device header, then call Device.Add; "
             "if Add fails AddDevice fails. STATUS_PENDING is not legal (no IRP).",
     .outcome = "AddDevice failure; a pending Add is S-088",
     .source = "ks/nc-ks-pfnksdevicecreate.md",
     .tests = {proves("KsPromises.S085AddThatFailsFailsAddDevice")}},
    {.id = "S-086",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Objects start with the context of their parent, the device with NULL",
     .text = "KSDEVICE.Context starts NULL; a filter factory, filter and pin each start with their "
             "parent's Context at creation time.",
     .outcome = "minidriver sees the wrong context",
     .source = "ks/ns-ks-_ksdevice.md; ks/ns-ks-_ksfilter.md; ks/ns-ks-_kspin.md; "
               "ks/ns-ks-_ksfilterfactory.md",
     .tests = {proves("KsPromises.S086ContextsComeFromTheParent")}},
    {.id = "S-087",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Device.Start receives both resource lists of the IRP, or NULL",
     .text = "Device.Start gets the translated and untranslated resource lists taken from the IRP; "
             "both NULL when the device has none.",
     .outcome = "",
     .source = "ks/nc-ks-pfnksdevicepnpstart.md",
     .tests = {proves("KsPinPromises.S087StartGetsTheResourceLists")}},
    {.id = "S-088",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Callback of the device returns STATUS_PENDING",
     .text =
         "Device.Start MUST NOT return STATUS_PENDING; success guarantees the start succeeds. Nor "
         "may Device.Add (no IRP), PostStart, QueryStop, QueryRemove and QueryCapabilities.",
     .outcome = "decided: finding",
     .source = "ks/nc-ks-pfnksdevicepnpstart.md; ks/nc-ks-pfnksdevicecreate.md; "
               "ks/nc-ks-pfnksdevice.md; ks/nc-ks-pfnksdeviceirp.md",
     .lesson = {.why = "The plug and play manager starts what lies above as soon as the callback "
                       "returns, whether or not the hardware is up.",
                .check = "The status that each of them returns is looked at; a pending one is "
                         "reported and counts as a failure.",
                .wrong =
                    R"(NTSTATUS OnStart(PKSDEVICE Device, PIRP Irp, PCM_RESOURCE_LIST Translated,
                 PCM_RESOURCE_LIST Raw) {
  IoQueueWorkItem(Item, LoadFirmware, DelayedWorkQueue, Device);
  return STATUS_PENDING;
})",
                .right =
                    R"(NTSTATUS OnStart(PKSDEVICE Device, PIRP Irp, PCM_RESOURCE_LIST Translated,
                 PCM_RESOURCE_LIST Raw) {
  return LoadFirmware(Device);
})"},
     .tests = {provokes("KsObjectRules.S088PendingStartIsFound"),
               stays_silent("KsObjectRules.S088StartThatSucceedsIsSilent")}},
    {.id = "S-089",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "One-time creation repeated on a second start",
     .text = "MUST tolerate several starts without a stop in between (resource rebalance): do "
             "one-time creation only when KSDEVICE.Started is FALSE.",
     .outcome = "duplicate factories",
     .source = "Windows-driver-samples/avstream: avshws/device.cpp:300-307; KSDEVICE.Started in "
               "ks/ns-ks-_ksdevice.md",
     .lesson = {.why = "Windows rebalances resources by starting again without a stop, and clients "
                       "would see every filter twice.",
                .check = "A filter factory that is created inside Start while KSDEVICE.Started is "
                         "TRUE is reported at the call; other one-time work is not watched.",
                .wrong =
                    R"(NTSTATUS OnStart(PKSDEVICE Device, PIRP Irp, PCM_RESOURCE_LIST Translated,
                 PCM_RESOURCE_LIST Raw) {
  return KsCreateFilterFactory(Device->FunctionalDeviceObject, &Filter, L"capture",
                               NULL, 0, NULL, NULL, NULL);
})",
                .right =
                    R"(NTSTATUS OnStart(PKSDEVICE Device, PIRP Irp, PCM_RESOURCE_LIST Translated,
                 PCM_RESOURCE_LIST Raw) {
  if (Device->Started) return STATUS_SUCCESS;
  return KsCreateFilterFactory(Device->FunctionalDeviceObject, &Filter, L"capture",
                               NULL, 0, NULL, NULL, NULL);
})"},
     .tests = {provokes("KsDeviceRules.S089FactoryMadeAgainAtASecondStartIsFound"),
               stays_silent("KsDeviceRules.S089SecondStartIsSilent")}},
    {.id = "S-090",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filter creates fail with STATUS_DEVICE_NOT_READY until the device is started",
     .text = "Started is set during START processing and cleared during STOP; while FALSE every "
             "filter create MUST fail with STATUS_DEVICE_NOT_READY.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/ns-ks-_ksdevice.md",
     .tests = {proves("KsPromises.S090NothingOpensBeforeStartOrAfterStop")}},
    {.id = "S-091",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "PostStart runs in a worker after start and its failure fails waiting creates",
     .text = "PostStart runs in a worker thread after PnP start; if it fails, creates pending "
             "between START and STOP are failed. It must not return STATUS_PENDING.",
     .outcome = "creates failed; a pending PostStart is S-088",
     .source = "ks/nc-ks-pfnksdevice.md",
     .tests = {proves("KsDeviceRules.S091APostStartThatFailsFailsCreates"),
               proves("KsDeviceRules.S091PostStartFollowsStart")}},
    {.id = "S-092",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Each listed filter descriptor yields one filter factory",
     .text = "One filter factory is made per KSFILTER_DESCRIPTOR listed in the device descriptor.",
     .outcome = "",
     .source = "stream/initializing-an-avstream-minidriver.md",
     .tests = {proves("KsLife.DriverDeviceFilterAndPinComeAndGo")}},
    {.id = "S-093",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "KsCreateFilterFactory called without the device mutex",
     .text = "MUST hold the device mutex when calling KsCreateFilterFactory.",
     .outcome = "hierarchy race; decided: finding (avscamera does not)",
     .source = "ks/nf-ks-kscreatefilterfactory.md; stream/device-mutex-in-avstream.md",
     .lesson = {.why = "The new factory is linked into the device's list of children, which "
                       "another thread may be walking at that moment.",
                .check =
                    "KsCreateFilterFactory asks whether the calling thread holds the mutex of the "
                    "device; inside Start and the other callbacks that are made under it, it does.",
                .wrong = R"(VOID OnHotplug(PDEVICE_OBJECT Object, PVOID Context) {
  KsCreateFilterFactory(Object, &Filter, L"late", NULL, 0, NULL, NULL, &Factory);
})",
                .right = R"(VOID OnHotplug(PDEVICE_OBJECT Object, PVOID Context) {
  KsAcquireDevice(KsGetDeviceForDeviceObject(Object));
  KsCreateFilterFactory(Object, &Filter, L"late", NULL, 0, NULL, NULL, &Factory);
  KsReleaseDevice(KsGetDeviceForDeviceObject(Object));
})"},
     .tests = {provokes("KsObjectRules.S093FactoryWithoutTheDeviceMutexIsFound"),
               stays_silent("KsObjectRules.S093FactoryInStartIsSilent")}},
    {.id = "S-094",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Late filter factory left with its device interface disabled",
     .text = "A factory created after PostStart MUST be enabled with "
             "KsFilterFactorySetDeviceClassesState; one created in PostStart or before need not.",
     .outcome = "interface stays disabled",
     .source = "ks/nf-ks-kscreatefilterfactory.md",
     .lesson =
         {.why = "The class driver enables interfaces once, when the device has started; one that "
                 "comes later is registered and can be found by nobody.",
          .check = "When the device goes, each factory that was made after PostStart and never "
                   "enabled is named.",
          .wrong =
              R"(KsCreateFilterFactory(Object, &Filter, L"late", NULL, 0, NULL, NULL, &Factory);
KsReleaseDevice(Device);)",
          .right =
              R"(KsCreateFilterFactory(Object, &Filter, L"late", NULL, 0, NULL, NULL, &Factory);
KsFilterFactorySetDeviceClassesState(Factory, TRUE);
KsReleaseDevice(Device);)"},
     .tests = {provokes("KsDeviceRules.S094LateFactoryNeverEnabledIsFound"),
               stays_silent("KsDeviceRules.S094LateFactoryThatIsEnabledIsSilent")}},
    {.id = "S-095",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filters are found by RefString, else by their unique ReferenceGuid",
     .text = "RefString given => it names the filters; else the descriptor's ReferenceGuid does. "
             "Each factory needs a unique ReferenceGuid, which must match the INF.",
     .outcome = "create fails to find the filter",
     .source = "ks/nf-ks-kscreatefilterfactory.md; ks/ns-ks-_ksfilter_descriptor.md",
     .tests = {proves("KsPromises.S095TheReferenceGuidNamesTheFilter")}},
    {.id = "S-096",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "FREEONSTOP create items are freed after the minidriver's Stop",
     .text = "A create item flagged KSCREATE_ITEM_FREEONSTOP MUST be freed on IRP_MN_STOP_DEVICE, "
             "after the minidriver's Stop was told.",
     .outcome = "stale create item",
     .source = "ks/nf-ks-kscreatefilterfactory.md",
     .tests = {proves("KsPromises.S096ItemsOfTheStartAreFreedAtStop")}},
    {.id = "S-097",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Second wildcard create item, or wildcard combined with NOPARAMETERS",
     .text =
         "Only one wildcard create item per list; NOPARAMETERS cannot be combined with WILDCARD.",
     .outcome = "decided: reject",
     .source = "ks/nf-ks-kscreatefilterfactory.md",
     .lesson =
         {.why = "A wildcard takes every name that no other item has; with two of them it is "
                 "chance which one serves a client.",
          .check = "Each create item is looked at when it is added, and refused when it is a "
                   "second wildcard or combines the two flags.",
          .wrong =
              R"(KsAllocateObjectCreateItem(header, &first, FALSE, NULL);   // KSCREATE_ITEM_WILDCARD
KsAllocateObjectCreateItem(header, &second, FALSE, NULL);  // KSCREATE_ITEM_WILDCARD)",
          .right = R"(KsAllocateObjectCreateItem(header, &named, FALSE, NULL);
KsAllocateObjectCreateItem(header, &rest, FALSE, NULL);  // KSCREATE_ITEM_WILDCARD)"},
     .tests = {provokes("KsDescriptorRules.S097WildcardWithoutParametersIsFound"),
               stays_silent("KsDescriptorRules.S097WildcardAloneIsSilent")}},
    {.id = "S-098",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Device descriptor flags ignored because of an old version",
     .text = "KSDEVICE_DESCRIPTOR.Version is 0 (pre-0x100), VERSION (QueryInterface supported) or "
             "VERSION_2 (Flags honoured); only flag: KSDEVICE_FLAG_ENABLE_REMOTE_WAKEUP. An older "
             "version means all flags read as zero.",
     .outcome = "flags ignored",
     .source = "ks/ns-ks-_ksdevice_descriptor.md",
     .lesson =
         {.why =
              "The class driver reads the members that the version promises and no more; a driver "
              "that sets flags under an old version waits for an effect that never comes.",
          .check = "A version that is none of the three documented ones is reported at "
                   "KsInitializeDriver; flags beside an old version are not.",
          .wrong = R"(static const KSDEVICE_DESCRIPTOR DeviceDescriptor = {
    &DeviceDispatch, SIZEOF_ARRAY(Filters), Filters, 0x200,
    KSDEVICE_FLAG_ENABLE_REMOTE_WAKEUP};)",
          .right = R"(static const KSDEVICE_DESCRIPTOR DeviceDescriptor = {
    &DeviceDispatch, SIZEOF_ARRAY(Filters), Filters, KSDEVICE_DESCRIPTOR_VERSION_2,
    KSDEVICE_FLAG_ENABLE_REMOTE_WAKEUP};)"},
     .tests = {provokes("KsDescriptorRules.S098UnknownDeviceVersionIsFound"),
               stays_silent("KsDescriptorRules.S098SecondVersionIsSilent")}},
    {.id = "S-099",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Filter descriptor has a bad version, size or table pointer",
     .text = "Filter descriptor: Version = KSFILTER_DESCRIPTOR_VERSION; PinDescriptorSize and "
             "NodeDescriptorSize multiples of 8 and >= the structure size; "
             "Categories/NodeDescriptors/Connections NULL iff their count is 0.",
     .outcome = "decided: reject descriptor",
     .source = "ks/ns-ks-_ksfilter_descriptor.md",
     .lesson = {.why = "The class driver walks these tables by count and size; a wrong one makes "
                       "it read past the table or in the middle of its rows.",
                .check = "Version, sizes and the pairs of pointer and count are tested when the "
                         "factory is made, which fails.",
                .wrong = R"(DEFINE_KSFILTER_CATEGORIES_NULL,
0, sizeof(KSNODE_DESCRIPTOR), Nodes,)",
                .right = R"(DEFINE_KSFILTER_CATEGORIES_NULL,
DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes),)"},
     .tests = {provokes("KsDescriptorRules.S099CategoriesWithoutCountAreFound"),
               provokes("KsDescriptorRules.S099OddPinDescriptorSizeIsFound"),
               provokes("KsDescriptorRules.S099WrongFilterVersionIsFound"),
               stays_silent("KsDescriptorRules.S099WholeDescriptorIsSilent")}},
    {.id = "S-100",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Pin table of a filter and its count differ",
     .text = "A filter MUST expose at least one pin, except that on XP+ PinDescriptorsCount may be "
             "0 if pins are created dynamically (PinDescriptors then NULL).",
     .outcome = "decided: finding",
     .source = "stream/initializing-an-avstream-minidriver.md; ks/ns-ks-_ksfilter_descriptor.md",
     .lesson = {.why =
                    "A filter without pins can be opened, and nothing can ever be connected to it.",
                .check =
                    "When the factory is made, the pin table and its count must both be there or "
                    "both not; whether a filter without pins adds some later is not followed.",
                .wrong = R"(static const KSFILTER_DESCRIPTOR Filter = {
    &FilterDispatch, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    1, sizeof(KSPIN_DESCRIPTOR_EX), NULL, …};)",
                .right = R"(static const KSFILTER_DESCRIPTOR Filter = {
    &FilterDispatch, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    DEFINE_KSFILTER_PIN_DESCRIPTORS(Pins), …};)"},
     .tests = {provokes("KsDescriptorRules.S100PinsWithoutTableAreFound"),
               stays_silent("KsDescriptorRules.S100NoPinsAtFirstAreSilent")}},
    {.id = "S-101",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Filter is both critical and hypercritical",
     .text =
         "KSFILTER_FLAG_CRITICAL_PROCESSING and HYPERCRITICAL_PROCESSING are mutually exclusive.",
     .outcome = "decided: reject",
     .source = "ks/ns-ks-_ksfilter_descriptor.md",
     .lesson = {.why = "Each flag names another queue of worker threads, and a filter can be "
                       "processed on one only.",
                .check =
                    "Both flags together refuse the filter descriptor when its factory is made.",
                .wrong = R"(filter->Flags = KSFILTER_FLAG_CRITICAL_PROCESSING |
                KSFILTER_FLAG_HYPERCRITICAL_PROCESSING;)",
                .right = R"(filter->Flags = KSFILTER_FLAG_DISPATCH_LEVEL_PROCESSING |
                KSFILTER_FLAG_CRITICAL_PROCESSING;)"},
     .tests = {provokes("KsDescriptorRules.S101BothUrgenciesAreFound"),
               stays_silent("KsDescriptorRules.S101OneUrgencyIsSilent")}},
    {.id = "S-102",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A filter without connections gets the default one-node topology",
     .text = "ConnectionsCount 0 => default topology: one node, each pin connected to the "
             "same-numbered node pin, direction from data flow.",
     .outcome = "",
     .source = "ks/ns-ks-_ksfilter_descriptor.md",
     .tests = {proves("KsDeviceRules.S102TheDefaultTopologyIsOneNode")}},
    {.id = "S-103",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Automation tables are merged and the minidriver's handler wins",
     .text = "The automation table of a filter/pin is MERGED with the class driver's own; on a "
             "clash the minidriver's handler wins.",
     .outcome = "wrong handler called",
     .source = "ks/ns-ks-_ksfilter_descriptor.md; ks/ns-ks-_kspin_descriptor_ex.md; "
               "ks/nf-ks-ksmergeautomationtables.md",
     .tests = {proves("KsPromises.S103TheMinidriversPropertiesJoinOurs")}},
    {.id = "S-104",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Filter factories live for their documented span",
     .text = "Lifetime of implicit factories: from (would-be) device create dispatch to after "
             "(would-be) remove dispatch; of explicit ones: from return of KsCreateFilterFactory.",
     .outcome = "",
     .source = "ks/ns-ks-_ksfilterfactory.md",
     .tests = {proves("KsDeviceRules.S091PostStartFollowsStart")}},
};

}  // namespace

Chapter driver_load() { return kStreamingDriverLoad; }

}  // namespace drydock::rules::streaming
