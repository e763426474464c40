// The life of a miniport whose device interrupts.
#pragma once

#include <gtest/gtest.h>

#include "tests/dxgk/miniport.h"

namespace drydock::testing {

// One interrupt and its DPC.
inline MiniportLife interrupted(std::u16string_view fault) {
  return life_with_device(fault, [](dxgk::Adapter&, RegisterDevice& device) {
    EXPECT_TRUE(device.interrupt());
    KeFlushQueuedDpcs();
  });
}

}  // namespace drydock::testing
