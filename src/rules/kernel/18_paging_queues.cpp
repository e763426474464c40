// Paging queues.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelPagingQueues[] = {
    {.id = "K-294",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Each paging operation signals its fence value, or returns 0 if done",
     .text = "Each paging operation gets a fence value signalled on completion; an operation done "
             "at once returns 0.",
     .outcome = "a defect of Drydock",
     .source = "display/device-paging-queues.md",
     .tests = {proves("PagingQueueLife.K294EachOperationSignalsItsValue"),
               proves("Residency.K294WhatIsInPlaceNeedsNoFence")}},
    {.id = "K-295",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DestroyPagingQueue waits for queued operations, then kills its handles",
     .text = "DestroyPagingQueue waits for all its queued operations, then kills the queue handle, "
             "its sync-object handle and the fence's CPU address.",
     .outcome = "a defect of Drydock (0x10E/0x31, 0x32 if violated)",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtdestroypagingqueue.md; "
               "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .tests = {proves("PagingQueueLife.K295DestroyWaitsForWhatIsQueued")}},
    {.id = "K-296",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Sync object of a paging queue is destroyed on its own",
     .text = "The queue's sync object is owned by the queue and goes with it; a client should not "
             "destroy it separately (inferred).",
     .outcome = "undocumented; STATUS_INVALID_PARAMETER suggested",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createpagingqueue.md",
     .lesson = {.why = "The queue signals its fence until it goes. Without the fence nobody could "
                       "wait for what is queued.",
                .check = "D3DKMTDestroySynchronizationObject answers STATUS_INVALID_PARAMETER for "
                         "the fence of a paging queue; D3DKMTDestroyPagingQueue ends both.",
                .wrong = R"(destroy.hSyncObject = queue.hSyncObject;
D3DKMTDestroySynchronizationObject(&destroy);)",
                .right = R"(destroy.hPagingQueue = queue.hPagingQueue;
D3DKMTDestroyPagingQueue(&destroy);)"},
     .tests = {provokes("PagingQueueLife.K296FenceIsNotDestroyedAlone"),
               stays_silent("PagingQueueLife.K296FenceGoesWithItsQueue")}},
    {.id = "K-297",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Paging queue handles die with their device",
     .text = "Destroying the device invalidates its paging queue handles.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createpagingqueue.md",
     .tests = {proves("PagingQueueLife.K297HandlesDieWithTheDevice")}},
    {.id = "K-298",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Paging queues of higher priority are served first",
     .text = "Higher-priority queues of a device are served first.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createpagingqueue.md",
     .tests = {proves("PagingQueueLife.K298HigherPriorityIsServedFirst")}},
};

}  // namespace

Chapter paging_queues() { return kKernelPagingQueues; }

}  // namespace drydock::rules::kernel
