// Calendar time. A time counts 100 nanoseconds since 1601.
#include <algorithm>

#include "ntifs.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/wdk.h"

namespace {

constexpr LONGLONG kPerMillisecond = 10'000;
constexpr LONGLONG kMillisecondsPerDay = 86'400'000;

bool is_leap(LONGLONG year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in(LONGLONG year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[month - 1];
}

// Days from 1 January 1601 to 1 January of the year.
LONGLONG days_before(LONGLONG year) {
  const LONGLONG past = year - 1601;
  return past * 365 + past / 4 - past / 100 + past / 400;
}

constexpr LONGLONG kPerSecond = 1000 * kPerMillisecond;

LONGLONG time_of(LONGLONG year) {
  return days_before(year) * kMillisecondsPerDay * kPerMillisecond;
}

BOOLEAN seconds_since(LONGLONG year, LARGE_INTEGER time, ULONG& out) {
  const LONGLONG since = time.QuadPart - time_of(year);
  if (since < 0 || since / kPerSecond > MAXULONG) return FALSE;
  out = static_cast<ULONG>(since / kPerSecond);
  return TRUE;
}

}  // namespace

extern "C" {

VOID RtlTimeToTimeFields(PLARGE_INTEGER Time, PTIME_FIELDS TimeFields) {
  const LONGLONG milliseconds = Time->QuadPart / kPerMillisecond;
  LONGLONG days = milliseconds / kMillisecondsPerDay;
  LONGLONG rest = milliseconds % kMillisecondsPerDay;
  TimeFields->Weekday = static_cast<CSHORT>((days + 1) % 7);  // 1 January 1601 was a Monday
  LONGLONG year = 1601 + days / 366;
  while (days_before(year + 1) <= days) ++year;
  days -= days_before(year);
  int month = 1;
  while (days >= days_in(year, month)) days -= days_in(year, month++);
  TimeFields->Year = static_cast<CSHORT>(year);
  TimeFields->Month = static_cast<CSHORT>(month);
  TimeFields->Day = static_cast<CSHORT>(days + 1);
  TimeFields->Milliseconds = static_cast<CSHORT>(rest % 1000);
  rest /= 1000;
  TimeFields->Second = static_cast<CSHORT>(rest % 60);
  TimeFields->Minute = static_cast<CSHORT>(rest / 60 % 60);
  TimeFields->Hour = static_cast<CSHORT>(rest / 3600);
}

BOOLEAN RtlTimeFieldsToTime(PTIME_FIELDS TimeFields, PLARGE_INTEGER Time) {
  const TIME_FIELDS& f = *TimeFields;
  const auto within = [](int value, int least, int most) {
    return value >= least && value <= most;
  };
  if (!within(f.Year, 1601, 30827) || !within(f.Month, 1, 12) ||
      !within(f.Day, 1, days_in(f.Year, f.Month)) || !within(f.Hour, 0, 23) ||
      !within(f.Minute, 0, 59) || !within(f.Second, 0, 59) || !within(f.Milliseconds, 0, 999)) {
    return FALSE;
  }
  LONGLONG days = days_before(f.Year) + f.Day - 1;
  for (int month = 1; month < f.Month; ++month) days += days_in(f.Year, month);
  const LONGLONG milliseconds =
      ((f.Hour * 60LL + f.Minute) * 60 + f.Second) * 1000 + f.Milliseconds;
  Time->QuadPart = (days * kMillisecondsPerDay + milliseconds) * kPerMillisecond;
  return TRUE;
}

// ntifs/nf-ntifs-rtltimetosecondssince1970.md: FALSE when the seconds do not fit.
BOOLEAN RtlTimeToSecondsSince1970(PLARGE_INTEGER Time, PULONG ElapsedSeconds) {
  drydock::nt::advise_irql_at_most(APC_LEVEL, "RtlTimeToSecondsSince1970");
  return seconds_since(1970, *Time, *ElapsedSeconds);
}
VOID RtlSecondsSince1970ToTime(ULONG ElapsedSeconds, PLARGE_INTEGER Time) {
  drydock::nt::advise_irql_at_most(APC_LEVEL, "RtlSecondsSince1970ToTime");
  Time->QuadPart = time_of(1970) + ElapsedSeconds * kPerSecond;
}
BOOLEAN RtlTimeToSecondsSince1980(PLARGE_INTEGER Time, PULONG ElapsedSeconds) {
  drydock::nt::advise_irql_at_most(APC_LEVEL, "RtlTimeToSecondsSince1980");
  return seconds_since(1980, *Time, *ElapsedSeconds);
}
VOID RtlSecondsSince1980ToTime(ULONG ElapsedSeconds, PLARGE_INTEGER Time) {
  drydock::nt::advise_irql_at_most(APC_LEVEL, "RtlSecondsSince1980ToTime");
  Time->QuadPart = time_of(1980) + ElapsedSeconds * kPerSecond;
}

}  // extern "C"
