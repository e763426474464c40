// Requests that a driver forwards, and catches again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "src/nt/ob/object.h"
#include "src/sim/schedule.h"
#include "tests/ks/exports/exports_driver.h"
#include "tests/ks/exports/exports_scene.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;
namespace ks = drydock::ks;

namespace {

constexpr ULONG kForward = CTL_CODE(FILE_DEVICE_KS, 0x900, METHOD_NEITHER, FILE_ANY_ACCESS);

TEST(KsExports, RequestsAreForwardedAndCaught) {
  Scene scene;
  File second;
  ASSERT_EQ(scene.rig.open(u"Own", second), STATUS_SUCCESS);
  for (const ULONG way :
       {kForwardAndCatch, kForwardAndCatchReusing, kForwardOnly, kForwardReusing}) {
    scene.go(way);
    Bytes none;
    std::size_t returned = 0;
    EXPECT_EQ(scene.own.request(kForward, {}, none, &returned), STATUS_SUCCESS) << way;
    EXPECT_EQ(returned, way < kForwardOnly ? 8U : 7U) << way;
  }
  EXPECT_THAT(scene.notes(),
              HasSubstr("arrived caught location arrived caught location arrived arrived"));
  second.close();
  scene.end();
}

}  // namespace
