// Paging queues.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel17Lessons[] = {
    {.rule = "K-296",
     .why = "The queue signals its fence until it goes. Without the fence nobody could wait for "
            "what is queued.",
     .check = "D3DKMTDestroySynchronizationObject answers STATUS_INVALID_PARAMETER for the fence "
              "of a paging queue; D3DKMTDestroyPagingQueue ends both.",
     .wrong = R"(destroy.hSyncObject = queue.hSyncObject;
D3DKMTDestroySynchronizationObject(&destroy);)",
     .right = R"(destroy.hPagingQueue = queue.hPagingQueue;
D3DKMTDestroyPagingQueue(&destroy);)"},
};

}  // namespace

Lessons kernel_17() { return kKernel17Lessons; }

}  // namespace drydock::rules::lessons
