// DxgkDdiCreateAllocation (miniport).
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel08Lessons[] = {
    {.rule = "K-127",
     .why = "The bytes come from a program that may be hostile. A size or an index taken from them "
            "unseen lets it read and write kernel memory.",
     .check = "A driver that crashes in DxgkDdiCreateAllocation with a client's private data gets "
              "this finding beside that of the crash; damage that goes unnoticed is not seen.",
     .wrong = R"(const Private* data = (const Private*)info->pPrivateDriverData;
info->Size = FormatTable[data->Format].BytesPerPixel * data->Width * data->Height;)",
     .right = R"(if (info->PrivateDriverDataSize < sizeof(Private)) return STATUS_INVALID_PARAMETER;
Private data = *(const Private*)info->pPrivateDriverData;
if (data.Format >= FORMAT_COUNT || data.Width > MAX_SIDE || data.Height > MAX_SIDE)
    return STATUS_INVALID_PARAMETER;
info->Size = FormatTable[data.Format].BytesPerPixel * data.Width * data.Height;)"},
    {.rule = "K-128",
     .why = "The runtime translates the listed failures into errors that programs handle. Another "
            "status arrives as a failure nobody expects.",
     .check = "When DxgkDdiCreateAllocation returns, its status is compared with the four that its "
              "page lists.",
     .wrong = R"(if (allocation == NULL)
    return STATUS_INSUFFICIENT_RESOURCES;)",
     .right = R"(if (allocation == NULL)
    return STATUS_NO_MEMORY;)"},
    {.rule = "K-129",
     .why = "hAllocation is how the kernel names the allocation to the driver from now on. NULL "
            "comes back in the next paging operation and is followed there.",
     .check = "Every element of pAllocationInfo is looked at after a successful "
              "DxgkDdiCreateAllocation; NULL ends the driver.",
     .wrong = R"(pCreateAllocation->pAllocationInfo[0].hAllocation = allocation;
return STATUS_SUCCESS;)",
     .right = R"(for (UINT i = 0; i < pCreateAllocation->NumAllocations; ++i)
    pCreateAllocation->pAllocationInfo[i].hAllocation = allocations[i];
return STATUS_SUCCESS;)"},
    {.rule = "K-133",
     .why = "A shared allocation lives on when the device that created it is gone. A pointer at "
            "that device leads into freed memory when another device uses it.",
     .check = "When one of several openers closes a shared allocation, the driver's pool blocks "
              "for it and its resource are searched word by word for that device's address; a "
              "number that only looks the same counts too.",
     .wrong = R"(NTSTATUS OpenAllocation(HANDLE hDevice, const DXGKARG_OPENALLOCATION* args) {
    KmAllocation* allocation = FromHandle(args->pOpenAllocation[0].hAllocation);
    allocation->Device = (KmDevice*)hDevice;)",
     .right = R"(NTSTATUS OpenAllocation(HANDLE hDevice, const DXGKARG_OPENALLOCATION* args) {
    KmOpened* opened = NewOpened(args->pOpenAllocation[0].hAllocation);
    opened->Device = (KmDevice*)hDevice;
    args->pOpenAllocation[0].hDeviceSpecificAllocation = opened;)"},
    {.rule = "K-134",
     .why = "Handles of allocations come and go without the driver, at a mode switch, an unplug or "
            "a change of users. A table that the driver keeps beside the graphics kernel's is out "
            "of date from then on.",
     .check = "When sixteen allocations or more are made at once, the blocks of the driver's pool "
              "are searched: one that holds sixteen of their handles is a table.",
     .wrong = R"(device->Handles[device->Count] = info->hAllocation;
device->Bindings[device->Count++] = binding;)",
     .right = R"(DXGKARGCB_GETHANDLEDATA data = {0};
data.hObject = info->hAllocation;
data.Type = DXGK_HANDLE_ALLOCATION;
binding->Allocation = adapter->Dxgk.DxgkCbGetHandleData(&data);)"},
    {.rule = "K-135",
     .why = "The memory manager rounds the size up to pages, and nothing rounded up is still "
            "nothing: there is no place to put it.",
     .check = "Size 0 in any element after DxgkDdiCreateAllocation is reported, and the client's "
              "creation fails.",
     .wrong = R"(info->Alignment = PAGE_SIZE;
info->hAllocation = allocation;)",
     .right = R"(info->Size = (SIZE_T)allocation->Pitch * allocation->Height;
