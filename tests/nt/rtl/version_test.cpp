// The version of the system, and conditions on it.
#include <gtest/gtest.h>

#include "sdkddkver.h"
#include "src/nt/base/wdk.h"
#include "src/nt/base/windows_version.h"
#include "src/nt/ob/played_windows.h"
#include "src/nt/ob/registry.h"
#include "tests/support/test_driver.h"

using namespace drydock;

namespace {

// wdm/nf-wdm-rtlverifyversioninfo.md
TEST(RtlVersion, Version) {
  RTL_OSVERSIONINFOEXW info{};
  info.dwOSVersionInfoSize = sizeof info;
  EXPECT_EQ(RtlGetVersion(reinterpret_cast<PRTL_OSVERSIONINFOW>(&info)), STATUS_SUCCESS);
  EXPECT_EQ(info.dwMajorVersion, 10u);
  EXPECT_EQ(info.wProductType, VER_NT_WORKSTATION);
  ULONG major = 0;
  ULONG build = 0;
  PsGetVersion(&major, nullptr, &build, nullptr);
  EXPECT_EQ(major, 10u);
  EXPECT_EQ(build, info.dwBuildNumber);
  ULONGLONG mask = VerSetConditionMask(0, VER_MAJORVERSION, VER_GREATER_EQUAL);
  mask = VerSetConditionMask(mask, VER_MINORVERSION, VER_GREATER_EQUAL);
  info.dwMajorVersion = 6;
  info.dwMinorVersion = 3;
  // 10.0 is later than 6.3 although 0 is less than 3.
  EXPECT_EQ(RtlVerifyVersionInfo(&info, VER_MAJORVERSION | VER_MINORVERSION, mask), STATUS_SUCCESS);
  info.dwMajorVersion = 11;
  EXPECT_EQ(RtlVerifyVersionInfo(&info, VER_MAJORVERSION | VER_MINORVERSION, mask),
            STATUS_REVISION_MISMATCH);
  EXPECT_EQ(RtlVerifyVersionInfo(&info, 0, mask), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(RtlIsNtDdiVersionAvailable(NTDDI_WIN10));
  EXPECT_FALSE(RtlIsNtDdiVersionAvailable(0x0B000000));
}

constexpr const char16_t* kKey =
    u"\\Registry\\Machine\\Software\\Microsoft\\Windows NT\\CurrentVersion";

std::u16string text_in_registry(std::u16string_view name) {
  const auto value = nt::Registry::instance().get(kKey, name);
  if (!value || value->type != REG_SZ || value->data.size() < sizeof(WCHAR)) return u"";
  std::u16string out(value->data.size() / sizeof(WCHAR), 0);
  std::memcpy(out.data(), value->data.data(), value->data.size());
  out.pop_back();
  return out;
}

struct Version {
  RTL_OSVERSIONINFOEXW info{};
  ULONG major = 0, minor = 0, build = 0;
  UNICODE_STRING service_pack{};

  Version() {
    info.dwOSVersionInfoSize = sizeof info;
    RtlGetVersion(reinterpret_cast<PRTL_OSVERSIONINFOW>(&info));
    PsGetVersion(&major, &minor, &build, &service_pack);
  }
};

TEST(PlayedWindows, TextsAreReadAndWritten) {
  for (const char* text : {"6.1", "6.2", "6.3", "10.0.10240", "10.0.19041", "10.0.26100"}) {
    const auto version = nt::windows_version_from(text);
    ASSERT_TRUE(version) << text;
    EXPECT_EQ(nt::to_text(*version), text);
  }
  for (const char* text : {"", "6", "6.0", "6.4", "7", "10", "10.0", "10.0.", "10.0.9600",
                           "10.0.26101", "10.0.x", "6.1.7601", " 6.1", "10.0.99999999999"})
    EXPECT_FALSE(nt::windows_version_from(text)) << text;
  EXPECT_EQ(nt::windows_version_from("10.0.26100"), nt::newest_windows());
  EXPECT_EQ(nt::windows_version_from("10.0.19045")->ddi, static_cast<ULONG>(NTDDI_WIN10_VB));
  EXPECT_EQ(nt::windows_version(), nt::newest_windows());
}

TEST(PlayedWindows, EveryQuestionHasTheSameAnswer) {
  {
    const nt::PlayedWindows windows(*nt::windows_version_from("6.1"));
    const Version version;
    EXPECT_EQ(version.info.dwMajorVersion, 6U);
    EXPECT_EQ(version.info.dwMinorVersion, 1U);
    EXPECT_EQ(version.info.dwBuildNumber, 7601U);
    EXPECT_EQ(version.info.wServicePackMajor, 1U);
    EXPECT_EQ(std::u16string(version.info.szCSDVersion), u"Service Pack 1");
    EXPECT_EQ(std::u16string(version.service_pack.Buffer), u"Service Pack 1");
    EXPECT_EQ(version.major, 6U);
    EXPECT_EQ(version.minor, 1U);
    EXPECT_EQ(version.build, 7601U);
    EXPECT_TRUE(RtlIsNtDdiVersionAvailable(NTDDI_WIN7));
    EXPECT_FALSE(RtlIsNtDdiVersionAvailable(NTDDI_WIN8));
    EXPECT_TRUE(RtlIsServicePackVersionInstalled(NTDDI_WIN7 | 0x100));
    EXPECT_FALSE(RtlIsServicePackVersionInstalled(NTDDI_WIN7 | 0x200));
    EXPECT_TRUE(IoIsWdmVersionAvailable(6, 0));
    EXPECT_EQ(text_in_registry(u"CurrentVersion"), u"6.1");
    EXPECT_EQ(text_in_registry(u"CurrentBuildNumber"), u"7601");
    EXPECT_EQ(text_in_registry(u"CSDVersion"), u"Service Pack 1");
    EXPECT_FALSE(nt::Registry::instance().get(kKey, u"CurrentMajorVersionNumber"));
  }
  const Version version;
  EXPECT_EQ(version.major, 10U);
  EXPECT_EQ(version.info.dwBuildNumber, 26100U);
  EXPECT_EQ(version.info.szCSDVersion[0], 0);
  EXPECT_EQ(text_in_registry(u"CurrentVersion"), u"6.3") << "as every Windows 10 says";
  EXPECT_EQ(text_in_registry(u"CurrentBuild"), u"26100");
  EXPECT_EQ(text_in_registry(u"CSDVersion"), u"");
  EXPECT_EQ(nt::Registry::instance().get(kKey, u"CurrentMajorVersionNumber")->data.at(0), 10);
}

TEST(PlayedWindows, ConditionsAreAboutIt) {
  const nt::PlayedWindows windows(*nt::windows_version_from("6.2"));
  const ULONGLONG mask =
      VerSetConditionMask(VerSetConditionMask(0, VER_MAJORVERSION, VER_GREATER_EQUAL),
                          VER_MINORVERSION, VER_GREATER_EQUAL);
  RTL_OSVERSIONINFOEXW wanted{};
  wanted.dwMajorVersion = 6;
  wanted.dwMinorVersion = 2;
  EXPECT_EQ(RtlVerifyVersionInfo(&wanted, VER_MAJORVERSION | VER_MINORVERSION, mask),
            STATUS_SUCCESS);
  wanted.dwMinorVersion = 3;
  EXPECT_EQ(RtlVerifyVersionInfo(&wanted, VER_MAJORVERSION | VER_MINORVERSION, mask),
            STATUS_REVISION_MISMATCH);
}

// A driver that looks for a newer routine and has another way without it.
TEST(PlayedWindows, RoutinesThatItLacksAreNotFound) {
  const std::string source = drydock::testing::driver_of("", R"(
  UNICODE_STRING name;
  RtlInitUnicodeString(&name, L"ExAllocatePool2");
  if (MmGetSystemRoutineAddress(&name) == NULL) return STATUS_NOT_SUPPORTED;
  RtlInitUnicodeString(&name, L"ExAllocatePoolWithTag");
  if (MmGetSystemRoutineAddress(&name) == NULL) return STATUS_UNSUCCESSFUL;
  return STATUS_SUCCESS;)");
  EXPECT_EQ(drydock::testing::life_of(source).status, STATUS_SUCCESS);
  const nt::PlayedWindows windows(*nt::windows_version_from("10.0.18362"));
  EXPECT_EQ(drydock::testing::life_of(source).status, STATUS_NOT_SUPPORTED);
}

}  // namespace
