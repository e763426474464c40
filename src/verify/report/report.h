// Writes a verification as text, JSON, SARIF and JUnit XML.
//
// The functions depend on nothing but their arguments and run no driver. Cost: proportional to the
// findings. Owner: the results are values of the caller. Threads: any.
#pragma once

#include <chrono>
#include <string>

#include "src/verify/engine/engine.h"

namespace drydock::verify {

struct Heading {
  std::string version;  // the program's version
  std::string personality = "windows";
  std::string help_base = {};  // the address of the folder with the rules' pages; empty: unknown
};

// How long its runs took together.
inline double seconds_of(const ScenarioResult& result) {
  return std::chrono::duration<double>(result.took).count();
}

struct Tally {
  std::uint64_t fatal = 0, violation = 0, lint = 0;

  bool is_clean() const { return fatal == 0 && violation == 0; }
};

Tally tally(const std::vector<DistinctFinding>& findings);

// Scenarios whose clean run did not come to its end.
struct Unfinished {
  std::uint64_t skipped = 0;    // without a finding
  std::uint64_t cut_short = 0;  // with one
};

Unfinished unfinished(const Verification& verification);

// For a terminal: each finding, then what was run and what was never reached.
std::string to_text(const Verification& verification, bool in_colour);
// The last lines of it alone.
std::string summary(const Verification& verification, bool in_colour);

std::string to_json(const Heading& heading, const Request& request,
                    const Verification& verification);

// The address of a file or folder with an absolute name.
std::string file_address(const std::string& path);

// SARIF 2.1.0, a result for each group of findings, at a line of the driver: that of its headline,
// or of an entry point. Files below the current folder are named relative to it, as code
// scanning wants.
std::string to_sarif(const Heading& heading, const Request& request,
                     const Verification& verification);

// One test case a scenario. Each that showed a finding fails.
std::string to_junit(const Verification& verification);

}  // namespace drydock::verify
