// The registry values of a profile, below the key of the driver's service.
#include "src/verify/base/profile_registry.h"

#include <gtest/gtest.h>

#include "src/nt/ob/registry.h"

namespace {

using namespace drydock;
using namespace drydock::verify;

std::optional<nt::RegistryValue> value_at(const std::u16string& below, const char16_t* name) {
  return nt::Registry::instance().get(
      u"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\" + below, name);
}

TEST(ProfileRegistry, ValuesLieBelowTheServiceOfTheFile) {
  Profile profile;
  profile.registry = {{"Deep\\Settings", "Mode", REG_DWORD, {std::byte{5}, {}, {}, {}}},
                      {"", "Empty", REG_BINARY, {}}};
  set_registry(profile, "/somewhere/profiled.so");
  const auto mode = value_at(u"profiled\\Deep\\Settings", u"Mode");
  ASSERT_TRUE(mode);
  EXPECT_EQ(mode->type, static_cast<ULONG>(REG_DWORD));
  EXPECT_EQ(mode->data, (std::vector<std::uint8_t>{5, 0, 0, 0}));
  const auto empty = value_at(u"profiled", u"Empty");
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->type, static_cast<ULONG>(REG_BINARY));
  EXPECT_TRUE(empty->data.empty());
}

TEST(ProfileRegistry, WithoutADriverNothingIsSet) {
  Profile profile;
  profile.registry = {{"", "Nowhere", REG_DWORD, {std::byte{1}, {}, {}, {}}}};
  set_registry(profile, "");
  EXPECT_FALSE(value_at(u"", u"Nowhere"));
}

}  // namespace
