// Which addresses belong to views of allocations, against a model of them.
#include "src/dxgk/pages/rotated_view.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace drydock::dxgk {
namespace {

constexpr std::size_t kViewBytes = 16;

// Nobody reads these bytes: only their addresses count.
alignas(kViewBytes) std::array<std::byte, 10 * kViewBytes> all_bytes;

RC_GTEST_PROP(RotatedView, BytesOfAnyViewAreRotated, ()) {
  std::array<std::unique_ptr<RotatedView>, 10> views;
  const auto steps =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, views.size()));
  for (const std::size_t which : steps) {
    if (views[which] != nullptr) {
      views[which].reset();
    } else {
      views[which] = std::make_unique<RotatedView>();
      views[which]->map(&all_bytes[which * kViewBytes], kViewBytes);
    }
    const auto first = *rc::gen::inRange<std::size_t>(0, all_bytes.size());
    const auto bytes = *rc::gen::inRange<std::size_t>(1, all_bytes.size() - first + 1);
    bool expected = false;
    for (std::size_t i = first; i < first + bytes; ++i)
      expected |= views[i / kViewBytes] != nullptr;
    RC_ASSERT(is_rotated(&all_bytes[first], bytes) == expected);
  }
}

TEST(RotatedView, EdgesOfAViewAreItsFirstAndItsLastByte) {
  RotatedView view;
  view.map(&all_bytes[kViewBytes], kViewBytes);
  EXPECT_FALSE(is_rotated(&all_bytes[0], kViewBytes));
  EXPECT_TRUE(is_rotated(&all_bytes[0], kViewBytes + 1));
  EXPECT_TRUE(is_rotated(&all_bytes[2 * kViewBytes - 1], 1));
  EXPECT_FALSE(is_rotated(&all_bytes[2 * kViewBytes], kViewBytes));
  EXPECT_TRUE(is_rotated(&all_bytes[0], all_bytes.size())) << "it lies inside";
}

TEST(RotatedView, MappedAgainIsOneView) {
  auto view = std::make_unique<RotatedView>();
  view->map(&all_bytes[0], kViewBytes);
  view->map(&all_bytes[0], kViewBytes);
  EXPECT_TRUE(is_rotated(&all_bytes[0], 1));
  view.reset();
  EXPECT_FALSE(is_rotated(&all_bytes[0], kViewBytes));
}

TEST(RotatedView, ThatWasNeverMappedTakesNothingAway) {
  RotatedView view;
  view.map(&all_bytes[0], kViewBytes);
  {
    const RotatedView never;
  }
  EXPECT_TRUE(is_rotated(&all_bytes[0], 1));
}

}  // namespace
}  // namespace drydock::dxgk
