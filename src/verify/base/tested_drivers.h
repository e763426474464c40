// The drivers under test, and the profile that their author wrote.
#pragma once

#include <filesystem>
#include <memory>

#include "drydock/dock.h"
#include "src/nt/base/windows_version.h"
#include "src/verify/base/profile.h"

namespace drydock::verify {

struct TestedDrivers {
  std::filesystem::path
      miniport;  // empty: none is verified; a user-mode driver gets the software GPU
  std::filesystem::path umd;
  std::filesystem::path avstream;
  Profile profile;
  nt::WindowsVersion windows = nt::newest_windows();  // that is played
};

}  // namespace drydock::verify
