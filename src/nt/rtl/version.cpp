// The version of Windows that drivers see.
#include "ntverp.h"
#include "sdkddkver.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"

namespace drydock::nt {
namespace {

constexpr ULONG kMajor = 10;
constexpr ULONG kMinor = 0;
constexpr ULONG kBuild = VER_PRODUCTBUILD;

// Three bits of the condition mask for each part.
constexpr unsigned kBitsPerCondition = 3;
constexpr ULONGLONG kConditionMask = 7;

unsigned index_of(ULONG type) {
  unsigned index = 0;
  while (type > 1) {
    type >>= 1;
    ++index;
  }
  return index;
}

UCHAR condition_for(ULONGLONG mask, ULONG type) {
  return static_cast<UCHAR>(mask >> (index_of(type) * kBitsPerCondition) & kConditionMask);
}

bool holds_for(ULONG ours, ULONG wanted, UCHAR condition) {
  switch (condition) {
    case VER_EQUAL:
      return ours == wanted;
    case VER_GREATER:
      return ours > wanted;
    case VER_GREATER_EQUAL:
      return ours >= wanted;
    case VER_LESS:
      return ours < wanted;
    case VER_LESS_EQUAL:
      return ours <= wanted;
    default:
      return false;
  }
}

// Version and service pack are compared as one number of several digits, by the condition of the
// first digit asked for.
bool hierarchy_holds(const RTL_OSVERSIONINFOEXW& wanted, ULONG types, ULONGLONG mask) {
  const struct {
    ULONG type;
    ULONG ours;
    ULONG wanted;
  } digits[] = {
      {VER_MAJORVERSION, kMajor, wanted.dwMajorVersion},
      {VER_MINORVERSION, kMinor, wanted.dwMinorVersion},
      {VER_BUILDNUMBER, kBuild, wanted.dwBuildNumber},
      {VER_SERVICEPACKMAJOR, 0, wanted.wServicePackMajor},
      {VER_SERVICEPACKMINOR, 0, wanted.wServicePackMinor},
  };
  UCHAR condition = 0;
  for (const auto& digit : digits) {
    if ((types & digit.type) == 0) continue;
    if (condition == 0) condition = condition_for(mask, digit.type);
    if (digit.ours != digit.wanted) return holds_for(digit.ours, digit.wanted, condition);
  }
  return condition == 0 || holds_for(0, 0, condition);
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

NTSTATUS RtlGetVersion(PRTL_OSVERSIONINFOW VersionInformation) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlGetVersion");
  const bool extended = VersionInformation->dwOSVersionInfoSize == sizeof(RTL_OSVERSIONINFOEXW);
  VersionInformation->dwMajorVersion = kMajor;
  VersionInformation->dwMinorVersion = kMinor;
  VersionInformation->dwBuildNumber = kBuild;
  VersionInformation->dwPlatformId = VER_PLATFORM_WIN32_NT;
  VersionInformation->szCSDVersion[0] = 0;
  if (!extended) return STATUS_SUCCESS;
  auto* more = reinterpret_cast<PRTL_OSVERSIONINFOEXW>(VersionInformation);
  more->wServicePackMajor = 0;
  more->wServicePackMinor = 0;
  more->wSuiteMask = 0;
  more->wProductType = VER_NT_WORKSTATION;
  more->wReserved = 0;
  return STATUS_SUCCESS;
}

NTSTATUS RtlVerifyVersionInfo(PRTL_OSVERSIONINFOEXW VersionInfo, ULONG TypeMask,
                              ULONGLONG ConditionMask) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlVerifyVersionInfo");
  if (TypeMask == 0 || ConditionMask == 0) return STATUS_INVALID_PARAMETER;
  const bool suites = (TypeMask & VER_SUITENAME) == 0 || VersionInfo->wSuiteMask == 0;
  const bool product = (TypeMask & VER_PRODUCT_TYPE) == 0 ||
                       holds_for(VER_NT_WORKSTATION, VersionInfo->wProductType,
                                 condition_for(ConditionMask, VER_PRODUCT_TYPE));
  const bool platform = (TypeMask & VER_PLATFORMID) == 0 ||
                        holds_for(VER_PLATFORM_WIN32_NT, VersionInfo->dwPlatformId,
                                  condition_for(ConditionMask, VER_PLATFORMID));
  const bool all =
      suites && product && platform && hierarchy_holds(*VersionInfo, TypeMask, ConditionMask);
  return all ? STATUS_SUCCESS : STATUS_REVISION_MISMATCH;
}

ULONGLONG VerSetConditionMask(ULONGLONG ConditionMask, ULONG TypeMask, UCHAR Condition) {
  for (ULONG type = 1; type <= VER_PRODUCT_TYPE; type <<= 1) {
    if ((TypeMask & type) == 0) continue;
    const unsigned shift = index_of(type) * kBitsPerCondition;
    ConditionMask =
        (ConditionMask & ~(kConditionMask << shift)) | ((Condition & kConditionMask) << shift);
  }
  return ConditionMask;
}

BOOLEAN RtlIsNtDdiVersionAvailable(ULONG Version) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlIsNtDdiVersionAvailable");
  // A version has no service pack in it: that is asked of the other routine.
  if ((Version & 0x0000FF00) != 0) return FALSE;
  return Version <= WDK_NTDDI_VERSION;
}

BOOLEAN RtlIsServicePackVersionInstalled(ULONG Version) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlIsServicePackVersionInstalled");
  constexpr ULONG kWithoutServicePack = 0xFFFF0000;
  return (Version & kWithoutServicePack) == (WDK_NTDDI_VERSION & kWithoutServicePack) &&
         (Version & 0xFF00) == 0;
}

BOOLEAN PsGetVersion(PULONG MajorVersion, PULONG MinorVersion, PULONG BuildNumber,
                     PUNICODE_STRING CSDVersion) {
  require_irql_at_most(PASSIVE_LEVEL, "PsGetVersion");
  if (MajorVersion != nullptr) *MajorVersion = kMajor;
  if (MinorVersion != nullptr) *MinorVersion = kMinor;
  if (BuildNumber != nullptr) *BuildNumber = kBuild;
  if (CSDVersion != nullptr) *CSDVersion = {};
  return FALSE;  // a free build
}

}  // extern "C"
