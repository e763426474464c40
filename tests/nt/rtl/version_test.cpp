// The version of the system, and conditions on it.
#include <gtest/gtest.h>

#include "sdkddkver.h"
#include "src/nt/base/wdk.h"

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

}  // namespace
