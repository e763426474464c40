// A device with a deferred context.
#pragma once

#include "tests/d3d/support/stand10.h"

namespace drydock::testing {

constexpr UINT kLists = D3D11DDICAPS_COMMANDLISTS_BUILD_2 | D3D11DDICAPS_FREETHREADED;
constexpr FLOAT kColor[4] = {0, 0, 1, 1};

// A device with command lists, a texture and a view of it.
struct Recording : Stand10 {
  explicit Recording(d3d::Options options = {}) : Stand10(options) {
    plan_deed(AT_OPEN_ADAPTER, DO_CAPS, S_OK, kLists);
    begin();
    plan() = {};
    EXPECT_EQ(device->create_child(d3d::ChildKind::kRenderTarget, resource, 0, view), S_OK);
  }
  // A deferred context.
  d3d::DeferredContext& record() {
    d3d::DeferredContext* made = nullptr;
    EXPECT_EQ(device->create_deferred(made), S_OK) << findings_text();
    return *made;
  }

  d3d::Child* view = nullptr;
};

}  // namespace drydock::testing
