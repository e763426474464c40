// Runs other programs: several at once, without threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace drydock::cc {

using Command = std::vector<std::string>;

// Whether the user asked the program to end.
using IsStopped = std::function<bool()>;

// Runs all commands, at most `jobs` at a time, with the standard streams of this process. After the
// first failure no further command starts. Returns 0, or the exit code of a command that failed
// (128 + n for signal n, 127 if it could not start). Once the program is asked to end, the running
// ones are ended too; it looks when a signal arrives and ten times a second.
int run_all(const std::vector<Command>& commands, unsigned jobs, const IsStopped& is_stopped = {});

// The first line that the command prints; empty when it cannot start or prints nothing.
std::string output_of(const Command& command);

// The command, quoted so that a shell reads the same words.
std::string quoted(const Command& command);

}  // namespace drydock::cc
