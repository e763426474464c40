#include "tests/support/hang_guard.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>

#include "tests/support/sanitized.h"
#include "tests/support/thread_stacks.h"

namespace drydock::testing {
namespace {

using std::chrono::nanoseconds;

// Memory that the program and its guard share.
struct Watched {
  std::atomic<std::int64_t> deadline;  // a time of now()
  std::atomic<std::int64_t> began;
  char what[256];
  std::int64_t limit;
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

Watched* watched = nullptr;

constexpr std::chrono::minutes kLongestPause(10);

std::int64_t now() {
  return nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void print(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(STDERR_FILENO, text.data() + done, text.size() - done);
    if (wrote <= 0) return;
    done += static_cast<std::size_t>(wrote);
  }
}

void report_and_end(pid_t program) {
  print(fmt::format("\n{} has not ended within {} seconds. Its threads are here:\n", watched->what,
                    (now() - watched->began.load(std::memory_order_relaxed)) / 1'000'000'000));
  const std::vector<pid_t> family = family_of(program);
  for (const pid_t process : family) print(stacks_of(process));
  print("It ends now.\n");
  for (const pid_t process : family) kill(process, SIGKILL);
}

// How many threads of the machine run or wait for a processor now.
double runnable_threads() {
  double runnable = 1;
  if (FILE* const file = std::fopen("/proc/loadavg", "r")) {
    if (std::fscanf(file, "%*f %*f %*f %lf/", &runnable) != 1) runnable = 1;
    std::fclose(file);
  }
  return runnable;
}

// The part of the time since `last` that the program could not use, because other programs wanted
// the processors.
std::int64_t lost_since(std::int64_t last) {
  const double wanted = runnable_threads();
  const double processors = std::thread::hardware_concurrency();
  if (wanted <= processors) return 0;
  return static_cast<std::int64_t>(static_cast<double>(now() - last) * (1 - processors / wanted));
}

[[noreturn]] void guard(pid_t program) {
  unsetenv("DEBUGINFOD_URLS");  // debug information is not asked for over the network
  pollfd alive = {
      .fd = static_cast<int>(syscall(SYS_pidfd_open, program, 0)), .events = POLLIN, .revents = 0};
  if (alive.fd < 0) _exit(0);
  for (std::int64_t last = now();; last = now()) {
    const std::int64_t left = watched->deadline.load(std::memory_order_relaxed) - now();
    if (poll(&alive, 1, static_cast<int>(std::clamp<std::int64_t>(left / 1'000'000, 0, 999)) + 1))
      _exit(0);  // the program has ended
    watched->deadline.fetch_add(lost_since(last), std::memory_order_relaxed);
    if (now() < watched->deadline.load(std::memory_order_relaxed)) continue;
    if (!is_traced(program)) break;
    watched->deadline.store(now() + watched->limit, std::memory_order_relaxed);
  }
  report_and_end(program);
  _exit(0);
}

}  // namespace

void HangGuard::start(std::chrono::seconds limit) {
  void* const page =
      mmap(nullptr, sizeof(Watched), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return;
  watched = new (page) Watched{};
  watched->limit = nanoseconds(limit).count();
  begins("the start of the program");
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  // Two generations: the guard is no child of the program, which may wait for its children.
  const pid_t program = getpid();
  const pid_t parent = fork();
  if (parent == 0) {
    if (fork() == 0) guard(program);
    _exit(0);
  }
  if (parent > 0) waitpid(parent, nullptr, 0);
}

void HangGuard::has(std::chrono::seconds limit) {
  if (watched == nullptr) return;
  watched->deadline.store(now() + nanoseconds(limit).count() * (kSanitized ? 4 : 1),
                          std::memory_order_relaxed);
}

void HangGuard::begins(std::string_view what) {
  if (watched == nullptr) return;
  const std::size_t size = std::min(what.size(), sizeof watched->what - 1);
  watched->what[what.copy(watched->what, size)] = '\0';
  watched->began.store(now(), std::memory_order_relaxed);
  watched->deadline.store(now() + watched->limit, std::memory_order_relaxed);
}

HangGuard::Pause::Pause() {
  if (watched == nullptr) return;
  left_ = nanoseconds(watched->deadline.load(std::memory_order_relaxed) - now());
  watched->deadline.store(now() + nanoseconds(kLongestPause).count(), std::memory_order_relaxed);
}

HangGuard::Pause::~Pause() {
  if (watched != nullptr) watched->deadline.store(now() + left_.count(), std::memory_order_relaxed);
}

}  // namespace drydock::testing
