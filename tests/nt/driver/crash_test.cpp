// Drivers that crash: each ends with a finding, and the process goes on.
#include "src/nt/driver/crash.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/nt/driver/driver_end.h"
#include "tests/support/sanitized.h"

namespace {

using namespace drydock::testing;
using ::testing::HasSubstr;
namespace rules = drydock::rules;

void expect_crash(const std::string& source, const std::string& words) {
  const Life it = life_of(source);
  expect_dead_at_mark(it, source, "N-061", words);
  EXPECT_THAT(first(it.findings, "N-061").message, HasSubstr("DriverEntry crashed"));
}

// debugger/bug-check-0x7e--system-thread-exception-not-handled.md
TEST(CrashRules, N061WriteThroughNullIsFound) {
  expect_crash(
      driver_of("static volatile int* bad = 0;", "  *bad = 1;  // HERE\n  return STATUS_SUCCESS;"),
      "write to 0x0 faulted");
}

TEST(CrashRules, N061GuardedFaultIsSilent) {
  const Life it = life_of(driver_of("static volatile int* bad = 0;", R"(
  __try {
    *bad = 1;
  } __except (EXCEPTION_EXECUTE_HANDLER) {
  }
  return STATUS_SUCCESS;)"));
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

constexpr const char* kInitialization = R"(
volatile LONG count;
VOID Prepare(VOID);
#pragma alloc_text(INIT, Prepare)
VOID Prepare(VOID) {
  ++count;
}
static VOID Leave(PDRIVER_OBJECT driver) {
  UNREFERENCED_PARAMETER(driver);
  BODY
}
)";

std::string with_unload(const std::string& body) {
  std::string out = kInitialization;
  return out.replace(out.find("BODY"), 4, body);
}

// kernel/writing-a-driverentry-routine.md
TEST(CrashRules, N072CodeThatIsDiscardedIsFound) {
  const std::string source =
      driver_of(with_unload("__try {\n  Prepare();  // HERE\n  } __except (1) {}"),
                "  Prepare();\n  driver->DriverUnload = Leave;\n  return STATUS_SUCCESS;");
  const Life it = life_of(source);
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_FALSE(it.alive);
  ASSERT_EQ(it.findings.size(), 1u) << text_of(it.findings);
  EXPECT_TRUE(mentions_line(first(it.findings, "N-072"), "driver.c", line_of(source, "HERE")))
      << text_of(it.findings);
}

TEST(CrashRules, N072InitializationIsSilent) {
  const Life it =
      life_of(driver_of(with_unload("++count;"),
                        "  Prepare();\n  driver->DriverUnload = Leave;\n  return STATUS_SUCCESS;"));
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

TEST(Crash, ReadOfABadAddress) {
  expect_crash(
      driver_of("static volatile int* bad = (volatile int*)0x4560;", "  return *bad;  // HERE"),
      "read of 0x4560 faulted");
}

TEST(Crash, AddressThatCannotExist) {
  expect_crash(driver_of("static volatile int* bad = (volatile int*)0x1234567812345678;",
                         "  return *bad;  // HERE"),
               "an address that cannot exist");
}

TEST(Crash, DivisionByZero) {
  expect_crash(driver_of("static volatile int zero = 0;", "  return 7 / zero;  // HERE"),
               "0xc0000094");
}

TEST(Crash, IllegalInstruction) {
  expect_crash(driver_of("", "  __asm__ volatile(\"ud2\");  // HERE\n  return STATUS_SUCCESS;"),
               "0xc000001d");
}

TEST(Crash, Breakpoint) {
  expect_crash(driver_of("", "  __debugbreak();  // HERE\n  return STATUS_SUCCESS;"), "0x80000003");
}

TEST(Crash, CallThroughABadPointer) {
  expect_crash(driver_of("static NTSTATUS (*volatile call)(void) = 0;",
                         "  NTSTATUS status = call();  // HERE\n  return status + 1;"),
               "read of 0x0 faulted");
}

TEST(Crash, InsideALibraryFunctionThatTheDriverCalled) {
  expect_crash(
      driver_of("static char* volatile bad = (char*)16; static volatile SIZE_T size = 100;",
                "  memset(bad, 1, size);  // HERE\n  return STATUS_SUCCESS;"),
      "write to 0x10 faulted");
}

TEST(Crash, InsideTheExecutive) {
  expect_crash(driver_of("static KEVENT* volatile bad = (KEVENT*)16;",
                         "  KeSetEvent(bad, 0, FALSE);  // HERE\n  return STATUS_SUCCESS;"),
               "faulted");
}

TEST(Crash, Abort) {
  if (kThreadSanitized) GTEST_SKIP() << "the sanitizer's own part of abort() lies in the program";
  expect_crash(driver_of("void abort(void);", "  abort();  // HERE\n  return STATUS_SUCCESS;"),
               "abort() was called");
}

TEST(Crash, StackOverflow) {
  const Life it = life_of(driver_of(R"(
static int __declspec(noinline) down(volatile int* above) {
  volatile int here[64];
  here[0] = *above + 1;
  return down(here) + here[0];
})",
                                    "  volatile int start = 0;\n  return down(&start) == 0;"));
  EXPECT_FALSE(it.alive);
  ASSERT_EQ(it.findings.size(), 1u) << text_of(it.findings);
  EXPECT_TRUE(has(it.findings, "N-061"));
}

TEST(Crash, DestroyedStack) {
  if (kThreadSanitized) GTEST_SKIP() << "the sanitizer follows the stack too";
  const Life it = life_of(driver_of(R"(
static void __declspec(noinline) smash(void) {
  volatile char* volatile here = (volatile char*)__builtin_frame_address(0);
  for (int i = 0; i < 48; ++i) here[i] = 0x41;
})",
                                    "  smash();\n  return STATUS_SUCCESS;"));
  EXPECT_FALSE(it.alive);
  EXPECT_TRUE(has(it.findings, "N-061")) << text_of(it.findings);
}

// A fault at DISPATCH_LEVEL stops Windows whatever guards the code: debugger/bug-check-0xd1.
TEST(Crash, GuardDoesNotHelpAtDispatchLevel) {
  const Life it = life_of(driver_of("static volatile int* bad = 0;", R"(
  KIRQL old;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  __try {
    *bad = 1;
  } __except (EXCEPTION_EXECUTE_HANDLER) {
  }
  KeLowerIrql(old);
  return STATUS_SUCCESS;)"));
  EXPECT_TRUE(has(it.findings, "N-061")) << text_of(it.findings);
  EXPECT_FALSE(it.alive);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
}

TEST(Crash, InUnloadEndsTheLifeToo) {
  const std::string source = R"(#include <ntddk.h>
static VOID Unload(PDRIVER_OBJECT driver) {
  *(volatile int*)8 = 1;  // HERE
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->DriverUnload = Unload;
  return STATUS_SUCCESS;
})";
  const Life it = life_of(source);
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_FALSE(it.alive);
  ASSERT_EQ(it.findings.size(), 1u) << text_of(it.findings);
  EXPECT_TRUE(mentions_line(it.findings[0], "driver.c", line_of(source, "HERE")))
      << text_of(it.findings);
}

TEST(Crash, DebtsOfADriverThatCrashedAreNoFinding) {
  const Life it = life_of(driver_of("static volatile int* bad = 0; static KTIMER timer;", R"(
  LARGE_INTEGER later;
  later.QuadPart = -100000000;
  KeInitializeTimer(&timer);
  KeSetTimer(&timer, later, NULL);
  ExAllocatePoolWithTag(NonPagedPool, 64, 'tset');
  *bad = 1;
  return STATUS_SUCCESS;)"));
  ASSERT_EQ(it.findings.size(), 1u) << text_of(it.findings);
  EXPECT_TRUE(has(it.findings, "N-061"));
}

// wdm/nf-wdm-kebugcheckex.md: here it ends the driver, never the process.
TEST(Crash, BugCheckEndsTheDriverOnly) {
  const std::string source =
      driver_of("", "  KeBugCheckEx(0xE2, 1, 2, 3, 4);  // HERE\n  return STATUS_SUCCESS;");
  const Life it = life_of(source);
  EXPECT_FALSE(it.alive);
  EXPECT_TRUE(mentions_line(first(it.findings, "N-060"), "driver.c", line_of(source, "HERE")))
      << text_of(it.findings);
  EXPECT_EQ(life_of(driver_of("", "  return STATUS_SUCCESS;")).status, STATUS_SUCCESS);
}

TEST(Crash, OnManyThreadsAtOnce) {
  const auto file = build_driver(
      driver_of("static volatile int* bad = 0;", "  *bad = 1; return STATUS_SUCCESS;"));
  const rules::FindingLog log;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 10; ++j) {
        const auto driver = drydock::nt::LoadedDriver::load(file);
        EXPECT_EQ(driver->start(), STATUS_DRIVER_UNABLE_TO_LOAD);
        driver->unload();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count(log.findings(), "N-061"), 40u);
}

// Where no driver runs the process dies as it would have.
TEST(CrashDeathTest, FaultOfTheHostIsNotSwallowed) {
  drydock::nt::guard_thread();
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        drydock::nt::guard_thread();
        *reinterpret_cast<volatile int*>(8) = 1;
      },
      "");
}

}  // namespace
