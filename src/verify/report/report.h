// Writes a verification as text, JSON, SARIF and JUnit XML.
//
// The functions depend on nothing but their arguments and run no driver. Cost: proportional to the
// findings. Owner: the results are values of the caller. Threads: any.
#pragma once

#include <string>

#include "src/verify/engine/engine.h"

namespace drydock::verify {

struct Heading {
  std::string version;  // of the program
  std::string personality = "windows";
};

struct Tally {
  std::uint64_t fatal = 0, violation = 0, lint = 0;

  bool is_clean() const { return fatal == 0 && violation == 0; }
};

Tally tally(const std::vector<DistinctFinding>& findings);

// For a terminal: each finding, then what was run and what was never reached.
std::string to_text(const Verification& verification, bool in_colour);
// The last lines of it alone.
std::string summary(const Verification& verification, bool in_colour);

std::string to_json(const Heading& heading, const Request& request,
                    const Verification& verification);

// SARIF 2.1.0. Files below the current folder are named relative to it, as code scanning wants.
std::string to_sarif(const Heading& heading, const Request& request,
                     const Verification& verification);

// One test case a scenario.
std::string to_junit(const Verification& verification);

}  // namespace drydock::verify
