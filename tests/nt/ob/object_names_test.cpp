// Names of objects: directories and symbolic links.
#include "src/nt/ob/object_names.h"

#include <gtest/gtest.h>

#include "src/nt/ob/object.h"
#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

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

}  // namespace