info->Alignment = PAGE_SIZE;
info->hAllocation = allocation;)"},
    {.rule = "K-136",
     .why = "PitchAlignedSize is the size with every row padded. Smaller than the plain size, the "
            "memory manager reserves too little and the rows run into a neighbour.",
     .check = "The two sizes of each element are compared when DxgkDdiCreateAllocation has "
              "succeeded; 0 stands for no such size.",
     .wrong = R"(info->Size = paddedPitch * height;
info->PitchAlignedSize = pitch * height;)",
     .right = R"(info->Size = pitch * height;
info->PitchAlignedSize = paddedPitch * height;)"},
    {.rule = "K-137",
     .why = "The memory manager tries the preferred segment first. One that the allocation does "
            "not support contradicts the driver's own answer and stops the machine.",
     .check = "Each preference that is not 0 must be in SupportedWriteSegmentSet (before WDDM "
              "2.0 the read set counts too) when DxgkDdiCreateAllocation returns; else the "
              "driver ends.",
     .wrong = R"(info->SupportedWriteSegmentSet = 1 << (APERTURE_SEGMENT - 1);
info->PreferredSegment.SegmentId0 = VRAM_SEGMENT;)",
     .right = R"(info->SupportedWriteSegmentSet =
    1 << (APERTURE_SEGMENT - 1) | 1 << (VRAM_SEGMENT - 1);
info->PreferredSegment.SegmentId0 = VRAM_SEGMENT;)"},
    {.rule = "K-139",
     .why = "What is evicted goes to system memory, and an aperture is the only segment that shows "
            "system memory to the GPU.",
     .check = "EvictionSegmentSet of every element is masked with the adapter's aperture segments; "
              "what remains is reported.",
     .wrong = R"(info->EvictionSegmentSet = 1 << (VRAM_SEGMENT - 1);)",
     .right = R"(info->EvictionSegmentSet = 1 << (APERTURE_SEGMENT - 1);)"},
    {.rule = "K-140",
     .why = "Priorities begin above zero. With 0 the memory manager has no rank for the allocation "
            "when it looks for something to evict.",
     .check = "AllocationPriority 0 in an element that DxgkDdiCreateAllocation returned is "
              "reported, and the creation fails.",
     .wrong = R"(info->hAllocation = allocation;
info->Size = size;)",
     .right = R"(info->hAllocation = allocation;
info->Size = size;
info->AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;)"},
    {.rule = "K-141",
     .why = "Both sets of flags lie in the same 32 bits. A bit of the old set read as the new one "
            "asks for something else entirely.",
     .check = "By the registered Version, bits that only the other set has are reported; bits that "
              "both use with another meaning cannot be told apart.",
     .wrong = R"(// DRIVER_INITIALIZATION_DATA.Version is DXGKDDI_INTERFACE_VERSION_WDDM2_0
info->Flags.CpuVisible = 1;
info->Flags.SynchronousPaging = 1;)",
     .right = R"(// DRIVER_INITIALIZATION_DATA.Version is DXGKDDI_INTERFACE_VERSION_WDDM2_0
info->FlagsWddm2.CpuVisible = 1;
info->FlagsWddm2.AccessedPhysically = 1;)"},
    {.rule = "K-142",
     .why = "A segment of 64 KB pages hands out nothing smaller. An allocation that begins inside "
            "such a page cannot be mapped.",
     .check = "When the supported segments include one with Use64KBPages, Alignment must divide by "
              "64 KB; looked at after DxgkDdiCreateAllocation.",
     .wrong = R"(info->SupportedWriteSegmentSet = 1 << (VRAM_64K_SEGMENT - 1);
info->Alignment = PAGE_SIZE;)",
     .right = R"(info->SupportedWriteSegmentSet = 1 << (VRAM_64K_SEGMENT - 1);
info->Alignment = 64 * 1024;)"},
};

}  // namespace

Lessons kernel_08() { return kKernel08Lessons; }

}  // namespace drydock::rules::lessons
