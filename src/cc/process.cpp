#include "src/cc/process.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>

extern char** environ;

namespace drydock::cc {
namespace {

constexpr int kCannotStart = 127;

// Returns the process id, or -1.
pid_t start(const Command& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));  // posix_spawn does not write to them
  }
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int error = posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ);
  return error == 0 ? child : -1;
}

int exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Returns when the child has ended, or at once on a kernel that cannot say so. A wish to stop that
// arrives between the look at `is_stopped` and the wait is seen after kLookMilliseconds.
void await_end_of(pid_t child, const IsStopped& is_stopped) {
  constexpr int kLookMilliseconds = 100;
  // Debian 12's declaration of pidfd_open is not for C++.
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (handle < 0) return;
  pollfd ended{.fd = handle, .events = POLLIN, .revents = 0};
  while (poll(&ended, 1, kLookMilliseconds) <= 0) {
    if (is_stopped != nullptr && is_stopped()) kill(child, SIGTERM);
  }
  close(handle);
}

// Waits for the given child. All children must end, so it does not matter which ends first.
int wait_for(pid_t child, const IsStopped& is_stopped) {
  await_end_of(child, is_stopped);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return kCannotStart;
    if (is_stopped != nullptr && is_stopped()) kill(child, SIGTERM);
  }
  return exit_code(status);
}

}  // namespace

int run_all(const std::vector<Command>& commands, unsigned jobs, const IsStopped& is_stopped) {
  int failure = 0;
  std::vector<pid_t> running;
  const auto finish_one = [&] {
    if (is_stopped != nullptr && is_stopped()) kill(running.front(), SIGTERM);
    const int code = wait_for(running.front(), is_stopped);
    running.erase(running.begin());
    if (failure == 0) failure = code;
  };
  for (const Command& command : commands) {
    if (running.size() >= std::max(jobs, 1U)) finish_one();
    if (failure != 0) break;
    if (const pid_t child = start(command); child > 0) {
      running.push_back(child);
    } else {
      failure = kCannotStart;
    }
  }
  while (!running.empty()) finish_one();
  return failure;
}

std::string output_of(const Command& command) {
  std::string line;
  FILE* const pipe = popen((quoted(command) + " 2>/dev/null").c_str(), "re");
  if (pipe == nullptr) return line;
  for (int c = 0; (c = std::getc(pipe)) != EOF && c != '\n';) line.push_back(static_cast<char>(c));
  pclose(pipe);
  return line;
}

std::string quoted(const Command& command) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./,:@%";
  std::string out;
  for (const std::string& argument : command) {
    if (!out.empty()) out += ' ';
    if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos) {
      out += argument;
      continue;
    }
    out += '\'';
    for (char c : argument) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    out += '\'';
  }
  return out;
}

}  // namespace drydock::cc
