#include "src/d3d/core/known.h"

#include "src/d3d/core/adapter.h"
#include "src/d3d/core/device.h"
#include "src/sim/never_destroyed.h"

namespace drydock::d3d {

Known<Adapter>& known_adapters() {
  static sim::NeverDestroyed<Known<Adapter>> instance;
  return *instance;
}

Known<Device>& known_devices() {
  static sim::NeverDestroyed<Known<Device>> instance;
  return *instance;
}

}  // namespace drydock::d3d
