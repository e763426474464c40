// DestroyDevice / CloseAdapter: who frees what.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode10[] = {
    {.id = "U-220",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyDevice leaves driver-made objects behind",
     .text = "DestroyDevice frees everything the UMD allocated for the device (allocations, "
             "contexts, locks, sync objects) and its tracking data.",
     .outcome = "decided: leak report; kernel reclaims afterwards",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md"},
    {.id = "U-221",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DestroyDevice releases allocations before removing their locks",
     .text = "Outstanding locks are removed before the release calls.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md"},
    {.id = "U-222",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ DestroyDevice sets an error other than device removal",
     .text = "D3D9: S_OK or an error. D3D10+: void, only D3DDDIERR_DEVICEREMOVED may be set.",
     .outcome = "documented: critical otherwise",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md; "
               "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroydevice.md"},
    {.id = "U-223",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime destroys all child objects before DestroyDevice",
     .text = "D3D10+: all child objects (resources, views, states) are destroyed by the runtime "
             "before DestroyDevice.",
     .outcome = "decided: runtime bug",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroydevice.md"},
    {.id = "U-224",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Private device memory used after DestroyDevice returned",
     .text = "D3D10+: device private memory is freed by the runtime after the call.",
     .outcome = "decided: fault = finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroydevice.md"},
    {.id = "U-225",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Paging queues and their fences vanish with the user-mode device",
     .text = "Paging queues (and their fence objects) vanish implicitly with the device; explicit "
             "pfnDestroyPagingQueueCb waits for queued operations and invalidates hSyncObject and "
             "the mapped fence value.",
     .outcome = "decided: use afterwards = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createpagingqueuecb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_destroypagingqueuecb.md"},
    {.id = "U-226",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Ring buffer of user-mode submission freed while its doorbell lives",
     .text =
         "User-mode submission: ring buffer and control allocations belong to the UMD, stay "
         "referenced by the kernel while a doorbell lives, and are destroyed implicitly only at "
         "device termination.",
     .outcome = "decided: finding",
     .source = "display/user-mode-work-submission.md"},
    {.id = "U-227",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime closes an adapter only after its last device is gone",
     .text = "CloseAdapter only after every device created on that adapter object was destroyed.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_closeadapter.md; "
               "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_closeadapter.md"},
    {.id = "U-228",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CloseAdapter leaves adapter memory or objects behind",
     .text = "CloseAdapter frees everything allocated for the adapter object; S_OK or an error.",
     .outcome = "decided: leak finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_closeadapter.md"},
    {.id = "U-229",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime closes deferred handles before it destroys the context",
     .text = "D3D11 deferred context end of life: after CreateCommandList success, close all "
             "deferred handles (they may still look bound), then destroy the context; on abandon: "
             "AbandonCommandList, unbind, close handles, recycle or destroy.",
     .outcome = "decided: runtime bug",
     .source = "display/supporting-command-lists.md"},
};

}  // namespace

Chapter user_mode_10() { return kUserMode10; }

}  // namespace drydock::rules::chapter
