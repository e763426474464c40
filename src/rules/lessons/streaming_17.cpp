// Streaming: properties, methods and events.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming17Lessons[] = {
    {.rule = "S-240",
     .why = "The class driver completes the request with the status that the handler returns; a "
            "handler that does it too completes a request that is gone.",
     .check = "After each handler the IRP's status is compared with before, and Information with "
              "the size of the buffer; a completed IRP is reported by the executive's N-063.",
     .wrong = R"(NTSTATUS GetGain(PIRP Irp, PKSPROPERTY Property, PVOID Data) {
  *(PLONG)Data = Gain;
  Irp->IoStatus.Status = STATUS_SUCCESS;
  IoCompleteRequest(Irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS GetGain(PIRP Irp, PKSPROPERTY Property, PVOID Data) {
  *(PLONG)Data = Gain;
  Irp->IoStatus.Information = sizeof(LONG);
  return STATUS_SUCCESS;
})"},
    {.rule = "S-241",
     .why = "Only as many bytes as Information says are copied to the client; with zero it reads "
            "what was in its buffer before.",
     .check = "A method that is declared to write, succeeds and leaves Information at zero "
              "although there is a buffer, is told.",
     .wrong = R"(NTSTATUS Calibrate(PIRP Irp, PKSMETHOD Method, PVOID Data) {
  *(PRESULT)Data = RunCalibration();
  return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS Calibrate(PIRP Irp, PKSMETHOD Method, PVOID Data) {
  *(PRESULT)Data = RunCalibration();
  Irp->IoStatus.Information = sizeof(RESULT);
  return STATUS_SUCCESS;
})"},
    {.rule = "S-248",
     .why = "The class driver frees the entry afterwards; the list keeps pointing at it, and the "
            "next event is written into freed memory.",
     .check = "After each RemoveHandler the list is searched for the entry, which the host then "
              "unlinks.",
     .wrong = R"(VOID OnRemoveEvent(PFILE_OBJECT File, PKSEVENT_ENTRY Entry) {
  StopSensor(Entry);
})",
     .right = R"(VOID OnRemoveEvent(PFILE_OBJECT File, PKSEVENT_ENTRY Entry) {
  StopSensor(Entry);
  RemoveEntryList(&Entry->ListEntry);
})"},
    {.rule = "S-249",
     .why =
         "The list is walked under a spin lock, where data that has been paged out cannot be read.",
     .check = "Data and context that lie in paged pool are told at the call; the level is checked "
              "by the executive's rule on IRQL.",
     .wrong = R"(PCHANGE change = ExAllocatePoolWithTag(PagedPool, sizeof(CHANGE), TAG);
KsGenerateEvents(Filter, &EVENTSETID_Sensor, SENSOR_CHANGED, sizeof(CHANGE), change,
                 NULL, NULL);)",
     .right = R"(PCHANGE change = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(CHANGE), TAG);
KsGenerateEvents(Filter, &EVENTSETID_Sensor, SENSOR_CHANGED, sizeof(CHANGE), change,
                 NULL, NULL);)"},
    {.rule = "S-250",
     .why = "The pointer is the name of the subscription; with another one the event stays enabled "
            "and signals a handle that may be closed.",
     .check = "A disable request that matches no entry of the file is reported and fails; a "
              "one-shot that has fired is no entry any more.",
     .wrong = R"(KSEVENTDATA copy = data;
DeviceIoControl(pin, IOCTL_KS_DISABLE_EVENT, &copy, sizeof(copy), NULL, 0, &n, NULL);)",
     .right =
         R"(DeviceIoControl(pin, IOCTL_KS_DISABLE_EVENT, &data, sizeof(data), NULL, 0, &n, NULL);
CloseHandle(data.EventHandle.Event);)"},
    {.rule = "S-251",
     .why = "The class driver copies that many bytes from the client; with fewer, the handle of "
            "the event is cut off.",
     .check = "All event items of a filter or pin type are looked at when it is made, which is "
              "refused with a smaller one.",
     .wrong = R"(static const KSEVENT_ITEM Events[] = {
    DEFINE_KSEVENT_ITEM(SENSOR_CHANGED, sizeof(ULONG), 0, NULL, NULL, NULL)};)",
     .right = R"(static const KSEVENT_ITEM Events[] = {
    DEFINE_KSEVENT_ITEM(SENSOR_CHANGED, sizeof(KSEVENTDATA), 0, NULL, NULL, NULL)};)"},
};

}  // namespace

Lessons streaming_17() { return kStreaming17Lessons; }

}  // namespace drydock::rules::lessons
