#include "src/verify/engine/child_process.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "src/nt/driver/debugged.h"
#include "src/verify/base/debug_lines.h"
#include "src/verify/engine/crash_finding.h"
#include "src/verify/engine/crash_report.h"
#include "src/verify/engine/messages.h"
#include "src/verify/engine/run_plan.h"

namespace drydock::verify {
namespace {

// A process that was asked where it is has this time to report and to end.
constexpr std::chrono::milliseconds kTimeToReport{3'000};
constexpr std::chrono::milliseconds kTimeToTrace{20'000};  // the same of a run with a trace
constexpr std::size_t kOutputTail = 16 << 10;              // bytes of its output that are stored

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "no pipe for a process");
  return ends;
}

// Plans go over a socket: sending one to a process that has ended is an error there, and no signal.
std::array<int, 2> make_socket() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "no socket for a process");
  return ends;
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(file, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) _exit(0);  // the parent has ended
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

// A fatal finding ends a driver in the middle of its work. It may have left threads and locks
// behind, so that a further run in the same process would not be like one in a fresh process.
bool spends_process(const Outcome& outcome) {
  return std::ranges::any_of(outcome.findings, [](const rules::Finding& finding) {
    return rules::severity_of(finding) == rules::Severity::kFatal;
  });
}

// Set in a child, before its first run.
const StackTable* stacks_of_parent = nullptr;

// The child's side: runs the plans that its parent sends, until the parent closes the socket.
[[noreturn]] void serve(const TestedDrivers& drivers, const std::string& command, int plans,
                        int results, const StackTable& stacks) {
  stacks_of_parent = &stacks;
  rules::set_known_stacks([](std::uint64_t number) { return stacks_of_parent->knows(number); });
  std::string received;
  char piece[4096];
  for (ssize_t got = 0; (got = read(plans, piece, sizeof piece)) > 0;) {
    received.append(piece, static_cast<std::size_t>(got));
    if (!received.ends_with('\n')) continue;
    const Outcome outcome = run_plan(plan_from(Json::parse(received)), drivers, command);
    received.clear();
    write_all(results, to_line(to_message(outcome)));
    if (spends_process(outcome)) break;
  }
  _exit(0);
}

void prepare_child(int results, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A terminal sends these to every process of its group. The parent decides what ends.
  for (const int asked : {SIGINT, SIGTERM, SIGHUP}) signal(asked, SIG_IGN);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  keep_standard_error();
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  report_crashes_to(results);
}

// If the system refuses, runs are slower and otherwise the same.
void stay_on_processor(std::size_t number) {
  cpu_set_t all;
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  number %= static_cast<std::size_t>(std::max(CPU_COUNT(&all), 1));
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &all) || number-- != 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

// Bytes that are resident.
std::size_t memory_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

bool is_running(pid_t process, const char* thread) {
  std::ifstream file("/proc/" + std::to_string(process) + "/task/" + thread + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  return name_end != std::string::npos && name_end + 2 < line.size() && line[name_end + 2] == 'R';
}

// The thread that has or wants a processor. A seeded schedule lets at most one run.
std::optional<pid_t> running_thread(pid_t process) {
  std::optional<pid_t> found;
  DIR* threads = opendir(("/proc/" + std::to_string(process) + "/task").c_str());
  if (threads == nullptr) return found;
  while (const dirent* entry = readdir(threads)) {
    if (entry->d_name[0] != '.' && is_running(process, entry->d_name)) {
      found = static_cast<pid_t>(std::atol(entry->d_name));
      break;
    }
  }
  closedir(threads);
  return found;
}

std::chrono::milliseconds processor_time_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;  // up to the time in user mode
  long user = 0;
  long system = 0;
  fields >> user >> system;
  return std::chrono::milliseconds((user + system) * 1000 / sysconf(_SC_CLK_TCK));
}

}  // namespace

ChildProcess::ChildProcess(const TestedDrivers& drivers, const std::string& command, Limits limits,
                           StackTable& stacks, std::optional<std::size_t> number)
    : command_(command), limits_(limits), stacks_(stacks) {
  const auto plans = make_socket();
  const auto results = make_pipe();
  const auto output = make_pipe();
  process_ = fork();
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "no process for a run");
  if (process_ == 0) {
    close(plans[1]);
    if (number) stay_on_processor(*number);
    prepare_child(results[1], output[1]);
    serve(drivers, command, plans[0], results[1], stacks);
  }
  close(plans[0]);
  close(results[1]);
  close(output[1]);
  plans_ = plans[1];
  results_ = results[0];
  output_ = output[0];
  for (const int file : {results_, output_}) fcntl(file, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  for (const int file : {plans_, results_, output_}) close(file);
  if (process_ != 0) {
    kill(process_, SIGKILL);
    wait_for_end();
  }
}

int ChildProcess::wait_for_end() {
  assert(process_ > 0);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
  return status;
}

void ChildProcess::start(const Plan& plan) {
  assert(std::holds_alternative<Idle>(state_));
  assert(process_ > 0 && received_.empty());
  const auto now = Clock::now();
  started_ = now;
  state_ = Running{plan, now, now + limits_.wall, processor_time_of(process_)};
  const std::string message = to_line(to_message(plan));
  // If the child has ended, poll() sees that when nothing comes back.
  for (std::size_t at = 0; at < message.size();) {
    const ssize_t sent = send(plans_, message.data() + at, message.size() - at, MSG_NOSIGNAL);
    if (sent <= 0) break;
    at += static_cast<std::size_t>(sent);
  }
}

