// Counts of lines, as llvm-cov exports them.
#include "src/verify/engine/line_coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace drydock::verify;

namespace {

TEST(LineCoverage, ATextOfLineCountsIsRead) {
  const LineCoverage read = line_coverage_from(
      "SF:/a.cpp\nFN:1,_Z3oncev\nFNDA:0,_Z3oncev\nFNDA:2,a.cpp:_Z5twicev\nDA:1,0\nDA:2,7\n"
      "end_of_record\nSF:/b.h\nFNDA:1,_Z3oncev\nFNDA:0,b.c:other\nDA:9,0\nend_of_record\n");
  ASSERT_EQ(read.files.size(), 2U);
  EXPECT_EQ(read.lines(), 3U);
  EXPECT_EQ(read.reached(), 1U);
  EXPECT_THAT(read.files[1].missed, ::testing::ElementsAre(9U));
  EXPECT_THAT(read.never_reached, ::testing::ElementsAre("other"));
}

TEST(LineCoverage, RowsBeforeTheFirstFileAreIgnored) {
  const LineCoverage read = line_coverage_from("TN:\nDA:1,0\nSF:/a.cpp\nDA:2,1\n");
  EXPECT_EQ(read.lines(), 1U);
  EXPECT_EQ(read.reached(), 1U);
  EXPECT_TRUE(read.never_reached.empty());
}

}  // namespace
