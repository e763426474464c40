// The sentence with which a file is refused as a driver.
#pragma once

#include <filesystem>
#include <string>

#include "src/nt/life/loader.h"

namespace drydock::testing {

inline std::string refusal(const std::filesystem::path& path) {
  try {
    nt::LoadedDriver::load(path);
  } catch (const nt::LoadError& error) {
    return error.what();
  }
  return "loaded";
}

}  // namespace drydock::testing
