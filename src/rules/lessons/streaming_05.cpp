// Streaming: requests to an allocator.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming05Lessons[] = {
    {.rule = "S-063",
     .why = "The flag says in which direction the pointer is copied; with the other one the "
            "frame's address does not arrive.",
     .check =
         "The allocator looks at the type flags of each method when it answers it, and goes on.",
     .wrong = R"(method.Set = KSMETHODSETID_StreamAllocator;
method.Id = KSMETHOD_STREAMALLOCATOR_ALLOC;
method.Flags = KSMETHOD_TYPE_READ;)",
     .right = R"(method.Set = KSMETHODSETID_StreamAllocator;
method.Id = KSMETHOD_STREAMALLOCATOR_ALLOC;
method.Flags = KSMETHOD_TYPE_WRITE;)"},
    {.rule = "S-064",
     .why = "A client that holds the table calls it from its DPC, where paged memory cannot be "
            "touched.",
     .check = "A frame that is taken at DISPATCH_LEVEL and lies in paged pool is reported when "
              "Allocate returns; the table itself is not offered for a framing of paged pool.",
     .wrong = R"(static PVOID OnAllocate(PVOID Context) {
  return ExAllocatePoolWithTag(PagedPool, ((PALLOCATOR)Context)->FrameSize, TAG);
})",
     .right = R"(static PVOID OnAllocate(PVOID Context) {
  return ExAllocatePoolWithTag(NonPagedPoolNx, ((PALLOCATOR)Context)->FrameSize, TAG);
})"},
    {.rule = "S-065",
     .why = "The table holds addresses of kernel code, which a program can neither call nor should "
            "know.",
     .check = "The handler of the property looks at the requester's mode, reports a program that "
              "asks and fails the request; there is no set handler to call.",
     .wrong = R"(KSPROPERTY property = {
    KSPROPSETID_StreamAllocator, KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE,
    KSPROPERTY_TYPE_GET};
DeviceIoControl(allocator, IOCTL_KS_PROPERTY, &property, sizeof(property),
                &table, sizeof(table), &returned, NULL);)",
     .right = R"(KSMETHOD method = {
    KSMETHODSETID_StreamAllocator, KSMETHOD_STREAMALLOCATOR_ALLOC,
    KSMETHOD_TYPE_WRITE};
KsSynchronousIoControlDevice(file, KernelMode, IOCTL_KS_METHOD, &method,
                             sizeof(method), &frame, sizeof(frame), &returned);)"},
    {.rule = "S-069",
     .why = "Closing the handle destroys the allocator; its code still runs, but on memory that is "
            "gone.",
     .check = "The host's table looks up the allocator of the file object at each call, and "
              "reports a call for one that was closed.",
     .wrong = R"(ZwClose(allocator);
…
table.FreeFrame(allocator_file, frame);)",
     .right = R"(table.FreeFrame(allocator_file, frame);
…
ZwClose(allocator);)"},
    {.rule = "S-070",
     .why = "The event belongs to the default allocator's own bookkeeping; a client that enables "
            "it is woken at moments that mean nothing to it.",
     .check = "Each enable request to an allocator is looked at for the id of this event.",
     .wrong = R"(event.Set = KSEVENTSETID_StreamAllocator;
event.Id = KSEVENT_STREAMALLOCATOR_INTERNAL_FREEFRAME;
event.Flags = KSEVENT_TYPE_ENABLE;)",
     .right = R"(event.Set = KSEVENTSETID_StreamAllocator;
event.Id = KSEVENT_STREAMALLOCATOR_FREEFRAME;
event.Flags = KSEVENT_TYPE_ENABLE;)"},
};

}  // namespace

Lessons streaming_05() { return kStreaming05Lessons; }

}  // namespace drydock::rules::lessons
