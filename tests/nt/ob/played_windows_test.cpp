// Another Windows that drivers see for a while.
#include "src/nt/ob/played_windows.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace {

using namespace drydock::nt;

// The text or number of a value of the key; nothing when it is not there.
std::optional<std::u16string> version_value(const char16_t* name) {
  KeyRef key;
  RegistryValue value;
  EXPECT_EQ(
      Registry::instance().open(
          nullptr, u"\\Registry\\Machine\\Software\\Microsoft\\Windows NT\\CurrentVersion", key),
      STATUS_SUCCESS);
  if (!NT_SUCCESS(Registry::instance().value(key, name, value))) return std::nullopt;
  if (value.type == REG_DWORD) return std::u16string(1, static_cast<char16_t>(value.data[0]));
  std::u16string out(value.data.size() / 2, u'\0');
  std::memcpy(out.data(), value.data.data(), out.size() * 2);
  return out.substr(0, out.find(u'\0'));
}

TEST(PlayedWindows, AnOlderOneHasItsNumberAsTextAndItsServicePack) {
  const auto older = windows_version_from("6.1");
  ASSERT_TRUE(older);
  const PlayedWindows played(*older);
  EXPECT_EQ(windows_version(), *older);
  EXPECT_EQ(version_value(u"CurrentVersion"), u"6.1");
  EXPECT_EQ(version_value(u"CurrentBuild"), u"7601");
  EXPECT_EQ(version_value(u"CurrentBuildNumber"), u"7601");
  EXPECT_EQ(version_value(u"CSDVersion"), u"Service Pack 1");
  EXPECT_EQ(version_value(u"CurrentMajorVersionNumber"), std::nullopt);
  EXPECT_EQ(version_value(u"CurrentMinorVersionNumber"), std::nullopt);
}

TEST(PlayedWindows, SinceTenTheTextStaysAndTheNumbersAreTrue) {
  const auto build = windows_version_from("10.0.17763");
  ASSERT_TRUE(build);
  const PlayedWindows played(*build);
  EXPECT_EQ(version_value(u"CurrentVersion"), u"6.3");
  EXPECT_EQ(version_value(u"CurrentBuild"), u"17763");
  EXPECT_EQ(version_value(u"CurrentMajorVersionNumber"), std::u16string(1, u'\x0A'));
  EXPECT_EQ(version_value(u"CurrentMinorVersionNumber"), std::u16string(1, u'\0'));
  EXPECT_EQ(version_value(u"CSDVersion"), std::nullopt);
}

TEST(PlayedWindows, TheOneOfBeforeComesBackStepByStep) {
  const WindowsVersion before = windows_version();
  const auto build = version_value(u"CurrentBuild");
  {
    const PlayedWindows outer(*windows_version_from("6.3"));
    {
      const PlayedWindows inner(*windows_version_from("6.1"));
      EXPECT_EQ(version_value(u"CurrentBuild"), u"7601");
    }
    EXPECT_EQ(version_value(u"CurrentVersion"), u"6.3");
    EXPECT_EQ(version_value(u"CurrentBuild"), u"9600");
    EXPECT_EQ(version_value(u"CSDVersion"), std::nullopt);
  }
  EXPECT_EQ(windows_version(), before);
  EXPECT_EQ(version_value(u"CurrentBuild"), build);
}

}  // namespace
