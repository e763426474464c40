// Holds the software GPU's engine and lets it go, by its driver's escape.
#pragma once

#include <gtest/gtest.h>

#include "src/d3d/core/adapter.h"
#include "tests/support/private_data.h"
#include "tests/support/softgpu_data.h"

namespace drydock::testing {

// `stand` has an adapter() that is open. The command is SOFTGPU_ESCAPE_….
template <typename AnyStand>
void steer(AnyStand& stand, UINT command) {
  const dxgk::RuntimeView::Scope scope(stand.adapter().view());
  SOFTGPU_ESCAPE_DATA data = softgpu_escape(command);
  EXPECT_EQ(escape_with(stand.adapter().kernel().value, data), STATUS_SUCCESS);
}

}  // namespace drydock::testing
