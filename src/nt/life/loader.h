// Loads driver shared objects into the process, each isolated from the others, and runs their lives
// from DriverEntry to unload.
//
// This is the first header of the room `life`, the top of the executive. It is the one room that
// knows all others: when a driver is unloaded it asks each of them for the driver's leaks, and
// src/nt/life/listeners.cpp names the functions by which lower rooms call higher ones.
//
// Owner: the caller that loaded the driver. Threads: one thread at a time for one driver; different
// drivers are independent. Cost of a load: a copy of the file in memory and one dlopen(). The code
// of a driver that ended early, or that left something which may call it again, stays mapped for
// the life of the process.
#pragma once

#include <filesystem>
#include <memory>

#include "src/nt/driver/driver.h"
#include "src/nt/driver/load_error.h"

namespace drydock::nt {

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
