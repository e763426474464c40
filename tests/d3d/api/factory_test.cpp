// Adapters and devices of the family that a driver has, or that is asked for.
#include "src/d3d/api/factory.h"

#include "tests/d3d/support/bench.h"

namespace drydock::testing {
namespace {

using d3d::Style;

// The reference driver has all three families.
struct Reference : Bench {
  explicit Reference(Style style)
      : Bench(DRYDOCK_SOFTGPU_UMD, d3d::Options{.style = style}, Generation::kWddm2) {}
};

void expect_style(Style style, bool is_of_10, bool is_of_12) {
  Reference bench(style);
  EXPECT_EQ(bench.adapter().is_of_10(), is_of_10);
  EXPECT_EQ(bench.adapter().is_of_12(), is_of_12);
  ASSERT_EQ(bench.adapter().open(), S_OK) << bench.findings_text();
  const std::shared_ptr<d3d::Device> device = d3d::make_device(bench.shared_adapter());
  EXPECT_EQ(device->create(), S_OK) << bench.findings_text();
  EXPECT_EQ(device->destroy(), S_OK);
  bench.close_adapter();
  EXPECT_EQ(bench.findings_text(), "");
}

TEST(Factory, TheFirstFamilyIsTakenUnlessAnotherIsAskedFor) {
  expect_style(Style::kAsExported, false, false);
  expect_style(Style::kDirect3D9, false, false);
}

TEST(Factory, EveryFamilyHasItsAdapterAndItsDevice) {
  expect_style(Style::kDirect3D10, true, false);
  expect_style(Style::kDirect3D12, false, true);
}

}  // namespace
}  // namespace drydock::testing
