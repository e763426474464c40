// Framings that a driver hands to the class driver.
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

// A framing that the driver wrote.
std::vector<drydock::rules::Finding> ask_framing(ULONG way) {
  Scene scene;
  scene.go(way);
  Bytes out(sizeof(KSALLOCATOR_FRAMING));
  EXPECT_EQ(scene.own.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_ALLOCATORFRAMING, out),
            STATUS_SUCCESS);
  scene.own.close();
  scene.filter.close();
  scene.rig.finish();
  return scene.rig.findings();
}
TEST(KsExports, S027ReservedFieldOfAFramingIsFound) {
  EXPECT_TRUE(has(ask_framing(kReserveInFraming), "S-027"));
}
TEST(KsExports, S027FramingWithoutItIsSilent) {
  const auto findings = ask_framing(kPlainFraming);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
