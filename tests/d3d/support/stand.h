// A bench with the mender as its driver of Direct3D 9.
#pragma once

#include <filesystem>
#include <memory>

#include "src/d3d/d3d9/device.h"
#include "tests/d3d/support/bench.h"
#include "tests/drivers/mender/plan.h"

// The private data of the software GPU.
#include "drivers/softgpu/include/softgpu.h"

namespace drydock::testing {

// One adapter opened by the mender; devices as a test wants them. Its end closes everything.
class Stand : public Bench {
 public:
  // The mender makes nothing resident unless its plan says so.
  explicit Stand(const d3d::Options& options = {}, Generation generation = Generation::kWddm1);

  // The plan for the driver, and its record. Valid while the driver is loaded.
  PLAN& plan() { return *door_.Plan; }
  void plan_deed(PLACE place, DEED deed, HRESULT result = S_OK);
  void plan_mistake(PLACE place, CALL_BACK callback, MISTAKE mistake, ULONG value = 0);

  // Lets the driver act at PLACE_OUTSIDE: the runtime has not called it.
  void call_outside(HANDLE device);

  HRESULT open();  // OpenAdapter; the constructor does not
  std::shared_ptr<d3d::Device9> new_device();
  // A device of a stand that is not open yet; with everything that may go wrong.
  HRESULT try_device(std::shared_ptr<d3d::Device9>& out, D3DDDI_CREATEDEVICEFLAGS flags = {});

  // Returns how many allocations the kernel-mode driver still has.
  int kernel_allocations();
  int kernel_resources();

 private:
  SOFTGPU_BOOKS books();

  DOOR door_;
};

// The driver, compiled, and the way into it.
std::filesystem::path mender();
DOOR door_of(d3d::UserDriver& driver);

// Surfaces of 16 by 16 pixels, in video memory.
d3d::ResourceSpec textures(std::size_t count = 1);
d3d::ResourceSpec shared_textures(std::size_t count = 1);

}  // namespace drydock::testing
