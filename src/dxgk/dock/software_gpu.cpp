#include "src/dxgk/dock/software_gpu.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>

#include "drydock/dock.h"
#include "src/dxgk/adapter/initialize.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "src/nt/rtl/names.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {
namespace {

// Is never destroyed, because clients may call until the process ends.
struct Standard {
  Dock dock;
  std::unique_ptr<nt::LoadedDriver> driver;
};

// Without its driver, the standard dock has no adapters, which clients notice.
Standard& make_standard() {
  auto& standard = *new Standard;
  try {
    standard.driver =
        plug_driver(standard.dock, software_gpu(), std::make_shared<SoftwareGpuDevice>()).driver;
  } catch (const DockError& error) {
    std::fprintf(stderr, "drydock: no software GPU: %s\n", error.what());
  }
  return standard;
}

}  // namespace

Dock& Dock::standard() {
  // It is a gate and not the compiler's guard, because starting a driver has switch points.
  static sim::NeverDestroyed<sim::Gate> making;
  static std::atomic<Standard*> made = nullptr;
  // The acquire pairs with the release of the pointer: a thread that reads it sees a complete dock.
  if (Standard* const standard = made.load(std::memory_order_acquire)) return standard->dock;
  const sim::Alone alone(*making);
  if (made.load(std::memory_order_relaxed) == nullptr)
    made.store(&make_standard(), std::memory_order_release);
  return made.load(std::memory_order_relaxed)->dock;
}

std::filesystem::path software_gpu() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&software_gpu), &here) == 0 || here.dli_fname == nullptr)
    throw DockError("the library cannot tell where it was loaded from");
  const std::filesystem::path library = std::filesystem::canonical(here.dli_fname);
  std::filesystem::path driver =
      library.parent_path().parent_path() / "share/drydock/drivers/softgpu_kmd.so";
  if (!std::filesystem::exists(driver))
    throw DockError(fmt::format("{} is not there", driver.string()));
  return driver;
}

Plugged plug_driver(Dock& dock, const std::filesystem::path& miniport,
                    std::shared_ptr<DeviceModel> model) {
  std::unique_ptr<nt::LoadedDriver> driver;
  try {
    driver = nt::LoadedDriver::load(miniport);
  } catch (const nt::LoadError& error) {
    throw DockError(error.what());
  }
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  const std::optional<Miniport> started = start_miniport(*driver, status);
  if (!started) {
    driver->unload();
    throw DockError(fmt::format("{} did not become a miniport: {}", miniport.string(),
                                nt::answer_text("DriverEntry", status)));
  }
  StartFailure failure;
  Adapter* const adapter = dock.plug(*started, std::move(model), failure);
  if (adapter == nullptr) {
    driver->unload();
    throw DockError(
        fmt::format("{} did not start its device: {}", miniport.string(), to_text(failure)));
  }
  return {std::move(driver), adapter};
}

}  // namespace drydock::dxgk
