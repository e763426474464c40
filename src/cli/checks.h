// Checks of the words of a command line.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>

namespace drydock::cli {

// No option of time takes more: 30 days.
inline constexpr std::uint64_t kMostMilliseconds = 30ULL * 24 * 3600 * 1000;

inline constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();

// A check for an option: its value is digits alone and lies between the two. Without it the parser
// takes "-1" for a very large number.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = kAnyNumber);

// A check for an option: its value is a time in seconds, perhaps with a part of one.
CLI::Validator seconds();

// A check for an option: its value is not empty, as that of an unset variable of a script would be.
CLI::Validator file_name();

}  // namespace drydock::cli
