// DMA mappings.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingDmaMappings[] = {
    {.id = "S-274",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Mappings requested without a registered DMA adapter",
     .text = "GENERATE_MAPPINGS only for scatter/gather bus masters, and MUST register a DMA "
             "adapter (RegisterAdapterObjectEx on Win64, else KsDeviceRegisterAdapterObject) "
             "before any data is processed. Stride >= sizeof(KSMAPPING).",
     .outcome = "undocumented; decided: refuse to lock frames",
     .source = "ks/nf-ks-ksdeviceregisteradapterobject.md; stream/packet-based-dma-in-avstream.md; "
               "stream/supporting-dma-in-64-bit-avstream-drivers.md",
     .lesson =
         {.why = "Frames are translated for the device through the adapter; without one, or with "
                 "rows too small for a mapping, the device gets addresses that mean nothing.",
          .check = "KsDeviceRegisterAdapterObject reports a stride below that of a mapping and a "
                   "length of zero; frames of a pin without an adapter simply get no mappings.",
          .wrong =
              R"(adapter = IoGetDmaAdapter(Device->PhysicalDeviceObject, &description, &registers);
KsDeviceRegisterAdapterObject(Device, (PADAPTER_OBJECT)adapter, MAX_BYTES, 8);)",
          .right =
              R"(adapter = IoGetDmaAdapter(Device->PhysicalDeviceObject, &description, &registers);
KsDeviceRegisterAdapterObject(Device, (PADAPTER_OBJECT)adapter, MAX_BYTES,
                              sizeof(KSMAPPING));)"},
     .tests = {provokes("KsObjectRules.S274StrideBelowAMappingIsFound"),
               stays_silent("KsObjectRules.S274StrideOfAMappingIsSilent")}},
    {.id = "S-275",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Mappings are made at lock time and split to the maximum size",
     .text = "Mappings are generated when a pointer is locked; larger chunks are split to "
             "MaxMappingsByteCount; breaks are not page aligned.",
     .outcome = "lock may fail for lack of resources",
     .source = "ks/nf-ks-ksstreampointerlock.md; ks/nf-ks-ksdeviceregisteradapterobject.md",
     .tests = {proves("KsPinPromises.S275MappingsAreMadeWhenAFrameIsLocked")}},
    {.id = "S-276",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Common-buffer DMA driver asks for mappings or registers an adapter",
     .text = "Common-buffer DMA: do not set GENERATE_MAPPINGS and do not register the adapter.",
     .outcome = "",
     .source = "stream/common-buffer-dma-in-avstream.md",
     .lesson = {.why = "A common buffer has its logical address already; mapping it once more "
                       "takes map registers for nothing and may hand the device another address.",
                .check = "A frame that lies in a common buffer, on a pin with the flag, is told "
                         "when the allocator gives it; a registered adapter alone is not.",
                .wrong = R"(pin->Flags = KSPIN_FLAG_GENERATE_MAPPINGS;
…
return (PUCHAR)pool->CommonBuffer + index * pool->FrameSize;)",
                .right = R"(pin->Flags = 0;
…
return (PUCHAR)pool->CommonBuffer + index * pool->FrameSize;)"},
     .tests = {provokes("KsDmaRules.S276CommonBufferForMappingsIsFound"),
               stays_silent("Vcam.MinidriverAllocatorAgreed")}},
};

}  // namespace

Chapter dma_mappings() { return kStreamingDmaMappings; }

}  // namespace drydock::rules::streaming
