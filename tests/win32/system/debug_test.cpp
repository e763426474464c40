// Debugging as drivers see it: output, breakpoints and exceptions.
#include "src/nt/rtl/debug.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kDebugDriver = R"(
static int Summed(const EXCEPTION_POINTERS* pointers, volatile DWORD* sum) {
  *sum = (DWORD)pointers->ExceptionRecord->ExceptionInformation[0] +
         pointers->ExceptionRecord->NumberParameters;
  return EXCEPTION_EXECUTE_HANDLER;
}

DEED(Debugging) {
  OutputDebugStringA("narrow");
  OutputDebugStringW(L"wide");
  OutputDebugStringA(NULL);
  HOLDS(!IsDebuggerPresent());
  volatile DWORD seen = 0;
  const ULONG_PTR arguments[] = {40, 2};
  __try {
    RaiseException(0xE0000001, 0, 2, arguments);
  } __except (Summed(GetExceptionInformation(), &seen)) {
    HOLDS(GetExceptionCode() == 0xE0000001);
  }
  HOLDS(seen == 42);
  seen = 0;
  __try {
    DebugBreak();
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    seen = GetExceptionCode();
  }
  HOLDS(seen == (DWORD)STATUS_BREAKPOINT);
  return NULL;
}

static DWORD flags;
static int Takes(const EXCEPTION_POINTERS* pointers, DWORD* count) {
  *count = pointers->ExceptionRecord->NumberParameters;
  flags = pointers->ExceptionRecord->ExceptionFlags;
  return EXCEPTION_EXECUTE_HANDLER;
}
DEED(Arguments) {
  ULONG_PTR many[20] = {};
  const struct { DWORD flags, asked; const ULONG_PTR* from; DWORD got; } calls[] = {
      {0, 15, many, 15}, {0, 16, many, 15}, {0, 0xFFFFFFFF, many, 15}, {0, 3, NULL, 0}, {1, 0, many, 0}, {0xFE, 1, many, 1}};
  for (const auto& call : calls) {
    DWORD count = 77;
    __try {
      RaiseException(0xF0000001, call.flags, call.asked, call.from);
    } __except (Takes(GetExceptionInformation(), &count)) {
      HOLDS(GetExceptionCode() == 0xE0000001);  // the reserved bit is cleared
    }
    HOLDS(count == call.got && flags == (call.flags & 1));
  }
  return NULL;
}
DEED(Filters) {
  HOLDS(SetUnhandledExceptionFilter((LPTOP_LEVEL_EXCEPTION_FILTER)8) == NULL);
  HOLDS(SetUnhandledExceptionFilter(NULL) == (LPTOP_LEVEL_EXCEPTION_FILTER)8);
  return NULL;
}
DEED(Breaks) {
  DebugBreak(); /*Breaks*/
  return NULL;
}
DEED(Raises) {
  RaiseException(0xE0000001, EXCEPTION_NONCONTINUABLE, 0, NULL); /*Raises*/
  return NULL;
}
)";

TEST(UserDebug, OutputIsHeardAndExceptionsAreCaught) {
  std::string output;
  const nt::DebugListeners::Listener listener(nt::debug_listeners(), [&](std::string_view text) {
    output += text;
    output += ';';
  });
  const Work work = work_of(kDebugDriver, "Debugging");
  EXPECT_EQ(work.failure, "");
  EXPECT_EQ(output, "narrow;wide;");
  EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
}

TEST(UserDebug, ExceptionsCarryUpToFifteenArguments) { expect_work(kDebugDriver, "Arguments"); }
TEST(UserDebug, AFilterStays) { expect_work(kDebugDriver, "Filters"); }
TEST(UserDebug, AnUnhandledExceptionEndsTheDriver) {
  for (const char* deed : {"Breaks", "Raises"}) expect_end(kDebugDriver, deed, "N-059");
}

}  // namespace
}  // namespace drydock::testing
