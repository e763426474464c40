// A dock with the software GPU, a client process in it, and the fitter as its driver of
// Direct3D 11.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/d3d/device10.h"
#include "src/dxgk/dock/dock.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "src/rules/finding.h"
#include "tests/drivers/fitter/plan10.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

class Stand10 {
 public:
  explicit Stand10(d3d::Options options = {}, bool is_of_10_alone = false)
      : plugged_(dxgk::plug_driver(dock_, dxgk::software_gpu(),
                                   std::make_shared<dxgk::SoftwareGpuDevice>(
                                       16 << 20, dxgk::SoftwareGpuDevice::Generation::kWddm1))),
        process_(dock_.new_process()),
        driver_(d3d::UserDriver::load(fitter(is_of_10_alone))),
        adapter_(
            std::make_shared<d3d::Adapter>(driver_, *process_, plugged_.adapter->luid(), options)) {
    using Open = HRESULT(APIENTRY*)(DOOR10*);
    const auto open = reinterpret_cast<Open>(driver_->loaded().symbol("OpenAdapter12"));
    driver_->driver().run("OpenAdapter12", [&] { open(&door_); });
    plan() = {};
  }
  ~Stand10() {
    end();
    device.reset();
    adapter_.reset();
    driver_.reset();
    process_.reset();
    dock_.unplug(*plugged_.adapter);
    plugged_.driver->unload();
  }
  // The driver; of Direct3D 10 alone it has OpenAdapter10 and no OpenAdapter10_2.
  static std::filesystem::path fitter(bool is_of_10_alone) {
    return build_sample("fitter", {"--kind umd", "-I" DRYDOCK_SOURCE_DIR "/drivers/softgpu/include",
                                   "-I" DRYDOCK_SOURCE_DIR "/tests/drivers/fitter",
                                   is_of_10_alone ? "-DFITTER_OF_DIRECT3D10" : ""});
  }
  Stand10(const Stand10&) = delete;
  Stand10& operator=(const Stand10&) = delete;

  PLAN10& plan() { return *door_.Plan; }
  // Keeps what was counted.
  void plan_deed(PLACE10 place, DEED10 deed, HRESULT result = S_OK, ULONG value = 0) {
    plan().Place = place;
    plan().Deed = deed;
    plan().Result = result;
    plan().Value = value;
    plan().Times = 0;
  }

  HRESULT try_begin() {
    if (const HRESULT result = adapter_->open(); FAILED(result)) return result;
    auto made = std::static_pointer_cast<d3d::Device10>(d3d::make_device(adapter_));
    const HRESULT result = made->create();
    if (SUCCEEDED(result)) device = made;
    return result;
  }
  // A device and a texture that can be drawn into.
  Stand10& begin(const d3d::Spec10& spec = target()) {
    EXPECT_EQ(try_begin(), S_OK) << told();
    EXPECT_EQ(device->create_resource10(spec, resource), S_OK) << told();
    return *this;
  }
  Stand10& end() {
    if (device != nullptr) device->destroy();
    if (adapter_ != nullptr && adapter_->is_open()) adapter_->close();
    return *this;
  }

  void call_outside() {
    driver_->driver().run("outside", [&] { door_.Call(device->device_memory()); });
  }

  static d3d::Spec10 target() {
    d3d::Spec10 spec;
    spec.width = spec.height = 16;
    spec.bind = D3D10_DDI_BIND_RENDER_TARGET | D3D10_DDI_BIND_SHADER_RESOURCE;
    return spec;
  }
  static d3d::Spec10 staging() {
    d3d::Spec10 spec = target();
    spec.bind = 0;
    spec.usage = D3D10_DDI_USAGE_STAGING;
    spec.access = D3D10_DDI_CPU_ACCESS_MASK;
    return spec;
  }
  static d3d::Spec10 dynamic() {
    d3d::Spec10 spec = target();
    spec.bind = D3D10_DDI_BIND_SHADER_RESOURCE;
    spec.usage = D3D10_DDI_USAGE_DYNAMIC;
    spec.access = D3D10_DDI_CPU_ACCESS_WRITE;
    return spec;
  }
  static d3d::Spec10 shared() {
    d3d::Spec10 spec = target();
    spec.misc = D3D10_DDI_RESOURCE_MISC_SHARED;
    return spec;
  }
  static d3d::Spec10 primary() {
    d3d::Spec10 spec = target();
    spec.bind |= D3D10_DDI_BIND_PRESENT;
    spec.primary.emplace();
    return spec;
  }

  std::vector<rules::Finding> findings() const {
    std::vector<rules::Finding> all = log_.findings();
    std::erase_if(all, [](const rules::Finding& each) { return !each.rule->id.starts_with('U'); });
    return all;
  }
  std::size_t count(std::string_view rule) const { return testing::count(log_.findings(), rule); }
  std::string told() const { return testing::told(log_.findings()); }
  nt::Driver& driver() { return driver_->driver(); }
  d3d::Adapter& adapter() { return *adapter_; }

  std::shared_ptr<d3d::Device10> device;
  d3d::Resource* resource = nullptr;

 private:
  rules::FindingLog log_;
  dxgk::Dock dock_;
  dxgk::Plugged plugged_;
  std::unique_ptr<dxgk::Process> process_;
  std::shared_ptr<d3d::UserDriver> driver_;
  DOOR10 door_{};
  std::shared_ptr<d3d::Adapter> adapter_;
};

}  // namespace drydock::testing
