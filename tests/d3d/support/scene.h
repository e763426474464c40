// Lives of one device with one resource, in which the driver does what a test wants once.
#pragma once

#include "tests/d3d/support/stand.h"

namespace drydock::testing {

struct Scene {
  explicit Scene(d3d::Options options = {},
                 Stand::Generation generation = Stand::Generation::kWddm1)
      : stand(options, generation) {}
  ~Scene() { end(); }

  // A device and a resource by a driver that does well so far.
  Scene& begin(const d3d::ResourceSpec& spec = textures());
  // The same on a device that lets its driver have threads.
  Scene& begin_threaded();
  // The driver makes a callback in ColorFill, or outside of all calls.
  HRESULT call_in_fill(CALL_BACK callback, ULONG value = 0);
  HRESULT call_outside(CALL_BACK callback, ULONG value = 0);
  // Destroys everything in order.
  Scene& end();

  // The driver makes a callback with a mistake in Flush, which works on the resource. What the
  // callback returned.
  HRESULT err_in_flush(CALL_BACK callback, MISTAKE mistake, ULONG value = 0);

  // Allocations of the device that were not released.
  std::size_t living() const;

  std::size_t count(std::string_view rule) const { return stand.count(rule); }

  Stand stand;
  std::shared_ptr<d3d::Device9> device;
  d3d::Resource* resource = nullptr;
};

}  // namespace drydock::testing
