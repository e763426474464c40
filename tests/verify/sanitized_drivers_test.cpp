// `drydock verify` of drivers that were built with a sanitizer: what it finds, and that correct
// ones are silent, also where calls fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run.h"
#include "tests/support/test_driver.h"

namespace {

using ::drydock::testing::build_driver;
using ::drydock::testing::drydock;
using ::drydock::testing::line_of;
using ::drydock::testing::Outcome;
using ::testing::HasSubstr;
using ::testing::Not;

// Two threads count without a lock, one after the other or at once, as the schedule wants.
const std::string kCounting = R"(#include <ntddk.h>
#include <ks.h>
static LONG Frames;
static KEVENT Ended[2];
static VOID Count(PVOID ended) {
#ifdef LOCKED
  InterlockedIncrement(&Frames);
#else
  Frames = Frames + 1; /* race */
#endif
  KeSetEvent((PKEVENT)ended, 0, FALSE);
  PsTerminateSystemThread(STATUS_SUCCESS);
}
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  HANDLE thread;
  PVOID object;
  int i;
  for (i = 0; i < 2; ++i) {
    KeInitializeEvent(&Ended[i], NotificationEvent, FALSE);
    if (!NT_SUCCESS(PsCreateSystemThread(&thread, THREAD_ALL_ACCESS, NULL, NULL, NULL, Count, &Ended[i]))) break;
    (void)ObReferenceObjectByHandle(thread, THREAD_ALL_ACCESS, *PsThreadType, KernelMode, &object, NULL);
    ZwClose(thread);
#ifdef IN_TURN
    KeWaitForSingleObject(object, Executive, KernelMode, FALSE, NULL);
#endif
    ObDereferenceObject(object);
  }
  while (i-- > 0) KeWaitForSingleObject(&Ended[i], Executive, KernelMode, FALSE, NULL);
  return KsInitializeDriver(driver, path, &descriptor);
}
)";

Outcome counted(const std::string& define) {
  const std::string driver =
      build_driver(kCounting, ".c", {"--kind", "avstream", "--sanitize=thread", "-D" + define})
          .string();
  return drydock("verify --faults none --runs 1 --scenario load.minidriver --avstream " + driver);
}

TEST(SanitizedDrivers, ARaceIsFoundAtItsLine) {
  const Outcome out = counted("PLAIN");
  EXPECT_EQ(out.exit_code, 1) << out.output;
  EXPECT_THAT(out.output, HasSubstr("N-071 violation: "));
  EXPECT_THAT(out.output, HasSubstr("#0 Count (")) << out.output;
  EXPECT_THAT(out.output,
              HasSubstr("driver.c:" + std::to_string(line_of(kCounting, "/* race */")) + ")"));
}

TEST(SanitizedDrivers, ThreadsThatAreOrderedAreSilent) {
  for (const std::string how : {"LOCKED", "IN_TURN"}) {
    const Outcome out = counted(how);
    EXPECT_EQ(out.exit_code, 0) << out.output;
    EXPECT_THAT(out.output, Not(HasSubstr("N-071")));
  }
}

// A few scenarios with every fault.
void expect_silent(const std::string& scenario, const std::string& drivers) {
  const Outcome out = drydock("verify --runs 2 --scenario '" + scenario + "' " + drivers);
  EXPECT_EQ(out.exit_code, 0) << out.output;
  EXPECT_THAT(out.output, HasSubstr("0 fatal, 0 violations, 0 lints\n"));
  EXPECT_THAT(out.output, Not(HasSubstr(" 0 with faults")));
}

TEST(SanitizedDrivers, TheSoftwareGpuIsSilent) {
  const std::string miniport = std::string("--miniport ") + SANITIZED_MINIPORT;
  expect_silent("miniport.start-stop", miniport);
  expect_silent("miniport.sleep-between-work", miniport);
  expect_silent("user-mode.create", miniport + " --umd " + SANITIZED_UMD);
}

TEST(SanitizedDrivers, TheCameraIsSilent) {
  expect_silent("minidriver.frames", std::string("--avstream ") + SANITIZED_AVSTREAM);
}

}  // namespace
