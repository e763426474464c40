// What drivers print, assert and trace.
#include "src/nt/rtl/debug.h"

#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/crt/functions.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"
#include "tests/nt/rtl/debug_listener.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

using drydock::testing::first;
using drydock::testing::Life;
using drydock::testing::life_of;
using drydock::testing::line_of;
using drydock::testing::mentions_line;
using drydock::testing::text_of;

// wdm/nf-wdm-dbgprint.md: STATUS_SUCCESS, and at most 512 bytes are transferred.
TEST_F(Debug, PrintsWithTheNotationOfWindows) {
  EXPECT_EQ(DbgPrint("%lu %ws\n", 7U, u"wide"), static_cast<ULONG>(STATUS_SUCCESS));
  EXPECT_EQ(output_, "7 wide\n");
  output_.clear();
  DbgPrint("%s", std::string(2000, 'x').c_str());
  EXPECT_EQ(output_.size(), 512u);
}

TEST_F(Debug, FilterMutesALevelOfAComponent) {
  EXPECT_TRUE(DbgQueryDebugFilterState(DPFLTR_IHVVIDEO_ID, DPFLTR_INFO_LEVEL));
  EXPECT_EQ(DbgSetDebugFilterState(DPFLTR_IHVVIDEO_ID, DPFLTR_INFO_LEVEL, FALSE), STATUS_SUCCESS);
  DbgPrintEx(DPFLTR_IHVVIDEO_ID, DPFLTR_INFO_LEVEL, "muted");
  DbgPrintEx(DPFLTR_IHVVIDEO_ID, DPFLTR_ERROR_LEVEL, "loud");
  EXPECT_FALSE(DbgQueryDebugFilterState(DPFLTR_IHVVIDEO_ID, DPFLTR_INFO_LEVEL));
  EXPECT_EQ(DbgSetDebugFilterState(DPFLTR_IHVVIDEO_ID, DPFLTR_INFO_LEVEL, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(output_, "loud");
}

TEST_F(Debug, ThereIsNoDebuggerToAnswer) {
  char response[4] = "abc";
  EXPECT_EQ(DbgPrompt("Break? ", response, sizeof response), 0u);
  EXPECT_STREQ(response, "");
  EXPECT_TRUE(KdRefreshDebuggerNotPresent());
  EXPECT_FALSE(*KdDebuggerEnabled);
  EXPECT_TRUE(*KdDebuggerNotPresent);
  EXPECT_EQ(KdDisableDebugger(), STATUS_DEBUGGER_INACTIVE);
}

TEST_F(Debug, GoesIntoTheTrace) {
  const drydock::trace::Recording recording;
  DbgPrint("seen in the trace %d", 42);
  EXPECT_NE(drydock::trace::to_text().find("seen in the trace 42"), std::string::npos);
}

constexpr int kHere = 9;

using DebugRules = Debug;

TEST_F(DebugRules, N068RtlAssertIsFound) {
  const Life result = life("if (irql == 0) RtlAssert(\"irql\", \"driver.c\", 9, \"too low\");");
  EXPECT_FALSE(result.alive);
  EXPECT_EQ(result.findings.size(), 1u);
  const auto& finding = first(result.findings, "N-068");
  EXPECT_NE(finding.message.find("too low"), std::string::npos) << text_of(result.findings);
}

TEST_F(DebugRules, N068FailedAssertionIsFound) {
  const Life result = life("NT_ASSERT(irql == 7);");
  EXPECT_FALSE(result.alive);
  const auto& finding = first(result.findings, "N-068");
  EXPECT_NE(finding.message.find("irql == 7"), std::string::npos) << text_of(result.findings);
  EXPECT_TRUE(mentions_line(finding, "driver.c", kHere)) << text_of(result.findings);
}

TEST_F(DebugRules, N068AssertionInsideATryBlockIsSilent) {
  const Life result =
      life("__try { NT_ASSERT(irql == 7); } __except (EXCEPTION_EXECUTE_HANDLER) { irql = 0; }");
  EXPECT_EQ(result.status, STATUS_SUCCESS);
  EXPECT_TRUE(result.findings.empty()) << text_of(result.findings);
}

TEST_F(Debug, BreakpointWithoutADebuggerEndsTheDriver) {
  const Life result = life("if (!KD_DEBUGGER_ENABLED) DbgBreakPoint();");
  EXPECT_FALSE(result.alive);
  EXPECT_TRUE(mentions_line(first(result.findings, "N-059"), "driver.c", kHere))
      << text_of(result.findings);
}

TEST_F(DebugRules, N068AssertionThatHoldsIsSilent) {
  const Life result =
      life("NT_ASSERT(irql == 0); ASSERT(irql == 0); KdPrint((\"level %d\", irql));");
  EXPECT_EQ(result.status, STATUS_SUCCESS);
  EXPECT_TRUE(result.findings.empty()) << text_of(result.findings);
  EXPECT_EQ(output_, "level 0");
}

// wdm/nf-wdm-dbgprint.md: "Unicode format codes … can be used only at IRQL = PASSIVE_LEVEL".
TEST_F(Debug, N018WidePrintAtDispatchIsFound) {
  const Life result =
      life("KeRaiseIrql(DISPATCH_LEVEL, &irql); DbgPrint(\"%ws\", L\"x\"); KeLowerIrql(irql);");
  EXPECT_TRUE(mentions_line(first(result.findings, "N-018"), "driver.c", kHere))
      << text_of(result.findings);
}

TEST_F(Debug, N018NarrowPrintAtDispatchIsSilent) {
  const Life result =
      life("KeRaiseIrql(DISPATCH_LEVEL, &irql); DbgPrint(\"%s\", \"x\"); KeLowerIrql(irql);");
  EXPECT_TRUE(result.findings.empty()) << text_of(result.findings);
}

}  // namespace
