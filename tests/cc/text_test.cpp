#include "src/cc/text.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/temp_folder.h"

namespace drydock::cc {
namespace {

TEST(Text, ReadsUtf16WithEitherByteOrder) {
  drydock::testing::TempFolder folder;
  const std::string little("\xff\xfe#\0i\0\x3a\x26", 8);
  const std::string big("\xfe\xff\0#\0i\x26\x3a", 8);
  EXPECT_EQ(read_file(folder.write("little.h", little)), "#i?");
  EXPECT_EQ(read_file(folder.write("big.h", big)), "#i?");
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
