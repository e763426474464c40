// `drydock cc --sanitize`, and then `drydock load` and `drydock verify` in a fresh shell, with the
// host's pool under the sanitizer's watch (src/nt/pool/pool_shadow.cpp).
#include "src/cli/with_sanitizers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/run.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

using ::drydock::testing::drydock;
using ::drydock::testing::line_of;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;

// Each DEFECT in a function of its own.
const std::string kDefects = R"(#include <ntddk.h>
static volatile ULONG table[4];
static volatile ULONG zero = 0, kept;
__declspec(noinline) static ULONG Shift(ULONG n) {
  return 1u << n;  // SHIFT
}
__declspec(noinline) static VOID Overflow(PUCHAR bytes, ULONG n) {
  bytes[n] = 1;  // OVERFLOW
}
__declspec(noinline) static ULONG UseFreed(PULONG words) {
  return words[1];  // FREED
}
__declspec(noinline) static ULONG Global(volatile ULONG* words, ULONG n) {
  return words[n];  // GLOBAL
}
__declspec(noinline) static ULONG Local(ULONG n) {
  volatile ULONG words[4] = {1, 2, 3, 4};
  volatile ULONG* at = words;
  return at[n];  // LOCAL
}
static VOID Unload(PDRIVER_OBJECT driver) { UNREFERENCED_PARAMETER(driver); }
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  PUCHAR block = ExAllocatePool2(POOL_FLAG_NON_PAGED, BYTES, 'tinaS');
  UNREFERENCED_PARAMETER(path);
  driver->DriverUnload = Unload;
  if (block == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  block[0] = 0;
  if (DEFECT == 1) block[1] = (UCHAR)Shift(zero + 40);
  if (DEFECT == 2) Overflow(block, zero + BYTES + 2);
  if (DEFECT == 3) RtlFillMemory(block, BYTES + zero + 1, 1);  // COPY
  if (DEFECT == 4) kept = Global(table, zero + 4);
  if (DEFECT == 5) kept = Local(zero + 4);
  ExFreePoolWithTag(block, 'tinaS');
  if (DEFECT == 6) kept = UseFreed((PULONG)block);
  return STATUS_SUCCESS;
})";

class Sanitize : public ::testing::Test {
 protected:
  void SetUp() override {
    if (drydock::testing::kAddressSanitized || drydock::testing::kThreadSanitized)
      GTEST_SKIP() << "the process has the runtime already, with options of its own";
  }

  // The path of the driver with this defect.
  std::string built(int defect, const std::string& options, int bytes = 20) {
    const std::string source = folder_.write("driver.c", kDefects);
    const std::string driver = folder_.path() / ("driver" + std::to_string(defect) + ".so");
    const Outcome outcome =
        drydock("cc --kind avstream " + options + " -DBYTES=" + std::to_string(bytes) +
                " -DDEFECT=" + std::to_string(defect) + " " + source + " -o " + driver);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return driver;
  }

  // The report of a driver's life.
  std::string life(int defect, const std::string& options = "--sanitize=address,undefined",
                   int bytes = 20) {
    return run("env -u LD_PRELOAD -u ASAN_OPTIONS -u UBSAN_OPTIONS " DRYDOCK_PROGRAM " load " +
               built(defect, options, bytes))
        .output;
  }

  static std::string at(const char* mark) {
    return "driver.c:" + std::to_string(line_of(kDefects, mark)) + ")";
  }

  TempFolder folder_;
};

TEST_F(Sanitize, CleanDriverIsSilent) {
  for (const char* options : {"--sanitize=address,undefined", "--sanitize=address",
                              "--sanitize=undefined", "--sanitize=thread,undefined"}) {
    EXPECT_THAT(life(0, options), HasSubstr("DriverEntry returned 0x00000000; 0 findings, 0 lints"))
        << options;
  }
}

TEST_F(Sanitize, OverflowOfPoolIsFoundWhereItIsWritten) {
  EXPECT_THAT(life(2), AllOf(HasSubstr("N-004 fatal"), HasSubstr("#0 Overflow"),
                             HasSubstr(at("// OVERFLOW")), HasSubstr("1 findings")));
  EXPECT_THAT(life(3), AllOf(HasSubstr("N-004 fatal"), HasSubstr(at("// COPY"))));
}

TEST_F(Sanitize, OverflowOfALargeBlockIsFoundWhereItIsWritten) {
  EXPECT_THAT(life(2, "--sanitize=address", 300'000),
              AllOf(HasSubstr("N-004 fatal"), HasSubstr(at("// OVERFLOW"))));
}

TEST_F(Sanitize, UseOfFreedPoolIsFoundWhereItIsRead) {
  for (const int bytes : {20, 300'000}) {
    EXPECT_THAT(life(6, "--sanitize=address", bytes),
                AllOf(HasSubstr("N-005 fatal"), HasSubstr("#0 UseFreed"), HasSubstr(at("// FREED")),
                      HasSubstr("1 findings")))
        << bytes;
  }
}

TEST_F(Sanitize, UndefinedShiftIsFoundAndTheDriverGoesOn) {
  for (const char* options : {"--sanitize=address,undefined", "--sanitize=undefined",
                              "--sanitize=thread,undefined", "--sanitize=shift"}) {
    EXPECT_THAT(life(1, options),
                AllOf(HasSubstr("hift exponent 40 is too large"), HasSubstr(at("// SHIFT")),
                      HasSubstr("DriverEntry returned 0x00000000; 1 findings")))
        << options;
  }
}

TEST_F(Sanitize, OverflowsOfGlobalsAndOfTheStackAreFoundByTheirNames) {
  EXPECT_THAT(life(4), AllOf(HasSubstr("global-buffer-overflow"), HasSubstr("'table'"),
                             HasSubstr(at("// GLOBAL")), HasSubstr("1 findings")));
  EXPECT_THAT(life(5), AllOf(HasSubstr("stack-buffer-overflow"), HasSubstr("'words'"),
                             HasSubstr(at("// LOCAL")), HasSubstr("1 findings")));
}

TEST_F(Sanitize, WhatOfNoUseIsRefused) {
  const std::string source = folder_.write("driver.c", kDefects);
  const std::string words = " " + source + " -o " + (folder_.path() / "x.so").string();
  for (const char* list : {"memory", "leak", "address,hwaddress"}) {
    const Outcome outcome = drydock(std::string("cc --sanitize=") + list + words);
    EXPECT_EQ(outcome.exit_code, 2) << list;
    EXPECT_THAT(outcome.output, HasSubstr("is of no use here")) << list;
  }
  const Outcome both = drydock("cc --sanitize=address,thread" + words);
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.output, HasSubstr("build two"));
}

// A compiler without the runtimes beside it, as where only the package clang-19 is installed.
TEST_F(Sanitize, AbsentRuntimeIsReportedWithWhatToInstall) {
  const std::string driver = built(0, "--sanitize=address");
  const std::string compiler =
      folder_.write("clang", "#!/bin/sh\necho \"${1#--print-file-name=}\"\n");
  run("chmod +x " + compiler);
  const Outcome outcome = run("DRYDOCK_CLANG=" + compiler + " " DRYDOCK_PROGRAM " load " + driver);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("install libclang-rt-19-dev"));
}

TEST_F(Sanitize, OptionsAndPreloadsOfTheUserStay) {
  const std::string driver = built(2, "--sanitize=address");
  const Outcome outcome =
      run("ASAN_OPTIONS=verbosity=1 LD_PRELOAD=libm.so.6 " DRYDOCK_PROGRAM " load " + driver);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("AddressSanitizer Init done"), HasSubstr("N-004")));
}

}  // namespace
