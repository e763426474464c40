// Handle callbacks.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel25[] = {
    {.id = "K-415",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Handle callback is called at too high an IRQL",
     .text = "GetHandleData / GetHandleParent: IRQL < DISPATCH_LEVEL. EnumHandleChildren: "
             "PASSIVE_LEVEL. Acquire/ReleaseHandleData: IRQL <= APC_LEVEL.",
     .outcome = "IRQL violation, bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_enumhandlechildren.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md"},
    {.id = "K-416",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Handle callbacks return what the driver stored for a kernel handle",
     .text = "They take graphics-kernel (D3DKMT) handles and return what the driver stored: "
             "allocation data, resource data, or with DeviceSpecific the open binding's data.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md"},
    {.id = "K-417",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DeviceSpecific is used with a handle type other than ALLOCATION",
     .text = "DeviceSpecific is legal only with type ALLOCATION.",
     .outcome = "NULL returned",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md"},
    {.id = "K-418",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Handle callbacks return NULL for a forged or destroyed handle",
     .text = "NULL is returned for a handle that does not resolve (forged, or already destroyed).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md"},
    {.id = "K-419",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DDI goes on after a handle callback returned NULL",
     .text = "On an unexpected NULL the current DDI must fail with STATUS_INVALID_HANDLE.",
     .outcome = "null dereference, bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandleparent.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_enumhandlechildren.md"},
    {.id = "K-420",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "GetHandleParent returns the resource, NULL for a stand-alone allocation",
     .text = "GetHandleParent returns the resource handle of an allocation, NULL if it stands "
             "alone.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandleparent.md"},
    {.id = "K-421",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "EnumHandleChildren counts from zero and ends with NULL",
     .text = "EnumHandleChildren is zero-based and returns NULL past the last child; the child "
             "comes back as a graphics-kernel handle.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_enumhandlechildren.md"},
    {.id = "K-422",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Pointer from GetHandleData is used after its allocation may have died",
     .text = "A pointer from GetHandleData is only safe while the driver knows the allocation "
             "cannot die (inside a DDI for it or an open binding); user mode may destroy at any "
             "time. Otherwise use AcquireHandleData.",
     .outcome = "use-after-free, bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md"},
    {.id = "K-423",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "AcquireHandleData is not matched by one ReleaseHandleData",
     .text = "Every AcquireHandleData is matched by one ReleaseHandleData with the release handle "
             "and same type; the reference blocks destruction meanwhile.",
     .outcome = "destroy never completes; leak",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md; "
               "d3dkmddi/ns-d3dkmddi-dxgkargcb_releasehandledata.md"},
    {.id = "K-424",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An acquired allocation is not destroyed until it is released",
     .text = "An acquired allocation and its miniport objects are not destroyed until released.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md"},
    {.id = "K-425",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "GetCaptureAddress refuses a handle that is no capture allocation",
     .text = "GetCaptureAddress: a bad or non-capture handle gives STATUS_INVALID_PARAMETER.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_getcaptureaddress.md"},
    {.id = "K-426",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ExcludeAdapterAccess is called with illegal attributes or from a wrong DDI",
     .text =
         "ExcludeAdapterAccess: PASSIVE; EVICT_ALL and CALL_SYNCHRONOUS exclude each other; the "
         "latter only from level-two/three DDIs; not while UseAlternateVA locks exist; the "
         "caller must not block on the callback.",
     .outcome = "call fails / deadlock",
     .source = "dispmprt/nc-dispmprt-dxgkcb_exclude_adapter_access.md"},
    {.id = "K-427",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "IOMMU memory callback runs above APC_LEVEL or its MDL dies too early",
     .text =
         "IOMMU-related memory callbacks: IRQL <= APC_LEVEL, checked from WDDM 3.2; MDLs mapped "
         "by the driver must outlive the unmap.",
     .outcome = "bugcheck-class",
     .source = "display/iommu-dma-remapping.md; display/iommu-based-gpu-isolation.md"},
};

}  // namespace

Chapter kernel_25() { return kKernel25; }

}  // namespace drydock::rules::chapter
