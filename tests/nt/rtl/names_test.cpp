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

TEST(RtlNames, AStatusHasItsNameIfItHasOne) {
  EXPECT_EQ(drydock::nt::status_text(static_cast<std::int32_t>(0xC00000BB)),
            "0xc00000bb (STATUS_NOT_SUPPORTED)");
  EXPECT_EQ(drydock::nt::answer_text("Start", 0x12345678), "Start returned 0x12345678");
}

}  // namespace
