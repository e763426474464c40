// Create items: the names that clients open below a device or an object.
#include "src/ks/object/header.h"

#include <gtest/gtest.h>

namespace {

using namespace drydock::ks;

TEST(KsHeader, FindsAnItemByTheFirstPartOfAPath) {
  CreateItems items;
  int first = 0;
  ASSERT_EQ(items.add(make_item(u"GLOBAL", nullptr, &first)), STATUS_SUCCESS);
  for (const char16_t* path : {u"GLOBAL", u"\\GLOBAL", u"global\\parameters"}) {
    const auto found = items.find(path);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->face.Context, &first);
  }
  EXPECT_EQ(items.find(u"GLOBA"), nullptr);
  EXPECT_EQ(items.add(make_item(u"global", nullptr, nullptr)), STATUS_OBJECT_NAME_COLLISION);
}

TEST(KsHeader, AWildcardServesWhatNoNameDoes) {
  CreateItems items;
  ASSERT_EQ(items.add(make_item(u"", nullptr, nullptr, KSCREATE_ITEM_WILDCARD)), STATUS_SUCCESS);
  ASSERT_EQ(items.add(make_item(u"one", nullptr, nullptr)), STATUS_SUCCESS);
  EXPECT_EQ(items.find(u"one")->name, u"one");
  EXPECT_EQ(items.find(u"two")->face.Flags, ULONG{KSCREATE_ITEM_WILDCARD});
}

// The name of a wildcard stands for nothing, so an ordinary item may have it too, in either order.
TEST(KsHeader, AWildcardTakesNoNameFromAnItem) {
  for (const bool is_wildcard_first : {true, false}) {
    CreateItems items;
    int context = 0;
    const auto add_wildcard = [&] {
      return items.add(make_item(u"one", nullptr, nullptr, KSCREATE_ITEM_WILDCARD));
    };
    if (is_wildcard_first) {
      EXPECT_EQ(add_wildcard(), STATUS_SUCCESS);
    }
    EXPECT_EQ(items.add(make_item(u"one", nullptr, &context)), STATUS_SUCCESS);
    if (!is_wildcard_first) {
      EXPECT_EQ(add_wildcard(), STATUS_SUCCESS);
    }
    ASSERT_NE(items.find(u"one"), nullptr);
    EXPECT_EQ(items.find(u"one")->face.Context, &context);
    EXPECT_EQ(items.find(u"two")->face.Context, nullptr);
    EXPECT_EQ(items.add(make_item(u"ONE", nullptr, nullptr)), STATUS_OBJECT_NAME_COLLISION);
  }
}

TEST(KsHeader, AnEmptyListFindsNothing) {
  CreateItems items;
  EXPECT_EQ(items.find(u""), nullptr);
  EXPECT_EQ(items.find(u"one"), nullptr);
  EXPECT_TRUE(items.remove(u"one").empty());
}

TEST(KsHeader, RemovesItemsByNameContextAndFlags) {
  CreateItems items;
  int context = 0;
  ASSERT_EQ(items.add(make_item(u"one", nullptr, &context)), STATUS_SUCCESS);
  ASSERT_EQ(items.add(make_item(u"two", nullptr, &context)), STATUS_SUCCESS);
  ASSERT_EQ(items.add(make_item(u"three", nullptr, nullptr, KSCREATE_ITEM_FREEONSTOP)),
            STATUS_SUCCESS);
  EXPECT_EQ(items.remove(u"ONE").size(), 1U);
  EXPECT_TRUE(items.has_context(&context));
  EXPECT_EQ(items.remove_by_context(&context).size(), 1U);
  EXPECT_FALSE(items.has_context(&context));
  EXPECT_EQ(items.remove_flagged(KSCREATE_ITEM_FREEONSTOP).size(), 1U);
  EXPECT_TRUE(items.remove_all().empty());
}

}  // namespace
