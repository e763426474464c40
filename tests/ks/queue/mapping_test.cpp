// Scatter/gather mappings of frames.
#include "src/ks/queue/mapping.h"

#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsObjectRules, S274StrideBelowAMappingIsFound) {
  expect_found("S-274",
               {"ON_START=KsDeviceRegisterAdapterObject(Device, (PADAPTER_OBJECT)Device, 4096, "
                "8);"});
}
TEST(KsObjectRules, S274StrideOfAMappingIsSilent) {
  expect_silent(
      {"ON_START=KsDeviceRegisterAdapterObject(Device, (PADAPTER_OBJECT)Device, 4096, "
       "sizeof(KSMAPPING));"});
}

}  // namespace
