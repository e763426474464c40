// Paged code: by its macro, and by the section it lies in.
#include "src/nt/driver/paged_code.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::testing;

TEST(IrqlRules, N014PagedCodeAtDispatchLevelIsFound) {
  expect_found("N-014", driver_with(R"(
  KIRQL old;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  Paged();
  KeLowerIrql(old);)",
                                    "static VOID Paged(VOID) {\n  PAGED_CODE();  // here\n}\n"));
}

TEST(IrqlRules, N014PagedCodeAtApcLevelIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL old;
  Paged();
  KeRaiseIrql(APC_LEVEL, &old);
  Paged();
  KeLowerIrql(old);)",
                            "static VOID Paged(VOID) { PAGED_CODE(); }\n"));
}

// kernel/when-should-code-and-data-be-pageable-.md: by its section, without the macro.
TEST(IrqlRules, N014FunctionOfAPagedSectionIsFound) {
  expect_found("N-014", driver_with(R"(
  KIRQL old;
  Paged();
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  Paged();  // here
  KeLowerIrql(old);)",
                                    R"(
volatile LONG count;
VOID Paged(VOID);
#pragma alloc_text(PAGE, Paged)
VOID Paged(VOID) {
  ++count;
}
)"));
}

TEST(IrqlRules, N014LockedSectionsAndTemplatesAreSilent) {
  expect_silent(driver_with(R"(
  KIRQL old;
  PVOID section = MmLockPagableCodeSection((PVOID)Paged);
  MmLockPagableSectionByHandle(section);
  MmUnlockPagableImageSection(section);
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  Paged();
  KeLowerIrql(old);
  MmUnlockPagableImageSection(section);
  Paged();)",
                            R"(
volatile LONG count;
#pragma code_seg("PAGEX")
VOID Paged(VOID) { ++count; }
#pragma code_seg()
)"));
  const Life life = life_of(R"(#include <ntddk.h>
volatile LONG count;
#pragma code_seg("PAGE")
template <typename T> __declspec(noinline) void Add(T value) { count += value; }
struct Counter {
  __declspec(noinline) Counter() { ++count; }
  __declspec(noinline) ~Counter() { ++count; }
};
#pragma code_seg()
extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING) {
  driver->DriverUnload = [](PDRIVER_OBJECT) {};
  KIRQL old;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  {
    Counter counter;
    Add(1);
  }
  KeLowerIrql(old);
  return STATUS_SUCCESS;
}
)",
                            ".cpp");
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

std::string text;

TEST(PagedCode, TheListenerRunsBeforeTheFindingIsRaised) {
  text.clear();
  drydock::nt::on_paged_code([](const std::string& message) { text = message; });
  const drydock::rules::FindingLog log;
  drydock::nt::raise_paged_code("a function runs where it may not");
  drydock::nt::on_paged_code(nullptr);
  EXPECT_EQ(text, "a function runs where it may not");
  drydock::nt::raise_paged_code("another one");
  EXPECT_EQ(text, "a function runs where it may not");
  const auto findings = log.findings();
  ASSERT_EQ(count(findings, "N-014"), 2U) << text_of(findings);
  EXPECT_EQ(findings[1].message, "another one");
}

}  // namespace
