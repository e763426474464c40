#include "src/d3d/core/known.h"

#include "src/d3d/core/adapter.h"
#include "src/d3d/core/device.h"

namespace drydock::d3d {

Known<Adapter>& known_adapters() {
  static auto& instance = *new Known<Adapter>;
  return instance;
}

Known<Device>& known_devices() {
  static auto& instance = *new Known<Device>;
  return instance;
}

}  // namespace drydock::d3d
