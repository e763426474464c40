// Power settings, as the host changes them.
#pragma once

#include <cstdint>
#include <vector>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// Changes a setting and tells every callback that is registered for it. A callback that registers
// later is told at once.
void set_power_setting(const GUID& setting, std::vector<std::uint8_t> value);

}  // namespace drydock::nt
