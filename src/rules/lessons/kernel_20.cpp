// DxgkDdiBuildPagingBuffer.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel20Lessons[] = {
    {.rule = "K-324",
     .why = "The memory manager is in the middle of moving memory and has no plan for another "
            "answer; Windows stops the machine.",
     .check = "The status is compared when DxgkDdiBuildPagingBuffer returns; "
              "STATUS_GRAPHICS_ALLOCATION_BUSY counts only for a transfer or discard that is not "
              "marked idle, and a buffer that is still empty may not be called too small.",
     .wrong = R"(if (KeReadStateSemaphore(&adapter->CopySlots) == 0)
    return STATUS_DEVICE_BUSY;)",
     .right = R"(if (args->DmaSize < sizeof(CopyCommand))
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;)"},
    {.rule = "K-325",
     .why = "Behind the paging buffer lies other memory of the kernel. What is written there "
            "corrupts it, and Windows finds out by a bug check.",
     .check = "When DxgkDdiBuildPagingBuffer returns, pDmaBuffer and pDmaBufferPrivateData must "
              "lie inside their buffers; a write past the end that the pointer does not show is "
              "not seen here.",
     .wrong = R"(CopyCommand* command = (CopyCommand*)args->pDmaBuffer;
FillCopy(command, &args->Transfer);
args->pDmaBuffer = command + 1;
return STATUS_SUCCESS;)",
     .right = R"(if (args->DmaSize < sizeof(CopyCommand))
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
CopyCommand* command = (CopyCommand*)args->pDmaBuffer;
FillCopy(command, &args->Transfer);
args->pDmaBuffer = command + 1;
return STATUS_SUCCESS;)"},
};

}  // namespace

Lessons kernel_20() { return kKernel20Lessons; }

}  // namespace drydock::rules::lessons
