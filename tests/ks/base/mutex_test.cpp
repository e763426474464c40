// The mutexes of the class driver: which are held where, and in which order.
#include "src/ks/base/mutex.h"

#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

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

constexpr const char* kAddPin = R"(
static VOID AddPin(PKSFILTER Filter);
)";
constexpr const char* kAddPinBody =
    "MORE=static VOID AddPin(PKSFILTER Filter) { static KSPIN_DESCRIPTOR_EX Third; ULONG Id; "
    "KsFilterCreatePinFactory(Filter, &Third, &Id); }";

TEST(KsObjectRules, S109PinFactoryWithoutTheControlMutexIsFound) {
  expect_found("S-109", {"ON_NOTES=AddPin(KsGetFilterFromIrp(Irp));", kAddPinBody}, kAddPin);
}
TEST(KsObjectRules, S109PinFactoryInCreateIsSilent) {
  expect_silent({"ON_FILTER_CREATE=AddPin(Filter);", kAddPinBody}, kAddPin);
}

TEST(KsObjectRules, S217SecondAcquisitionIsFound) {
  expect_found("S-217", {"ON_START=KsAcquireDevice(Device); KsReleaseDevice(Device);"});
}
TEST(KsObjectRules, S217OneAcquisitionIsSilent) {
  expect_silent({"ON_ADD=KsAcquireDevice(Device); KsReleaseDevice(Device);"});
}

TEST(KsObjectRules, S218DeviceAfterControlIsFound) {
  expect_found("S-218", {"ON_PIN_CREATE=KsAcquireDevice(KsPinGetDevice(Pin)); "
                         "KsReleaseDevice(KsPinGetDevice(Pin));"});
}
TEST(KsObjectRules, S218DeviceBeforeControlIsSilent) {
  expect_silent(
      {"ON_NOTES=PKSFILTER F = KsGetFilterFromIrp(Irp); KsAcquireDevice(KsFilterGetDevice(F)); "
       "KsFilterAcquireControl(F); KsFilterReleaseControl(F); "
       "KsReleaseDevice(KsFilterGetDevice(F));"});
}

TEST(KsObjectRules, S222ControlMutexInProcessIsFound) {
  expect_found("S-222", {"ON_PROCESS=KsPinAcquireControl(Pin); KsPinReleaseControl(Pin);"});
}
TEST(KsObjectRules, S222ControlMutexInAHandlerIsSilent) {
  expect_silent(
      {"ON_NOTES=PKSFILTER F = KsGetFilterFromIrp(Irp); KsFilterAcquireControl(F); "
       "KsFilterReleaseControl(F);"});
}

TEST(KsObjectRules, S223WalkWithoutTheMutexIsFound) {
  expect_found("S-223", {"ON_NOTES=KsFilterGetFirstChildPin(KsGetFilterFromIrp(Irp), 0);"});
}
TEST(KsObjectRules, S223WalkUnderTheMutexIsSilent) {
  expect_silent(
      {"ON_NOTES=PKSFILTER F = KsGetFilterFromIrp(Irp); KsFilterAcquireControl(F); "
       "KsFilterGetFirstChildPin(F, 0); KsFilterReleaseControl(F);"});
}

// S-225: a driver that acquires the processing mutex in Process has it already.
TEST(KsObjectRules, S225TheProcessingMutexIsHeldInProcess) {
  expect_found("S-217",
               {"ON_PROCESS=KsPinAcquireProcessingMutex(Pin); KsPinReleaseProcessingMutex(Pin);"});
}

}  // namespace
