#include "tests/d3d/support/scene.h"

#include <gtest/gtest.h>

namespace drydock::testing {

Scene& Scene::begin(const d3d::ResourceSpec& spec) {
  device = stand.new_device();
  EXPECT_EQ(device->create_resource(spec, resource), S_OK) << stand.findings_text();
  return *this;
}

Scene& Scene::begin_threaded() {
  D3DDDI_CREATEDEVICEFLAGS flags{};
  flags.AllowMultithreading = 1;
  EXPECT_EQ(stand.try_device(device, flags), S_OK);
  EXPECT_EQ(device->create_resource(textures(), resource), S_OK) << stand.findings_text();
  return *this;
}

HRESULT Scene::call_in_fill(CALL_BACK callback, ULONG value) {
  stand.plan_mistake(PLACE_COLOR_FILL, callback, MISTAKE_NONE, value);
  device->color_fill(*resource, 0, 0);
  return std::exchange(stand.plan(), {}).Got;
}

HRESULT Scene::call_outside(CALL_BACK callback, ULONG value) {
  stand.plan_mistake(PLACE_OUTSIDE, callback, MISTAKE_NONE, value);
  stand.call_outside(device->driver_handle().value);
  return std::exchange(stand.plan(), {}).Got;
}

Scene& Scene::end() {
  if (device != nullptr) device->destroy();
  device.reset();
  stand.close_adapter();
  return *this;
}

std::size_t Scene::living() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      device->objects.allocations, [](const auto& each) { return each.second->is_alive; }));
}

HRESULT Scene::err_in_flush(CALL_BACK callback, MISTAKE mistake, ULONG value) {
  stand.plan_mistake(PLACE_FLUSH, callback, mistake, value);
  device->flush();
  const HRESULT got = stand.plan().Got;
  stand.plan() = {};
  return got;
}

}  // namespace drydock::testing
