// Power settings, as the host changes them.
//
// Cost: a call of each callback. Threads: any.
#pragma once

#include <cstdint>
#include <vector>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// Changes a setting and calls every callback that is registered for it. A callback that is
// registered later is called at once.
void set_power_setting(const GUID& setting, std::vector<std::uint8_t> value);

}  // namespace drydock::nt
