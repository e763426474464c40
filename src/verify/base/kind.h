// Whether a file is a driver of the kind that it is given for, without running anything of it.
#pragma once

#include <filesystem>
#include <string>

#include "src/verify/base/scenario.h"

namespace drydock::verify {

// Throws nt::LoadError with one sentence when it is not, or cannot be loaded at all.
void require_kind(const std::filesystem::path& driver, DriverKind kind);

}  // namespace drydock::verify
