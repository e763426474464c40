// Filters: who may open one, and what it answers itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

TEST(KsPromises, S103TheMinidriversPropertiesJoinOurs) {
  Opened opened;
  Bytes count(sizeof(ULONG));
  EXPECT_EQ(opened.filter.get(KSPROPSETID_Pin, KSPROPERTY_PIN_CTYPES, count), STATUS_SUCCESS);
  EXPECT_EQ(count, bytes_of(ULONG{2}));
  EXPECT_THAT(opened.notes(), HasSubstr("FilterCreate"));
}

TEST(KsPromises, S110DeniedToUserMode) {
  Rig rig(minidriver({"FILTER_FLAGS=KSFILTER_FLAG_DENY_USERMODE_ACCESS"}));
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  File filter;
  EXPECT_EQ(rig.open(kFilterName, filter, UserMode), STATUS_ACCESS_DENIED);
  EXPECT_EQ(rig.open(kFilterName, filter, KernelMode), STATUS_SUCCESS);
}

}  // namespace
