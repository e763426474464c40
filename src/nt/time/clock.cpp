// Time as drivers read it. Everything is derived from sim::now(), so that under a seed it is
// virtual.
//
// Virtual time passes only when no strand can run. A driver that polls a clock can always run, so
// after some reads without any progress the reader steps aside for a moment; polling loops end, in
// the same way in every run.
#include <fmt/format.h>
#include <time.h>

#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

constexpr sim::Time kPerSecond = 10'000'000;
constexpr sim::Time kPerMicrosecond = 10;
constexpr ULONG kTimeIncrement = 156'250;  // 15.625 ms, the default clock interrupt
constexpr ULONG kFinestIncrement = 5'000;  // 0.5 ms
constexpr ULONG kLongestStall = 50;        // microseconds, by the documents
constexpr sim::Time kSeededBoot = 133'485'408'000'000'000;  // 1 January 2024
constexpr sim::Time kUnixEpoch = 116'444'736'000'000'000;   // 1 January 1970 as Windows counts
constexpr int kReadsWithoutProgress = 64;
constexpr sim::Time kStepAside = 1'000;  // 100 microseconds

// Lets time pass on this strand without losing a permit that another strand gives meanwhile.
void pass(sim::Time duration) {
  const sim::Time deadline = sim::now() + duration;
  bool permitted = false;
  while (sim::now() < deadline) {
    const sim::Woken woken = sim::park(deadline);
    if (woken == sim::Woken::kStuck) break;
    permitted |= woken == sim::Woken::kUnparked;
  }
  if (permitted) sim::unpark(sim::current());
}

sim::Time read_clock() {
  sim::switch_point();
  const sim::Time now = sim::now();
  if (!sim::is_seeded() || current_driver() == nullptr) return now;
  thread_local sim::Time seen = 0;
  thread_local int reads = 0;
  if (seen != now) reads = 0;
  seen = now;
  if (++reads < kReadsWithoutProgress) return now;
  reads = 0;
  pass(kStepAside);
  return sim::now();
}

// The system time at sim::now() == 0. Without a seed it is fixed once, so that the two clocks never
// drift apart.
sim::Time boot_time() {
  if (sim::is_seeded()) return kSeededBoot;
  static const sim::Time boot = [] {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return kUnixEpoch + now.tv_sec * kPerSecond + now.tv_nsec / 100 - sim::now();
  }();
  return boot;
}

// Seconds that local time is ahead. A seeded run must not depend on the machine's zone.
sim::Time local_offset(sim::Time system_time) {
  if (sim::is_seeded()) return 0;
  const time_t seconds = (system_time - kUnixEpoch) / kPerSecond;
  tm local{};
  return localtime_r(&seconds, &local) == nullptr ? 0 : local.tm_gmtoff * kPerSecond;
}

std::atomic<ULONG> timer_resolution = kTimeIncrement;

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;
namespace sim = drydock::sim;

extern "C" {

VOID KeQuerySystemTimePrecise(PLARGE_INTEGER CurrentTime) {
  CurrentTime->QuadPart = boot_time() + read_clock();
}

// The clock of the last tick would do; the precise one is at least as good.
VOID KeQuerySystemTime(PLARGE_INTEGER CurrentTime) { KeQuerySystemTimePrecise(CurrentTime); }

VOID KeQueryTickCount(PLARGE_INTEGER TickCount) {
  TickCount->QuadPart = read_clock() / kTimeIncrement;
}
ULONG KeQueryTimeIncrement(VOID) { return kTimeIncrement; }

ULONGLONG KeQueryInterruptTime(VOID) { return static_cast<ULONGLONG>(read_clock()); }
ULONGLONG KeQueryUnbiasedInterruptTime(VOID) { return KeQueryInterruptTime(); }

ULONGLONG KeQueryInterruptTimePrecise(PULONG64 QpcTimeStamp) {
  const auto now = static_cast<ULONGLONG>(read_clock());
  if (QpcTimeStamp != nullptr) *QpcTimeStamp = now;
  return now;
}
ULONGLONG KeQueryUnbiasedInterruptTimePrecise(PULONG64 QpcTimeStamp) {
  return KeQueryInterruptTimePrecise(QpcTimeStamp);
}

// Ten megahertz, as on every Windows machine of today.
LARGE_INTEGER KeQueryPerformanceCounter(PLARGE_INTEGER PerformanceFrequency) {
  if (PerformanceFrequency != nullptr) PerformanceFrequency->QuadPart = kPerSecond;
  LARGE_INTEGER now;
  now.QuadPart = read_clock();
  return now;
}

VOID KeStallExecutionProcessor(ULONG MicroSeconds) {
  if (drydock::rules::breaks("N-065", MicroSeconds > kLongestStall)) {
    Breach("N-065", Offender::running())
        .message("KeStallExecutionProcessor(MicroSeconds = {}); at most {} is allowed",
                 MicroSeconds, kLongestStall)
        .raise();
  }
  const sim::Time duration = MicroSeconds * kPerMicrosecond;
  if (sim::is_seeded() || duration > kPerSecond / 1000) return pass(duration);
  const sim::Time deadline = sim::now() + duration;
  while (sim::now() < deadline) __builtin_ia32_pause();
}

// No auxiliary counter on this machine.
NTSTATUS KeQueryAuxiliaryCounterFrequency(PULONG64) { return STATUS_NOT_SUPPORTED; }
NTSTATUS KeConvertAuxiliaryCounterToPerformanceCounter(ULONG64, PULONG64, PULONG64) {
  return STATUS_NOT_SUPPORTED;
}
NTSTATUS KeConvertPerformanceCounterToAuxiliaryCounter(ULONG64, PULONG64, PULONG64) {
  return STATUS_NOT_SUPPORTED;
}

ULONG ExSetTimerResolution(ULONG DesiredTime, BOOLEAN SetResolution) {
  require_irql_at_most(APC_LEVEL, "ExSetTimerResolution");
  ULONG next = kTimeIncrement;
  if (SetResolution) next = std::clamp(DesiredTime, kFinestIncrement, kTimeIncrement);
  timer_resolution.store(next,
                         std::memory_order_relaxed);  // a number to show; nothing is ordered by it
  return next;
}

VOID ExQueryTimerResolution(PULONG MaximumTime, PULONG MinimumTime, PULONG CurrentTime) {
  *MaximumTime = kTimeIncrement;
  *MinimumTime = kFinestIncrement;
  *CurrentTime = timer_resolution.load(std::memory_order_relaxed);
}

VOID ExSystemTimeToLocalTime(PLARGE_INTEGER SystemTime, PLARGE_INTEGER LocalTime) {
  LocalTime->QuadPart = SystemTime->QuadPart + local_offset(SystemTime->QuadPart);
}

VOID ExLocalTimeToSystemTime(PLARGE_INTEGER LocalTime, PLARGE_INTEGER SystemTime) {
  // The offset is that of the system time, which lies within a day of the local time.
  const sim::Time guess = LocalTime->QuadPart - local_offset(LocalTime->QuadPart);
  SystemTime->QuadPart = LocalTime->QuadPart - local_offset(guess);
}

}  // extern "C"
