// A user-mode display driver that is loaded, and its entry points. Owner: the adapters that were
// opened with it share it. Cost: loading maps a file and runs its constructors. Threads: any.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "src/d3d/driver/wdk10.h"
#include "src/nt/life/loader.h"
#include "src/sim/lock.h"

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

  // The functions by which drivers of Direct3D 10 and later open an adapter. Both are null in a
  // driver that has neither.
  struct Opener10 {
    PFND3D10DDI_OPENADAPTER function = nullptr;
    bool is_second = false;  // OpenAdapter10_2, which Direct3D 11 needs
  };
  Opener10 open_adapter10();
  // PFND3D12DDI_OPENADAPTER, without the declarations of Direct3D 12.
  void* open_adapter12();
  // True when the file has OpenAdapter, whatever else it has.
  bool is_of_style9() { return loaded_->symbol("OpenAdapter") != nullptr; }
  bool is_of_style10() {
    return loaded_->symbol("OpenAdapter10_2") != nullptr ||
           loaded_->symbol("OpenAdapter10") != nullptr;
  }
  bool is_of_style12() { return loaded_->symbol("OpenAdapter12") != nullptr; }

  // The driver made so many allocations for a shared resource of this kind. How many it made for
  // the first one.
  std::size_t note_kind(const std::vector<std::byte>& kind, std::size_t allocations);

  // CreateResource answered so for a resource of this kind in a pool of video memory.
  struct Outcome {
    UINT pool;
    HRESULT result;
  };
  // The answer to the first one.
  Outcome note_outcome(const std::vector<std::byte>& kind, const Outcome& outcome);

  // A device's resource has this handle of the driver's. False when one of another device has it.
  bool register_handle(HANDLE handle, const void* device);
  void unregister(HANDLE handle, const void* device);

 private:
  void raise_no_entry(const char* name);

  explicit UserDriver(std::unique_ptr<nt::LoadedDriver> loaded) : loaded_(std::move(loaded)) {}

  std::unique_ptr<nt::LoadedDriver> loaded_;
  sim::Lock lock_;
  std::map<std::vector<std::byte>, std::size_t> kinds_ DRYDOCK_GUARDED_BY(lock_);
  std::map<std::vector<std::byte>, Outcome> outcomes_ DRYDOCK_GUARDED_BY(lock_);
  std::map<HANDLE, const void*> handles_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::d3d
