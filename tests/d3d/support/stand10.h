// A bench with the fitter as its driver of Direct3D 11.
#pragma once

#include "src/d3d/d3d10/device.h"
#include "tests/d3d/support/bench.h"
#include "tests/drivers/fitter/plan10.h"

namespace drydock::testing {

class Stand10 : public PlannedBench<d3d::Device10, DOOR10> {
 public:
  explicit Stand10(const d3d::Options& options = {}, bool is_of_10_alone = false)
      : PlannedBench(fitter(is_of_10_alone), "OpenAdapter12", options) {}

  // The driver; of Direct3D 10 alone it has OpenAdapter10 and no OpenAdapter10_2.
  static std::filesystem::path fitter(bool is_of_10_alone) {
    return build_sample("fitter", {"--kind umd", "-I" DRYDOCK_SOURCE_DIR "/drivers/softgpu/include",
                                   "-I" DRYDOCK_SOURCE_DIR "/tests/drivers/fitter",
                                   is_of_10_alone ? "-DFITTER_OF_DIRECT3D10" : ""});
  }

  // A device and a texture that can be drawn into.
  Stand10& begin(const d3d::Spec10& spec = target()) {
    EXPECT_EQ(try_begin(), S_OK) << findings_text();
    EXPECT_EQ(device->create_resource10(spec, resource), S_OK) << findings_text();
    return *this;
  }
  Stand10& end() {
    PlannedBench::end();
    return *this;
  }
  // Ends the device without a mistake of the driver's, and expects that nothing was ever found.
  void expect_silent_end() {
    plan_deed(AT_NOWHERE, DO_NOTHING);
    end();
    EXPECT_EQ(findings_text(), "");
  }

  void call_outside() {
    driver().run("outside", [&] { door().Call(device->device_memory()); });
  }

  static d3d::Spec10 target() {
    d3d::Spec10 spec;
    spec.width = spec.height = 16;
    spec.bind = D3D10_DDI_BIND_RENDER_TARGET | D3D10_DDI_BIND_SHADER_RESOURCE;
    return spec;
  }
  static d3d::Spec10 depth() {
    d3d::Spec10 spec = target();
    spec.bind = D3D10_DDI_BIND_DEPTH_STENCIL;
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

  d3d::Resource* resource = nullptr;
};

}  // namespace drydock::testing
