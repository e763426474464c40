#include "src/verify/engine/child.h"

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
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include "src/verify/engine/last_words.h"
#include "src/verify/engine/obituary.h"
#include "src/verify/engine/wire.h"

namespace drydock::verify {
namespace {

constexpr std::chrono::milliseconds kPatience{3'000};  // with a process that was asked where it is
constexpr std::size_t kKeptNoise = 16 << 10;

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "no pipe for a process");
  return ends;
}

// A socket, so that an order to a process that is gone is an error and no signal.
std::array<int, 2> make_order_line() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "no socket for a process");
  return ends;
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(file, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) _exit(0);  // nobody listens any more
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

// The life of a driver that ended early may have left threads and locks behind.
bool leaves_unfit(const Outcome& outcome) {
  return std::ranges::any_of(outcome.findings, [](const rules::Finding& finding) {
    return finding.rule->severity == rules::Severity::kFatal;
  });
}

// The child's side: plays what it is told until there is no more.
[[noreturn]] void serve(const Subject& subject, const std::string& command, int orders,
                        int results) {
  std::string received;
  char piece[4096];
  for (ssize_t got = 0; (got = read(orders, piece, sizeof piece)) > 0;) {
    received.append(piece, static_cast<std::size_t>(got));
    if (!received.ends_with('\n')) continue;
    const Outcome outcome = play(plan_from(Json::parse(received)), subject, command);
    received.clear();
    write_all(results, to_line(to_wire(outcome)));
    if (leaves_unfit(outcome)) break;
  }
  _exit(0);
}

void settle_in(int results, int noise) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(noise, STDOUT_FILENO);
  dup2(noise, STDERR_FILENO);
  speak_when_dying(results);
}

// A system that refuses costs only time.
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

// Pages that are resident, in bytes.
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

// The thread that uses the processor, or would: under a seed there is one at most.
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

ChildProcess::ChildProcess(const Subject& subject, const std::string& command, Limits limits,
                           std::optional<std::size_t> number)
    : command_(command), limits_(limits) {
  const auto orders = make_order_line();
  const auto results = make_pipe();
  const auto noise = make_pipe();
  process_ = fork();
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "no process for a run");
  if (process_ == 0) {
    close(orders[1]);
    if (number) stay_on_processor(*number);
    settle_in(results[1], noise[1]);
    serve(subject, command, orders[0], results[1]);
  }
  close(orders[0]);
  close(results[1]);
  close(noise[1]);
  orders_ = orders[1];
  results_ = results[0];
  noise_ = noise[0];
  for (const int file : {results_, noise_}) fcntl(file, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  for (const int file : {orders_, results_, noise_}) close(file);
  if (process_ != 0) {
    kill(process_, SIGKILL);
    reap();
  }
}

int ChildProcess::reap() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
  return status;
}

void ChildProcess::give(const Plan& plan) {
  plan_ = plan;
  since_ = Clock::now();
  last_able_ = since_ + limits_.wall;
  processor_time_ = processor_time_of(process_);
  const std::string order = to_line(to_wire(plan));
  // A child that died meanwhile is noticed when nothing comes back.
  for (std::size_t at = 0; at < order.size();) {
    const ssize_t sent = send(orders_, order.data() + at, order.size() - at, MSG_NOSIGNAL);
    if (sent <= 0) break;
    at += static_cast<std::size_t>(sent);
  }
}

void ChildProcess::drain_noise() {
  char piece[4096];
  for (ssize_t got = 0; (got = read(noise_, piece, sizeof piece)) > 0;) {
    said_.append(piece, static_cast<std::size_t>(got));
    if (said_.size() > 2 * kKeptNoise) said_.erase(0, said_.size() - kKeptNoise);
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

std::optional<Outcome> ChildProcess::take_line() {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  Json json = Json::parse(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(end));
  received_.erase(0, end + 1);
  if (json.contains("last words")) {
    last_words_ = std::make_unique<Json>(std::move(json["last words"]));
    return std::nullopt;
  }
  plan_.reset();
  said_.clear();
  Outcome outcome = outcome_from(json);
  over_ = leaves_unfit(outcome);
  return outcome;
}

std::optional<Outcome> ChildProcess::look() {
  drain_noise();
  const bool lives = read_results();
  if (auto outcome = take_line()) return outcome;
  if (!plan_) return std::nullopt;
  if (!lives) return obituary();
  see_to_limits();
  return std::nullopt;
}

void ChildProcess::see_to_limits() {
  const auto now = Clock::now();
  if (asked_) {
    if (now - *asked_ > kPatience) kill(process_, SIGKILL);
    return;
  }
  if (limits_.wall.count() != 0 && now - since_ > limits_.wall && !is_starved()) {
    ask_where(fmt::format("has not returned within {} ms", limits_.wall.count()));
  } else if (memory_of(process_) > limits_.memory) {
    ask_where(fmt::format("took more than {} MiB of memory", limits_.memory >> 20));
  }
}

// It can run, or could a while ago, and was hardly let: the machine is busy with others.
bool ChildProcess::is_starved() {
  constexpr int kPatienceWithOthers = 20;
  const auto now = Clock::now();
  if (running_thread(process_)) last_able_ = now;
  return now - since_ < kPatienceWithOthers * limits_.wall && now - last_able_ < limits_.wall &&
         processor_time_of(process_) - processor_time_ < limits_.wall / 2;
}

void ChildProcess::ask_where(std::string why) {
  limit_broken_ = std::move(why);
  asked_ = Clock::now();
  syscall(SYS_tgkill, process_, running_thread(process_).value_or(process_), question_signal());
}

Outcome ChildProcess::obituary() {
  Death death;
  death.status = reap();
  death.limit_broken = limit_broken_;
  death.said = said_;
  Outcome outcome;
  outcome.end = End::kDied;
  outcome.was_slow = !limit_broken_.empty();
  if (last_words_ != nullptr) {
    death.signal = last_words_->at("signal");
    death.whereabouts = whereabouts_from(last_words_->at("whereabouts"));
    if (last_words_->contains("stillness"))
      death.stillness = stillness_from(last_words_->at("stillness"));
    for (const Json& finding : last_words_->at("findings"))
      outcome.findings.push_back(finding_from(finding));
  }
  rules::Finding finding = finding_of(death);
  finding.replay = command_ + " " + arguments_of(*plan_);
  outcome.reason = finding.message;
  // Who was told that a wait cannot end and waits on adds nothing.
  if (!death.stillness || !outcome.has(*finding.rule)) outcome.findings.push_back(finding);
  plan_.reset();
  over_ = true;
  return outcome;
}

}  // namespace drydock::verify
