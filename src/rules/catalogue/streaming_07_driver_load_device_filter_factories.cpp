// Driver load, device, filter factories.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "S-082",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DriverEntry calls KsInitializeDriver with wrong arguments or IRQL",
     .text =
         "DriverEntry calls KsInitializeDriver (PASSIVE_LEVEL) with the OS-supplied driver "
         "object and registry path; the device descriptor is optional (NULL = default device, "
         "no factories).",
     .outcome = "",
     .source = "ks/nf-ks-ksinitializedriver.md"},
    {.id = "S-083",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "KsInitializeDriver installs dispatching, AddDevice and unload",
     .text =
         "KsInitializeDriver MUST install IRP dispatching, AddDevice (KsAddDevice) and unload "
         "in the driver object.",
     .outcome = "",
     .source = "stream/initializing-an-avstream-minidriver.md; ks/nf-ks-ksadddevice.md"},
    {.id = "S-084",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "KsCreateDevice mixed with KsInitializeDriver or KsAddDevice",
     .text =
         "A driver that calls KsCreateDevice itself SHOULD NOT use KsInitializeDriver, nor call "
         "KsAddDevice as well.",
     .outcome = "device created twice",
     .source = "ks/nf-ks-kscreatedevice.md; ks/nf-ks-ksadddevice.md"},
    {.id = "S-085",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "AddDevice builds the device, calls Device.Add and fails when it fails",
     .text =
         "At AddDevice: create the FDO, KSDEVICE and KS device header, then call Device.Add; if "
         "Add fails AddDevice fails. STATUS_PENDING is not legal (no IRP).",
     .outcome = "AddDevice failure",
     .source = "ks/nc-ks-pfnksdevicecreate.md"},
    {.id = "S-086",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Objects start with the context of their parent, the device with NULL",
     .text =
         "KSDEVICE.Context starts NULL; a filter factory, filter and pin each start with their "
         "parent's Context at creation time.",
     .outcome = "minidriver sees the wrong context",
     .source =
         "ks/ns-ks-_ksdevice.md; ks/ns-ks-_ksfilter.md; ks/ns-ks-_kspin.md; "
         "ks/ns-ks-_ksfilterfactory.md"},
    {.id = "S-087",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Device.Start receives both resource lists of the IRP, or NULL",
     .text =
         "Device.Start gets the translated and untranslated resource lists taken from the IRP; "
         "both NULL when the device has none.",
     .outcome = "",
     .source = "ks/nc-ks-pfnksdevicepnpstart.md"},
    {.id = "S-088",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Device.Start returns STATUS_PENDING",
     .text = "Device.Start MUST NOT return STATUS_PENDING; success guarantees the start succeeds.",
     .outcome = "decided: finding",
     .source = "ks/nc-ks-pfnksdevicepnpstart.md"},
    {.id = "S-089",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "One-time creation repeated on a second start",
     .text =
         "MUST tolerate several starts without a stop in between (resource rebalance): do "
         "one-time creation only when KSDEVICE.Started is FALSE.",
     .outcome = "duplicate factories",
     .source =
         "Windows-driver-samples/avstream: avshws/device.cpp:300-307; KSDEVICE.Started in "
         "ks/ns-ks-_ksdevice.md"},
    {.id = "S-090",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Filter creates fail with STATUS_DEVICE_NOT_READY until the device is started",
     .text =
         "Started is set during START processing and cleared during STOP; while FALSE every "
         "filter create MUST fail with STATUS_DEVICE_NOT_READY.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/ns-ks-_ksdevice.md"},
    {.id = "S-091",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "PostStart runs in a worker after start and its failure fails waiting creates",
     .text =
         "PostStart runs in a worker thread after PnP start; if it fails, creates pending "
         "between START and STOP are failed. It must not return STATUS_PENDING.",
     .outcome = "creates failed",
     .source = "ks/nc-ks-pfnksdevice.md"},
    {.id = "S-092",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Each listed filter descriptor yields one filter factory",
     .text = "One filter factory is made per KSFILTER_DESCRIPTOR listed in the device descriptor.",
     .outcome = "",
     .source = "stream/initializing-an-avstream-minidriver.md"},
    {.id = "S-093",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "KsCreateFilterFactory called without the device mutex",
     .text = "MUST hold the device mutex when calling KsCreateFilterFactory.",
     .outcome = "hierarchy race; decided: finding (avscamera does not)",
     .source = "ks/nf-ks-kscreatefilterfactory.md; stream/device-mutex-in-avstream.md"},
    {.id = "S-094",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Late filter factory left with its device interface disabled",
     .text =
         "A factory created after PostStart MUST be enabled with "
         "KsFilterFactorySetDeviceClassesState; one created in PostStart or before need not.",
     .outcome = "interface stays disabled",
     .source = "ks/nf-ks-kscreatefilterfactory.md"},
    {.id = "S-095",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Filters are found by RefString, else by their unique ReferenceGuid",
     .text =
         "RefString given => it names the filters; else the descriptor's ReferenceGuid does. "
         "Each factory needs a unique ReferenceGuid, which must match the INF.",
     .outcome = "create fails to find the filter",
     .source = "ks/nf-ks-kscreatefilterfactory.md; ks/ns-ks-_ksfilter_descriptor.md"},
    {.id = "S-096",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "FREEONSTOP create items are freed after the minidriver's Stop",
     .text =
         "A create item flagged KSCREATE_ITEM_FREEONSTOP MUST be freed on IRP_MN_STOP_DEVICE, "
         "after the minidriver's Stop was told.",
     .outcome = "stale create item",
     .source = "ks/nf-ks-kscreatefilterfactory.md"},
    {.id = "S-097",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Second wildcard create item, or wildcard combined with NOPARAMETERS",
     .text =
         "Only one wildcard create item per list; NOPARAMETERS cannot be combined with "
         "WILDCARD.",
     .outcome = "decided: reject",
     .source = "ks/nf-ks-kscreatefilterfactory.md"},
    {.id = "S-098",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Device descriptor flags ignored because of an old version",
     .text =
         "KSDEVICE_DESCRIPTOR.Version is 0 (pre-0x100), VERSION (QueryInterface supported) or "
         "VERSION_2 (Flags honoured); only flag: KSDEVICE_FLAG_ENABLE_REMOTE_WAKEUP. An older "
         "version means all flags read as zero.",
     .outcome = "flags ignored",
     .source = "ks/ns-ks-_ksdevice_descriptor.md"},
    {.id = "S-099",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Filter descriptor has a bad version, size or table pointer",
     .text =
         "Filter descriptor: Version = KSFILTER_DESCRIPTOR_VERSION; PinDescriptorSize and "
         "NodeDescriptorSize multiples of 8 and >= the structure size; "
         "Categories/NodeDescriptors/Connections NULL iff their count is 0.",
     .outcome = "decided: reject descriptor",
     .source = "ks/ns-ks-_ksfilter_descriptor.md"},
    {.id = "S-100",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Filter exposes no pin and creates none dynamically",
     .text =
         "A filter MUST expose at least one pin, except that on XP+ PinDescriptorsCount may be "
         "0 if pins are created dynamically (PinDescriptors then NULL).",
     .outcome = "decided: finding",
     .source = "stream/initializing-an-avstream-minidriver.md; ks/ns-ks-_ksfilter_descriptor.md"},
    {.id = "S-101",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Filter is both critical and hypercritical",
     .text =
         "KSFILTER_FLAG_CRITICAL_PROCESSING and HYPERCRITICAL_PROCESSING are mutually "
         "exclusive.",
     .outcome = "decided: reject",
     .source = "ks/ns-ks-_ksfilter_descriptor.md"},
    {.id = "S-102",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A filter without connections gets the default one-node topology",
     .text =
         "ConnectionsCount 0 => default topology: one node, each pin connected to the "
         "same-numbered node pin, direction from data flow.",
     .outcome = "",
     .source = "ks/ns-ks-_ksfilter_descriptor.md"},
    {.id = "S-103",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Automation tables are merged and the minidriver's handler wins",
     .text =
         "The automation table of a filter/pin is MERGED with the class driver's own; on a "
         "clash the minidriver's handler wins.",
     .outcome = "wrong handler called",
     .source =
         "ks/ns-ks-_ksfilter_descriptor.md; ks/ns-ks-_kspin_descriptor_ex.md; "
         "ks/nf-ks-ksmergeautomationtables.md"},
    {.id = "S-104",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Filter factories live for their documented span",
     .text =
         "Lifetime of implicit factories: from (would-be) device create dispatch to after "
         "(would-be) remove dispatch; of explicit ones: from return of KsCreateFilterFactory.",
     .outcome = "",
     .source = "ks/ns-ks-_ksfilterfactory.md"},
};

}  // namespace

Chapter streaming_07() { return kRules; }

}  // namespace drydock::rules::chapter
