// Lists that lie in place while they are short: against a vector, around the size of the room.
#include "src/dxgk/object/short_list.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace drydock::dxgk {
namespace {

constexpr std::size_t kRoom = 4;

// Counts how many are alive.
class Counted {
 public:
  explicit Counted(int value = 0) : value_(std::make_unique<int>(value)) { ++alive; }
  Counted(Counted&& other) noexcept : value_(std::move(other.value_)) { ++alive; }
  Counted& operator=(Counted&&) = delete;
  ~Counted() { --alive; }

  int value() const { return *value_; }

  static inline int alive = 0;

 private:
  std::unique_ptr<int> value_;
};

template <typename T>
bool lies_in_place(const ShortList<T, kRoom>& list) {
  const auto* const begin = reinterpret_cast<const std::byte*>(&list);
  const auto* const first = reinterpret_cast<const std::byte*>(list.begin());
  return first >= begin && first < begin + sizeof list;
}

RC_GTEST_PROP(ShortList, HasWhatAVectorHas, ()) {
  const auto steps =
      *rc::gen::container<std::vector<int>>(rc::gen::inRange(-static_cast<int>(3 * kRoom), 100));
  {
    ShortList<Counted, kRoom> list;
    std::vector<int> model;
    for (const int step : steps) {
      if (step >= 0) {
        list.push_back(Counted(step));
        model.push_back(step);
      } else if (const auto count = static_cast<std::size_t>(-step); step % 2 == 0) {
        list.resize(count);
        model.resize(std::max(model.size(), count));
      } else {
        list.reserve(count);
      }
      RC_ASSERT(std::ranges::equal(list, model, {}, &Counted::value));
      RC_ASSERT(Counted::alive == static_cast<int>(model.size()));
    }
  }
  RC_ASSERT(Counted::alive == 0);
}

TEST(ShortList, LiesInPlaceUntilItsRoomIsFull) {
  ShortList<int, kRoom> list;
  for (int i = 0; i < static_cast<int>(kRoom); ++i) list.push_back(i);
  EXPECT_TRUE(lies_in_place(list));
  list.push_back(4);
  EXPECT_FALSE(lies_in_place(list));
  EXPECT_TRUE(std::ranges::equal(list, std::vector{0, 1, 2, 3, 4}));
}

TEST(ShortList, EmptyOneHasNoData) {
  ShortList<int, kRoom> list;
  EXPECT_EQ(list.data(), nullptr);
  list.reserve(10 * kRoom);
  EXPECT_EQ(list.data(), nullptr) << "room alone is no data";
  list.push_back(1);
  EXPECT_EQ(list.data(), list.begin());
}

TEST(ShortList, ElementsThatAreAddedBySizeAreZero) {
  ShortList<std::uint64_t, kRoom> list(kRoom + 1);
  EXPECT_TRUE(std::ranges::all_of(list, [](std::uint64_t each) { return each == 0; }));
  list.resize(1);
  EXPECT_EQ(list.size(), kRoom + 1) << "it only grows";
}

// The element to add may lie in the memory that the growth frees.
TEST(ShortList, AddsAnElementOfItsOwn) {
  ShortList<std::uint64_t, kRoom> list;
  for (std::uint64_t i = 0; i < kRoom; ++i) list.push_back(i + 7);
  list.push_back(list.front());
  EXPECT_EQ(list[kRoom], 7U);
}

TEST(ShortList, AlignmentBeyondThatOfTheHeapHolds) {
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  ShortList<Line, 1> list;
  for (int i = 0; i < 3; ++i) {
    list.push_back(Line{});
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(list.begin()) % alignof(Line), 0U);
  }
}

}  // namespace
}  // namespace drydock::dxgk
