// A user-mode display driver, loaded.
#pragma once

#include <filesystem>
#include <memory>

#include "src/d3d/wdk.h"
#include "src/nt/loader.h"

namespace drydock::d3d {

class UserDriver {
 public:
  // Throws nt::LoadError.
  static std::shared_ptr<UserDriver> load(const std::filesystem::path& file);
  // Findings for what it has left; adapters that it opened must be closed.
  ~UserDriver();

  nt::Driver& driver() { return loaded_->driver(); }
  nt::LoadedDriver& loaded() { return *loaded_; }

  // Null when it has none, which is a finding when a runtime of this style looks for it.
  PFND3DDDI_OPENADAPTER open_adapter();

 private:
  explicit UserDriver(std::unique_ptr<nt::LoadedDriver> loaded) : loaded_(std::move(loaded)) {}

  std::unique_ptr<nt::LoadedDriver> loaded_;
};

}  // namespace drydock::d3d
