// A dock with the software GPU and both halves of its driver, and a client process in it.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/d3d/api/factory.h"
#include "src/dxgk/dock/dock.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/support/private_data.h"
#include "tests/support/softgpu_data.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

class GpuStand {
 public:
  explicit GpuStand(d3d::Options options = {}, const char* driver = DRYDOCK_SOFTGPU_UMD)
      : plugged_(dxgk::plug_driver(dock_, dxgk::software_gpu(),
                                   std::make_shared<dxgk::SoftwareGpuDevice>(16 << 20))),
        process_(dock_.new_process()),
        driver_(d3d::UserDriver::load(driver)),
        adapter_(d3d::make_adapter(driver_, dxgk::RuntimeView(*process_), plugged_.adapter->luid(),
                                   options)) {}
  ~GpuStand() { end(); }
  GpuStand(const GpuStand&) = delete;
  GpuStand& operator=(const GpuStand&) = delete;

  // Closes everything, and says all that was found from first to last.
  std::string end() {
    if (adapter_ == nullptr) return findings_text();
    for (const auto& device : devices_) device->destroy();
    devices_.clear();
    adapter_->close();
    adapter_.reset();
    driver_.reset();
    process_.reset();
    dock_.unplug(*plugged_.adapter);
    plugged_.driver->unload();
    return findings_text();
  }

  // Creates a device; returns null when that fails. The stand destroys it, unless the test has.
  d3d::Device* new_device() {
    if (!adapter_->is_open() && FAILED(adapter_->open())) return nullptr;
    auto device = d3d::make_device(adapter_);
    if (FAILED(device->create())) return nullptr;
    devices_.push_back(std::move(device));
    return devices_.back().get();
  }

  std::vector<rules::Finding> findings() const { return log_.findings(); }
  std::string findings_text() const { return testing::text_of(log_.findings()); }
  SOFTGPU_BOOKS books() { return ask(SOFTGPU_ESCAPE_READ_BOOKS).Books; }
  SOFTGPU_ENGINE engine() { return ask(SOFTGPU_ESCAPE_READ_ENGINE).Engine; }
  // Lets the engine hang at its next command until it is reset.
  void hang() { ask(SOFTGPU_ESCAPE_HANG); }
  d3d::Adapter& adapter() { return *adapter_; }
  d3d::UserDriver& driver() { return *driver_; }

 private:
  SOFTGPU_ESCAPE_DATA ask(UINT command) {
    const dxgk::ProcessScope scope(process_.get());
    SOFTGPU_ESCAPE_DATA data = softgpu_escape(command);
    escape_with(adapter_->kernel().value, data);
    return data;
  }

  const rules::FindingLog log_;
  dxgk::Dock dock_;
  dxgk::Plugged plugged_;
  std::unique_ptr<dxgk::Process> process_;
  std::shared_ptr<d3d::UserDriver> driver_;
  std::shared_ptr<d3d::Adapter> adapter_;
  std::vector<std::shared_ptr<d3d::Device>> devices_;
};

// Lives with no fault, then once for each point that the first life met, with a fault there.
// Nothing is found and nothing is left.
inline void expect_every_fault_answered(const d3d::Options& options, void (*live)(GpuStand&)) {
  const auto run_with_fault = [&](std::optional<std::uint64_t> nth) {
    GpuStand stand(options);
    std::uint64_t points = 0;
    {
      const sim::FaultInjection injection({.nth = nth});
      live(stand);
      points = injection.points();
    }
    EXPECT_EQ(stand.end(), "") << "fault " << nth.value_or(~0ULL);
    return points;
  };
  const std::uint64_t points = run_with_fault(std::nullopt);
  EXPECT_GT(points, 20U);
  for (std::uint64_t nth = 0; nth < points && !::testing::Test::HasFailure(); ++nth)
    run_with_fault(nth);
}

// Lives in many orders of the threads, each time in silence.
inline void expect_silence_in_any_order(const d3d::Options& options, void (*live)(GpuStand&)) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuStand stand(options);
    live(stand);
    ASSERT_EQ(stand.end(), "") << "seed " << seed;
  }
}

}  // namespace drydock::testing
