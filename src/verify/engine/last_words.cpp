#include "src/verify/engine/last_words.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "src/nt/base/thread.h"
#include "src/nt/driver/crash.h"
#include "src/nt/driver/driver.h"
#include "src/rules/stack.h"
#include "src/sim/standstill.h"
#include "src/verify/engine/wire.h"

namespace drydock::verify {
namespace {

constexpr std::array kFaults = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
constexpr unsigned kPatienceWhenStuck =
    2;  // seconds for a process that cannot even say where it is

int results_of_process = -1;

Whereabouts whereabouts(const void* context) {
  Whereabouts out;
  out.frames = rules::resolve(nt::stack_of_signal(context));
  if (nt::known_self == nullptr || nt::known_self->entry == nullptr) return out;
  out.driver = nt::known_self->entry->driver->name();
  out.where = nt::known_self->entry->where;
  return out;
}

// With the words of the death, what was found before it.
[[noreturn]] void speak(Json words) {
  words["findings"] = Json::array();
  for (const rules::Finding& finding : findings_so_far())
    words["findings"].push_back(to_wire(finding));
  const std::string line = to_line({{"last words", std::move(words)}});
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t wrote = write(results_of_process, line.data() + at, line.size() - at);
    if (wrote <= 0) break;
    at += static_cast<std::size_t>(wrote);
  }
  _exit(1);
}

// The process may have been interrupted anywhere, under any lock: what is tried here may fail, and
// then the alarm ends it without a word.
void on_signal(int signal, siginfo_t*, void* context) {
  static volatile sig_atomic_t speaking = 0;
  if (speaking != 0) _exit(1);
  speaking = 1;
  struct sigaction by_default{};
  by_default.sa_handler = SIG_DFL;
  sigaction(SIGALRM, &by_default, nullptr);
  alarm(kPatienceWhenStuck);
  speak({{"signal", signal == question_signal() ? 0 : signal},
         {"whereabouts", to_wire(whereabouts(context))}});
}

// Who waits for the run to go on, or in the driver; the host's own strands always wait.
void stand_still(const sim::Standstill& standstill) {
  Stillness told{standstill.is_stuck, {}};
  for (const sim::Parked& parked : standstill.strands) {
    auto frames = rules::resolve(rules::Stack::above(parked.frame));
    if (parked.is_principal || !std::ranges::all_of(frames, rules::is_host))
      told.waits.push_back({parked.name, std::move(frames)});
  }
  speak({{"signal", 0}, {"whereabouts", to_wire(Whereabouts{})}, {"stillness", to_wire(told)}});
}

}  // namespace

int question_signal() { return SIGRTMIN + 8; }

void speak_when_dying(int results) {
  results_of_process = results;
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (const int fault : kFaults) sigaction(fault, &action, nullptr);
  sigaction(question_signal(), &action, nullptr);
  sim::on_standstill(stand_still);
  nt::guard_this_thread();
}

}  // namespace drydock::verify
