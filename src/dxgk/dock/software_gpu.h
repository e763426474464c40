// Miniports from files, and the one that comes with the library.
#pragma once

#include <filesystem>
#include <memory>

#include "src/dxgk/dock/dock.h"
#include "src/nt/life/loader.h"

namespace drydock::dxgk {

// The driver file beside the library: in a build tree as in an installation. Throws DockError when
// it is not there.
std::filesystem::path software_gpu();

struct Plugged {
  std::unique_ptr<nt::LoadedDriver> driver;  // must outlive the adapter
  Adapter* adapter;
};

// Loads a miniport, adds a device for it and starts it. Throws DockError.
Plugged plug_driver(Dock& dock, const std::filesystem::path& miniport,
                    std::shared_ptr<DeviceModel> model);

}  // namespace drydock::dxgk
