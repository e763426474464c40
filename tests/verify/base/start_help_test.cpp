// Why a driver does not start, and what is worth a try: by what it imports and what failed.
#include "src/verify/base/start_help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/ob/played_windows.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock;
using namespace drydock::verify;
using namespace drydock::testing;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr const char* kRefused = "DriverEntry returned 0xc0000001 (STATUS_UNSUCCESSFUL)";

std::filesystem::path driver_with(const std::string& body) {
  return build_driver(driver_of("", body + "\n  return STATUS_SUCCESS;"));
}

TEST(StartHelp, AnInterfaceThatIsTooNewIsExplainedOnAnOlderWindowsOnly) {
  const auto driver = driver_with("");
  EXPECT_EQ(why_not_loaded(driver, STATUS_UNSUCCESSFUL), kRefused);
  EXPECT_EQ(why_not_loaded(driver, STATUS_REVISION_MISMATCH),
            "DriverEntry returned 0xc0000059 (STATUS_REVISION_MISMATCH)");
  const nt::PlayedWindows older(*nt::windows_version_from("6.3"));
  EXPECT_THAT(why_not_loaded(driver, STATUS_REVISION_MISMATCH),
              HasSubstr("its interface is newer than that of Windows 6.3"));
  EXPECT_EQ(why_not_loaded(driver, STATUS_UNSUCCESSFUL), kRefused);
}

TEST(StartHelp, AdviceIsAboutWhatTheDriverLooksAt) {
  const auto reads = driver_with(
      "UNICODE_STRING name = {0}; OBJECT_ATTRIBUTES attributes; HANDLE key;\n"
      "InitializeObjectAttributes(&attributes, &name, 0, NULL, NULL);\n"
      "(void)ZwOpenKey(&key, KEY_READ, &attributes);");
  EXPECT_EQ(why_not_loaded(reads, STATUS_UNSUCCESSFUL),
            std::string(kRefused) + "; a profile gives values in the registry (--profile)");
  const auto asks = driver_with(
      "RTL_OSVERSIONINFOW version = {sizeof version};\n"
      "(void)RtlGetVersion(&version);");
  const nt::PlayedWindows older(*nt::windows_version_from("6.1"));
  EXPECT_EQ(why_not_loaded(asks, STATUS_UNSUCCESSFUL),
            std::string(kRefused) +
                "; it looks at the version of Windows, and 6.1 is played (--windows)");
  EXPECT_THAT(why_not_started(asks, "AddDevice returned 0x1"),
              EndsWith("AddDevice returned 0x1; it looks at the version of Windows, and 6.1 is "
                       "played (--windows)"));
}

TEST(StartHelp, WhatIsNoDriverHasNoAdvice) {
  EXPECT_EQ(why_not_loaded("/dev/null", STATUS_UNSUCCESSFUL), kRefused);
}

TEST(StartHelp, ARefusalOfTheHostHasNoAdvice) {
  TestedDrivers drivers;
  drivers.miniport = driver_with("");
  using Cause = dxgk::StartFailure::Cause;
  EXPECT_EQ(why_not_started(drivers, {STATUS_NOT_SUPPORTED, "it", Cause::kNotPlayed}, true, "x"),
            "x does not start: it");
  EXPECT_EQ(why_not_started(drivers, {STATUS_NOT_SUPPORTED, "it", Cause::kDevice}, true, "x"),
            "x does not start: it; a profile says what registers answer (--profile)");
  EXPECT_EQ(why_not_started(drivers, {STATUS_NOT_SUPPORTED, "", Cause::kOther}, true, "x"),
            "x does not start: the host returned 0xc00000bb (STATUS_NOT_SUPPORTED)");
}

}  // namespace
