// Plays another Windows.
#pragma once

#include "src/nt/base/windows_version.h"
#include "src/nt/ob/registry.h"

namespace drydock::nt {

// While it lives, drivers see this version, in the registry too. Made and destroyed while no driver
// runs; the last one that was made is the first to go.
class PlayedWindows {
 public:
  explicit PlayedWindows(const WindowsVersion& version);
  ~PlayedWindows();
  PlayedWindows(const PlayedWindows&) = delete;
  PlayedWindows& operator=(const PlayedWindows&) = delete;

 private:
  const WindowsVersion before_;
};

// Writes the values of the key "Windows NT\CurrentVersion" for the Windows that is played.
void write_windows_version(Registry& registry);

}  // namespace drydock::nt
