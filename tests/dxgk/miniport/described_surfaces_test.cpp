// What is known of surfaces by the private data that describes them.
#include "src/dxgk/miniport/described_surfaces.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace drydock::dxgk {
namespace {

using Data = std::vector<std::byte>;

Data data(std::size_t value) { return Data(8, static_cast<std::byte>(value)); }

TEST(DescribedRows, ReachToTheEndOfTheLastRow) {
  EXPECT_EQ((DescribedRows{.pitch = 256, .height = 3, .row = 100}.bytes()), 612U);
  EXPECT_EQ((DescribedRows{.pitch = 0, .height = 3, .row = 100}.bytes()), 0U) << "nothing is known";
}

TEST(DescribedSurfaces, AreFoundByTheDataOfAllocationAndResource) {
  DescribedSurfaces all;
  EXPECT_FALSE(all.has_any());
  const DescribedRows rows{.pitch = 64, .height = 2, .row = 60};
  all.add(data(1), data(2), rows);
  EXPECT_TRUE(all.has_any());
  EXPECT_EQ(all.find(data(1), data(2)), rows);
  EXPECT_EQ(all.find(data(1), {}), std::nullopt);
  EXPECT_EQ(all.find(data(2), data(2)), std::nullopt);
}

TEST(DescribedSurfaces, OfTheSameDataAreKnownWhileTheyAreTheSame) {
  DescribedSurfaces all;
  const DescribedRows rows{.pitch = 64, .height = 2, .row = 60};
  all.add(data(1), {}, rows);
  all.add(data(1), {}, rows);
  EXPECT_EQ(all.find(data(1), {}), rows);
  all.add(data(1), {}, {.pitch = 64, .height = 3, .row = 60});
  EXPECT_EQ(all.find(data(1), {}), std::nullopt);
  all.add(data(1), {}, rows);
  EXPECT_EQ(all.find(data(1), {}), std::nullopt) << "nothing tells it from the other";
}

TEST(DescribedSurfaces, TheOldestAreDropped) {
  DescribedSurfaces all;
  for (std::size_t i = 0; i <= DescribedSurfaces::kMost; ++i) all.add(data(i), {}, {.pitch = i});
  EXPECT_EQ(all.find(data(0), {}), std::nullopt);
  EXPECT_EQ(all.find(data(1), {})->pitch, 1U);
  EXPECT_EQ(all.find(data(DescribedSurfaces::kMost), {})->pitch, DescribedSurfaces::kMost);
}

}  // namespace
}  // namespace drydock::dxgk
