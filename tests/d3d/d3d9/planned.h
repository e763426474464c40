// What is found of a driver that does one deed on its way to a device.
#pragma once

#include <string_view>

#include "tests/d3d/support/scene.h"

namespace drydock::testing {

// Returns the number of findings after a deed at the opening or at the first device.
inline std::size_t found(std::string_view rule, PLACE place, DEED deed, HRESULT result = S_OK,
                         d3d::Options options = {}) {
  Stand stand(options);
  stand.plan_deed(place, deed, result);
  std::shared_ptr<d3d::Device9> device;
  if (SUCCEEDED(stand.try_device(device))) device->destroy();
  return stand.count(rule);
}

}  // namespace drydock::testing
