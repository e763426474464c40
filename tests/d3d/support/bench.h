// A dock with the software GPU, a client process in it, and a user-mode driver with an adapter.
//
// What the stands of the three families share. The adapter is not open yet; the end of a bench
// closes and unplugs everything.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/d3d/api/factory.h"
#include "src/dxgk/dock/dock.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "src/rules/finding.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

class Bench {
 public:
  using Generation = dxgk::SoftwareGpuDevice::Generation;

  Bench(const std::filesystem::path& driver, const d3d::Options& options,
        Generation generation = Generation::kWddm1)
      : plugged_(
            dxgk::plug_driver(dock_, dxgk::software_gpu(),
                              std::make_shared<dxgk::SoftwareGpuDevice>(16 << 20, generation))),
        process_(dock_.new_process()),
        driver_(d3d::UserDriver::load(driver)),
        adapter_(new_adapter(*process_, options)) {}
  ~Bench() {
    close_adapter();
    driver_.reset();
    process_.reset();
    dock_.unplug(*plugged_.adapter);
    plugged_.driver->unload();
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  // Opens another adapter of the same driver, for any process.
  std::shared_ptr<d3d::Adapter> new_adapter(dxgk::Process& process,
                                            const d3d::Options& options = {}) {
    return d3d::make_adapter(driver_, dxgk::RuntimeView(process), plugged_.adapter->luid(),
                             options);
  }
  void close_adapter() {
    if (adapter_ != nullptr && adapter_->is_open()) adapter_->close();
    adapter_.reset();
  }

  dxgk::Dock& dock() { return dock_; }
  dxgk::Adapter& kernel_adapter() { return *plugged_.adapter; }
  dxgk::Process& process() { return *process_; }
  d3d::Adapter& adapter() { return *adapter_; }
  std::shared_ptr<d3d::Adapter> shared_adapter() { return adapter_; }
  nt::Driver& driver() { return driver_->driver(); }
  d3d::UserDriver& user() { return *driver_; }

  // Findings of U rules against the driver so far; those of a rule; all as text.
  std::vector<rules::Finding> findings() const {
    std::vector<rules::Finding> all = log_.findings();
    std::erase_if(all, [](const rules::Finding& each) { return !each.rule->id.starts_with('U'); });
    return all;
  }
  std::size_t count(std::string_view rule) const { return testing::count(log_.findings(), rule); }
  std::string findings_text() const { return testing::text_of(log_.findings()); }

 protected:
  // The way into a driver under test: an export that no runtime here looks for fills it in.
  template <typename Door>
  Door open_door(const char* symbol) {
    using Open = HRESULT(APIENTRY*)(Door*);
    const auto open = reinterpret_cast<Open>(driver_->loaded().symbol(symbol));
    Door door{};
    driver().run(symbol, [&] { open(&door); });
    return door;
  }

 private:
  rules::FindingLog log_;
  dxgk::Dock dock_;
  dxgk::Plugged plugged_;
  std::unique_ptr<dxgk::Process> process_;
  std::shared_ptr<d3d::UserDriver> driver_;
  std::shared_ptr<d3d::Adapter> adapter_;
};

// A bench with one device, whose driver does what its plan says.
template <typename DeviceType, typename Door>
class PlannedBench : public Bench {
 public:
  using Plan = std::remove_pointer_t<decltype(Door::Plan)>;

  PlannedBench(const std::filesystem::path& driver, const char* door, const d3d::Options& options,
               Generation generation = Generation::kWddm1)
      : Bench(driver, options, generation), door_(open_door<Door>(door)) {
    plan() = {};
  }
  ~PlannedBench() { end(); }

  Plan& plan() { return *door_.Plan; }
  // Leaves what was counted as it is.
  template <typename Place, typename Deed>
  void plan_deed(Place place, Deed deed, HRESULT result = S_OK, ULONG value = 0) {
    plan().Place = place;
    plan().Deed = deed;
    plan().Result = result;
    plan().Value = value;
    plan().Times = 0;
  }

  HRESULT try_begin() {
    if (const HRESULT result = adapter().open(); FAILED(result)) return result;
    auto made = std::static_pointer_cast<DeviceType>(d3d::make_device(shared_adapter()));
    const HRESULT result = made->create();
    if (SUCCEEDED(result)) device = made;
    return result;
  }
  // The device and the adapter are destroyed and closed; the findings stay.
  void end() {
    if (device != nullptr) device->destroy();
    if (adapter().is_open()) adapter().close();
  }

  std::shared_ptr<DeviceType> device;

 protected:
  const Door& door() const { return door_; }

 private:
  Door door_;
};

}  // namespace drydock::testing
