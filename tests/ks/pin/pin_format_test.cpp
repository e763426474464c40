// With which formats a minidriver is asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

TEST(KsPromises, S112AFormatOfAnotherTypeIsRefused) {
  Opened opened;
  Bytes format = plain_format();
  reinterpret_cast<KSDATAFORMAT*>(format.data())->MajorFormat = KSDATAFORMAT_TYPE_AUDIO;
  File pin;
  EXPECT_EQ(opened.rig.connect(opened.filter, 0, format, pin), STATUS_NO_MATCH);
  EXPECT_EQ(opened.rig.connect(opened.filter, 7, plain_format(), pin), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(opened.notes(), Not(HasSubstr("PinCreate")));
}

TEST(KsPromises, S116TheRangeIsOneOfTheDescriptors) {
  Opened opened(
      {"ON_FORMAT=if (DataRange == Pin->Descriptor->PinDescriptor.DataRanges[0] && "
       "Pin->ConnectionFormat->SampleSize == 64) Note(\"own\");"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_THAT(opened.notes(), HasSubstr("Format own PinCreate"));
}

TEST(KsObjectRules, S117PendingSetDataFormatIsFound) {
  expect_found("S-117", {"ON_FORMAT=return STATUS_PENDING;"});
}

TEST(KsObjectRules, S117NoMatchIsSilent) {
  expect_silent({"ON_FORMAT=return STATUS_NO_MATCH;"}, "", Reach::kOpened);
}

}  // namespace
