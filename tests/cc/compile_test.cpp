// `drydock cc` as a user runs it: what it builds, what it refuses, what it leaves behind.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

namespace fs = std::filesystem;
using ::drydock::testing::drydock;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kEntry =
    "#include <ntddk.h>\n"
    "NTSTATUS DriverEntry(PDRIVER_OBJECT d, PUNICODE_STRING p) { (void)d; (void)p; return "
    "STATUS_SUCCESS; }\n";

std::string operator/(const TempFolder& folder, const char* name) {
  return (folder.path() / name).string();
}

// Expects one line for the user, exit code 2 and no output file.
void expect_usage_error(const Outcome& outcome, const std::string& sentence) {
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr(sentence));
  EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
}

TEST(Cc, NoSources) {
  TempFolder folder;
  expect_usage_error(drydock("cc -o " + folder / "x.so"), "no source files given");
}

TEST(Cc, AbsentSource) {
  TempFolder folder;
  expect_usage_error(drydock("cc " + folder / "none.c" + " -o " + folder / "x.so"),
                     "does not exist");
}

TEST(Cc, SourceOfTheWrongKind) {
  TempFolder folder;
  folder.write("driver.rc", "");
  expect_usage_error(drydock("cc " + folder / "driver.rc" + " -o " + folder / "x.so"),
                     "is not a C or C++ source");
}

TEST(Cc, SourceIsAFolder) {
  TempFolder folder;
  folder.write("d.c/x", "");
  expect_usage_error(drydock("cc " + folder / "d.c" + " -o " + folder / "x.so"), "is a directory");
}

// A pipe has no end until its writer closes it, and a device has none.
TEST(Cc, SourceIsNoRegularFile) {
  TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe.c").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", folder.path() / "zero.c");
  for (const char* name : {"pipe.c", "zero.c"}) {
    expect_usage_error(drydock("cc " + folder / name + " -o " + folder / "x.so"),
                       "is not a regular file");
  }
}

TEST(Cc, SourceIsTooLong) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  fs::resize_file(folder.path() / "a.c", std::uintmax_t{100} << 20);
  expect_usage_error(drydock("cc " + folder / "a.c" + " -o " + folder / "x.so"),
                     "is longer than 64 MiB");
}

TEST(Cc, OptionWithoutItsArgument) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  expect_usage_error(drydock("cc " + folder / "a.c" + " -o " + folder / "x.so -I"),
                     "option '-I' needs an argument");
}

TEST(Cc, NoFolderForTemporaryFiles) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  expect_usage_error(run("TMPDIR=/nonexistent " DRYDOCK_PROGRAM " cc " + folder / "a.c" + " -o " +
                         folder / "x.so"),
                     "TMPDIR");
}

TEST(Cc, PathThatIsNotUtf8) {
  TempFolder folder;
  folder.write("\xe9.c", "long f(void) { return 0L; }\n");
  expect_usage_error(drydock("cc " + folder / "\xe9.c" + " -o " + folder / "x.so"), "is not UTF-8");
}

TEST(Cc, HeadersThatIncludeEachOtherForEver) {
  TempFolder folder;
  folder.write("a.h", "#include \"B.h\"\n");
  folder.write("b.h", "#include \"A.h\"\n");
  folder.write("a.c", std::string("#include \"a.h\"\n") + kEntry);
  const Outcome outcome = drydock("cc " + folder / "a.c" + " -o " + folder / "x.so");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("nested too deeply"));
}

TEST(Cc, OutputInAnAbsentFolder) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  expect_usage_error(drydock("cc " + folder / "a.c" + " -o " + folder / "none/x.so"),
                     "does not exist");
}

TEST(Cc, OutputIsAFolder) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  expect_usage_error(drydock("cc " + folder / "a.c" + " -o " + folder.path().string()),
                     "is a directory");
}

TEST(Cc, OutputCannotBeWritten) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  // No user can write to this file system.
  expect_usage_error(drydock("cc " + folder / "a.c" + " -o /proc/x.so"), "cannot be written");
}

TEST(Cc, NoOutputNamed) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  expect_usage_error(drydock("cc " + folder / "a.c"), "no output file given");
}

TEST(Cc, UnknownKind) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  expect_usage_error(drydock("cc --kind ndis " + folder / "a.c" + " -o " + folder / "x.so"),
                     "is not a kind of driver");
}

TEST(Cc, CompilerThatCannotBeRun) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  expect_usage_error(run("DRYDOCK_CLANG=/nonexistent/clang " DRYDOCK_PROGRAM " cc " +
                         folder / "a.c" + " -o " + folder / "x.so"),
                     "cannot be run");
}

TEST(Cc, HeadersThatAreAbsent) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  expect_usage_error(run("DRYDOCK_WDK=/nonexistent " DRYDOCK_PROGRAM " cc " + folder / "a.c" +
                         " -o " + folder / "x.so"),
                     "holds no driver headers");
}

TEST(Cc, ErrorsOfTheCompilerArePrintedAsTheyAre) {
  TempFolder folder;
  folder.write("bad.c", "#include <ntddk.h>\nint f(void) { return undeclared_name; }\n");
  const Outcome outcome = drydock("cc " + folder / "bad.c" + " -o " + folder / "x.so");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output,
              HasSubstr("bad.c:2:22: error: use of undeclared identifier 'undeclared_name'"));
  EXPECT_FALSE(fs::exists(folder.path() / "x.so"));
}

