// Win32 as user-mode drivers call it: what it answers, and the errors that it leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "src/nt/io/file.h"
#include "src/nt/ob/registry.h"
#include "src/nt/rtl/debug.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

constexpr const char* kDriverFile = "win32_umd.cpp";

// The driver has the same structure.
struct Win32Deed {
  const char* name;
  const char* (*run)();
};

struct Win32OpenArguments {
  const Win32Deed* adapter;
  void* rest[16];
};

class Win32Life {
 public:
  Win32Life() : driver_(nt::LoadedDriver::load(DRYDOCK_WIN32_UMD)) {
    using Open = long(Win32OpenArguments*);
    auto* const open = reinterpret_cast<Open*>(driver_->symbol("OpenAdapter"));
    Win32OpenArguments arguments{};
    driver().run("OpenAdapter", [&] { open(&arguments); });
    deeds_ = arguments.adapter;
  }

  // Returns the expectation that failed; empty when none did.
  std::string does(const std::string& name) {
    for (const Win32Deed* deed = deeds_; deed->name != nullptr; ++deed) {
      if (deed->name != name) continue;
      const char* said = "the driver ended";
      driver().run(deed->name, [&] { said = deed->run(); });
      return said == nullptr ? "" : said;
    }
    return "no deed " + name;
  }

  std::vector<rules::Finding> end() {
    driver_->unload();
    return log_.findings();
  }

  nt::Driver& driver() { return driver_->driver(); }

 private:
  const rules::FindingLog log_;
  std::unique_ptr<nt::LoadedDriver> driver_;
  const Win32Deed* deeds_ = nullptr;
};

int marked_line(const std::string& mark) {
  std::ifstream in(std::string(DRYDOCK_SOURCE_DIR "/tests/win32/") + kDriverFile);
  std::stringstream text;
  text << in.rdbuf();
  return line_of(text.str(), "/*" + mark + "*/");
}

TEST(Win32, AnswersAsDocumented) {
  Win32Life life;
  for (const char* deed : {"Text", "Modules", "System", "Com", "Memory", "Rectangles"})
    EXPECT_EQ(life.does(deed), "") << deed;
  EXPECT_TRUE(life.end().empty());
}

TEST(Win32, DebugOutputIsHeardAndExceptionsAreCaught) {
  std::string output;
  nt::set_debug_listener(
      [](std::string_view text, void* context) {
        *static_cast<std::string*>(context) += std::string(text) + ";";
      },
      &output);
  Win32Life life;
  EXPECT_EQ(life.does("Debugging"), "");
  nt::set_debug_listener(nullptr, nullptr);
  EXPECT_EQ(output, "narrow;wide;");
  EXPECT_TRUE(life.end().empty());
}

TEST(Win32, FilesOfDeclaredFoldersAndTheRegistryAreReached) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "drydock_win32_files";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  nt::declare_folder(u"\\??\\C:\\", folder);
  Win32Life life;
  EXPECT_EQ(life.does("Files"), "");
  EXPECT_EQ(life.does("Registry"), "");
  nt::remove_folders();
  nt::Registry::instance().clear();
  EXPECT_TRUE(life.end().empty());
}

TEST(Win32, WhatEndsTheProcessEndsTheDriver) {
  const std::pair<const char*, const char*> ends[] = {
      {"Exits", "N-061"}, {"Breaks", "N-059"}, {"Raises", "N-059"}};
  for (const auto& [deed, rule] : ends) {
    Win32Life life;
    EXPECT_EQ(life.does(deed), "the driver ended");
    EXPECT_FALSE(life.driver().alive());
    const std::vector<rules::Finding> findings = life.end();
    ASSERT_EQ(findings.size(), 1U) << deed;
    EXPECT_EQ(findings[0].rule->id, rule);
    EXPECT_TRUE(mentions_line(findings[0], kDriverFile, marked_line(deed))) << deed;
  }
}

}  // namespace
}  // namespace drydock::testing
