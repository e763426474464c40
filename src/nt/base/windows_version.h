// The Windows that is played: what drivers learn when they ask for its version, and what follows
// from it.
//
// Everything that tells a version asks here: RtlGetVersion and its kin, GetVersionEx, the registry
// (src/nt/ob/played_windows.h), DxgkInitialize, the interfaces of the Direct3D runtimes.
//
// Cost: a load. Owner: the process plays one Windows at a time. Threads: any may read; it changes
// only while no driver runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace drydock::nt {

struct WindowsVersion {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t build = 0;
  std::uint32_t service_pack = 0;
  std::uint32_t ddi = 0;  // NTDDI_WIN7 and so on

  bool operator==(const WindowsVersion&) const = default;
};

// Builds at which something changed.
inline constexpr std::uint32_t kBuildOfWindows7 = 7601;
inline constexpr std::uint32_t kBuildOfWindows8 = 9200;
inline constexpr std::uint32_t kBuildOfWindows81 = 9600;
inline constexpr std::uint32_t kBuildOfWindows10 = 10240;

// The one that is played unless something else is asked for.
WindowsVersion newest_windows();

// A build between two releases has the interfaces of the older one. Nothing when the text is none
// of kPlayableWindows.
inline constexpr std::string_view kPlayableWindows =
    "6.1, 6.2, 6.3, or 10.0.N with N from 10240 to 26100";
std::optional<WindowsVersion> windows_version_from(std::string_view text);
std::string to_text(const WindowsVersion& version);
// "Service Pack 1", or empty.
std::u16string service_pack_of(const WindowsVersion& version);

WindowsVersion windows_version();
// For PlayedWindows only.
void set_windows_version(const WindowsVersion& version);

}  // namespace drydock::nt
