// Filter factories that a minidriver makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsPromises, S096ItemsOfTheStartAreFreedAtStop) {
  constexpr const char* kSecond = R"(
static const KSFILTER_DESCRIPTOR Second = {NULL, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    0, sizeof(KSPIN_DESCRIPTOR_EX), NULL, 0, NULL, 0, sizeof(KSNODE_DESCRIPTOR), NULL, 0, NULL, NULL};
#define ON_START return KsCreateFilterFactory(Device->FunctionalDeviceObject, &Second, (PWSTR)u"GLOBAL", \
    NULL, KSCREATE_ITEM_FREEONSTOP, NULL, NULL, NULL);
)";
  Rig rig(minidriver({}, kSecond));
  File filter;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(u"GLOBAL", filter), STATUS_SUCCESS);
    filter.close();
    ASSERT_EQ(rig.device().stop(), STATUS_SUCCESS);
  }
}

TEST(KsObjectRules, S093FactoryWithoutTheDeviceMutexIsFound) {
  expect_found("S-093", {"ON_FILTER_CREATE=Make(KsFilterGetDevice(Filter));", "HELD=0"}, R"(
static const KSFILTER_DESCRIPTOR Second = {NULL, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    0, sizeof(KSPIN_DESCRIPTOR_EX), NULL, 0, NULL, 0, sizeof(KSNODE_DESCRIPTOR), NULL, 0, NULL, NULL};
static VOID NTAPI Later(PVOID Context) {
  KsCreateFilterFactory(((PKSDEVICE)Context)->FunctionalDeviceObject, &Second, (PWSTR)u"Second", NULL,
                        0, NULL, NULL, NULL);
}
static VOID Make(PKSDEVICE Device) { UNREFERENCED_PARAMETER(Device); }
#undef ON_FILTER_CREATE
#define ON_PIN_CREATE Later(KsPinGetDevice(Pin));
)");
}

TEST(KsObjectRules, S093FactoryInStartIsSilent) {
  expect_silent({"ON_START=KsCreateFilterFactory(Device->FunctionalDeviceObject, &Second, "
                 "(PWSTR)u\"Second\", NULL, 0, NULL, NULL, NULL);"},
                R"(
static const KSFILTER_DESCRIPTOR Second = {NULL, NULL, KSFILTER_DESCRIPTOR_VERSION, 0, &KSNAME_Filter,
    0, sizeof(KSPIN_DESCRIPTOR_EX), NULL, 0, NULL, 0, sizeof(KSNODE_DESCRIPTOR), NULL, 0, NULL, NULL};
)");
}

}  // namespace
