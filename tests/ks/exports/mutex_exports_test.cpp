// Mutexes that a minidriver takes of one object and gives back by another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/pin/watched.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

// S-221, S-224, S-225: which mutexes are held where.
TEST(KsPinPromises, S224APinsControlMutexIsItsFilters) {
  const std::vector<std::string> takes = {
      "ON_NOTES=PKSFILTER F = KsGetFilterFromIrp(Irp); KsFilterAcquireControl(F); "
      "if (LastPin) KsPinReleaseControl(LastPin); else KsFilterReleaseControl(F);"};
  Watched watched(takes);
  File pin;
  ASSERT_EQ(watched.connect(pin), STATUS_SUCCESS);
  watched.notes();
}

TEST(KsObjectRules, S217SecondAcquisitionIsFound) {
  expect_found("S-217", {"ON_START=KsAcquireDevice(Device); KsReleaseDevice(Device);"});
}

TEST(KsObjectRules, S217OneAcquisitionIsSilent) {
  expect_silent({"ON_ADD=KsAcquireDevice(Device); KsReleaseDevice(Device);"});
}

}  // namespace
