// Runs a command line and keeps what it printed.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace drydock::testing {

struct Outcome {
  int exit_code = -1;
  std::string output;  // both streams, in order
};

inline Outcome run(const std::string& command) {
  Outcome outcome;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return outcome;
  char buffer[4096];
  while (std::size_t size = fread(buffer, 1, sizeof buffer, pipe))
    outcome.output.append(buffer, size);
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

// `drydock ARGUMENTS`
inline Outcome drydock(const std::string& arguments) {
  return run(std::string(DRYDOCK_PROGRAM) + " " + arguments);
}

}  // namespace drydock::testing
