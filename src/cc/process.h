// Runs other programs: several at once, without threads.
#pragma once

#include <string>
#include <vector>

namespace drydock::cc {

using Command = std::vector<std::string>;

// Runs all commands, at most `jobs` at a time, with the standard streams of this process. After the
// first failure no further command starts. Returns 0, or the exit code of a command that failed
// (128 + n for signal n, 127 if it could not start).
int run_all(const std::vector<Command>& commands, unsigned jobs);

// The command, quoted so that a shell reads the same words.
std::string quoted(const Command& command);

}  // namespace drydock::cc
