// Checks that a file is a driver of the expected kind, without running it.
#pragma once

#include <filesystem>

#include "src/verify/base/scenario.h"

namespace drydock::verify {

// Throws nt::LoadError with one sentence when it is not, or when it cannot be loaded.
void require_kind(const std::filesystem::path& driver, DriverKind kind);

}  // namespace drydock::verify
