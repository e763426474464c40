// Walks through the tree of objects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsObjectRules, S223WalkWithoutTheMutexIsFound) {
  expect_found("S-223", {"ON_NOTES=KsFilterGetFirstChildPin(KsGetFilterFromIrp(Irp), 0);"});
}

TEST(KsObjectRules, S223WalkUnderTheMutexIsSilent) {
  expect_silent(
      {"ON_NOTES=PKSFILTER F = KsGetFilterFromIrp(Irp); KsFilterAcquireControl(F); "
       "KsFilterGetFirstChildPin(F, 0); KsFilterReleaseControl(F);"});
}

}  // namespace
