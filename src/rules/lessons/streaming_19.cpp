// Streaming: stream headers and I/O.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming19Lessons[] = {
    {.rule = "S-262",
     .why = "The driver steps from header to header by that size; a wrong one makes it read the "
            "middle of a header as its beginning.",
     .check = "The headers of each stream request are probed: sizes must be equal, large enough "
              "for the pin and divide the buffer; else it fails.",
     .wrong = R"(KSSTREAM_HEADER header = {0};
header.FrameExtent = sizeof(buffer);
header.Data = buffer;)",
     .right = R"(KSSTREAM_HEADER header = {0};
header.Size = sizeof(header);
header.FrameExtent = sizeof(buffer);
header.Data = buffer;)"},
    {.rule = "S-263",
     .why = "DataUsed tells the reader how much is there; a stale value makes it show the previous "
            "picture, a large one what lies behind the buffer.",
     .check = "A read that is sent with a value there is told, and so is a frame that comes back "
              "with more than it can hold.",
     .wrong = R"(header.DataUsed = previous.DataUsed;
DeviceIoControl(pin, IOCTL_KS_READ_STREAM, NULL, 0, &header, header.Size, &n,
                &overlapped);)",
     .right = R"(header.DataUsed = 0;
DeviceIoControl(pin, IOCTL_KS_READ_STREAM, NULL, 0, &header, header.Size, &n,
                &overlapped);)"},
    {.rule = "S-264",
     .why = "Consumers divide by these numbers to get a time.",
     .check = "Headers of frames that were read are looked at when they go back; the host fills in "
              "1/1 before, so a driver must write the zero itself.",
     .wrong = R"(header->PresentationTime.Time = now;
header->PresentationTime.Numerator = 1;
header->PresentationTime.Denominator = 0;)",
     .right = R"(header->PresentationTime.Time = now;
header->PresentationTime.Numerator = 1;
header->PresentationTime.Denominator = 1;)"},
    {.rule = "S-265",
     .why = "The driver reads the buffer as a format instead of a picture; among other headers, or "
            "when it never agreed to that, it takes pixels for a format.",
     .check = "A header with the flag is probed for all the conditions, and the request fails when "
              "one is missing.",
     .wrong = R"(headers[0].OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;
headers[0].Data = format;
DeviceIoControl(pin, IOCTL_KS_WRITE_STREAM, NULL, 0, headers, 2 * headers[0].Size,
                &n, &overlapped);)",
     .right = R"(headers[0].OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;
headers[0].Data = format;
DeviceIoControl(pin, IOCTL_KS_WRITE_STREAM, NULL, 0, headers, headers[0].Size,
                &n, &overlapped);)"},
    {.rule = "S-267",
     .why = "The headers are used until the request completes, at any level and in any process.",
     .check = "KsStreamIo looks up the headers of a kernel-mode caller among the blocks of paged "
              "pool; how long the status block lives is not followed.",
     .wrong = R"(PKSSTREAM_HEADER headers = ExAllocatePoolWithTag(PagedPool, bytes, TAG);
KsStreamIo(file, NULL, NULL, OnDone, headers, KsInvokeOnSuccess, &status, headers,
           bytes, KSSTREAM_READ, KernelMode);)",
     .right = R"(PKSSTREAM_HEADER headers = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, TAG);
KsStreamIo(file, NULL, NULL, OnDone, headers, KsInvokeOnSuccess, &context->Status,
           headers, bytes, KSSTREAM_READ, KernelMode);)"},
    {.rule = "S-268",
     .why = "A surface of a renderer has rows that begin where its hardware wants them; a picture "
            "that is written without gaps slides further to the side with every row.",
     .check = "A client that sends surfaces fills what lies between the rows with a pattern and "
              "looks at it when the frame is back (Pin::use_pitch()).",
     .wrong = R"(LONG stride = width * BYTES_A_PIXEL;
for (LONG y = 0; y < height; y++)
  DecodeRow(y, (PUCHAR)header->Data + y * stride);)",
     .right = R"(PKS_FRAME_INFO info = (PKS_FRAME_INFO)(header + 1);
LONG stride = info->lSurfacePitch ? info->lSurfacePitch : width * BYTES_A_PIXEL;
for (LONG y = 0; y < height; y++)
  DecodeRow(y, (PUCHAR)header->Data + y * stride);)"},
    {.rule = "S-269",
     .why =
         "A client may send a header that only marks a gap; there is no memory behind it to fill.",
     .check = "When the driver dies near address zero after it was given a frame without a buffer, "
              "the crash is explained by this rule.",
     .wrong = R"(FillPicture(edge->StreamHeader->Data, PICTURE_BYTES);
KsStreamPointerAdvance(edge);)",
     .right = R"(if (edge->StreamHeader->Data != NULL)
  FillPicture(edge->StreamHeader->Data, edge->OffsetOut.Remaining);
KsStreamPointerAdvance(edge);)"},
};

}  // namespace

Lessons streaming_19() { return kStreaming19Lessons; }

}  // namespace drydock::rules::lessons
