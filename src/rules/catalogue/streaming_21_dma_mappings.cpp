// DMA mappings.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming21[] = {
    {.id = "S-274",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Mappings requested without a registered DMA adapter",
     .text =
         "GENERATE_MAPPINGS only for scatter/gather bus masters, and MUST register a DMA "
         "adapter (RegisterAdapterObjectEx on Win64, else KsDeviceRegisterAdapterObject) before "
         "any data is processed. Stride >= sizeof(KSMAPPING).",
     .outcome = "undocumented; decided: refuse to lock frames",
     .source = "ks/nf-ks-ksdeviceregisteradapterobject.md; stream/packet-based-dma-in-avstream.md; "
               "stream/supporting-dma-in-64-bit-avstream-drivers.md"},
    {.id = "S-275",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Mappings are made at lock time and split to the maximum size",
     .text = "Mappings are generated when a pointer is locked; larger chunks are split to "
             "MaxMappingsByteCount; breaks are not page aligned.",
     .outcome = "lock may fail for lack of resources",
     .source = "ks/nf-ks-ksstreampointerlock.md; ks/nf-ks-ksdeviceregisteradapterobject.md"},
    {.id = "S-276",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Common-buffer DMA driver asks for mappings or registers an adapter",
     .text = "Common-buffer DMA: do not set GENERATE_MAPPINGS and do not register the adapter.",
     .outcome = "",
     .source = "stream/common-buffer-dma-in-avstream.md"},
};

}  // namespace

Chapter streaming_21() { return kStreaming21; }

}  // namespace drydock::rules::chapter
