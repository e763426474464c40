// Clocks of Win32: they agree with each other and follow the schedule.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kTimeDriver = R"(
DEED(Clocks) {
  LARGE_INTEGER frequency, early, late;
  HOLDS(QueryPerformanceFrequency(&frequency) && frequency.QuadPart == 10000000);
  HOLDS(QueryPerformanceCounter(&early));
  const ULONGLONG ticks = GetTickCount64();
  FILETIME then, now;
  GetSystemTimeAsFileTime(&then);
  Sleep(20);
  HOLDS(QueryPerformanceCounter(&late) && late.QuadPart - early.QuadPart >= 200000);
  const ULONGLONG later = GetTickCount64();
  HOLDS(later >= ticks + 19 && GetTickCount() - (DWORD)later < 1000);
  GetSystemTimePreciseAsFileTime(&now);
  const ULONGLONG from = (ULONGLONG)then.dwHighDateTime << 32 | then.dwLowDateTime;
  const ULONGLONG to = (ULONGLONG)now.dwHighDateTime << 32 | now.dwLowDateTime;
  HOLDS(to - from >= 200000 && to - from < 10ull * 60 * 10000000);
  SYSTEMTIME day, same;
  GetSystemTime(&day);
  HOLDS(FileTimeToSystemTime(&now, &same));
  HOLDS(day.wYear >= 2024 && day.wYear - same.wYear <= 1 && day.wMonth >= 1 && day.wMonth <= 12);
  GetLocalTime(&day);
  HOLDS(day.wYear >= 2023 && day.wHour < 24 && day.wMinute < 60);
  return NULL;
}

static bool Is(const SYSTEMTIME& day, int year, int month, int weekday, int date, int hour, int minute,
               int second, int milliseconds) {
  return day.wYear == year && day.wMonth == month && day.wDayOfWeek == weekday && day.wDay == date &&
         day.wHour == hour && day.wMinute == minute && day.wSecond == second &&
         day.wMilliseconds == milliseconds;
}
static FILETIME Time(ULONGLONG time) { return {(DWORD)time, (DWORD)(time >> 32)}; }

DEED(Calendar) {
  SYSTEMTIME day;
  FILETIME known = Time(116444736000000000);  // the beginning of 1970, a Thursday
  HOLDS(FileTimeToSystemTime(&known, &day) && Is(day, 1970, 1, 4, 1, 0, 0, 0, 0));
  known = Time(116444736000000000 - 1);
  HOLDS(FileTimeToSystemTime(&known, &day) && Is(day, 1969, 12, 3, 31, 23, 59, 59, 999));
  known = Time(0);
  HOLDS(FileTimeToSystemTime(&known, &day) && Is(day, 1601, 1, 1, 1, 0, 0, 0, 0));
  known = Time(125962560000000000);  // 29 February 2000, a Tuesday
  HOLDS(FileTimeToSystemTime(&known, &day) && Is(day, 2000, 2, 2, 29, 0, 0, 0, 0));
  known = Time(0x7FFF35F4F06C58F0);  // the last day of 30827
  HOLDS(FileTimeToSystemTime(&known, &day) && day.wYear == 30827 && day.wMonth == 12 && day.wDay == 31);
  const ULONGLONG none[] = {0x8000000000000000, ~0ull};
  for (ULONGLONG time : none) {
    known = Time(time);
    day.wYear = 7;
    FAILS(FileTimeToSystemTime(&known, &day), ERROR_INVALID_PARAMETER);
    HOLDS(day.wYear == 7);
  }
  return NULL;
}
)";

TEST(UserTime, ClocksAgreeAboutWhatPassed) { expect_work(kTimeDriver, "Clocks"); }
TEST(UserTime, FileTimesHaveDatesUpToTheirEnd) { expect_work(kTimeDriver, "Calendar"); }

}  // namespace
}  // namespace drydock::testing
