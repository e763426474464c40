// A life of a driver of Direct3D 12.
#pragma once

#include "tests/d3d/support/stand12.h"

namespace drydock::testing {

// Creates and destroys an object of every shape.
inline void live(Stand12& stand) {
  d3d::Resource* const heap = stand.heap();
  d3d::Resource* const placed = stand.placed(*heap);
  d3d::Resource* const committed = stand.committed();
  EXPECT_EQ(stand.device->destroy_resource(*committed), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*placed), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*heap), S_OK);
}

// A whole life of which any part may fail.
inline void try_to_live(Stand12& stand) {
  if (SUCCEEDED(stand.try_begin())) {
    d3d::Resource *heap = nullptr, *placed = nullptr;
    d3d::CommandQueue12* queue = nullptr;
    void* data = nullptr;
    stand.device->create_queue(queue);
    if (SUCCEEDED(stand.device->create_heap(Stand12::memory(), heap))) {
      stand.device->make_resident({{heap}});
      stand.device->create_placed(*heap, Stand12::buffer(), placed);
      stand.device->map(*heap, data);
    }
  }
  stand.end();
}

}  // namespace drydock::testing
