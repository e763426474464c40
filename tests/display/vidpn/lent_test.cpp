// Structures that drivers get: copies, which end.
#include "src/display/vidpn/lent.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "src/nt/mm/user_copy.h"

namespace drydock::display {
namespace {

std::span<const std::byte> bytes_of(const std::array<std::byte, 24>& content) { return content; }

TEST(Lent, EndsWithItsPage) {
  std::array<std::byte, 24> content{};
  content[3] = std::byte{9};
  Lent lent(bytes_of(content), Lent::State::kCreated, 1, "D-058");
  auto* const data = static_cast<std::byte*>(lent.data());
  EXPECT_EQ(std::memcmp(data, content.data(), content.size()), 0);
  EXPECT_FALSE(nt::user_can_read(data + 24, 1)) << "nothing lies behind it";
  lent.end(Lent::State::kAdded);
  EXPECT_FALSE(lent.is_held());
  EXPECT_EQ(lent.address(), data);
  EXPECT_FALSE(nt::user_can_read(data, 1));
  EXPECT_EQ(nt::rule_of_borrowed_page(data), "D-058"_rule);
}

TEST(Lent, ChangeIsSeen) {
  const std::array<std::byte, 24> content{};
  Lent lent(bytes_of(content), Lent::State::kAcquired, 1, "D-043");
  EXPECT_FALSE(lent.is_changed());
  static_cast<std::byte*>(lent.data())[23] = std::byte{1};
  EXPECT_TRUE(lent.is_changed());
  lent.settle();
  EXPECT_FALSE(lent.is_changed());
}

// There are fewer pages than structures that a driver may hold.
TEST(Lent, PlainMemoryFollowsWhenPagesAreTaken) {
  const std::array<std::byte, 24> content{};
  std::vector<std::unique_ptr<Lent>> all;
  for (int i = 0; i < 600; ++i)
    all.push_back(
        std::make_unique<Lent>(bytes_of(content), Lent::State::kAcquired, i, "D-043"_rule));
  for (const auto& one : all) {
    ASSERT_NE(one->data(), nullptr);
    EXPECT_FALSE(one->is_changed());
  }
  for (const auto& one : all) one->end(Lent::State::kReleased);
}

}  // namespace
}  // namespace drydock::display
