// Structured exceptions in drivers, in C and in C++.
#include "src/nt/driver/seh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

class Seh : public ::testing::TestWithParam<const char*> {
 protected:
  static Life life(const std::string& helpers, const std::string& body) {
    return life_of(driver_of(helpers, body), GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(Languages, Seh, ::testing::Values(".c", ".cpp"), [](const auto& info) {
  return info.param[1] == 'c' && info.param[2] == 0 ? "C" : "Cxx";
});

// wdm/nf-wdm-exraisestatus.md
TEST_P(Seh, RaisedStatusIsTheExceptionCode) {
  const Life it = life("", R"(
  NTSTATUS status = STATUS_SUCCESS;
  __try {
    ExRaiseStatus(STATUS_INSUFFICIENT_RESOURCES);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    status = GetExceptionCode();
  }
  return status == STATUS_INSUFFICIENT_RESOURCES ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

TEST_P(Seh, BadUserPointerIsCaughtWithAddressAndDirection) {
  const Life it = life("static volatile ULONG* bad = (volatile ULONG*)0x1230;", R"(
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  __try {
    *bad = 1;
  } __except (GetExceptionInformation()->ExceptionRecord->ExceptionInformation[1] == 0x1230 &&
                      GetExceptionInformation()->ExceptionRecord->ExceptionInformation[0] == 1
                  ? EXCEPTION_EXECUTE_HANDLER
                  : EXCEPTION_CONTINUE_SEARCH) {
    status = GetExceptionCode() == STATUS_ACCESS_VIOLATION ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
  }
  return status;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

TEST_P(Seh, DivisionByZeroIsCaught) {
  const Life it = life("static volatile int zero = 0;", R"(
  NTSTATUS status = STATUS_SUCCESS;
  __try {
    zero = 7 / zero;
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    status = GetExceptionCode();
  }
  return status == STATUS_INTEGER_DIVIDE_BY_ZERO ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

TEST_P(Seh, FilterThatDeclinesHandsTheExceptionToTheOuterBlock) {
  const Life it = life(
      "static int filters = 0; static LONG decline(void) { filters++; return "
      "EXCEPTION_CONTINUE_SEARCH; }",
      R"(
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  __try {
    __try {
      ExRaiseStatus(STATUS_DATA_ERROR);
    } __except (decline()) {
      return STATUS_INTERNAL_ERROR;
    }
  } __except (GetExceptionCode() == STATUS_DATA_ERROR ? EXCEPTION_EXECUTE_HANDLER : EXCEPTION_CONTINUE_SEARCH) {
    status = filters == 1 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
  }
  return status;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

TEST_P(Seh, FinallyRunsOnFaultAndTheOuterBlockHandles) {
  const Life it = life("static volatile int* bad = (volatile int*)8; static int steps = 0;", R"(
  __try {
    __try {
      steps = 1;
      *bad = 1;
      steps = 100;
    } __finally {
      steps += AbnormalTermination() ? 10 : 1000;
    }
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    steps += 100;
  }
  return steps == 111 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

TEST_P(Seh, FinallyRunsAtTheEndAtLeaveAndAtReturn) {
  const Life it = life(R"(
static int ran = 0;
static int early(int way) {
  __try {
    if (way == 0) return 7;
    if (way == 1) __leave;
    ran += 100;
  } __finally {
    ran += 1;
  }
  return 8;
})",
                       R"(
  int first = early(0), second = early(1), third = early(2);
  return first == 7 && second == 8 && third == 8 && ran == 103 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

TEST_P(Seh, ExceptionInAHandlerGoesToTheOuterBlock) {
  const Life it = life("", R"(
  NTSTATUS status = STATUS_SUCCESS;
  __try {
    __try {
      ExRaiseStatus(STATUS_DATA_ERROR);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
      ExRaiseAccessViolation();
    }
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    status = GetExceptionCode();
  }
  return status == STATUS_ACCESS_VIOLATION ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

TEST_P(Seh, ExceptionFromACalledFunctionIsCaughtByTheCaller) {
  const Life it = life(
      "static void deep(int n) { if (n == 0) ExRaiseDatatypeMisalignment(); deep(n - 1); }", R"(
  NTSTATUS status = STATUS_SUCCESS;
  __try {
    deep(20);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    status = GetExceptionCode();
  }
  return status == STATUS_DATATYPE_MISALIGNMENT ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

TEST_P(Seh, LocalVariablesChangedInTheBlockKeepTheirValues) {
  const Life it = life("static int __declspec(noinline) one(void) { return 1; }", R"(
  int a = one(), b = one(), c = one(), d = one(), e = one(), f = one(), g = one();
  __try {
    a += 1; b += 2; c += 3; d += 4; e += 5; f += 6; g += one();
    ExRaiseStatus(STATUS_DATA_ERROR);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    return a == 2 && b == 3 && c == 4 && d == 5 && e == 6 && f == 7 && g == 2 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
  }
  return STATUS_UNSUCCESSFUL;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

TEST_P(Seh, BlocksInALoopLeaveNoFrameBehind) {
  const Life it = life("", R"(
  int caught = 0;
  for (int i = 0; i < 1000; ++i) {
    __try {
      if (i % 2) ExRaiseStatus(STATUS_DATA_ERROR);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
      ++caught;
    }
  }
  return caught == 500 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

TEST_P(Seh, BreakAndContinueLeaveTheDriversOwnLoop) {
  const Life it = life("static int after = 0, finals = 0;", R"(
  int i;
  for (i = 0; i < 10; ++i) {
    __try {
      if (i == 2) continue;
      if (i == 5) break;
    } __finally {
      ++finals;
    }
    ++after;
  }
  if (i != 5 || after != 4 || finals != 6) return STATUS_UNSUCCESSFUL;
  for (i = 0; i < 10; ++i) {
    __try {
      if (i % 2) ExRaiseStatus(STATUS_DATA_ERROR);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
      if (i < 5) continue;
      break;
    }
    ++after;
  }
  if (i != 5 || after != 4 + 3) return STATUS_UNSUCCESSFUL + 1;
  switch (i) {
    case 5:
      __try {
        break;
      } __except (EXCEPTION_EXECUTE_HANDLER) {
      }
      return STATUS_UNSUCCESSFUL + 2;
    default:
      return STATUS_UNSUCCESSFUL + 3;
  }
  return STATUS_SUCCESS;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

// c-language/abnormaltermination: only the end of the block and __leave are normal.
TEST_P(Seh, AbnormalTerminationKnowsHowTheBlockWasLeft) {
  const Life it = life(R"(
static int abnormal = 0;
static void leave(int way) {
  int once = 1;
  while (once--) {
    __try {
      if (way == 1) __leave;
      if (way == 2) return;
      if (way == 3) break;
      if (way == 4) goto out;
    } __finally {
      if (AbnormalTermination()) abnormal |= 1 << way;
    }
  }
out:
  return;
})",
                       R"(
  for (int way = 0; way < 5; ++way) leave(way);
  return abnormal == 0x1C ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL + abnormal;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

TEST_P(Seh, GuardedBlockIsOneStatement) {
  const Life it = life("static int taken = 0;", R"(
  if (taken)
    __try { taken = 100; } __finally { taken = 200; }
  else
    __try { taken = 1; } __except (EXCEPTION_EXECUTE_HANDLER) { taken = 300; }
  return taken == 1 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

// Where the words come from a macro, the plain form of the header serves.
TEST_P(Seh, MacrosMayHoldTheWords) {
  const Life it =
      life("#define TRY __try {\n#define CATCH } __except (EXCEPTION_EXECUTE_HANDLER) {\n", R"(
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  TRY
    ExRaiseStatus(STATUS_DATA_ERROR);
  CATCH
    status = STATUS_SUCCESS;
  }
  return status;)");
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
}

// debugger/bug-check-0x1e--kmode-exception-not-handled.md
TEST(SehRules, N059UnhandledStatusIsFound) {
  const std::string source = driver_of("", R"(
  ExRaiseStatus(STATUS_DATA_ERROR);  // HERE
  return STATUS_SUCCESS;)");
  const Life it = life_of(source);
  EXPECT_EQ(it.status, STATUS_DRIVER_UNABLE_TO_LOAD);
  EXPECT_FALSE(it.alive);
  ASSERT_EQ(it.findings.size(), 1u) << text_of(it.findings);
  const auto& finding = first(it.findings, "N-059");
  EXPECT_THAT(finding.message, ::testing::HasSubstr("0xc000003e"));
  EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(source, "HERE"))) << text_of(it.findings);
}

TEST(SehRules, N059ExceptionThatEveryFilterDeclinesIsFoundAtItsOrigin) {
  const std::string source = driver_of("static volatile int* bad = (volatile int*)8;", R"(
  __try {
    *bad = 1;  // HERE
  } __except (EXCEPTION_CONTINUE_SEARCH) {
  }
  return STATUS_SUCCESS;)");
  const Life it = life_of(source);
  ASSERT_EQ(it.findings.size(), 1u) << text_of(it.findings);
  EXPECT_TRUE(mentions_line(first(it.findings, "N-059"), "driver.c", line_of(source, "HERE")))
      << text_of(it.findings);
}

TEST(SehRules, N059HandledStatusIsSilent) {
  const Life it = life_of(driver_of("", R"(
  __try {
    ExRaiseStatus(STATUS_DATA_ERROR);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
  }
  return STATUS_SUCCESS;)"));
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

// A test's own call into the executive, with no driver around it.
TEST(SehHost, ExceptionOutsideADriverIsThrown) {
  const rules::FindingLog log;
  EXPECT_THROW(ExRaiseStatus(STATUS_DATA_ERROR), nt::RaisedOutsideDriver);
  EXPECT_TRUE(has(log.findings(), "N-059"));
}

}  // namespace
