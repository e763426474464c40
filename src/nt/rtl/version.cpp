// The version of Windows that drivers see.
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/base/windows_version.h"

namespace drydock::nt {
namespace {

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
  const WindowsVersion ours = windows_version();
  const struct {
    ULONG type;
    ULONG ours;
    ULONG wanted;
  } digits[] = {
      {VER_MAJORVERSION, ours.major, wanted.dwMajorVersion},
      {VER_MINORVERSION, ours.minor, wanted.dwMinorVersion},
      {VER_BUILDNUMBER, ours.build, wanted.dwBuildNumber},
      {VER_SERVICEPACKMAJOR, ours.service_pack, wanted.wServicePackMajor},
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
  const WindowsVersion ours = windows_version();
  const std::u16string service_pack = service_pack_of(ours);
  VersionInformation->dwMajorVersion = ours.major;
  VersionInformation->dwMinorVersion = ours.minor;
  VersionInformation->dwBuildNumber = ours.build;
  VersionInformation->dwPlatformId = VER_PLATFORM_WIN32_NT;
  std::memcpy(VersionInformation->szCSDVersion, service_pack.c_str(),
              (service_pack.size() + 1) * sizeof(WCHAR));
  if (!extended) return STATUS_SUCCESS;
  auto* more = reinterpret_cast<PRTL_OSVERSIONINFOEXW>(VersionInformation);
  more->wServicePackMajor = static_cast<USHORT>(ours.service_pack);
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
  return Version <= windows_version().ddi;
}

BOOLEAN RtlIsServicePackVersionInstalled(ULONG Version) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlIsServicePackVersionInstalled");
  constexpr ULONG kWithoutServicePack = 0xFFFF0000;
  const WindowsVersion ours = windows_version();
  return (Version & kWithoutServicePack) == (ours.ddi & kWithoutServicePack) &&
         (Version >> 8 & 0xFF) <= ours.service_pack;
}

BOOLEAN PsGetVersion(PULONG MajorVersion, PULONG MinorVersion, PULONG BuildNumber,
                     PUNICODE_STRING CSDVersion) {
  require_irql_at_most(PASSIVE_LEVEL, "PsGetVersion");
  static WCHAR first_service_pack[] = u"Service Pack 1";
  const WindowsVersion ours = windows_version();
  if (MajorVersion != nullptr) *MajorVersion = ours.major;
  if (MinorVersion != nullptr) *MinorVersion = ours.minor;
  if (BuildNumber != nullptr) *BuildNumber = ours.build;
  if (CSDVersion != nullptr) *CSDVersion = {};
  if (CSDVersion != nullptr && ours.service_pack == 1)
    RtlInitUnicodeString(CSDVersion, first_service_pack);
  return FALSE;  // a free build
}

}  // extern "C"
