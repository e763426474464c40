// Streaming: creating pins, and their formats.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming09Lessons[] = {
    {.rule = "S-111",
     .why = "The access decides which requests the handle allows; with the wrong one the pin opens "
            "and every frame is refused.",
     .check = "When a pin is created, the desired access is compared with its direction; a request "
              "that is malformed fails without this finding.",
     .wrong = R"(KsCreatePin(filter, connect, GENERIC_WRITE, &pin);  // a capture pin
status = ReadFrame(pin, &header);)",
     .right = R"(KsCreatePin(filter, connect, GENERIC_READ, &pin);  // a capture pin
status = ReadFrame(pin, &header);)"},
    {.rule = "S-117",
     .why = "The caller needs to know now whether this range takes the format or the next one is "
            "to be tried.",
     .check =
         "A pending status of SetDataFormat is reported at its return, and the format is refused.",
     .wrong = R"(NTSTATUS OnSetFormat(PKSPIN Pin, PKSDATAFORMAT Old, PKSMULTIPLE_ITEM OldAttributes,
                     const KSDATARANGE* Range, const KSATTRIBUTE_LIST* Attributes) {
  QueueModeSwitch(Pin);
  return STATUS_PENDING;
})",
     .right = R"(NTSTATUS OnSetFormat(PKSPIN Pin, PKSDATAFORMAT Old, PKSMULTIPLE_ITEM OldAttributes,
                     const KSDATARANGE* Range, const KSATTRIBUTE_LIST* Attributes) {
  return IsSupported(Pin->ConnectionFormat) ? STATUS_SUCCESS : STATUS_NO_MATCH;
})"},
    {.rule = "S-118",
     .why = "A renderer sets the format once more just before it runs, with the stride of its "
            "surface; a driver that keeps the old one draws a slanted picture.",
     .check = "A SetDataFormat that refuses the very format the pin has, and the pin does not run "
              "yet, is reported; which format the pictures really have cannot be seen.",
     .wrong = R"(NTSTATUS OnSetFormat(PKSPIN Pin, PKSDATAFORMAT Old, PKSMULTIPLE_ITEM OldAttributes,
                     const KSDATARANGE* Range, const KSATTRIBUTE_LIST* Attributes) {
  if (Old != NULL) return STATUS_INVALID_DEVICE_STATE;)",
     .right = R"(NTSTATUS OnSetFormat(PKSPIN Pin, PKSDATAFORMAT Old, PKSMULTIPLE_ITEM OldAttributes,
                     const KSDATARANGE* Range, const KSATTRIBUTE_LIST* Attributes) {
  PKS_DATAFORMAT_VIDEOINFOHEADER format =
      (PKS_DATAFORMAT_VIDEOINFOHEADER)Pin->ConnectionFormat;
  ((PCAPTURE)Pin->Context)->Stride = format->VideoInfoHeader.bmiHeader.biWidth;)"},
    {.rule = "S-122",
     .why = "Clients ask twice, first with no buffer to learn the size; a wrong status makes them "
            "give up or read what was never written.",
     .check = "The handler's status is compared with the room it was given: success without room, "
              "more bytes than room, and TOO_SMALL as the answer to a size query are told.",
     .wrong = R"(*DataSize = sizeof(KS_DATAFORMAT_VIDEOINFOHEADER);
if (DataBufferSize < *DataSize) return STATUS_BUFFER_TOO_SMALL;)",
     .right = R"(*DataSize = sizeof(KS_DATAFORMAT_VIDEOINFOHEADER);
if (DataBufferSize == 0) return STATUS_BUFFER_OVERFLOW;
if (DataBufferSize < *DataSize) return STATUS_BUFFER_TOO_SMALL;)"},
    {.rule = "S-124",
     .why = "A client may send plain headers although the pin asks for larger ones; the extension "
            "then lies in the next header or behind the buffer.",
     .check = "Behind plain headers the host keeps a pattern of the extension's size and looks at "
              "it when the request ends.",
     .wrong = R"(PKS_FRAME_INFO info = (PKS_FRAME_INFO)(clone->StreamHeader + 1);
info->PictureNumber = ++capture->Frames;)",
     .right = R"(PKSSTREAM_HEADER header = clone->StreamHeader;
if (header->Size >= sizeof(KSSTREAM_HEADER) + sizeof(KS_FRAME_INFO)) {
  PKS_FRAME_INFO info = (PKS_FRAME_INFO)(header + 1);
  info->PictureNumber = ++capture->Frames;
})"},
    {.rule = "S-125",
     .why = "The class driver keeps its own truth beside these members; a change makes the two "
            "disagree and the next state change starts from the wrong place.",
     .check = "When a pin's create succeeds the members are compared with what the class driver "
              "wrote, reported and put back; changes in later callbacks are not looked for.",
     .wrong = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  Pin->DeviceState = KSSTATE_ACQUIRE;
  return STATUS_SUCCESS;
})",
     .right = R"(NTSTATUS OnCreate(PKSPIN Pin, PIRP Irp) {
  ((PCAPTURE)Pin->Context)->State = KSSTATE_STOP;
  return STATUS_SUCCESS;
})"},
    {.rule = "S-129",
     .why = "Each pair asks for two opposite behaviours, and versions of Windows differ in which "
            "one wins.",
     .check = "The four pairs are looked for in the flags of every pin type, which is refused with "
              "either of them.",
     .wrong = R"(pin->Flags = KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING |
             KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL;)",
     .right = R"(pin->Flags = KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL |
             KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY;)"},
    {.rule = "S-131",
     .why = "The queue of the standard transport is built for a processing object; without a "
            "process routine there is none, and frames arrive nowhere.",
     .check = "A pin type with both flags, whose dispatch and filter lack Process, is refused when "
              "it is made.",
     .wrong = R"(static const KSPIN_DISPATCH Dispatch = {OnCreate, OnClose, NULL};
…
pin->Flags = KSPIN_FLAG_USE_STANDARD_TRANSPORT |
             KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING;)",
     .right = R"(static const KSPIN_DISPATCH Dispatch = {OnCreate, OnClose, OnProcess};
…
pin->Flags = KSPIN_FLAG_USE_STANDARD_TRANSPORT |
             KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING;)"},
    {.rule = "S-132",
     .why = "Two routines would take frames from one queue, each unaware of the other.",
     .check = "Filter and pin dispatch are compared for each pin type when the factory is made; "
              "Process in both refuses it.",
     .wrong =
         R"(static const KSFILTER_DISPATCH FilterDispatch = {NULL, NULL, OnFilterProcess, NULL};
static const KSPIN_DISPATCH PinDispatch = {OnCreate, OnClose, OnPinProcess};)",
     .right =
         R"(static const KSFILTER_DISPATCH FilterDispatch = {NULL, NULL, OnFilterProcess, NULL};
static const KSPIN_DISPATCH PinDispatch = {OnCreate, OnClose, NULL};)"},
};

}  // namespace

Lessons streaming_09() { return kStreaming09Lessons; }

}  // namespace drydock::rules::lessons
