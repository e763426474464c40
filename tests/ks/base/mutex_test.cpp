// The mutexes of the class driver: which are held where, and in which order.
#include "src/ks/base/mutex.h"

#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

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

// S-225: a driver that acquires the processing mutex in Process has it already.
TEST(KsObjectRules, S225TheProcessingMutexIsHeldInProcess) {
  expect_found("S-217",
               {"ON_PROCESS=KsPinAcquireProcessingMutex(Pin); KsPinReleaseProcessingMutex(Pin);"});
}

}  // namespace
