// The finding about a process that a run ended.
#include "src/verify/engine/crash_finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

using namespace drydock;
using namespace drydock::verify;
using ::testing::HasSubstr;

namespace {

constexpr int kExitedWith3 = 3 << 8;  // as wait() encodes it

TEST(CrashFinding, ACrashInADriverNamesItsEntryPoint) {
  ProcessEnd end;
  end.exit_status = 1 << 8;
  end.report.signal = SIGSEGV;
  end.report.place = {"gpu", "DxgkDdiStartDevice", {{"start", "/a.cpp", 1, "gpu.so"}}};
  const rules::Finding finding = finding_of(end);
  EXPECT_EQ(finding.rule->id, "N-061");
  EXPECT_EQ(finding.message, "DxgkDdiStartDevice crashed: Segmentation fault");
  EXPECT_EQ(finding.driver, "gpu");
  ASSERT_EQ(finding.stacks.size(), 1U);
  EXPECT_EQ(finding.stacks[0].frames.at(0).function, "start");
}

TEST(CrashFinding, AnExitOutsideOfDriversHasTheLastLineOfTheOutput) {
  ProcessEnd end;
  end.exit_status = kExitedWith3;
  end.output = "first\ncannot go on\n";
  const rules::Finding finding = finding_of(end);
  EXPECT_EQ(finding.rule->id, "N-061");
  EXPECT_THAT(finding.message, HasSubstr("the run ended the process with exit code 3"));
  EXPECT_THAT(finding.message, HasSubstr("last words: cannot go on"));
  EXPECT_TRUE(finding.stacks.empty());
}

TEST(CrashFinding, AnExceededLimitIsNoCrash) {
  ProcessEnd end;
  end.exit_status = SIGKILL;
  end.exceeded_limit = "has not returned within 200 ms";
  end.report.place.driver = "gpu";
  end.report.place.entry_point = "DriverEntry";
  const rules::Finding finding = finding_of(end);
  EXPECT_EQ(finding.rule->id, "N-062");
  EXPECT_EQ(finding.message, "DriverEntry has not returned within 200 ms");
}

TEST(CrashFinding, AStandstillNamesWaitsInDriversFirst) {
  ProcessEnd end;
  end.report.standstill = StandstillReport{
      true, {{"host strand", {}}, {"first", {{"wait_for_ring", "/a.cpp", 3, "/drivers/gpu.so"}}}}};
  const rules::Finding finding = finding_of(end);
  EXPECT_EQ(finding.rule->id, "N-062");
  EXPECT_EQ(finding.driver, "gpu");
  EXPECT_THAT(finding.message, HasSubstr("'first' waits in wait_for_ring; 'host strand' waits"));
  ASSERT_EQ(finding.stacks.size(), 2U);
  EXPECT_EQ(finding.stacks[0].label, "first waits");
}

}  // namespace
