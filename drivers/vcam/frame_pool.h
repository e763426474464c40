// The allocator of the capture pin: frames are slices of one contiguous buffer that the camera can
// reach by DMA.
#pragma once

#include "vcam.h"

extern const KSALLOCATOR_DISPATCH kFrameAllocator;
