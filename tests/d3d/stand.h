// A dock with the software GPU, a client process in it, and the mender as its user-mode driver.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "src/d3d/device.h"
#include "src/dxgk/dock/dock.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "src/rules/finding.h"
#include "tests/drivers/mender/plan.h"

// The private data of the software GPU.
#include "drivers/softgpu/include/softgpu.h"

namespace drydock::testing {

// One adapter opened by the mender; devices as a test wants them. Its end closes everything.
class Stand {
 public:
  using Generation = dxgk::SoftwareGpuDevice::Generation;

  // The mender makes nothing resident unless it is told to.
  explicit Stand(d3d::Options options = {}, Generation generation = Generation::kWddm1);
  ~Stand();
  Stand(const Stand&) = delete;
  Stand& operator=(const Stand&) = delete;

  // What the driver is to do, and what it saw. Valid while the driver is loaded.
  PLAN& plan() { return *door_.Plan; }
  void plan_deed(PLACE place, DEED deed, HRESULT result = S_OK);
  void plan_mistake(PLACE place, CALL_BACK callback, MISTAKE mistake, ULONG value = 0);

  // Lets the driver act at PLACE_OUTSIDE: the runtime has not called it.
  void call_outside(HANDLE device);

  HRESULT open();  // OpenAdapter; the constructor does not
  std::shared_ptr<d3d::Device> new_device();
  // A device of a stand that is not open yet; with everything that may go wrong.
  HRESULT try_device(std::shared_ptr<d3d::Device>& out);

  dxgk::Dock& dock() { return dock_; }
  dxgk::Adapter& kernel_adapter() { return *plugged_.adapter; }
  dxgk::Process& process() { return *process_; }
  d3d::Adapter& adapter() { return *adapter_; }
  std::shared_ptr<d3d::Adapter> shared_adapter() { return adapter_; }
  nt::Driver& driver() { return driver_->driver(); }
  d3d::UserDriver& user() { return *driver_; }

  // Findings of U rules against the driver so far; those of a rule; all as text.
  std::vector<rules::Finding> findings() const;
  std::size_t count(std::string_view rule) const;
  std::string told() const;
  // What the kernel's driver still has.
  int kernel_allocations();
  int kernel_resources();

  void close_adapter();

 private:
  SOFTGPU_BOOKS books();

  rules::FindingLog log_;
  dxgk::Dock dock_;
  dxgk::Plugged plugged_;
  std::unique_ptr<dxgk::Process> process_;
  std::shared_ptr<d3d::UserDriver> driver_;
  DOOR door_;
  std::shared_ptr<d3d::Adapter> adapter_;
};

// The driver, compiled, and the way into it.
std::filesystem::path mender();
DOOR door_of(d3d::UserDriver& driver);

// Surfaces of 16 by 16 pixels, in video memory.
d3d::ResourceSpec textures(std::size_t count = 1);
d3d::ResourceSpec shared_textures(std::size_t count = 1);

}  // namespace drydock::testing
