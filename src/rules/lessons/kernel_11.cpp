// DxgkDdiOpenAllocation / CloseAllocation.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel11Lessons[] = {
    {.rule = "K-181",
     .why = "Render and close name the binding by this handle. NULL makes the driver follow a null "
            "pointer in the middle of a submission.",
     .check = "After a successful DxgkDdiOpenAllocation each element's "
              "hDeviceSpecificAllocation is looked at; a NULL is reported with its index and "
              "ends the driver.",
     .wrong = R"(for (UINT i = 0; i < args->NumAllocations; ++i)
    NewOpened(hDevice, args->pOpenAllocation[i].hAllocation);
return STATUS_SUCCESS;)",
     .right = R"(for (UINT i = 0; i < args->NumAllocations; ++i) {
    KmOpened* opened = NewOpened(hDevice, args->pOpenAllocation[i].hAllocation);
    if (opened == NULL) { CloseFirst(args, i); return STATUS_NO_MEMORY; }
    args->pOpenAllocation[i].hDeviceSpecificAllocation = opened;
}
return STATUS_SUCCESS;)"},
    {.rule = "K-182",
     .why = "The stored data are what every further opener is given. An opener that edits them "
            "changes what the next process reads.",
     .check = "Without Flags.Create the driver is shown a copy of each allocation's private data, "
              "which is compared with the original when DxgkDdiOpenAllocation returns.",
     .wrong = R"(Private* data = (Private*)args->pOpenAllocation[i].pPrivateDriverData;
data->OpenCount++;)",
     .right = R"(Private* data = (Private*)args->pOpenAllocation[i].pPrivateDriverData;
if (args->Flags.Create)
    data->Pitch = allocation->Pitch;)"},
    {.rule = "K-183",
     .why = "The resource's data belong to the resource and not to one opening; the creator and "
            "all openers rely on the same bytes.",
     .check = "The driver gets a copy of the resource's private data with every "
              "DxgkDdiOpenAllocation, and a copy that has changed is reported, also with "
              "Flags.Create.",
     .wrong = R"(ResourcePrivate* data = (ResourcePrivate*)args->pPrivateDriverData;
data->OpenedBy = hDevice;)",
     .right = R"(const ResourcePrivate* data = (const ResourcePrivate*)args->pPrivateDriverData;
opened->Layout = data->Layout;)"},
    {.rule = "K-187",
     .why = "Opening a share happens in somebody else's program, which can react to a lack of "
            "memory or to a wrong driver but to no invented status.",
     .check = "The status of DxgkDdiOpenAllocation is compared with the four of its page at every "
              "return, for creators and openers alike.",
     .wrong = R"(if (opened == NULL)
    return STATUS_INSUFFICIENT_RESOURCES;)",
     .right = R"(if (opened == NULL)
    return STATUS_NO_MEMORY;)"},
    {.rule = "K-191",
     .why = "Other devices may still have the allocation open. Freed with the first close it is "
            "used after free; a binding that is not freed leaks with every opening.",
     .check = "Around DxgkDdiCloseAllocation the pool blocks behind the binding must go and "
              "those behind the allocation must stay; else the driver ends. One structure "
              "that serves as both may stay.",
     .wrong = R"(KmOpened* opened = (KmOpened*)args->pOpenHandleList[i];
ExFreePoolWithTag(opened->Allocation, TAG);
ExFreePoolWithTag(opened, TAG);)",
     .right = R"(KmOpened* opened = (KmOpened*)args->pOpenHandleList[i];
ExFreePoolWithTag(opened, TAG);)"},
};

}  // namespace

Lessons kernel_11() { return kKernel11Lessons; }

}  // namespace drydock::rules::lessons
