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

extern "C" {
void drydock_wpp_trace(const char* level, const char* flags, const char* file, int line,
                       const char* function, const char* format, ...);
void drydock_wpp_trace_wide(const char* level, const char* flags, const char* file, int line,
                            const char* function, const void* format, ...);
}

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

TEST_F(Debug, NobodyAnswers) {
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

TEST_F(Debug, TraceNotation) {
  const GUID guid = {0x65E8773D, 0x8F56, 0x11D0, {0xA3, 0xB9, 0x00, 0xA0, 0xC9, 0x22, 0x31, 0x96}};
  drydock_wpp_trace("ERROR", "INIT", "dir/driver.c", 12, "Start",
                    "%!FUNC! %!FILE!:%!LINE! %!STATUS! %!HRESULT!", STATUS_INVALID_PARAMETER,
                    0x80070057);
  EXPECT_EQ(output_,
            "ERROR Start: Start driver.c:12 0xC000000D(STATUS_INVALID_PARAMETER) "
            "0x80070057(E_INVALIDARG)");
  output_.clear();
  drydock_wpp_trace("", "", "f.c", 1, "F", "%!GUID! %!IRQL! %!LEVEL!%!FLAGS!%!mode! %d", &guid,
                    DISPATCH_LEVEL, 5, 6);
  EXPECT_EQ(output_, "F: {65E8773D-8F56-11D0-A3B9-00A0C9223196} DISPATCH_LEVEL 5 6");
  output_.clear();
  drydock_wpp_trace_wide("L", "F", "f.c", 1, "G", u"%s %!STATUS! %!bool!", u"wide", 0xE0001234, 1);
  EXPECT_EQ(output_, "L G: wide 0xE0001234 TRUE");
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
