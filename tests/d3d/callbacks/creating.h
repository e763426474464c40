// Creations by a driver that does something else.
#pragma once

#include "tests/d3d/support/scene.h"

namespace drydock::testing {

inline d3d::ResourceSpec primary_texture() {
  d3d::ResourceSpec spec = textures();
  spec.flags.Primary = 1;
  return spec;
}

inline HRESULT create(Scene& scene, DEED deed, const d3d::ResourceSpec& spec, ULONG value = 0,
                      const void* memory = nullptr) {
  scene.begin().stand.plan_deed(PLACE_CREATE_RESOURCE, deed);
  scene.stand.plan().Value = value;
  scene.stand.plan().Memory = memory;
  d3d::Resource* second = nullptr;
  return scene.device->create_resource(spec, second);
}

}  // namespace drydock::testing
