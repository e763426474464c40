// Devices with asynchronous locks, and batches.
#pragma once

#include "tests/d3d/support/scene.h"

namespace drydock::testing {

// The device has LockAsync, UnlockAsync and Rename.
inline void begin_async(Scene& scene) {
  ASSERT_EQ(scene.stand.open(), S_OK);
  scene.stand.plan_deed(PLACE_CREATE_DEVICE, DEED_ALL_ASYNC);
  scene.begin();
  scene.stand.plan() = {};
}

inline void fill_and_flush(Scene& scene) {
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  scene.device->flush();
}

inline D3DDDI_LOCKASYNCFLAGS async_flags(bool is_discard) {
  D3DDDI_LOCKASYNCFLAGS flags{};
  flags.Discard = is_discard ? 1 : 0;
  flags.NoOverwrite = is_discard ? 0 : 1;
  return flags;
}

}  // namespace drydock::testing
