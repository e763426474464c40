#include "src/verify/base/profile_registry.h"

#include <cstring>

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
    std::vector<std::uint8_t> data(value.data.size());
    std::memcpy(data.data(), value.data.data(), value.data.size());
    nt::Registry::instance().set(path, nt::from_utf8(value.name), value.type, std::move(data));
  }
}

}  // namespace drydock::verify
