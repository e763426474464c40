// Object bags: under which mutex, and who frees them.
#include "src/ks/object/bag.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstring>
#include <deque>
#include <memory>
#include <set>

#include "src/nt/pool/pool.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

constexpr const char* kBagging =
    "PVOID Item = ExAllocatePoolZero(NonPagedPoolNx, 16, TAG); if (Item && "
    "!NT_SUCCESS(KsAddItemToObjectBag(";

TEST(KsObjectRules, S231BagWithoutTheMutexIsFound) {
  expect_found("S-231", {std::string("ON_NOTES=") + kBagging +
                         "KsGetFilterFromIrp(Irp)->Bag, Item, NULL))) ExFreePool(Item);"});
}
TEST(KsObjectRules, S231BagInCreateIsSilent) {
  expect_silent(
      {std::string("ON_PIN_CREATE=") + kBagging + "Pin->Bag, Item, NULL))) ExFreePool(Item);"});
}

TEST(KsObjectRules, S235BagNeverFreedIsFound) {
  expect_found("S-235", {"ON_ADD=KSOBJECT_BAG Bag; KsAllocateObjectBag(Device, &Bag);"});
}
TEST(KsObjectRules, S235FreedBagIsSilent) {
  expect_silent(
      {"ON_ADD=KSOBJECT_BAG Bag; if (NT_SUCCESS(KsAllocateObjectBag(Device, &Bag))) "
       "KsFreeObjectBag(Bag);"});
}

// Items of the test itself: an item is the count of its frees.
std::array<int, 4> freed_items;
VOID count_free(PVOID item) { ++*static_cast<int*>(item); }

constexpr ULONG kBagTag = 0x67614253;

// Any additions and removals in several bags: an item is freed when the last bag lets it go.
RC_GTEST_PROP(KsBag, ItemIsFreedOnceWhenItLeavesItsLastBag, ()) {
  freed_items.fill(0);
  drydock::nt::Driver driver("bags");
  const auto items = std::make_shared<drydock::ks::BagItems>();
  std::array<int, 4> expected{};
  {
    std::deque<drydock::ks::Bag> bags;
    std::array<std::set<std::size_t>, 3> model;
    for (std::size_t i = 0; i < model.size(); ++i) bags.emplace_back(items, driver);
    for (int step = 0; step < 40; ++step) {
      const auto bag = *rc::gen::inRange<std::size_t>(0, model.size());
      const auto item = *rc::gen::inRange<std::size_t>(0, freed_items.size());
      std::size_t holders = 0;
      for (const auto& each : model) holders += each.contains(item) ? 1 : 0;
      if (*rc::gen::arbitrary<bool>()) {
        RC_ASSERT(bags[bag].add(&freed_items[item], count_free) == STATUS_SUCCESS);
        model[bag].insert(item);
      } else {
        const bool frees = *rc::gen::arbitrary<bool>();
        const bool is_held = model[bag].erase(item) != 0;
        RC_ASSERT(bags[bag].remove(&freed_items[item], frees) == (is_held ? holders : 0));
        if (is_held && holders == 1 && frees) ++expected[item];
      }
      RC_ASSERT(freed_items == expected);
      for (std::size_t each = 0; each < freed_items.size(); ++each)
        RC_ASSERT(bags[bag].holds(&freed_items[each]) == model[bag].contains(each));
    }
    for (std::size_t each = 0; each < freed_items.size(); ++each) {
      bool is_held = false;
      for (const auto& bag : model) is_held |= bag.contains(each);
      expected[each] += is_held ? 1 : 0;
    }
  }
  RC_ASSERT(freed_items == expected);
}

TEST(KsBag, EditMakesAWritableCopyThatGrowsAndGoesWithTheBag) {
  drydock::nt::Driver driver("bags");
  const char original[8] = "abcdefg";
  void* item = const_cast<char*>(original);
  {
    drydock::ks::Bag bag(std::make_shared<drydock::ks::BagItems>(), driver);
    ASSERT_EQ(bag.edit(&item, 8, 8, kBagTag), STATUS_SUCCESS);
    EXPECT_NE(item, original);
    EXPECT_STREQ(static_cast<char*>(item), "abcdefg");
    void* const copy = item;
    ASSERT_EQ(bag.edit(&item, 4, 8, kBagTag), STATUS_SUCCESS);
    EXPECT_EQ(item, copy) << "it is the bag's own and large enough";
    ASSERT_EQ(bag.edit(&item, 16, 8, kBagTag), STATUS_SUCCESS);
    EXPECT_NE(item, copy);
    EXPECT_FALSE(drydock::nt::is_live_pool_block(copy)) << "the smaller one is freed";
    EXPECT_EQ(std::memcmp(item, "abcdefg\0\0\0\0\0\0\0\0", 16), 0) << "the rest is zero";
  }
  EXPECT_FALSE(drydock::nt::is_live_pool_block(item));
}

}  // namespace
