// Loads driver shared objects into the process, each isolated from the others, and lives their
// lives.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "src/nt/driver/driver.h"

namespace drydock::nt {

// The file is no driver that can be loaded; the text is one sentence for the user (all unresolved
// names in it).
class LoadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class LoadedDriver {
 public:
  // Throws LoadError. Loading the same file twice gives two drivers with globals of their own.
  static std::unique_ptr<LoadedDriver> load(const std::filesystem::path& path);
  ~LoadedDriver();

  Driver& driver();

  // Calls DriverEntry with a proper DRIVER_OBJECT and registry path. When the driver dies inside
  // the status is STATUS_DRIVER_UNABLE_TO_LOAD.
  NTSTATUS start();

  // Calls DriverUnload if there is one and start() succeeded, then raises a finding for everything
  // that is left. A dead driver's code stays mapped.
  void unload();

  // A function of the driver by name (for hosts of user-mode drivers); null when absent.
  void* symbol(const char* name);

 private:
  LoadedDriver() = default;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock::nt
