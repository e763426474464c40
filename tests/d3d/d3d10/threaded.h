// A driver of Direct3D 11 that says something of threading.
#pragma once

#include "tests/d3d/support/stand10.h"

namespace drydock::testing {

// A stand whose driver says this of threading.
struct Threaded : Stand10 {
  explicit Threaded(UINT caps, d3d::Options options = {}) : Stand10(options) {
    plan_deed(AT_OPEN_ADAPTER, DO_CAPS, S_OK, caps);
  }
};

// Creation, drawing, a map of what was drawn, and the end.
inline void live_in_table(Stand10& stand) {
  stand.begin();
  ASSERT_NE(stand.device, nullptr);
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 0xff000033), S_OK);
  d3d::Resource *staging = nullptr, *dynamic = nullptr;
  ASSERT_EQ(stand.device->create_resource10(Stand10::staging(), staging), S_OK);
  EXPECT_EQ(stand.device->copy_region(*staging, 0, *stand.resource, 0), S_OK);
  d3d::LockedSurface locked;
  EXPECT_EQ(stand.device->map(*staging, 0, D3D10_DDI_MAP_READ, 0, locked), S_OK);
  EXPECT_EQ(*static_cast<const std::uint32_t*>(locked.data), 0x33U);
  EXPECT_EQ(stand.device->unmap(*staging, 0), S_OK);
  ASSERT_EQ(stand.device->create_resource10(Stand10::dynamic(), dynamic), S_OK);
  EXPECT_EQ(stand.device->map(*dynamic, 0, D3D10_DDI_MAP_WRITE_DISCARD, 0, locked), S_OK);
  EXPECT_EQ(stand.device->unmap(*dynamic, 0), S_OK);
  d3d::Child* view = nullptr;
  EXPECT_EQ(stand.device->create_child(d3d::ChildKind::kRenderTarget, stand.resource, 0, view),
            S_OK);
  EXPECT_EQ(stand.device->bind(*view), S_OK);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
  EXPECT_EQ(stand.plan().ChildrenAtEnd, 0U);
}

}  // namespace drydock::testing
