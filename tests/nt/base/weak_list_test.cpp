// A list that keeps none of its objects alive.
#include "src/nt/base/weak_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drydock::nt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(WeakList, HasWhatIsStillOwnedInTheOrderOfAdding) {
  WeakList<int> list;
  const auto first = std::make_shared<int>(1);
  auto second = std::make_shared<int>(2);
  const auto third = std::make_shared<int>(3);
  for (const auto& each : {first, second, third}) list.add(each);
  EXPECT_THAT(list.live(), ElementsAre(first, second, third));
  second.reset();
  EXPECT_THAT(list.live(), ElementsAre(first, third));
  EXPECT_EQ(first.use_count(), 1) << "the list owns nothing";
}

TEST(WeakList, IsEmptyWhenAllWereTaken) {
  WeakList<int> list;
  const auto only = std::make_shared<int>(1);
  list.add(only);
  EXPECT_THAT(list.take(), ElementsAre(only));
  EXPECT_THAT(list.take(), IsEmpty());
  list.add(only);
  EXPECT_THAT(list.live(), ElementsAre(only));
}

TEST(WeakList, DoesNotGrowWithObjectsThatWereDestroyed) {
  WeakList<int> list;
  const auto live = std::make_shared<int>(0);
  list.add(live);
  for (int i = 0; i < 1000; ++i) list.add(std::make_shared<int>(i));
  EXPECT_LE(list.size(), 32U);
  EXPECT_THAT(list.live(), ElementsAre(live));
}

TEST(WeakList, KeepsEveryLiveObjectWhenItGrows) {
  WeakList<int> list;
  std::vector<std::shared_ptr<int>> owned;
  for (int i = 0; i < 100; ++i) list.add(owned.emplace_back(std::make_shared<int>(i)));
  EXPECT_EQ(list.live(), owned);
}

}  // namespace
}  // namespace drydock::nt
