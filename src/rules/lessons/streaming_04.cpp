// Streaming: the default allocator.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming04Lessons[] = {
    {.rule = "S-047",
     .why = "The default allocator is built from the create request; from any other IRP there is "
            "no framing and no file to attach it to.",
     .check =
         "KsCreateDefaultAllocator and its extended form look at the major function of the IRP "
         "they are given; that a filter forwards its create request at all cannot be seen.",
     .wrong = R"(NTSTATUS OnDeviceControl(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  return KsCreateDefaultAllocator(Irp);
})",
     .right = R"(NTSTATUS OnAllocatorCreate(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  PKSALLOCATOR_FRAMING framing;
  NTSTATUS status = KsValidateAllocatorCreateRequest(Irp, &framing);
  return NT_SUCCESS(status) ? KsCreateDefaultAllocator(Irp) : status;
})"},
    {.rule = "S-050",
     .why = "The function stores the create item in the file and reads it later for security "
            "queries; without one it reads through NULL.",
     .check =
         "KsCreateDefaultAllocatorEx looks for the create item in the IRP's storage first of all.",
     .wrong = R"(PIRP irp = IoAllocateIrp(device->StackSize, FALSE);
IoGetCurrentIrpStackLocation(irp)->MajorFunction = IRP_MJ_CREATE;
KsCreateDefaultAllocatorEx(irp, NULL, NULL, NULL, NULL, NULL);)",
     .right = R"(static const WCHAR Name[] = KSSTRING_Allocator;
items[0].Create = OnAllocatorCreate;
RtlInitUnicodeString(&items[0].ObjectClass, Name);
KsAllocateObjectHeader(&header, 1, items, irp, &Dispatch);
…
KsCreateDefaultAllocatorEx(create_irp, NULL, NULL, NULL, NULL, NULL);)"},
    {.rule = "S-051",
     .why = "A half of an external allocator is worse than none: frames would be taken by one side "
            "and freed by the other.",
     .check =
         "The five arguments are compared at the call, which fails with STATUS_INVALID_PARAMETER.",
     .wrong =
         R"(KsCreateDefaultAllocatorEx(Irp, context, NULL, OnDefaultFree, OnInitialize, OnDelete);
return STATUS_SUCCESS;)",
     .right = R"(return KsCreateDefaultAllocatorEx(Irp, context, OnDefaultAllocate, OnDefaultFree,
                                  OnInitialize, OnDelete);)"},
    {.rule = "S-055",
     .why = "The framing comes from a client, and a size of zero or unknown options would reach "
            "the allocator unseen.",
     .check = "When a default allocator is made from an IRP whose parameters were never validated, "
              "the call says so and goes on with its own validation.",
     .wrong = R"(NTSTATUS OnAllocatorCreate(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  return KsCreateDefaultAllocatorEx(Irp, NULL, NULL, NULL, NULL, NULL);
})",
     .right = R"(NTSTATUS OnAllocatorCreate(PDEVICE_OBJECT DeviceObject, PIRP Irp) {
  PKSALLOCATOR_FRAMING framing;
  NTSTATUS status = KsValidateAllocatorCreateRequest(Irp, &framing);
  if (!NT_SUCCESS(status)) return status;
  return KsCreateDefaultAllocatorEx(Irp, NULL, NULL, NULL, NULL, NULL);
})"},
    {.rule = "S-056",
     .why = "The client believes that it will get what it asked for, and finds out frame by frame "
            "that it does not.",
     .check = "When InitializeAllocator accepts a frame size outside the range of the pin's own "
              "framing, it is told, unless that framing is marked as preferences only.",
     .wrong = R"(static NTSTATUS OnInitializeAllocator(PKSPIN Pin, PKSALLOCATOR_FRAMING Framing,
                                      PVOID* Context) {
  return NewPool(Framing->FrameSize, Context);
})",
     .right = R"(static NTSTATUS OnInitializeAllocator(PKSPIN Pin, PKSALLOCATOR_FRAMING Framing,
                                      PVOID* Context) {
  if (Framing->FrameSize > MAX_FRAME_BYTES) return STATUS_INVALID_PARAMETER;
  return NewPool(Framing->FrameSize, Context);
})"},
    {.rule = "S-057",
     .why =
         "The routine opens a file object and waits for the answer, which needs the lowest level.",
     .check = "The IRQL is looked at when KsCreateAllocator is called; a handle that is not that "
              "of a pin simply fails to open.",
     .wrong = R"(KeAcquireSpinLock(&graph->Lock, &irql);
status = KsCreateAllocator(graph->Sink, &framing, &graph->Allocator);
KeReleaseSpinLock(&graph->Lock, irql);)",
     .right = R"(ExAcquireFastMutex(&graph->Mutex);
HANDLE sink = graph->Sink;
ExReleaseFastMutex(&graph->Mutex);
status = KsCreateAllocator(sink, &framing, &graph->Allocator);)"},
};

}  // namespace

Lessons streaming_04() { return kStreaming04Lessons; }

}  // namespace drydock::rules::lessons
