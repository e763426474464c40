#include "src/verify/engine/crash_report.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "src/nt/base/thread.h"
#include "src/nt/driver/crash.h"
#include "src/nt/driver/driver.h"
#include "src/rules/stack.h"
#include "src/sim/interrupted_code.h"
#include "src/sim/standstill.h"
#include "src/verify/engine/messages.h"
#include "src/verify/engine/run_plan.h"

namespace drydock::verify {
namespace {

constexpr std::array kFaults = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
// Within these times a process has to write its report and the trace of its run. After them the
// alarm ends the process.
constexpr unsigned kSecondsForReport = 10;
constexpr unsigned kSecondsForTrace = 20;

int results_of_process = -1;

CrashPlace place_of(const void* context) {
  CrashPlace out;
  rules::LabelledStack stack{"here", nt::stack_of_signal(context)};
  rules::locate(stack);
  out.frames = std::move(stack.frames);
  out.number = stack.number;
  if (nt::known_self == nullptr || nt::known_self->entry == nullptr) return out;
  out.driver = nt::known_self->entry->driver->name();
  out.entry_point = nt::known_self->entry->where;
  return out;
}

[[noreturn]] void send_and_exit(CrashReport report) {
  report.findings = findings_so_far();
  report.course = course_so_far();
  const std::string line = to_line(to_message(report));
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t wrote = write(results_of_process, line.data() + at, line.size() - at);
    if (wrote <= 0) break;
    at += static_cast<std::size_t>(wrote);
  }
  // Last, because it takes longest.
  alarm(kSecondsForTrace);
  write_trace_so_far();
  _exit(1);
}

// The signal may have interrupted the process anywhere, under any lock. Making the report may
// therefore fail or never end; a second crash exits, and the alarm ends a process that hangs.
void on_signal(int signal, siginfo_t*, void* context) {
  static volatile sig_atomic_t is_reporting = 0;
  if (is_reporting != 0) _exit(1);
  is_reporting = 1;
  struct sigaction by_default{};
  by_default.sa_handler = SIG_DFL;
  sigaction(SIGALRM, &by_default, nullptr);
  alarm(kSecondsForReport);
  sim::disregard_held_locks();
  send_and_exit(
      {.signal = signal == place_request_signal() ? 0 : signal, .place = place_of(context)});
}

// Names the strands that the run depends on and those that wait inside a driver. The host's own
// strands wait in every run.
void on_standstill(const sim::Standstill& standstill) {
  StandstillReport report{standstill.is_stuck, {}};
  for (const sim::Parked& parked : standstill.strands) {
    rules::LabelledStack stack{"", rules::Stack::above(parked.frame)};
    if (!parked.is_principal && stack.stack.outside_host().depth == 0) continue;
    rules::locate(stack);
    report.waits.push_back({parked.name, std::move(stack.frames), stack.number});
  }
  send_and_exit({.standstill = std::move(report)});
}

}  // namespace

int place_request_signal() { return SIGRTMIN + 8; }

void report_crashes_to(int results) {
  assert(results >= 0);
  assert(results_of_process == -1);
  results_of_process = results;
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (const int fault : kFaults) sigaction(fault, &action, nullptr);
  sigaction(place_request_signal(), &action, nullptr);
  sim::on_standstill(on_standstill);
  nt::guard_this_thread();
}

}  // namespace drydock::verify
