// Checks that a file is a driver of the expected kind, without running it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "src/verify/base/scenario.h"

namespace drydock::verify {

// Throws nt::LoadError with one sentence when it is not, or when it cannot be loaded.
void require_kind(const std::filesystem::path& driver, DriverKind kind);

// Why a driver whose DriverEntry returned this status does not load, as a sentence.
std::string why_not_loaded(std::int32_t status);

}  // namespace drydock::verify
