#include "capture.h"
#include "filters.h"

namespace {

// {6B1F0C5A-5D1B-4E0A-9C55-3A6D0E1F7C01}
const GUID kReference = {
    0x6B1F0C5A, 0x5D1B, 0x4E0A, {0x9C, 0x55, 0x3A, 0x6D, 0x0E, 0x1F, 0x7C, 0x01}};
const GUID kCategories[] = {{STATICGUIDOF(KSCATEGORY_VIDEO)}, {STATICGUIDOF(KSCATEGORY_CAPTURE)}};

// The pin allocates its frames itself: out of its DMA buffer, not out of pool.
const KSALLOCATOR_FRAMING_EX kFraming = {1,
                                         0,
                                         {1, 1, 0},
                                         0,
                                         {{{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
                                           {STATIC_KS_TYPE_DONT_CARE},
                                           KSALLOCATOR_REQUIREMENTF_MUST_ALLOCATE,
                                           0,
                                           KSALLOCATOR_FLAG_CAN_ALLOCATE,
                                           3,
                                           FILE_64_BYTE_ALIGNMENT,
                                           0,
                                           {1, 1, 0},
                                           {{1, 1, 0}, 0, 0}}}};

const KSPIN_DESCRIPTOR_EX kPins[] = {{&kCaptureDispatch,
                                      nullptr,
                                      {0,
                                       nullptr,
                                       0,
                                       nullptr,
                                       kVideoRangesCount,
                                       kVideoRanges,
                                       KSPIN_DATAFLOW_OUT,
                                       KSPIN_COMMUNICATION_BOTH,
                                       &PINNAME_VIDEO_CAPTURE,
                                       &PINNAME_VIDEO_CAPTURE,
                                       {0}},
                                      KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY,
                                      1,
                                      0,
                                      &kFraming,
                                      intersect_video}};

}  // namespace

const KSFILTER_DESCRIPTOR kCaptureFilter = {nullptr,
                                            nullptr,
                                            KSFILTER_DESCRIPTOR_VERSION,
                                            0,
                                            &kReference,
                                            DEFINE_KSFILTER_PIN_DESCRIPTORS(kPins),
                                            DEFINE_KSFILTER_CATEGORIES(kCategories),
                                            DEFINE_KSFILTER_NODE_DESCRIPTORS_NULL,
                                            DEFINE_KSFILTER_DEFAULT_CONNECTIONS,
                                            nullptr};
