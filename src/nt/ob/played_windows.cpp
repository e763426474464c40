#include "src/nt/ob/played_windows.h"

#include "src/nt/ob/object_names.h"

namespace drydock::nt {
namespace {

constexpr std::u16string_view kKey =
    u"\\Registry\\Machine\\Software\\Microsoft\\Windows NT\\CurrentVersion";
constexpr std::u16string_view kMajor = u"CurrentMajorVersionNumber";
constexpr std::u16string_view kMinor = u"CurrentMinorVersionNumber";
constexpr std::u16string_view kServicePack = u"CSDVersion";

std::u16string number_of(std::uint32_t value) { return from_utf8(std::to_string(value)); }

void play(const WindowsVersion& version) {
  if (version == windows_version()) return;
  set_windows_version(version);
  write_windows_version(Registry::instance());
}

}  // namespace

PlayedWindows::PlayedWindows(const WindowsVersion& version) : before_(windows_version()) {
  play(version);
}

PlayedWindows::~PlayedWindows() { play(before_); }

// Since Windows 10 the text stays "6.3", and two numbers tell the truth.
void write_windows_version(Registry& registry) {
  const WindowsVersion now = windows_version();
  KeyRef key;
  bool is_made = false;
  if (!NT_SUCCESS(registry.create(nullptr, kKey, /*all=*/true, key, is_made))) return;
  for (const std::u16string_view name : {kMajor, kMinor, kServicePack})
    registry.remove_value(key, name);
  const bool is_10 = now.major >= 10;
  const std::u16string old_form =
      is_10 ? std::u16string(u"6.3") : number_of(now.major) + u"." + number_of(now.minor);
  registry.set_string(kKey, u"CurrentVersion", old_form);
  registry.set_string(kKey, u"CurrentBuild", number_of(now.build));
  registry.set_string(kKey, u"CurrentBuildNumber", number_of(now.build));
  if (is_10) registry.set_dword(kKey, kMajor, now.major);
  if (is_10) registry.set_dword(kKey, kMinor, now.minor);
  if (now.service_pack != 0) registry.set_string(kKey, kServicePack, service_pack_of(now));
}

}  // namespace drydock::nt
