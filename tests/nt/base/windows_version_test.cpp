#include "src/nt/base/windows_version.h"

#include <gtest/gtest.h>

namespace {

using namespace drydock::nt;

TEST(WindowsVersions, AreWhatTheyWereAfterText) {
  for (const char* text : {"6.1", "6.2", "6.3", "10.0.10240", "10.0.19041", "10.0.26100"}) {
    const auto version = windows_version_from(text);
    ASSERT_TRUE(version.has_value()) << text;
    EXPECT_EQ(to_text(*version), text);
  }
}

TEST(WindowsVersions, WhatIsNoneIsRefused) {
  for (const char* text : {"", "6", "6.0", "6.4", "10", "10.0", "10.0.", "10.0.10239", "10.0.26101",
                           "10.0.19041x", "10.0.-1", "10.0. 19041", "11.0.22000", "6.1.7601"})
    EXPECT_FALSE(windows_version_from(text).has_value()) << text;
}

// A build between two releases has what the older one had.
TEST(WindowsVersions, BuildsBetweenReleasesAreOfTheOlder) {
  EXPECT_EQ(windows_version_from("10.0.19044")->ddi, windows_version_from("10.0.19041")->ddi);
  EXPECT_EQ(windows_version_from("10.0.19040")->ddi, windows_version_from("10.0.18362")->ddi);
  EXPECT_EQ(windows_version_from("10.0.19044")->build, 19044U);
  EXPECT_EQ(windows_version_from("10.0.26100")->ddi, newest_windows().ddi);
}

TEST(WindowsVersions, OnlySevenHasAServicePack) {
  EXPECT_EQ(service_pack_of(*windows_version_from("6.1")), u"Service Pack 1");
  for (const char* text : {"6.2", "6.3", "10.0.22000"})
    EXPECT_EQ(service_pack_of(*windows_version_from(text)), u"");
}

TEST(WindowsVersions, OneIsPlayed) {
  const WindowsVersion before = windows_version();
  EXPECT_EQ(to_text(before), to_text(newest_windows()));
  set_windows_version(*windows_version_from("6.2"));
  EXPECT_EQ(to_text(windows_version()), "6.2");
  set_windows_version(before);
}

}  // namespace