TEST(Cc, AFailureKeepsTheOldOutput) {
  TempFolder folder;
  folder.write("bad.c", "error\n");
  folder.write("x.so", "old");
  EXPECT_EQ(drydock("cc " + folder / "bad.c" + " -o " + folder / "x.so").exit_code, 1);
  EXPECT_EQ(fs::file_size(folder.path() / "x.so"), 3U);
}

TEST(Cc, NothingIsLeftBehind) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  fs::create_directory(folder.path() / "tmp");
  const Outcome outcome = run("TMPDIR=" + folder / "tmp" + " " DRYDOCK_PROGRAM " cc " +
                              folder / "a.c" + " -o " + folder / "x.so");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(fs::is_empty(folder.path() / "tmp"));
  EXPECT_TRUE(fs::exists(folder.path() / "x.so"));
}

TEST(Cc, TwoSourcesOfOneName) {
  TempFolder folder;
  folder.write("a/x.c", kEntry);
  folder.write("b/x.c", "int other(void) { return 1; }\n");
  EXPECT_EQ(drydock("cc " + folder / "a/x.c" + " " + folder / "b/x.c" + " -o " + folder / "x.so")
                .exit_code,
            0);
}

TEST(Cc, OptionsOfTheCompilerPassThrough) {
  TempFolder folder;
  folder.write("inc/value.h", "#define VALUE 7\n");
  folder.write("a.c",
               std::string(kEntry) +
                   "#include \"value.h\"\nC_ASSERT(VALUE == 7 && EXTRA == 3 && OTHER == 4);\n");
  EXPECT_EQ(drydock("cc -I" + folder / "inc" + " -DEXTRA=3 -D OTHER=4 -Wall " + folder / "a.c" +
                    " -o " + folder / "x.so")
                .exit_code,
            0);
}

TEST(Cc, StandardOfOneLanguageLeavesTheOtherAlone) {
  TempFolder folder;
  folder.write("a.c", std::string(kEntry) + "C_ASSERT(__STDC_VERSION__ == 201710);\n");
  folder.write("b.cpp", "static_assert(__cplusplus > 202002);\n");
  const auto outcome = drydock("cc -std=c++23 -std=gnu17 " + folder / "a.c" + " " +
                               folder / "b.cpp" + " -o " + folder / "x.so");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST(Cc, StandardOfALanguageWithoutSourcesIsRefused) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  EXPECT_EQ(drydock("cc -std=c++23 " + folder / "a.c" + " -o " + folder / "x.so").exit_code, 1);
}

TEST(Cc, ObjectsAndDependencies) {
  TempFolder folder;
  folder.write("own.h", "");
  folder.write("a.c", "#include \"own.h\"\n#include \"a.tmh\"\n" + std::string(kEntry));
  const Outcome compiled = drydock("cc --kind miniport -c " + folder / "a.c" + " -o " +
                                   folder / "a.o" + " -MMD -MF " + folder / "a.d");
  ASSERT_EQ(compiled.exit_code, 0) << compiled.output;
  const std::string dependencies = run("cat " + folder / "a.d").output;
  EXPECT_THAT(dependencies, HasSubstr("own.h"));
  EXPECT_THAT(dependencies, HasSubstr((folder / "a.o") + ":"));
  EXPECT_THAT(dependencies, Not(HasSubstr("drydock-cc-")))
      << "a temporary file would never be up to date";
  EXPECT_EQ(drydock("cc --kind miniport " + folder / "a.o" + " -o " + folder / "a.so").exit_code,
            0);
}

TEST(Cc, OnlyTheEntryPointIsExported) {
  TempFolder folder;
  folder.write("a.c", std::string(kEntry) + "int helper(void) { return 1; }\n");
  ASSERT_EQ(drydock("cc " + folder / "a.c" + " -o " + folder / "x.so").exit_code, 0);
  const std::string symbols = run("nm -D --defined-only " + folder / "x.so").output;
  EXPECT_THAT(symbols, HasSubstr(" T DriverEntry"));
  EXPECT_THAT(symbols, Not(HasSubstr("helper")));
}

TEST(Cc, SanitizersInstrument) {
  TempFolder folder;
  folder.write("a.c",
               std::string(kEntry) + "int g(int* p) { return *p; }\nint (*keep)(int*) = g;\n");
  ASSERT_EQ(drydock("cc --sanitize=address " + folder / "a.c" + " -o " + folder / "x.so").exit_code,
            0);
  EXPECT_THAT(run("nm -D " + folder / "x.so").output, HasSubstr("__asan_"));
}

TEST(Cc, CoverageInstruments) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  const Outcome outcome = drydock("cc --coverage " + folder / "a.c" + " -o " + folder / "x.so");
  ASSERT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "") << "every option has its use";
  EXPECT_THAT(run("readelf -S -W " + folder / "x.so").output, HasSubstr("__llvm_prf_cnts"));
}

TEST(Cc, VerboseShowsTheCommands) {
  TempFolder folder;
  folder.write("a.c", kEntry);
  EXPECT_THAT(drydock("cc -v " + folder / "a.c" + " -o " + folder / "x.so").output,
              HasSubstr("-fms-extensions"));
}

TEST(Cc, PathsWithSpaces) {
  TempFolder folder;
  folder.write("my driver/Util.h", "");
  folder.write("my driver/a.c", "#include \"util.H\"\n" + std::string(kEntry));
  const std::string base = folder / "my driver";
  EXPECT_EQ(drydock("cc '" + base + "/a.c' -o '" + base + "/x.so'").exit_code, 0);
}

}  // namespace
