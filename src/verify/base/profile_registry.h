// Writes the registry values of a profile to the host's registry.
#pragma once

#include <filesystem>

#include "src/verify/base/profile.h"

namespace drydock::verify {

// Writes them below the service key of the driver, as an INF file does. Does nothing without a
// driver.
void set_registry(const Profile& profile, const std::filesystem::path& driver);

}  // namespace drydock::verify
