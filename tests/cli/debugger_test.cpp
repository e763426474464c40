// Drivers under a debugger (src/nt/driver/debugged.cpp, src/verify/base/debug_lines.cpp): no limit
// counts, and what the debugger ends is no finding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

using ::drydock::testing::build_driver;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Its sum is what a breakpoint stops in.
const std::string kDriver = R"(#include <ntddk.h>
#include <ks.h>
static volatile ULONG kept;
__declspec(noinline) ULONG Sum(ULONG first, const ULONG* second) {
  kept = first + *second;
  return kept + *second;
}
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  ULONG two = 2;
  DbgPrint("the sum is %lu\n", Sum(11, &two));
  return KsInitializeDriver(driver, path, &descriptor);
})";

class Debugger : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run("gdb --version").exit_code != 0) GTEST_SKIP() << "gdb is not installed";
    if (drydock::testing::kAddressSanitized || drydock::testing::kThreadSanitized)
      GTEST_SKIP() << "the leak sanitizer ends programs under a debugger";
  }

  static std::string driver() {
    static const std::string path = build_driver(kDriver, ".c", {"--kind", "avstream"}).string();
    return path;
  }

  // What gdb and the program print when it stops at the driver's function and goes on with this.
  static std::string stopped(const std::string& then, const std::string& arguments) {
    return run("gdb -q -nx -batch -ex 'set breakpoint pending on' -ex 'set debuginfod enabled off' "
               "-ex 'set follow-fork-mode child' -ex 'break Sum' -ex run -ex 'info args' " +
               then + " --args " DRYDOCK_PROGRAM " " + arguments)
        .output;
  }
};

TEST_F(Debugger, LimitOfLoadDoesNotCountAndArgumentsAreRight) {
  const std::string text =
      stopped("-ex 'shell sleep 1.5' -ex continue", "load --limit 300 " + driver());
  EXPECT_THAT(text,
              AllOf(HasSubstr("first = 11"), HasSubstr("0 findings"), Not(HasSubstr("N-062"))));
}

TEST_F(Debugger, LimitOfVerifyDoesNotCount) {
  const std::string text = stopped(
      "-ex 'shell sleep 2' -ex continue",
      "verify --jobs 1 --limit 700 --scenario load.minidriver --fault none --avstream " + driver());
  EXPECT_THAT(text, AllOf(HasSubstr("first = 11"), HasSubstr("0 fatal"), Not(HasSubstr("N-062"))));
}

TEST_F(Debugger, ARunThatTheDebuggerEndsIsNoFinding) {
  const std::string text =
      stopped("-ex 'shell sleep 1' -ex kill -ex 'shell sleep 1'",
              "verify --jobs 1 --scenario load.minidriver --fault none --avstream " + driver());
  EXPECT_THAT(text, AllOf(HasSubstr("the debugger has ended the run"), Not(HasSubstr("N-061"))));
}

TEST(DebugOutput, OfLoadAndOfVerifyAppears) {
  const std::string driver = build_driver(kDriver, ".c", {"--kind", "avstream"}).string();
  EXPECT_THAT(drydock::testing::drydock("load --debug-output " + driver).output,
              HasSubstr("the sum is 15\n"));
  const std::string verify = "verify --scenario load.minidriver --avstream " + driver;
  EXPECT_THAT(drydock::testing::drydock(verify + " --debug-output").output,
              HasSubstr("load.minidriver: the sum is 15\n"));
  EXPECT_THAT(drydock::testing::drydock(verify).output, Not(HasSubstr("the sum is")));
}

// What the trace preprocessor makes of a message.
const std::string kTracing = R"(#include <ntddk.h>
#include <ks.h>
#define WPP_CONTROL_GUIDS \
    WPP_DEFINE_CONTROL_GUID(Guid, (1a2b3c4d, 1111, 2222, 3333, 0123456789ab), WPP_DEFINE_BIT(TRACE_DRIVER))
// begin_wpp config
// FUNC TraceFailure{LEVEL=TRACE_LEVEL_ERROR, FLAGS=TRACE_DRIVER}(MSG, ...);
// end_wpp
#include "driver.tmh"
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  WPP_INIT_TRACING(driver, path);
  TraceFailure("the sensor says %!STATUS!", STATUS_DEVICE_NOT_READY);
  WPP_CLEANUP(driver);
  return KsInitializeDriver(driver, path, &descriptor);
})";

TEST(DebugOutput, OfTracesAppears) {
  const std::string driver = build_driver(kTracing, ".c", {"--kind", "avstream"}).string();
  EXPECT_THAT(drydock::testing::drydock("verify --scenario load.minidriver --avstream " + driver +
                                        " --debug-output")
                  .output,
              ::testing::ContainsRegex("load.minidriver: .*DriverEntry: the sensor says "
                                       "0xC00000A3\\(STATUS_DEVICE_NOT_READY\\)\n"));
}

}  // namespace
