#include "src/nt/base/windows_version.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <iterator>

#include "ntverp.h"
#include "sdkddkver.h"
#include "src/nt/base/wdk.h"

namespace drydock::nt {
namespace {

constexpr WindowsVersion kReleases[] = {
    {6, 1, kBuildOfWindows7, 1, NTDDI_WIN7},
    {6, 2, kBuildOfWindows8, 0, NTDDI_WIN8},
    {6, 3, kBuildOfWindows81, 0, NTDDI_WINBLUE},
    {10, 0, kBuildOfWindows10, 0, NTDDI_WIN10},
    {10, 0, 10586, 0, NTDDI_WIN10_TH2},
    {10, 0, 14393, 0, NTDDI_WIN10_RS1},
    {10, 0, 15063, 0, NTDDI_WIN10_RS2},
    {10, 0, 16299, 0, NTDDI_WIN10_RS3},
    {10, 0, 17134, 0, NTDDI_WIN10_RS4},
    {10, 0, 17763, 0, NTDDI_WIN10_RS5},
    {10, 0, 18362, 0, NTDDI_WIN10_19H1},
    {10, 0, 19041, 0, NTDDI_WIN10_VB},
    {10, 0, 20348, 0, NTDDI_WIN10_FE},
    {10, 0, 22000, 0, NTDDI_WIN10_CO},
    {10, 0, 22621, 0, NTDDI_WIN10_NI},
    {10, 0, 25398, 0, NTDDI_WIN11_ZN},
    {10, 0, VER_PRODUCTBUILD, 0, NTDDI_WIN11_GE},
};
static_assert(VER_PRODUCTBUILD == 26100);  // kPlayableWindows says so
static_assert(std::end(kReleases)[-1].ddi == WDK_NTDDI_VERSION);

constexpr std::string_view kWindows10 = "10.0.";

constinit WindowsVersion played = std::end(kReleases)[-1];

std::optional<WindowsVersion> build_of_10(std::string_view text) {
  std::uint32_t build = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), build);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (build < kBuildOfWindows10 || build > VER_PRODUCTBUILD) return std::nullopt;
  const auto next = std::ranges::upper_bound(kReleases, build, {}, &WindowsVersion::build);
  assert(next != std::begin(kReleases));
  WindowsVersion out = next[-1];
  out.build = build;
  return out;
}

}  // namespace

WindowsVersion newest_windows() { return std::end(kReleases)[-1]; }

std::optional<WindowsVersion> windows_version_from(std::string_view text) {
  if (text.starts_with(kWindows10)) return build_of_10(text.substr(kWindows10.size()));
  for (const WindowsVersion& release : kReleases) {
    if (release.major < 10 && to_text(release) == text) return release;
  }
  return std::nullopt;
}

std::string to_text(const WindowsVersion& version) {
  if (version.major >= 10) return std::string(kWindows10) + std::to_string(version.build);
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

std::u16string service_pack_of(const WindowsVersion& version) {
  if (version.service_pack == 0) return {};
  assert(version.service_pack < 10);
  return u"Service Pack " + std::u16string(1, static_cast<char16_t>(u'0' + version.service_pack));
}

WindowsVersion windows_version() { return played; }
void set_windows_version(const WindowsVersion& version) { played = version; }

}  // namespace drydock::nt