void ChildProcess::read_output() {
  char piece[4096];
  for (ssize_t got = 0; (got = read(output_, piece, sizeof piece)) > 0;) {
    output_tail_.append(piece, static_cast<std::size_t>(got));
    if (output_tail_.size() > 2 * kOutputTail)
      output_tail_.erase(0, output_tail_.size() - kOutputTail);
  }
}

bool ChildProcess::read_results() {
  char piece[65536];
  for (;;) {
    const ssize_t got = read(results_, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return true;
    if (got == 0) return false;
    received_.append(piece, static_cast<std::size_t>(got));
  }
}

std::optional<Outcome> ChildProcess::take_message() {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  const Json json =
      Json::parse(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(end));
  received_.erase(0, end + 1);
  if (is_crash_report(json)) {
    crash_report_ = crash_report_from(json, stacks_);
    return std::nullopt;
  }
  Outcome outcome = outcome_from(json, stacks_);
  assert(!outcome.ended_process());
  output_tail_.clear();
  // A child that was asked to stop just when its run ended is about to end.
  if (std::holds_alternative<Stopping>(state_) || spends_process(outcome)) {
    state_ = Spent{};
  } else {
    state_ = Idle{};
  }
  return outcome;
}

std::optional<Outcome> ChildProcess::poll() {
  std::optional<Outcome> outcome = take_outcome();
  if (outcome) outcome->took = Clock::now() - started_;
  return outcome;
}

std::optional<Outcome> ChildProcess::take_outcome() {
  assert(is_running());
  read_output();
  const bool is_open = read_results();
  if (auto outcome = take_message()) return outcome;
  if (!is_open) return outcome_of_ended_process();
  enforce_limits();
  return std::nullopt;
}

void ChildProcess::enforce_limits() {
  const auto now = Clock::now();
  if (const auto* stopping = std::get_if<Stopping>(&state_)) {
    const auto limit = stopping->plan.trace != nullptr ? kTimeToTrace : kTimeToReport;
    if (now - stopping->since > limit) kill(process_, SIGKILL);
    return;
  }
  auto& running = std::get<Running>(state_);
  look_for_debugger(running);
  if (limits_.wall.count() != 0 && now - running.since > limits_.wall && !is_starved(running)) {
    stop(running, fmt::format("has not returned within {} ms", limits_.wall.count()));
  } else if (memory_of(process_) > limits_.memory) {
    stop(running, fmt::format("took more than {} MiB of memory", limits_.memory >> 20));
  }
}

// The time of a debugger does not count. Looking for one costs a system call or two, so that is
// done a few times a second.
void ChildProcess::look_for_debugger(Running& running) {
  constexpr std::chrono::milliseconds kPause{200};
  const auto now = Clock::now();
  if (now - running.looked_for_debugger < kPause) return;
  running.looked_for_debugger = now;
  if (!nt::is_debugged(process_)) return;
  was_debugged_ = true;
  running.since = now;
}

// True when the child wants a processor, or wanted one a while ago, and hardly got any: the machine
// is busy with other programs, and the time says nothing about the driver.
bool ChildProcess::is_starved(Running& running) const {
  constexpr int kMostLimits = 20;
  const auto now = Clock::now();
  if (running_thread(process_)) running.last_runnable = now;
  return now - running.since < kMostLimits * limits_.wall &&
         now - running.last_runnable < limits_.wall &&
         processor_time_of(process_) - running.processor_time < limits_.wall / 2;
}

void ChildProcess::stop(const Running& running, std::string exceeded_limit) {
  assert(!exceeded_limit.empty());
  state_ = Stopping{running.plan, Clock::now(), std::move(exceeded_limit)};
  syscall(SYS_tgkill, process_, running_thread(process_).value_or(process_),
          place_request_signal());
}

Outcome ChildProcess::outcome_of_ended_process() {
  const auto* const stopping = std::get_if<Stopping>(&state_);
  const int status = wait_for_end();
  if (was_debugged_ && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    throw std::runtime_error("the debugger has ended the run");
  const Plan& plan = stopping != nullptr ? stopping->plan : std::get<Running>(state_).plan;
  const ProcessEnd end = {.exit_status = status,
                          .exceeded_limit = stopping != nullptr ? stopping->exceeded_limit : "",
                          .output = std::move(output_tail_),
                          .report = std::move(crash_report_)};
  Outcome outcome;
  outcome.end = stopping != nullptr     ? End::kLimitExceeded
                : end.report.standstill ? End::kStoodStill
                                        : End::kCrashed;
  outcome.findings = end.report.findings;
  outcome.course = end.report.course;
  outcome.points = outcome.course.places.size();
  outcome.unmet = unmet_fault(plan.faults, outcome.course.places, /*has_findings=*/true);
  rules::Finding finding = finding_of(end);
  finding.replay = command_ + " " + arguments_of(plan);
  outcome.reason = finding.message;
  // If the rule was raised in the run already, the standstill is its consequence and adds nothing.
  if (!end.report.standstill || !outcome.has(*finding.rule)) outcome.findings.push_back(finding);
  state_ = Spent{};
  assert(outcome.ended_process() && !outcome.findings.empty());
  return outcome;
}

}  // namespace drydock::verify
