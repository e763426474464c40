// A dock with the software GPU, a client process in it, and the lodger as its driver of
// Direct3D 12.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/d3d/device12.h"
#include "src/dxgk/dock/dock.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "src/rules/finding.h"
#include "tests/drivers/lodger/plan12.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline std::filesystem::path lodger() {
  return build_sample("lodger", {"--kind umd", "-I" DRYDOCK_SOURCE_DIR "/drivers/softgpu/include",
                                 "-I" DRYDOCK_SOURCE_DIR "/tests/drivers/lodger"});
}

class Stand12 {
 public:
  explicit Stand12(UINT64 version = 0)
      : plugged_(dxgk::plug_driver(dock_, dxgk::software_gpu(),
                                   std::make_shared<dxgk::SoftwareGpuDevice>(16 << 20))),
        process_(dock_.new_process()),
        driver_(d3d::UserDriver::load(lodger())),
        adapter_(std::make_shared<d3d::Adapter>(
            driver_, *process_, plugged_.adapter->luid(),
            d3d::Options{.style = d3d::Style::kDirect3D12, .version12 = version})) {
    using Open = HRESULT(APIENTRY*)(DOOR12*);
    const auto open = reinterpret_cast<Open>(driver_->loaded().symbol("OpenAdapter10"));
    driver_->driver().run("OpenAdapter10", [&] { open(&door_); });
    plan() = {};
  }
  ~Stand12() {
    end();
    device.reset();
    adapter_.reset();
    driver_.reset();
    process_.reset();
    dock_.unplug(*plugged_.adapter);
    plugged_.driver->unload();
  }
  Stand12(const Stand12&) = delete;
  Stand12& operator=(const Stand12&) = delete;

  PLAN12& plan() { return *door_.Plan; }
  // Keeps what was counted.
  void plan_deed(PLACE12 place, DEED12 deed, HRESULT result = S_OK, ULONG value = 0) {
    plan().Place = place;
    plan().Deed = deed;
    plan().Result = result;
    plan().Value = value;
    plan().Times = 0;
  }

  HRESULT try_begin() {
    if (const HRESULT result = adapter_->open(); FAILED(result)) return result;
    auto made = std::static_pointer_cast<d3d::Device12>(d3d::make_device(adapter_));
    const HRESULT result = made->create();
    if (SUCCEEDED(result)) device = made;
    return result;
  }
  Stand12& begin() {
    EXPECT_EQ(try_begin(), S_OK) << told();
    return *this;
  }
  Stand12& end() {
    if (device != nullptr) device->destroy();
    if (adapter_ != nullptr && adapter_->is_open()) adapter_->close();
    return *this;
  }

  static d3d::HeapSpec12 memory() { return {.bytes = 65536}; }
  static d3d::Spec12 buffer() { return {.width = 4096}; }
  d3d::Resource* heap() {
    d3d::Resource* made = nullptr;
    EXPECT_EQ(device->create_heap(memory(), made), S_OK) << told();
    return made;
  }
  d3d::Resource* committed() {
    d3d::Resource* made = nullptr;
    EXPECT_EQ(device->create_committed(memory(), buffer(), made), S_OK) << told();
    return made;
  }
  d3d::Resource* placed(d3d::Resource& in) {
    d3d::Resource* made = nullptr;
    EXPECT_EQ(device->create_placed(in, buffer(), made), S_OK) << told();
    return made;
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
  std::shared_ptr<d3d::Adapter> shared_adapter() { return adapter_; }
  dxgk::Adapter& kernel_adapter() { return *plugged_.adapter; }

  std::shared_ptr<d3d::Device12> device;

 private:
  rules::FindingLog log_;
  dxgk::Dock dock_;
  dxgk::Plugged plugged_;
  std::unique_ptr<dxgk::Process> process_;
  std::shared_ptr<d3d::UserDriver> driver_;
  DOOR12 door_{};
  std::shared_ptr<d3d::Adapter> adapter_;
};

}  // namespace drydock::testing
