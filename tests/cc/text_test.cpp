#include "src/cc/text.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/temp_folder.h"

namespace drydock::cc {
namespace {

TEST(Text, ReadsUtf16WithEitherByteOrder) {
  drydock::testing::TempFolder folder;
  const std::string little("\xff\xfe#\0\xe9\0\x3a\x26\x3d\xd8\x00\xde", 12);
  const std::string big("\xfe\xff\0#\0\xe9\x26\x3a\xd8\x3d\xde\x00", 12);
  const std::string expected = "#\xc3\xa9\xe2\x98\xba\xf0\x9f\x98\x80";
  EXPECT_EQ(read_file(folder.write("little.h", little)), expected);
  EXPECT_EQ(read_file(folder.write("big.h", big)), expected);
  EXPECT_TRUE(read_source(folder.path() / "big.h").converted);
}

TEST(Text, HalfASurrogateIsReplaced) {
  drydock::testing::TempFolder folder;
  EXPECT_EQ(read_file(folder.write("a.h", std::string("\xff\xfe\x3d\xd8\x41\0\0\xde", 8))),
            "\xef\xbf\xbd"
            "A"
            "\xef\xbf\xbd");
}

TEST(Text, AnAbsentFileIsEmpty) { EXPECT_EQ(read_file("/nonexistent/file.h"), ""); }

TEST(Text, TrimsAllBlanks) {
  EXPECT_EQ(trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(trim(" \t\r\n"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, LowersAsciiOnly) { EXPECT_EQ(to_lower("Ab\xc4Z9"), "ab\xc4z9"); }

TEST(Text, ComparesWithoutCase) {
  EXPECT_TRUE(equal_ignoring_case("NtDdk.H", "ntddk.h"));
  EXPECT_FALSE(equal_ignoring_case("a", "ab"));
}

TEST(Text, VisitsEachLineOnce) {
  std::vector<std::string> lines;
  for_each_line("a\n\nb\nc", [&](std::string_view line) { lines.emplace_back(line); });
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "", "b", "c"}));
}

}  // namespace
}  // namespace drydock::cc
