// Streaming: the end of an allocator.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming01Lessons[] = {
    {.rule = "S-002",
     .why = "The class driver has nothing to do with a failure or a pending delete: the handle is "
            "closing, and nobody would try again.",
     .check = "The type of the table is the check: a routine that returns something does not "
              "compile with drydock cc. One that never comes back is ended by the watchdog.",
     .wrong = R"(static NTSTATUS OnDeleteAllocator(PVOID Context) {
  ExFreePoolWithTag(Context, TAG);
  return STATUS_SUCCESS;
})",
     .right = R"(static VOID OnDeleteAllocator(PVOID Context) {
  ExFreePoolWithTag(Context, TAG);
})"},
    {.rule = "S-003",
     .why = "The class driver knows the routine only through the pin's dispatch table; without it "
            "each allocator that is closed leaves all its memory behind.",
     .check = "When a filter factory or pin type is made, a dispatch with an Allocator table whose "
              "DeleteAllocator is NULL is refused. A routine that stands in no table at all cannot "
              "be seen.",
     .wrong = R"(static const KSALLOCATOR_DISPATCH Allocator = {
    OnInitializeAllocator, NULL, OnAllocate, OnFree};)",
     .right = R"(static const KSALLOCATOR_DISPATCH Allocator = {
    OnInitializeAllocator, OnDeleteAllocator, OnAllocate, OnFree};)"},
    {.rule = "S-006",
     .why = "A graph is built and torn down many times in a session, and each time loses its "
            "frames and its context for good.",
     .check = "Pool and common buffers that InitializeAllocator took, and frames in pool blocks of "
              "their own, are noted; what of them is alive after DeleteAllocator is named with its "
              "stack. Pool is not judged when another allocator was made at the same moment.",
     .wrong = R"(static VOID OnDeleteAllocator(PVOID Context) {
  ExFreePoolWithTag(Context, TAG);
})",
     .right = R"(static VOID OnDeleteAllocator(PVOID Context) {
  PALLOCATOR allocator = (PALLOCATOR)Context;
  ExFreePoolWithTag(allocator->Frames, TAG);
  ExFreePoolWithTag(allocator, TAG);
})"},
};

}  // namespace

Lessons streaming_01() { return kStreaming01Lessons; }

}  // namespace drydock::rules::lessons
