// The name space: objects, links and directories by their names.
#include <gtest/gtest.h>

#include "src/nt/ob/object.h"

namespace {

using namespace drydock::nt;

TEST(Object, LinksAreFollowed) {
  int object = 0;
  add_object(&object, &device_type, "device");
  ASSERT_TRUE(name_object(u"\\Device\\Thing", &object));
  ASSERT_TRUE(name_link(u"\\DosDevices\\Thing", u"\\Device\\Thing"));
  const std::optional<Found> found = find_named(u"\\??\\thing\\part");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->object, &object);
  EXPECT_EQ(found->rest, u"\\part");
  EXPECT_TRUE(unname(u"\\??\\Thing"));
  EXPECT_FALSE(find_named(u"\\??\\Thing"));
  ASSERT_TRUE(name_link(u"\\??\\a", u"\\??\\b"));
  ASSERT_TRUE(name_link(u"\\??\\b", u"\\??\\a"));
  EXPECT_FALSE(find_named(u"\\??\\a"));
  unname(u"\\??\\a");
  unname(u"\\??\\b");
  unname_object(&object);
  release_object(&object);
}

TEST(ObjectSpace, ANameIsTakenOnceHoweverItIsSpelled) {
  int one = 0, two = 0;
  ASSERT_TRUE(name_object(u"\\DosDevices\\Spelled", &one));
  EXPECT_FALSE(name_object(u"\\??\\SPELLED", &two));
  EXPECT_FALSE(name_object(u"\\GLOBAL??\\spelled\\", &two));
  EXPECT_FALSE(name_link(u"\\DosDevices\\Global\\Spelled", u"\\Device\\Other"));
  EXPECT_EQ(find_named(u"\\??\\spelled")->object, &one);
  EXPECT_EQ(find_named(u"\\??\\spelled\\a\\b")->rest, u"\\a\\b");
  EXPECT_FALSE(find_named(u"\\??\\spelledout"));
  EXPECT_TRUE(unname(u"\\GLOBAL??\\Spelled"));
  EXPECT_FALSE(unname(u"\\GLOBAL??\\Spelled"));
}

// An interface gives its device a second name, which is not the device's own.
TEST(ObjectSpace, TheNameOfADeviceIsNotThatOfItsInterface) {
  int object = 0;
  EXPECT_EQ(name_of_object(&object), u"");
  ASSERT_TRUE(name_object(u"\\??\\PCI#VEN_1234", &object));
  EXPECT_EQ(name_of_object(&object), u"\\??\\PCI#VEN_1234");
  ASSERT_TRUE(name_object(u"\\Device\\Own", &object));
  ASSERT_TRUE(name_link(u"\\Device\\A", u"\\Device\\Own"));
  EXPECT_EQ(name_of_object(&object), u"\\Device\\Own");
  unname_object(&object);
  EXPECT_EQ(name_of_object(&object), u"");
  EXPECT_EQ(link_target(u"\\Device\\A"), u"\\Device\\Own");
  EXPECT_TRUE(unname(u"\\Device\\A"));
  EXPECT_EQ(link_target(u"\\Device\\A"), std::nullopt);
}

TEST(ObjectSpace, DirectoriesAreCountedAndHoldNames) {
  EXPECT_TRUE(is_directory(u"\\"));
  EXPECT_TRUE(is_directory(u"\\BaseNamedObjects"));
  EXPECT_TRUE(has_directory(u"\\basenamedobjects\\x"));
  EXPECT_FALSE(has_directory(u"\\Counted\\x"));
  add_directory(u"\\Counted");
  add_directory(u"\\Counted\\");
  remove_directory(u"\\COUNTED");
  EXPECT_TRUE(has_directory(u"\\counted\\x"));
  remove_directory(u"\\Counted");
  EXPECT_FALSE(is_directory(u"\\Counted"));
  remove_directory(u"\\Counted");
  EXPECT_FALSE(is_directory(u"\\Counted"));
}

}  // namespace
