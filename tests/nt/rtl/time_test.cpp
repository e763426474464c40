// Time as fields.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"

namespace {

// wdm/nf-wdm-rtltimetotimefields.md, wdm/nf-wdm-rtltimefieldstotime.md
TEST(RtlTime, TimeFields) {
  TIME_FIELDS fields = {2024, 2, 29, 23, 59, 58, 123, 0};
  LARGE_INTEGER time;
  ASSERT_TRUE(RtlTimeFieldsToTime(&fields, &time));
  TIME_FIELDS back;
  RtlTimeToTimeFields(&time, &back);
  EXPECT_EQ(back.Year, 2024);
  EXPECT_EQ(back.Month, 2);
  EXPECT_EQ(back.Day, 29);
  EXPECT_EQ(back.Hour, 23);
  EXPECT_EQ(back.Milliseconds, 123);
  EXPECT_EQ(back.Weekday, 4);  // a Thursday
  fields.Year = 2023;
  EXPECT_FALSE(RtlTimeFieldsToTime(&fields, &time));
  time.QuadPart = 0;
  RtlTimeToTimeFields(&time, &back);
  EXPECT_EQ(back.Year, 1601);
  EXPECT_EQ(back.Weekday, 1);
  for (LONGLONG day = 0; day < 200'000; day += 37) {
    time.QuadPart = day * 864'000'000'000LL;
    RtlTimeToTimeFields(&time, &back);
    LARGE_INTEGER again;
    ASSERT_TRUE(RtlTimeFieldsToTime(&back, &again)) << day;
    ASSERT_EQ(again.QuadPart, time.QuadPart) << day;
  }
}

}  // namespace
