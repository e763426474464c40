// Streaming: the four routines of an allocator.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming02Lessons[] = {
    {.rule = "S-009",
     .why = "The class driver calls all four through the table, and the one that is missing is a "
            "jump to address zero in the middle of a connection.",
     .check = "A pin descriptor whose allocator table lacks a routine is refused when its filter "
              "factory or pin type is made.",
     .wrong = R"(static const KSALLOCATOR_DISPATCH Allocator = {
    OnInitializeAllocator, OnDeleteAllocator, OnAllocate, NULL};)",
     .right = R"(static const KSALLOCATOR_DISPATCH Allocator = {
    OnInitializeAllocator, OnDeleteAllocator, OnAllocate, OnFree};)"},
    {.rule = "S-014",
     .why = "The first request for a frame follows at once, and finds an allocator that is half "
            "built.",
     .check = "STATUS_PENDING from InitializeAllocator is reported at its return and fails the "
              "create; a readiness that is only claimed shows up at the first frame, under the "
              "rules for frames.",
     .wrong = R"(static NTSTATUS OnInitializeAllocator(PKSPIN Pin, PKSALLOCATOR_FRAMING Framing,
                                      PVOID* Context) {
  IoQueueWorkItem(Item, BuildPool, DelayedWorkQueue, Pin);
  return STATUS_PENDING;
})",
     .right = R"(static NTSTATUS OnInitializeAllocator(PKSPIN Pin, PKSALLOCATOR_FRAMING Framing,
                                      PVOID* Context) {
  *Context = BuildPool(Pin, Framing);
  return *Context == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
})"},
    {.rule = "S-015",
     .why = "Allocate, Free and DeleteAllocator get nothing else; with a context shared by two "
            "allocators they serve the frames of one to the other.",
     .check = "After InitializeAllocator has succeeded, its context must be neither NULL nor that "
              "of another allocator that lives.",
     .wrong = R"(*Context = &GlobalPool;
return STATUS_SUCCESS;)",
     .right = R"(allocator->Pin = Pin;
allocator->Framing = *Framing;
*Context = allocator;
return STATUS_SUCCESS;)"},
    {.rule = "S-016",
     .why = "Kernel memory that a program can read or write lets it look at other data of the "
            "kernel, or change what a driver relies on.",
     .check = "Each frame that Allocate gives is looked up among the memory that is mapped to "
              "clients or declared as theirs.",
     .wrong =
         R"(pool->View = MmMapLockedPagesSpecifyCache(pool->Mdl, UserMode, MmCached, NULL, FALSE,
                                          NormalPagePriority);
…
return (PUCHAR)pool->View + index * pool->Framing.FrameSize;)",
     .right = R"(pool->View = MmGetSystemAddressForMdlSafe(pool->Mdl, NormalPagePriority);
…
return (PUCHAR)pool->View + index * pool->Framing.FrameSize;)"},
    {.rule = "S-017",
     .why = "Whoever fills the frame trusts the size it asked for; a shorter or shared frame is a "
            "write into something else.",
     .check = "Each new frame is looked at when Allocate returns: it must be writable over its "
              "whole size and overlap no frame that is out. A bad one is given back at once.",
     .wrong = R"(static PVOID OnAllocate(PVOID Context) {
  return ((PALLOCATOR)Context)->Buffer;
})",
     .right = R"(static PVOID OnAllocate(PVOID Context) {
  PALLOCATOR pool = (PALLOCATOR)Context;
  return ExAllocatePoolWithTag(NonPagedPoolNx, pool->Framing.FrameSize, TAG);
})"},
    {.rule = "S-019",
     .why = "By the time of the call the frame's user has let go; there is nobody left to hear "
            "that it was not freed.",
     .check = "drydock cc compiles against the declared types, and a routine with a result does "
              "not fit into the table.",
     .wrong = R"(static NTSTATUS OnFree(PVOID Context, PVOID Buffer) {
  return ReturnToPool(Context, Buffer);
})",
     .right = R"(static VOID OnFree(PVOID Context, PVOID Buffer) {
  ReturnToPool(Context, Buffer);
})"},
    {.rule = "S-021",
     .why = "An allocator of one's own is code that has to be right at every level and time; "
            "memory that only the device can give is the one thing worth it.",
     .check = "A pin type whose framing says DEVICE_SPECIFIC while its dispatch has no allocator "
              "is told when it is made; an allocator that was not needed is not recognised.",
     .wrong = R"(#define FRAMING_FLAGS \
  (KSALLOCATOR_FLAG_DEVICE_SPECIFIC | KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY)
static const KSPIN_DISPATCH Dispatch = {
    OnCreate, OnClose, OnProcess, OnReset, OnSetFormat, OnSetState,
    NULL, NULL, NULL, NULL};)",
     .right = R"(#define FRAMING_FLAGS \
  (KSALLOCATOR_FLAG_DEVICE_SPECIFIC | KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY)
static const KSPIN_DISPATCH Dispatch = {
    OnCreate, OnClose, OnProcess, OnReset, OnSetFormat, OnSetState,
    NULL, NULL, NULL, &CommonBufferAllocator};)"},
};

}  // namespace

Lessons streaming_02() { return kStreaming02Lessons; }

}  // namespace drydock::rules::lessons
