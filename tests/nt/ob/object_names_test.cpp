// Names of objects: directories and symbolic links.
#include "src/nt/ob/object_names.h"

#include <gtest/gtest.h>

#include "src/nt/ob/object.h"
#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

TEST(ObjectNames, AreComparedWithoutRegardToTheCaseOfLatinLetters) {
  EXPECT_TRUE(same_name(u"Äpfel\\x", u"äPFEL\\X"));
  EXPECT_FALSE(same_name(u"a", u"ab"));
  EXPECT_TRUE(starts_with_name(u"\\Device\\X", u"\\DEVICE\\"));
  EXPECT_FALSE(starts_with_name(u"\\Dev", u"\\Device"));
  EXPECT_EQ(upcase(u'\xF7'), u'\xF7');  // the sign of division is no letter
  EXPECT_EQ(upcase(u'{'), u'{');
  const NameLess less;
  EXPECT_TRUE(less(u"alpha", u"Beta"));
  EXPECT_FALSE(less(u"ALPHA", u"alpha"));
  EXPECT_FALSE(less(u"alpha", u"ALPHA"));
}

TEST(ObjectNames, EmptyPartsOfPathsAreLeftOut) {
  EXPECT_EQ(split_path(u"\\\\a\\bc\\"), (std::vector<std::u16string>{u"a", u"bc"}));
  EXPECT_TRUE(split_path(u"\\").empty());
}

TEST(ObjectNames, TextGoesToUtf8AndBack) {
  for (const std::u16string& text :
       {std::u16string(u"a"), std::u16string(u"\u00e4\u20ac"), std::u16string(u"\U0001F600!")})
    EXPECT_EQ(from_utf8(to_utf8(text)), text);
  EXPECT_EQ(to_utf8(std::u16string(1, u'\xD800')), "\xEF\xBF\xBD");
  EXPECT_EQ(text_of(static_cast<PCUNICODE_STRING>(nullptr)), u"");
  EXPECT_EQ(text_of(static_cast<PCWSTR>(nullptr)), u"");
  EXPECT_EQ(guid_text({0x65E8773D, 0x8F56, 0x11D0, {0xA3, 0xB9, 0, 0xA0, 0xC9, 0x22, 0x31, 0x96}}),
            u"{65e8773d-8f56-11d0-a3b9-00a0c9223196}");
}

}  // namespace
