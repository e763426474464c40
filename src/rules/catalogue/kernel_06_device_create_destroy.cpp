// Device create/destroy.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel06[] = {
    {.id = "K-081",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTCreateDevice is given an invalid adapter handle",
     .text = "CreateDevice needs a valid local adapter handle.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:774-780"},
    {.id = "K-082",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "D3DKMTCreateDevice tells a stopped adapter from a lack of memory",
     .text = "CreateDevice fails with STATUS_DEVICE_REMOVED when the adapter is stopped, "
             "STATUS_NO_MEMORY when out of memory.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreatedevice.md"},
    {.id = "K-083",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Legacy buffer outputs of D3DKMTCreateDevice are zero for context drivers",
     .text = "With a context-capable driver the legacy output members (command buffer, allocation "
             "list, patch list and their sizes) come back NULL/0.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:787-800"},
    {.id = "K-084",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTDestroyDevice is given zero or an unknown handle",
     .text = "DestroyDevice of zero, NULL or an unknown handle is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:809-821"},
    {.id = "K-085",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateDevice does not replace hDevice with the driver's own handle",
     .text = "CreateDevice: on input hDevice is the graphics kernel's handle for callbacks, on "
             "output the driver replaces it with its own handle, used in all later DDIs.",
     .outcome = "driver later called with the wrong pointer, bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_createdevice.md"},
    {.id = "K-086",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateDevice fails for a reason other than lack of memory",
     .text = "No hard limit on the number of devices; the only legal failure is out of memory "
             "(STATUS_NO_MEMORY).",
     .outcome = "certification failure; lint",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createdevice.md"},
    {.id = "K-087",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DmaBufferSegmentSet names a segment that is not an aperture",
     .text = "DmaBufferSegmentSet in DXGK_DEVICEINFO/DXGK_CONTEXTINFO may name aperture segments "
             "only; 0 means contiguous locked system memory.",
     .outcome = "device / context creation fails",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgk_deviceinfo.md; d3dkmddi/ns-d3dkmddi-_dxgk_contextinfo.md"},
    {.id = "K-088",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Initial DMA buffer or list is too small for a single command",
     .text =
         "Initial DMA-buffer and list sizes must hold at least one unsplittable command and one "
         "presented rectangle; later the kernel may grow and shrink them but never below these "
         "sizes.",
     .outcome = "render impossible, driver fault",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgk_deviceinfo.md; d3dkmddi/ns-d3dkmddi-_dxgk_contextinfo.md"},
    {.id = "K-089",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DMA buffer private data starts zeroed and is never touched by the kernel",
     .text =
         "Per-DMA-buffer private data is non-paged, zeroed at buffer creation and never touched "
         "by the kernel afterwards.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_contextinfo.md"},
    {.id = "K-090",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyDevice leaves the device's driver memory behind",
     .text = "DestroyDevice frees everything the driver holds for that device.",
     .outcome = "leak ledger",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroydevice.md"},
    {.id = "K-091",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Allocations are evicted before their device is destroyed in the driver",
     .text =
         "A device may not be destroyed towards the driver while allocations are still resident "
         "on it; eviction/destruction comes first.",
     .outcome = "a defect of Drydock (VidMm bugcheck 0x10E/0x33)",
     .source = "debugger/bug-check-0x10e---video-memory-management-internal.md"},
    {.id = "K-092",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Destroying a device destroys its paging queues, hardware queues and events",
     .text = "Destroying a device implicitly destroys its paging queues (and their fences), HW "
             "queues, doorbells, ring-buffer allocations and KMD CPU-event objects.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createpagingqueue.md; "
         "display/user-mode-work-submission.md; d3dkmddi/nc-d3dkmddi-dxgkddi_createcpuevent.md"},
    {.id = "K-093",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "CPU-event object depends on a device that is already destroyed",
     .text = "A KMD CPU-event object can outlive the device object it was tied to; the driver must "
             "tolerate its destruction after DestroyDevice.",
     .outcome = "use-after-free",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createcpuevent.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_destroycpuevent.md"},
    {.id = "K-094",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Trim callback stays registered when its device is destroyed",
     .text = "Trim callbacks registered for a device must be unregistered before that device is "
             "destroyed and before the callback's module is unloaded.",
     .outcome = "callback into freed code; client fault",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtregistertrimnotification.md"},
    {.id = "K-095",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Another device reaches a resource only by opening it as shared",
     .text = "Resources of one device are not usable through another device except as shared "
             "resources opened there.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createdevice.md"},
};

}  // namespace

Chapter kernel_06() { return kKernel06; }

}  // namespace drydock::rules::chapter
