// The words of `drydock cc`: what is a source, what an option, and how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using ::drydock::testing::drydock;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;

constexpr const char* kUserModeEntry =
    "#include <windows.h>\n__declspec(dllexport) HRESULT OpenAdapter(void* d) { return d ? 0 : 1; "
    "}\n";

// A driver's source in a folder, and where the driver goes.
struct Source {
  TempFolder folder;
  std::string file = folder.write("a.c", kUserModeEntry).string();
  std::string driver = (folder.path() / "a.so").string();
};

TEST(CcCommand, EachKindIsKnownByItsWord) {
  const Source it;
  EXPECT_EQ(drydock("cc --kind umd " + it.file + " -o " + it.driver).exit_code, 0);
  EXPECT_THAT(run("nm -D " + it.driver).output, HasSubstr(" T OpenAdapter"));
  for (const char* kind : {"UMD", "ndis", "kernel"}) {
    const auto outcome =
        drydock(std::string("cc --kind ") + kind + " " + it.file + " -o " + it.driver);
    EXPECT_EQ(outcome.exit_code, 2) << kind;
    EXPECT_THAT(outcome.output, HasSubstr("drydock cc: '" + std::string(kind) +
                                          "' is not a kind of driver: miniport, umd or avstream"));
  }
}

// The word behind such an option is its argument and no source.
TEST(CcCommand, OptionsTakeTheirNextWordAlong) {
  const Source it;
  it.folder.write("forced.h", "#define FORCED 1\n");
  it.folder.write("b.c", std::string(kUserModeEntry) + "C_ASSERT(FORCED == 1 && OWN == 2);\n");
  const std::string folder = it.folder.path().string();
  const auto outcome = drydock("cc --kind umd -include " + folder + "/forced.h -D OWN=2 " + folder +
                               "/b.c -o " + it.driver);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST(CcCommand, SanitizersAreTakenInBothSpellings) {
  const Source it;
  for (const char* spelling : {"--sanitize=address", "-fsanitize=address"}) {
    ASSERT_EQ(drydock("cc --kind umd " + std::string(spelling) + " " + it.file + " -o " + it.driver)
                  .exit_code,
              0);
    EXPECT_THAT(run("nm -D " + it.driver).output, HasSubstr("__asan_")) << spelling;
  }
}

TEST(CcCommand, ExitsWithOneWhereTheCompilerRefusesAndWithTwoBefore) {
  const Source it;
  it.folder.write("bad.c", "int f(void) { return undeclared; }\n");
  const std::string bad = (it.folder.path() / "bad.c").string();
  EXPECT_EQ(drydock("cc --kind umd " + bad + " -o " + it.driver).exit_code, 1);
  EXPECT_EQ(drydock("cc --kind umd " + bad).exit_code, 2);
  EXPECT_THAT(drydock("cc --help").output, HasSubstr("Exit: 0 built, 1 the compiler"));
}

}  // namespace
