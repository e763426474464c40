// Structures that drivers get: copies, which end.
#include "src/display/vidpn/borrowed_structure.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "src/nt/mm/user_copy.h"

namespace drydock::display {
namespace {

std::span<const std::byte> bytes_of(const std::array<std::byte, 24>& content) { return content; }

TEST(BorrowedStructure, EndsWithItsPage) {
  std::array<std::byte, 24> content{};
  content[3] = std::byte{9};
  BorrowedStructure borrowed(bytes_of(content), BorrowedStructure::State::kCreated, 1, "D-058");
  auto* const data = static_cast<std::byte*>(borrowed.data());
  EXPECT_EQ(std::memcmp(data, content.data(), content.size()), 0);
  EXPECT_FALSE(nt::user_can_read(data + 24, 1)) << "nothing lies behind it";
  borrowed.end(BorrowedStructure::State::kAdded);
  EXPECT_FALSE(borrowed.is_held());
  EXPECT_EQ(borrowed.address(), data);
  EXPECT_FALSE(nt::user_can_read(data, 1));
  EXPECT_EQ(nt::rule_of_borrowed_page(data), "D-058"_rule);
}

TEST(BorrowedStructure, ChangeIsSeen) {
  const std::array<std::byte, 24> content{};
  BorrowedStructure borrowed(bytes_of(content), BorrowedStructure::State::kAcquired, 1, "D-043");
  EXPECT_FALSE(borrowed.is_changed());
  static_cast<std::byte*>(borrowed.data())[23] = std::byte{1};
  EXPECT_TRUE(borrowed.is_changed());
  borrowed.settle();
  EXPECT_FALSE(borrowed.is_changed());
}

// There are fewer pages than structures that a driver may hold.
TEST(BorrowedStructure, PlainMemoryFollowsWhenPagesAreTaken) {
  const std::array<std::byte, 24> content{};
  std::vector<std::unique_ptr<BorrowedStructure>> all;
  for (int i = 0; i < 600; ++i)
    all.push_back(std::make_unique<BorrowedStructure>(
        bytes_of(content), BorrowedStructure::State::kAcquired, i, "D-043"_rule));
  for (const auto& one : all) {
    ASSERT_NE(one->data(), nullptr);
    EXPECT_FALSE(one->is_changed());
  }
  for (const auto& one : all) one->end(BorrowedStructure::State::kReleased);
}

}  // namespace
}  // namespace drydock::display
