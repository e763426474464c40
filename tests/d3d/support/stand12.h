// A bench with the lodger as its driver of Direct3D 12.
#pragma once

#include "src/d3d/d3d12/device.h"
#include "tests/d3d/support/bench.h"
#include "tests/drivers/lodger/plan12.h"

namespace drydock::testing {

inline std::filesystem::path lodger() {
  return build_sample("lodger", {"--kind umd", "-I" DRYDOCK_SOURCE_DIR "/drivers/softgpu/include",
                                 "-I" DRYDOCK_SOURCE_DIR "/tests/drivers/lodger"});
}

class Stand12 : public PlannedBench<d3d::Device12, DOOR12> {
 public:
  explicit Stand12(UINT64 version = 0)
      : PlannedBench(lodger(), "OpenAdapter10",
                     {.style = d3d::Style::kDirect3D12, .version12 = version}, kGeneration) {}

  Stand12& begin() {
    EXPECT_EQ(try_begin(), S_OK) << findings_text();
    return *this;
  }
  Stand12& end() {
    PlannedBench::end();
    return *this;
  }

  static d3d::HeapSpec12 memory() { return {.bytes = 65536}; }
  static d3d::Spec12 buffer() { return {.width = 4096}; }
  d3d::Resource* heap() {
    d3d::Resource* made = nullptr;
    EXPECT_EQ(device->create_heap(memory(), made), S_OK) << findings_text();
    return made;
  }
  d3d::Resource* committed() {
    d3d::Resource* made = nullptr;
    EXPECT_EQ(device->create_committed(memory(), buffer(), made), S_OK) << findings_text();
    return made;
  }
  d3d::Resource* placed(d3d::Resource& in) {
    d3d::Resource* made = nullptr;
    EXPECT_EQ(device->create_placed(in, buffer(), made), S_OK) << findings_text();
    return made;
  }

 private:
  // Residency is the application's from WDDM 2.0 on.
  static constexpr Generation kGeneration = Generation::kWddm2;
};

}  // namespace drydock::testing
