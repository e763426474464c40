// How calls of Win32 return, and their deadlines.
#include "src/win32/base/call.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

TEST(Win32Call, DeadlinesAreMillisecondsFromNowOrNever) {
  const sim::SeededSchedule schedule(1);
  constexpr sim::Time kMillisecond = 10'000;
  const sim::Time now = sim::now();
  EXPECT_EQ(win32::deadline_in(0), now);
  EXPECT_EQ(win32::deadline_in(1), now + kMillisecond);
  EXPECT_EQ(win32::deadline_in(0xFFFFFFFE), now + 0xFFFFFFFELL * kMillisecond);
  EXPECT_EQ(win32::deadline_in(0xFFFFFFFF), sim::kForever);
}

TEST(Win32Call, AnswersWhatTheBodyAnswers) {
  EXPECT_EQ(win32::as_win32_call<int>(7, [] { return 42; }), 42);
}

// A destructor that runs while the driver ends may call all it likes.
TEST(Win32Call, ACallWhileTheDriverIsUnwoundAnswersThatItFailed) {
  int answer = 0;
  struct Unwinds {
    int& answer;
    ~Unwinds() {
      answer = win32::as_win32_call<int>(7, []() -> int { throw nt::DriverEnded(); });
    }
  };
  try {
    const Unwinds unwinds{answer};
    throw nt::DriverEnded();
  } catch (const nt::DriverEnded&) {
  }
  EXPECT_EQ(answer, 7);
}

constexpr const char* kCallDriver = R"(
static CRITICAL_SECTION section;
struct Reuses {
  ~Reuses() {
    CloseHandle(CreateEventA(NULL, FALSE, FALSE, NULL));
    EnterCriticalSection(&section);
    LeaveCriticalSection(&section);
    Sleep(0);
  }
};
DEED(EndsInACall) {
  InitializeCriticalSection(&section);
  Reuses reuses;
  ExitProcess(1); /*EndsInACall*/
  return NULL;
}
)";

TEST(Win32Call, TheEndOfTheDriverLeavesItInTheMiddle) {
  expect_end(kCallDriver, "EndsInACall", "N-061");
}

}  // namespace
}  // namespace drydock::testing
