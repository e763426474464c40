// A whole life: from KsInitializeDriver to the removal of the device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/ks/rig.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::Each;
using ::testing::StartsWith;

namespace {

TEST(KsLife, DriverDeviceFilterAndPinComeAndGo) {
  Rig rig(minidriver());
  ASSERT_EQ(rig.added(), STATUS_SUCCESS) << text_of(rig.findings());
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS) << text_of(rig.findings());
  File filter;
  ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS) << text_of(rig.findings());
  File pin;
  ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS) << text_of(rig.findings());
  pin.close();
  EXPECT_EQ(notes_of(filter), "Add Start FilterCreate Format PinCreate PinClose ");
  filter.close();
  EXPECT_EQ(rig.device().remove(), STATUS_SUCCESS);
  rig.finish();
  EXPECT_TRUE(rig.driver().alive());
  EXPECT_TRUE(rig.findings().empty()) << text_of(rig.findings());
}

TEST(KsLife, FramesAreReadInOrder) {
  Rig rig(minidriver());
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  File filter;
  File pin;
  ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS) << text_of(rig.findings());
  for (int i = 0; i < 5; ++i) {
    const File::Stream stream = pin.read(1, 64);
    ASSERT_EQ(stream.sent->status(), STATUS_SUCCESS) << text_of(rig.findings());
    EXPECT_EQ(stream.header().DataUsed, 64U);
    EXPECT_THAT(stream.data[0], Each(std::byte(i)));
  }
  ASSERT_EQ(pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  EXPECT_EQ(notes_of(filter),
            "Add Start FilterCreate Format PinCreate Acquire Pause Run Pause Acquire Stop Reset ");
  pin.close();
  filter.close();
  rig.finish();
  EXPECT_TRUE(rig.findings().empty()) << text_of(rig.findings());
}

}  // namespace
