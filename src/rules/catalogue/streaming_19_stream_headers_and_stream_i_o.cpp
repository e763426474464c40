// Stream headers and stream I/O.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming19[] = {
    {.id = "S-262",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Stream header has the wrong size",
     .text = "KSSTREAM_HEADER.Size >= sizeof(KSSTREAM_HEADER) (56 on Win64) and matches the pin's "
             "StreamHeaderSize when extended; the buffer is a whole number of headers.",
     .outcome = "probe error",
     .source = "ks/ns-ks-ksstream_header.md; ks/nf-ks-ksprobestreamirp.md"},
    {.id = "S-263",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Read submitted with DataUsed set, or DataUsed wrong on return",
     .text =
         "Read: DataUsed MUST be 0 on submit; on return it is bytes filled (<= FrameExtent) and "
         "Information is the size of the headers used. Write: DataUsed = valid bytes, headers "
         "unchanged, Information = bytes written.",
     .outcome = "decided: finding",
     .source = "ks/ns-ks-ksstream_header.md"},
    {.id = "S-264",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Presentation time has a zero numerator or denominator",
     .text = "PresentationTime Numerator and Denominator MUST NOT be zero; TIMEVALID / "
             "DURATIONVALID say whether the fields count.",
     .outcome =
         "division by zero downstream; decided: pre-set 1/1 and report 0 (avssamp video writes "
         "Time but not the fraction)",
     .source = "ks/ns-ks-kstime.md; ks/ns-ks-ksstream_header.md"},
    {.id = "S-265",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Format-change header is extended, not alone or was not negotiated",
     .text = "TYPECHANGED write header: not extended, the only header, and the buffer holds a "
             "KSDATAFORMAT; only if dynamic type change was negotiated.",
     .outcome = "probe error",
     .source = "ks/ns-ks-ksstream_header.md; ks/nf-ks-ksprobestreamirp.md"},
    {.id = "S-266",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsProbeStreamIrp can run twice and leaves headers and MDLs in place",
     .text = "KsProbeStreamIrp may be called again on the same IRP; afterwards headers are in "
             "AssociatedIrp.SystemBuffer and MDLs in MdlAddress.",
     .outcome = "",
     .source = "ks/nf-ks-ksprobestreamirp.md"},
    {.id = "S-267",
     .party = Party::kClient,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "KsStreamIo given pageable headers or a short-lived status block",
     .text = "Kernel clients of KsStreamIo MUST allocate headers from nonpaged pool and keep "
             "IoStatusBlock valid until completion.",
     .outcome = "fault",
     .source = "ks/nf-ks-ksstreamio.md"},
    {.id = "S-268",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Nonzero surface pitch not used as the stride",
     .text = "KS_FRAME_INFO.lSurfacePitch nonzero MUST be used as the stride.",
     .outcome = "garbled image",
     .source = "stream/handling-stride-in-avstream-codecs.md"},
    {.id = "S-269",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Driver writes to a frame that carries no data buffer",
     .text = "A frame may carry no data (Data NULL); skip it by advancing.",
     .outcome = "NULL write",
     .source = "Windows-driver-samples/avstream: avshws/capture.cpp Process; "
               "ks/ns-ks-ksstream_header.md (DATADISCONTINUITY: no buffer needed)"},
};

}  // namespace

Chapter streaming_19() { return kStreaming19; }

}  // namespace drydock::rules::chapter
