// Streaming: DMA.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming21Lessons[] = {
    {.rule = "S-274",
     .why = "Frames are translated for the device through the adapter; without one, or with rows "
            "too small for a mapping, the device gets addresses that mean nothing.",
     .check = "KsDeviceRegisterAdapterObject reports a stride below that of a mapping and a length "
              "of zero; frames of a pin without an adapter simply get no mappings.",
     .wrong = R"(adapter = IoGetDmaAdapter(Device->PhysicalDeviceObject, &description, &registers);
KsDeviceRegisterAdapterObject(Device, (PADAPTER_OBJECT)adapter, MAX_BYTES, 8);)",
     .right = R"(adapter = IoGetDmaAdapter(Device->PhysicalDeviceObject, &description, &registers);
KsDeviceRegisterAdapterObject(Device, (PADAPTER_OBJECT)adapter, MAX_BYTES,
                              sizeof(KSMAPPING));)"},
    {.rule = "S-276",
     .why = "A common buffer has its logical address already; mapping it once more takes map "
            "registers for nothing and may hand the device another address.",
     .check = "A frame that lies in a common buffer, on a pin with the flag, is told when the "
              "allocator gives it; a registered adapter alone is not.",
     .wrong = R"(pin->Flags = KSPIN_FLAG_GENERATE_MAPPINGS;
…
return (PUCHAR)pool->CommonBuffer + index * pool->FrameSize;)",
     .right = R"(pin->Flags = 0;
…
return (PUCHAR)pool->CommonBuffer + index * pool->FrameSize;)"},
};

}  // namespace

Lessons streaming_21() { return kStreaming21Lessons; }

}  // namespace drydock::rules::lessons
