// Holds the software GPU's engine and lets it go, by its driver's escape.
#pragma once

#include <gtest/gtest.h>

#include "src/d3d/core/adapter.h"

// The private data of the software GPU.
#include "drivers/softgpu/include/softgpu.h"

namespace drydock::testing {

// `stand` has an adapter() that is open. The command is SOFTGPU_ESCAPE_….
template <typename AnyStand>
void steer(AnyStand& stand, UINT command) {
  const dxgk::RuntimeView::Scope scope(stand.adapter().view());
  SOFTGPU_ESCAPE_DATA data{};
  data.Header = {SOFTGPU_ESCAPE_MAGIC, SOFTGPU_VERSION, sizeof data};
  data.Command = command;
  D3DKMT_ESCAPE escape{};
  escape.hAdapter = stand.adapter().kernel().value;
  escape.Type = D3DKMT_ESCAPE_DRIVERPRIVATE;
  escape.pPrivateDriverData = &data;
  escape.PrivateDriverDataSize = sizeof data;
  EXPECT_EQ(D3DKMTEscape(&escape), STATUS_SUCCESS);
}

}  // namespace drydock::testing
