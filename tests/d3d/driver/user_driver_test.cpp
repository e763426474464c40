// A file of a user-mode driver: its entry points, its handles, and what it did before.
#include "src/d3d/driver/user_driver.h"

#include <gtest/gtest.h>

#include "src/rules/finding.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

using d3d::UserDriver;

std::shared_ptr<UserDriver> reference() { return UserDriver::load(DRYDOCK_SOFTGPU_UMD); }

std::vector<std::byte> bytes(int value) { return {std::byte(value), std::byte(1)}; }

TEST(UserDriver, TheReferenceHasAllWaysIn) {
  const rules::FindingLog log;
  const auto driver = reference();
  EXPECT_TRUE(driver->is_of_style9() && driver->is_of_style10() && driver->is_of_style12());
  EXPECT_NE(driver->open_adapter(), nullptr);
  EXPECT_NE(driver->open_adapter12(), nullptr);
  const UserDriver::Opener10 opener = driver->open_adapter10();
  EXPECT_NE(opener.function, nullptr);
  EXPECT_TRUE(opener.is_second) << "which can be asked for versions";
  EXPECT_EQ(text_of(log.findings()), "");
}

// A driver with one way in.
std::shared_ptr<UserDriver> with_only(const std::string& entry) {
  return UserDriver::load(build_driver("#include <windows.h>\nextern \"C\" HRESULT APIENTRY " +
                                           entry + "(void*) { return E_FAIL; }\n",
                                       ".cpp", {"--kind", "umd"}));
}

TEST(UserDriver, EveryWayInThatIsMissingIsFound) {
  const rules::FindingLog log;
  const auto ninth = with_only("OpenAdapter");
  EXPECT_NE(ninth->open_adapter(), nullptr);
  EXPECT_EQ(count(log.findings(), "U-037"), 0U) << text_of(log.findings());
  EXPECT_EQ(ninth->open_adapter10().function, nullptr);
  EXPECT_EQ(ninth->open_adapter12(), nullptr);
  EXPECT_EQ(count(log.findings(), "U-037"), 2U) << text_of(log.findings());
  EXPECT_EQ(with_only("OpenAdapter12")->open_adapter(), nullptr);
  EXPECT_EQ(count(log.findings(), "U-037"), 3U) << text_of(log.findings());
}

TEST(UserDriver, TheFirstWayIntoDirect3D10CannotBeAsked) {
  const UserDriver::Opener10 opener = with_only("OpenAdapter10")->open_adapter10();
  EXPECT_NE(opener.function, nullptr);
  EXPECT_FALSE(opener.is_second);
}

// Two devices may not have one handle; one device may register its own again.
TEST(UserDriver, AHandleIsOfOneDeviceUntilItIsGivenBack) {
  const auto driver = reference();
  int one = 0, other = 0, handle = 0;
  EXPECT_TRUE(driver->register_handle(&handle, &one));
  EXPECT_TRUE(driver->register_handle(&handle, &one));
  EXPECT_FALSE(driver->register_handle(&handle, &other));
  driver->unregister(&handle, &other);
  EXPECT_FALSE(driver->register_handle(&handle, &other)) << "it was not the other's to give back";
  driver->unregister(&handle, &one);
  EXPECT_TRUE(driver->register_handle(&handle, &other));
}

TEST(UserDriver, TheFirstOfAKindIsRemembered) {
  const auto driver = reference();
  EXPECT_EQ(driver->note_kind(bytes(1), 3), 3U);
  EXPECT_EQ(driver->note_kind(bytes(1), 5), 3U);
  EXPECT_EQ(driver->note_kind(bytes(2), 5), 5U);
}

}  // namespace
}  // namespace drydock::testing
