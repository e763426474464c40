// The registry values of a profile, where a driver finds them.
#pragma once

#include <filesystem>

#include "src/verify/base/profile.h"

namespace drydock::verify {

// Below the driver's service key, as an INF file would put them there. Without a driver nothing.
void set_registry(const Profile& profile, const std::filesystem::path& driver);

}  // namespace drydock::verify
