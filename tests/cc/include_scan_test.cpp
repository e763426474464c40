#include "src/cc/include_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/temp_folder.h"

namespace drydock::cc {
namespace {

namespace fs = std::filesystem;
using ::drydock::testing::TempFolder;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(IncludesOf, SeesEverySpelling) {
  const auto found = includes_of(
      "#include \"a.h\"\n"
      "  #  include <sys\\b.h>  // why\n"
      "#include MACRO\n"
      "#include \"\"\n"
      "#include \"open.h\n"
      "int include;\r\n"
      "#if 0\n#include \"c.tmh\"\n#endif\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].name, "a.h");
  EXPECT_FALSE(found[0].angled);
  EXPECT_EQ(found[1].name, "sys/b.h");
  EXPECT_TRUE(found[1].angled);
  EXPECT_EQ(found[2].name, "c.tmh");
}

TEST(ScanIncludes, ExactNamesNeedNoAlias) {
  TempFolder folder;
  const fs::path source = folder.write("a.c", "#include \"b.h\"\n");
  folder.write("b.h", "");
  const ScanResult result = scan_includes({source}, {}, {});
  EXPECT_THAT(result.aliases, IsEmpty());
  EXPECT_EQ(result.files.size(), 2U);
}

TEST(ScanIncludes, WrongCaseBecomesAnAlias) {
  TempFolder folder;
  const fs::path source = folder.write("a.c", "#include \"UTIL.h\"\n");
  const fs::path meant = folder.write("Util.h", "#include \"inner.H\"\n");
  const fs::path inner = folder.write("Inner.h", "");
  const ScanResult result = scan_includes({source}, {}, {});
  EXPECT_THAT(result.aliases, Contains(Pair(folder.path() / "UTIL.h", meant)));
  EXPECT_THAT(result.aliases, Contains(Pair(folder.path() / "inner.H", inner)));
}

TEST(ScanIncludes, FoldersAndBackslashesAndParents) {
  TempFolder folder;
  const fs::path source = folder.write("sys/a.c", "#include \"..\\INC\\Shared.h\"\n");
  const fs::path meant = folder.write("inc/shared.h", "");
  const ScanResult result = scan_includes({source}, {}, {});
  EXPECT_THAT(result.aliases, ElementsAre(Pair(folder.path() / "INC/Shared.h", meant)));
}

TEST(ScanIncludes, SearchFoldersAreTriedInOrder) {
  TempFolder folder;
  const fs::path source = folder.write("a.c", "#include <x.h>\n");
  folder.write("one/X.h", "#include \"from_one.tmh\"\n");
  folder.write("two/x.h", "#include \"from_two.tmh\"\n");
  const ScanResult result =
      scan_includes({source}, {folder.path() / "one", folder.path() / "two"}, {});
  EXPECT_THAT(result.trace_headers, ElementsAre("from_one.tmh"));
}

TEST(ScanIncludes, ClosedFoldersAreSearchedButNotRead) {
  TempFolder folder;
  const fs::path source = folder.write("a.c", "#include <NtDDK.h>\n");
  folder.write("wdk/ntddk.h", "#include \"never.tmh\"\n");
  const ScanResult result = scan_includes({source}, {}, {folder.path() / "wdk"});
  EXPECT_THAT(result.aliases,
              Contains(Pair(folder.path() / "wdk/NtDDK.h", folder.path() / "wdk/ntddk.h")));
  EXPECT_THAT(result.trace_headers, IsEmpty());
}

TEST(ScanIncludes, TraceHeadersThatExistAreLeftAlone) {
  TempFolder folder;
  const fs::path source = folder.write("a.c", "#include \"a.tmh\"\n#include \"b.tmh\"\n");
  folder.write("a.tmh", "");
  EXPECT_THAT(scan_includes({source}, {}, {}).trace_headers, ElementsAre("b.tmh"));
}

TEST(ScanIncludes, CyclesEnd) {
  TempFolder folder;
  const fs::path source = folder.write("a.c", "#include \"b.h\"\n");
  folder.write("b.h", "#include \"c.h\"\n");
  folder.write("c.h", "#include \"b.h\"\n#include \"a.c\"\n");
  EXPECT_EQ(scan_includes({source}, {}, {}).files.size(), 3U);
}

TEST(ScanIncludes, AFolderIsNotAHeader) {
  TempFolder folder;
  const fs::path source =
      folder.write("a.c", "#include \"sub\"\n#include \"..\"\n#include \".\"\n");
  folder.write("sub/x.h", "");
  EXPECT_EQ(scan_includes({source}, {}, {}).files.size(), 1U);
}

RC_GTEST_PROP(IncludesOfProperty, NamesAreNeverEmptyAndHoldNoBackslash, (const std::string& text)) {
  for (const Include& include : includes_of(text)) {
    RC_ASSERT(!include.name.empty());
    RC_ASSERT(include.name.find('\\') == std::string::npos);
  }
}

RC_GTEST_PROP(IncludesOfProperty, WhatIsWrittenIsFound, ()) {
  const auto name = *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z')));
  const auto blanks = *rc::gen::container<std::string>(rc::gen::element(' ', '\t'));
  const auto found =
      includes_of("x\n" + blanks + "#" + blanks + "include" + blanks + "\"" + name + "\"\n");
  RC_ASSERT(found.size() == 1U);
  RC_ASSERT(found[0].name == name);
}

}  // namespace
}  // namespace drydock::cc
