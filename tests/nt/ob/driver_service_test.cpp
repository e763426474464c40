// Drivers that are loaded and unloaded by the name of their service.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/life/loader.h"
#include "src/nt/ob/object_create.h"
#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// wdm/nf-wdm-zwloaddriver.md, wdm/nf-wdm-zwunloaddriver.md
TEST(DriverService, AServiceWithoutAKeyIsNotFound) {
  expect_holds("", R"(
  UNICODE_STRING none = RTL_CONSTANT_STRING(L"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\Nobody"), empty = {0};
  HOLDS(ZwLoadDriver(&none) == STATUS_OBJECT_NAME_NOT_FOUND && ZwUnloadDriver(&none) == STATUS_OBJECT_NAME_NOT_FOUND);
  HOLDS(ZwLoadDriver(&empty) == STATUS_INVALID_PARAMETER && ZwUnloadDriver(&empty) == STATUS_INVALID_PARAMETER);)");
}

// No other image can be loaded, and a driver that runs stays.
TEST(DriverService, ADriverThatRunsIsLoadedAlreadyAndStays) {
  expect_holds("", R"(
  OBJECT_ATTRIBUTES attributes; HANDLE key;
  UNICODE_STRING idle = RTL_CONSTANT_STRING(L"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\Idle");
  HOLDS(ZwLoadDriver(path) == STATUS_IMAGE_ALREADY_LOADED && ZwUnloadDriver(path) == STATUS_INVALID_DEVICE_REQUEST);
  InitializeObjectAttributes(&attributes, &idle, OBJ_KERNEL_HANDLE, NULL, NULL);
  HOLDS(ZwCreateKey(&key, KEY_ALL_ACCESS, &attributes, 0, NULL, 0, NULL) == STATUS_SUCCESS);
  HOLDS(ZwLoadDriver(&idle) == STATUS_OBJECT_NAME_NOT_FOUND && ZwUnloadDriver(&idle) == STATUS_OBJECT_NAME_NOT_FOUND);
  HOLDS(ZwDeleteKey(key) == STATUS_SUCCESS);
  ZwClose(key);)");
}

// The name goes with the driver, also when it refused to start.
TEST(DriverService, ADriverHasItsNameAsLongAsItRuns) {
  std::u16string name;
  const auto look = [&](drydock::nt::LoadedDriver& driver) {
    DRIVER_OBJECT& object = driver.driver().object();
    name = drydock::nt::text_of(&object.DriverName);
    EXPECT_EQ(drydock::nt::object_named(name), &object);
  };
  expect_holds("", "", {.seed = 1, .between = look});
  ASSERT_FALSE(name.empty());
  EXPECT_EQ(drydock::nt::object_named(name), nullptr);
  const Life refused = life_of(driver_of("", "  return STATUS_UNSUCCESSFUL;"));
  EXPECT_EQ(drydock::nt::object_named(
                drydock::nt::text_of(&refused.driver->driver().object().DriverName)),
            nullptr);
}

}  // namespace
