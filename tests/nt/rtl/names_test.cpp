// The names of statuses and bug checks.
#include "src/nt/rtl/names.h"

#include <gtest/gtest.h>

namespace {

TEST(RtlNames, Names) {
  EXPECT_EQ(drydock::nt::status_name(0xC0000005), "STATUS_ACCESS_VIOLATION");
  EXPECT_EQ(drydock::nt::status_name(0), "STATUS_SUCCESS");
  EXPECT_EQ(drydock::nt::status_name(0x12345678), "");
  EXPECT_EQ(drydock::nt::bug_check_name(0x116), "VIDEO_TDR_FAILURE");
}

}  // namespace
