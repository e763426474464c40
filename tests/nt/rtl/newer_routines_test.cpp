#include "src/nt/rtl/newer_routines.h"

#include <gtest/gtest.h>

namespace {

using drydock::nt::first_build_with;

TEST(NewerRoutines, KnowTheBuildThatFirstHadThem) {
  EXPECT_EQ(first_build_with("ExAllocatePool2"), 19041U);  // the first of the table
  EXPECT_EQ(first_build_with("KeQuerySystemTimePrecise"), 9200U);
  EXPECT_EQ(first_build_with("ExSetTimer"), 9600U);
  EXPECT_EQ(first_build_with("MmMapIoSpaceEx"), 10240U);
  EXPECT_EQ(first_build_with("PoFxUnregisterDevice"), 9200U);  // the last
}

TEST(NewerRoutines, OldOnesWereAlwaysThere) {
  for (const char* old : {"", "ExAllocatePoolWithTag", "ExAllocatePool", "ExAllocatePool20",
                          "KeSetEvent", "ZwClose", "exallocatepool2"})
    EXPECT_EQ(first_build_with(old), 0U) << old;
}

}  // namespace
