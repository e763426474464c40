// Stream headers and stream I/O.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingStreamHeaders[] = {
    {.id = "S-262",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Stream header has the wrong size",
     .text = "KSSTREAM_HEADER.Size >= sizeof(KSSTREAM_HEADER) (56 on Win64) and matches the pin's "
             "StreamHeaderSize when extended; the buffer is a whole number of headers.",
     .outcome = "probe error",
     .source = "ks/ns-ks-ksstream_header.md; ks/nf-ks-ksprobestreamirp.md",
     .lesson = {.why = "The driver steps from header to header by that size; a wrong one makes it "
                       "read the middle of a header as its beginning.",
                .check = "The headers of each stream request are probed: sizes must be equal, "
                         "large enough for the pin and divide the buffer; else it fails.",
                .wrong = R"(KSSTREAM_HEADER header = {0};
header.FrameExtent = sizeof(buffer);
header.Data = buffer;)",
                .right = R"(KSSTREAM_HEADER header = {0};
header.Size = sizeof(header);
header.FrameExtent = sizeof(buffer);
header.Data = buffer;)"},
     .tests = {provokes("KsClientRules.S262HeaderOfAnotherSizeIsFound"),
               stays_silent("KsClientRules.ACorrectClientIsSilent")}},
    {.id = "S-263",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Read submitted with DataUsed set, or DataUsed wrong on return",
     .text = "Read: DataUsed MUST be 0 on submit; on return it is bytes filled (<= FrameExtent) "
             "and Information is the size of the headers used. Write: DataUsed = valid bytes, "
             "headers unchanged, Information = bytes written.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-ksstream_header.md",
     .lesson = {.why = "DataUsed tells the reader how much is there; a stale value makes it show "
                       "the previous picture, a large one what lies behind the buffer.",
                .check = "A read that is sent with a value there is told, and so is a frame that "
                         "comes back with more than it can hold.",
                .wrong = R"(header.DataUsed = previous.DataUsed;
DeviceIoControl(pin, IOCTL_KS_READ_STREAM, NULL, 0, &header, header.Size, &n,
                &overlapped);)",
                .right = R"(header.DataUsed = 0;
DeviceIoControl(pin, IOCTL_KS_READ_STREAM, NULL, 0, &header, header.Size, &n,
                &overlapped);)"},
     .tests = {provokes("KsStreamRules.S263MoreUsedThanTheFrameHasIsFound"),
               stays_silent("KsStreamRules.S263WholeFrameIsSilent")}},
    {.id = "S-264",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Presentation time has a zero numerator or denominator",
     .text = "PresentationTime Numerator and Denominator MUST NOT be zero; TIMEVALID / "
             "DURATIONVALID say whether the fields count.",
     .outcome = "division by zero downstream; decided: pre-set 1/1 and report 0 (avssamp video "
                "writes Time but not the fraction)",
     .source = "ks/ns-ks-kstime.md; ks/ns-ks-ksstream_header.md",
     .lesson = {.why = "Consumers divide by these numbers to get a time.",
                .check = "Headers of frames that were read are looked at when they go back; the "
                         "host fills in 1/1 before, so a driver must write the zero itself.",
                .wrong = R"(header->PresentationTime.Time = now;
header->PresentationTime.Numerator = 1;
header->PresentationTime.Denominator = 0;)",
                .right = R"(header->PresentationTime.Time = now;
header->PresentationTime.Numerator = 1;
header->PresentationTime.Denominator = 1;)"},
     .tests = {provokes("KsStreamRules.S264NoDenominatorIsFound"),
               stays_silent("KsStreamRules.S264FractionLeftAloneIsSilent")}},
    {.id = "S-265",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Format-change header is extended, not alone or was not negotiated",
     .text = "TYPECHANGED write header: not extended, the only header, and the buffer holds a "
             "KSDATAFORMAT; only if dynamic type change was negotiated.",
     .outcome = "probe error",
     .source = "ks/ns-ks-ksstream_header.md; ks/nf-ks-ksprobestreamirp.md",
     .lesson = {.why = "The driver reads the buffer as a format instead of a picture; among other "
                       "headers, or when it never agreed to that, it takes pixels for a format.",
                .check = "A header with the flag is probed for all the conditions, and the request "
                         "fails when one is missing.",
                .wrong = R"(headers[0].OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;
headers[0].Data = format;
DeviceIoControl(pin, IOCTL_KS_WRITE_STREAM, NULL, 0, headers, 2 * headers[0].Size,
                &n, &overlapped);)",
                .right = R"(headers[0].OptionsFlags = KSSTREAM_HEADER_OPTIONSF_TYPECHANGED;
headers[0].Data = format;
DeviceIoControl(pin, IOCTL_KS_WRITE_STREAM, NULL, 0, headers, headers[0].Size,
                &n, &overlapped);)"},
     .tests = {provokes("KsClientRules.S265FormatAmongOtherHeadersIsFound"),
               stays_silent("KsClientRules.S081FormatInMemoryOfItsOwnIsSilent")}},
    {.id = "S-266",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsProbeStreamIrp can run twice and leaves headers and MDLs in place",
     .text = "KsProbeStreamIrp may be called again on the same IRP; afterwards headers are in "
             "AssociatedIrp.SystemBuffer and MDLs in MdlAddress.",
     .outcome = "",
     .source = "ks/nf-ks-ksprobestreamirp.md",
     .tests = {proves("KsLegacy.S210FramesReachAnotherFilterByIrps")}},
    {.id = "S-267",
     .party = Party::kClient,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "KsStreamIo given pageable headers or a short-lived status block",
     .text = "Kernel clients of KsStreamIo MUST allocate headers from nonpaged pool and keep "
             "IoStatusBlock valid until completion.",
     .outcome = "fault",
     .source = "ks/nf-ks-ksstreamio.md",
     .lesson =
         {.why =
              "The headers are used until the request completes, at any level and in any process.",
          .check = "KsStreamIo looks up the headers of a kernel-mode caller among the blocks of "
                   "paged pool; how long the status block lives is not followed.",
          .wrong = R"(PKSSTREAM_HEADER headers = ExAllocatePoolWithTag(PagedPool, bytes, TAG);
KsStreamIo(file, NULL, NULL, OnDone, headers, KsInvokeOnSuccess, &status, headers,
           bytes, KSSTREAM_READ, KernelMode);)",
          .right = R"(PKSSTREAM_HEADER headers = ExAllocatePoolWithTag(NonPagedPoolNx, bytes, TAG);
KsStreamIo(file, NULL, NULL, OnDone, headers, KsInvokeOnSuccess, &context->Status,
           headers, bytes, KSSTREAM_READ, KernelMode);)"},
     .tests = {provokes("KsClientRules.S267PagedHeadersAreFound"),
               stays_silent("KsClientRules.S267NonpagedHeadersAreSilent")}},
    {.id = "S-268",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Nonzero surface pitch not used as the stride",
     .text = "KS_FRAME_INFO.lSurfacePitch nonzero MUST be used as the stride.",
     .outcome = "garbled image",
     .source = "stream/handling-stride-in-avstream-codecs.md",
     .lesson =
         {.why = "A surface of a renderer has rows that begin where its hardware wants them; a "
                 "picture that is written without gaps slides further to the side with every row.",
          .check = "A client that sends surfaces fills what lies between the rows with a pattern "
                   "and looks at it when the frame is back (Pin::use_pitch()).",
          .wrong = R"(LONG stride = width * BYTES_A_PIXEL;
for (LONG y = 0; y < height; y++)
  DecodeRow(y, (PUCHAR)header->Data + y * stride);)",
          .right = R"(PKS_FRAME_INFO info = (PKS_FRAME_INFO)(header + 1);
LONG stride = info->lSurfacePitch ? info->lSurfacePitch : width * BYTES_A_PIXEL;
for (LONG y = 0; y < height; y++)
  DecodeRow(y, (PUCHAR)header->Data + y * stride);)"},
     .tests = {provokes("KsSurfaceRules.S268RowsWithoutThePitchAreFound"),
               stays_silent("KsSurfaceRules.S268RowsByThePitchAreSilent")}},
    {.id = "S-269",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Driver writes to a frame that carries no data buffer",
     .text = "A frame may carry no data (Data NULL); skip it by advancing.",
     .outcome = "NULL write",
     .source = "Windows-driver-samples/avstream: avshws/capture.cpp Process; "
               "ks/ns-ks-ksstream_header.md (DATADISCONTINUITY: no buffer needed)",
     .lesson = {.why = "A client may send a header that only marks a gap; there is no memory "
                       "behind it to fill.",
                .check = "When the driver dies near address zero after it was given a frame "
                         "without a buffer, the crash is explained by this rule.",
                .wrong = R"(FillPicture(edge->StreamHeader->Data, PICTURE_BYTES);
KsStreamPointerAdvance(edge);)",
                .right = R"(if (edge->StreamHeader->Data != NULL)
  FillPicture(edge->StreamHeader->Data, edge->OffsetOut.Remaining);
KsStreamPointerAdvance(edge);)"},
     .tests = {provokes("KsWays.S269DataOfAnEmptyFrameIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
};

}  // namespace

Chapter stream_headers() { return kStreamingStreamHeaders; }

}  // namespace drydock::rules::streaming
