// The findings that a program gets of the rules that its drivers break.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/drydock.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

// A driver that is no miniport: the dock refuses it after it has run, and what it left is found.
std::filesystem::path leaking_driver() {
  return build_driver(driver_of("", R"(
  void* const block = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'kaeL');
  return block == 0 ? STATUS_NO_MEMORY : STATUS_SUCCESS;
)"));
}

TEST(Findings, SayEverythingOfABrokenRule) {
  Findings findings;
  Dock dock;
  EXPECT_THROW(dock.plug(leaking_driver()), DockError);

  const std::vector<Finding> leaks = findings.of("N-008");
  ASSERT_THAT(leaks, SizeIs(1));
  const Finding& leak = leaks.front();
  EXPECT_EQ(leak.rule, rules::RuleId("N-008"));
  EXPECT_EQ(leak.severity, rules::find("N-008").severity);
  EXPECT_EQ(leak.party, rules::find("N-008").party);
  EXPECT_THAT(leak.driver, StartsWith("driver"));
  EXPECT_THAT(leak.object, HasSubstr("64 bytes"));
  EXPECT_THAT(leak.text, HasSubstr("N-008"));
  EXPECT_THAT(leak.text, HasSubstr(leak.message));
  ASSERT_FALSE(leak.stacks.empty());
  ASSERT_FALSE(leak.stacks.front().frames.empty());
  EXPECT_EQ(leak.stacks.front().frames.front().function, "DriverEntry");
  EXPECT_GT(leak.stacks.front().frames.front().line, 0);
}

TEST(Findings, OfAGoodLifeThereAreNone) {
  Findings findings;
  {
    Dock dock;
    dock.plug(Dock::software_gpu());
    Process client = dock.process();
    client.end();
  }
  EXPECT_TRUE(findings.empty());
  EXPECT_THAT(findings.all(), IsEmpty());
}

TEST(Findings, ArePrintedOnStandardError) {
  Findings findings;
  ::testing::internal::CaptureStderr();
  findings.print();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  {
    Dock dock;
    EXPECT_THROW(dock.plug(leaking_driver()), DockError);
  }
  std::string expected;
  for (const Finding& each : findings.all()) expected += each.text + "\n";
  EXPECT_THAT(expected, HasSubstr("N-008"));
  ::testing::internal::CaptureStderr();
  findings.print();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), expected);
}

TEST(Findings, TheNewestReceives) {
  Findings outer;
  {
    Findings inner;
    Dock dock;
    EXPECT_THROW(dock.plug(leaking_driver()), DockError);
    EXPECT_FALSE(inner.empty());
    inner.clear();
    EXPECT_TRUE(inner.empty());
  }
  EXPECT_TRUE(outer.empty());
}

}  // namespace
}  // namespace drydock::testing
