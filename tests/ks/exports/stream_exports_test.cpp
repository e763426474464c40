// Reads, writes and information of files that a driver dispatches itself.
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

TEST(KsExports, AWriteReachesTheDriver) {
  Scene scene;
  IO_STATUS_BLOCK block{};
  Bytes data(3, std::byte{42});
  EXPECT_EQ(
      KsWriteFile(scene.own.object(), nullptr, nullptr, &block, data.data(), 3, 0, KernelMode),
      STATUS_SUCCESS);
  EXPECT_EQ(block.Information, 3U);
  EXPECT_THAT(scene.notes(), HasSubstr("written"));
  scene.end();
}
TEST(KsExports, InformationOfAFileIsTheDrivers) {
  Scene().expect(kTryInformation, "set-information set");
}

}  // namespace
