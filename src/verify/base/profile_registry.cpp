#include "src/verify/base/profile_registry.h"

#include "src/nt/ob/object_names.h"
#include "src/nt/ob/registry.h"

namespace drydock::verify {

void set_registry(const Profile& profile, const std::filesystem::path& driver) {
  if (driver.empty()) return;
  const std::u16string service = u"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\" +
                                 nt::from_utf8(driver.stem().string());
  for (const Profile::RegistryValue& value : profile.registry) {
    const std::u16string path =
        value.key.empty() ? service : service + u'\\' + nt::from_utf8(value.key);
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(value.data.data());
    std::vector<std::uint8_t> data(bytes, bytes + value.data.size());
    nt::Registry::instance().set(path, nt::from_utf8(value.name), value.type, std::move(data));
  }
}

}  // namespace drydock::verify
