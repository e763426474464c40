// Clocks of Win32: those of the executive, so that under a seed they are the schedule's.
#include "src/win32/base/call.h"

namespace drydock::win32 {
namespace {

constexpr ULONGLONG kPerTick = 10'000;  // GetTickCount counts milliseconds

// FILETIME and SYSTEMTIME.
struct UserFileTime {
  ULONG low;
  ULONG high;
};
struct UserSystemTime {
  USHORT year, month, weekday, day, hour, minute, second, milliseconds;
};
static_assert(sizeof(UserFileTime) == 8 && sizeof(UserSystemTime) == 16);

LARGE_INTEGER system_time() {
  LARGE_INTEGER now{};
  KeQuerySystemTimePrecise(&now);
  return now;
}

UserSystemTime calendar_of(LARGE_INTEGER time) {
  TIME_FIELDS fields{};
  RtlTimeToTimeFields(&time, &fields);
  const auto word = [](CSHORT value) { return static_cast<USHORT>(value); };
  return {word(fields.Year), word(fields.Month),  word(fields.Weekday), word(fields.Day),
          word(fields.Hour), word(fields.Minute), word(fields.Second),  word(fields.Milliseconds)};
}

}  // namespace
}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

LOGICAL QueryPerformanceCounter(PLARGE_INTEGER lpPerformanceCount) {
  *lpPerformanceCount = KeQueryPerformanceCounter(nullptr);
  return TRUE;
}

LOGICAL QueryPerformanceFrequency(PLARGE_INTEGER lpFrequency) {
  KeQueryPerformanceCounter(lpFrequency);
  return TRUE;
}

ULONGLONG GetTickCount64(VOID) { return KeQueryInterruptTime() / kPerTick; }
ULONG GetTickCount(VOID) { return static_cast<ULONG>(GetTickCount64()); }

VOID GetSystemTimePreciseAsFileTime(UserFileTime* lpSystemTimeAsFileTime) {
  const LARGE_INTEGER now = system_time();
  *lpSystemTimeAsFileTime = {now.LowPart, static_cast<ULONG>(now.HighPart)};
}
VOID GetSystemTimeAsFileTime(UserFileTime* lpSystemTimeAsFileTime) {
  GetSystemTimePreciseAsFileTime(lpSystemTimeAsFileTime);
}

VOID GetSystemTime(UserSystemTime* lpSystemTime) { *lpSystemTime = calendar_of(system_time()); }

VOID GetLocalTime(UserSystemTime* lpSystemTime) {
  LARGE_INTEGER now = system_time();
  LARGE_INTEGER local{};
  ExSystemTimeToLocalTime(&now, &local);
  *lpSystemTime = calendar_of(local);
}

// Times from 0x8000000000000000 on are none.
LOGICAL FileTimeToSystemTime(const UserFileTime* lpFileTime, UserSystemTime* lpSystemTime) {
  LARGE_INTEGER time{};
  time.LowPart = lpFileTime->low;
  time.HighPart = static_cast<LONG>(lpFileTime->high);
  if (time.QuadPart < 0) return fail_call(error::kInvalidParameter);
  *lpSystemTime = calendar_of(time);
  return TRUE;
}

}  // extern "C"
