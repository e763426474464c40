// The compiler and its flags for each kind of driver and language.
#include "src/cc/toolchain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "tests/support/temp_folder.h"

namespace drydock::cc {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// A variable of the environment as long as it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* const name_;
  std::optional<std::string> before_;
};

std::string refusal() {
  try {
    find_toolchain();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Toolchain, IsThatOfTheEnvironmentBeforeThatOfThePath) {
  const testing::TempFolder folder;
  folder.write("headers/shared/windef.h", "");
  const Variable headers("DRYDOCK_WDK", (folder.path() / "headers").string());
  {
    const Variable clang("DRYDOCK_CLANG", "/bin/true");
    const Toolchain found = find_toolchain();
    EXPECT_EQ(found.clang, "/bin/true");
    EXPECT_EQ(found.headers, folder.path() / "headers");
  }
  const Variable by_name("DRYDOCK_CLANG", "true");
  EXPECT_EQ(find_toolchain().clang.filename(), "true");
  EXPECT_TRUE(find_toolchain().clang.is_absolute());
}

TEST(Toolchain, WhatIsMissingIsNamed) {
  const testing::TempFolder folder;
  const std::string empty = folder.path().string();
  {
    const Variable clang("DRYDOCK_CLANG", "/nonexistent/clang");
    EXPECT_THAT(refusal(),
                HasSubstr("'/nonexistent/clang' that DRYDOCK_CLANG names cannot be run"));
  }
  {
    const Variable clang("DRYDOCK_CLANG", "/bin/true");
    const Variable headers("DRYDOCK_WDK", empty);
    EXPECT_THAT(refusal(), HasSubstr("which holds no driver headers"));
  }
  const Variable clang("DRYDOCK_CLANG", "");
  const Variable path("PATH", empty);
  EXPECT_THAT(refusal(), HasSubstr("clang-19 is not on the path"));
}

TEST(Toolchain, KernelAndUserModeDriversSeeTheirOwnHeadersFirst) {
  const Toolchain tools{"clang", "/h"};
  EXPECT_THAT(header_folders(tools, Kind::kMiniport),
              ElementsAre("/h/crt", "/h/km", "/h/shared", "/h/um"));
  EXPECT_EQ(header_folders(tools, Kind::kAvstream), header_folders(tools, Kind::kMiniport));
  EXPECT_THAT(header_folders(tools, Kind::kUserMode), ElementsAre("/h/crt", "/h/um", "/h/shared"));
}

TEST(Toolchain, FlagsAreThoseOfTheKindAndTheLanguage) {
  const Toolchain tools{"clang", "/h"};
  const auto flags = [&](Kind kind, Language language) {
    return compile_flags(tools, kind, language);
  };
  const auto kernel_c = flags(Kind::kMiniport, Language::kC);
  EXPECT_THAT(kernel_c, Contains("-D_KERNEL_MODE=1"));
  EXPECT_THAT(kernel_c, Contains("-std=gnu11"));
  EXPECT_THAT(kernel_c, Not(Contains("-fno-exceptions")));
  const auto kernel_cxx = flags(Kind::kAvstream, Language::kCxx);
  EXPECT_THAT(kernel_cxx, Contains("-fno-exceptions"));
  EXPECT_THAT(kernel_cxx, Contains("-std=gnu++17"));
  EXPECT_THAT(kernel_cxx, Not(Contains("-std=gnu11")));
  const auto user_cxx = flags(Kind::kUserMode, Language::kCxx);
  EXPECT_THAT(user_cxx, Not(Contains("-D_KERNEL_MODE=1")));
  EXPECT_THAT(user_cxx, Contains("-D_GLIBCXX_EXTERN_TEMPLATE=0"));
  EXPECT_THAT(flags(Kind::kUserMode, Language::kC), Not(Contains("-D_GLIBCXX_EXTERN_TEMPLATE=0")));
  for (const auto& all : {kernel_c, kernel_cxx, user_cxx})
    EXPECT_EQ(*(std::ranges::find(all, "-isystem") + 1), "/h/crt");
}

// A check that the user names comes behind what `undefined` leaves out.
TEST(Toolchain, ANamedCheckIsWantedWhateverUndefinedLeavesOut) {
  Request request;
  EXPECT_TRUE(instrumentation_flags(request).empty());
  request.sanitizers = {"alignment", "undefined"};
  const auto flags = instrumentation_flags(request);
  const auto left_out = std::ranges::find_if(
      flags, [](const std::string& flag) { return flag.starts_with("-fno-sanitize=alignment"); });
  ASSERT_NE(left_out, flags.end());
  EXPECT_EQ(flags.back(), "-fsanitize=alignment");
  request.sanitizers = {"address"};
  request.coverage = true;
  EXPECT_THAT(instrumentation_flags(request), Contains("-fsanitize-recover=address"));
  EXPECT_EQ(instrumentation_flags(request).back(), coverage_flags().back());
}

TEST(Toolchain, OnlyTheEntryPointsOfAKindAreExported) {
  EXPECT_EQ(version_script(Kind::kMiniport), "{\n  global: DriverEntry;\n  local: *;\n};\n");
  EXPECT_EQ(version_script(Kind::kAvstream), version_script(Kind::kMiniport));
  EXPECT_THAT(version_script(Kind::kUserMode), HasSubstr("OpenAdapter12; drydock_end_statics;"));
  EXPECT_THAT(link_flags("/x/script"), Contains("-Wl,--version-script=/x/script"));
}

}  // namespace
}  // namespace drydock::cc
