// Which lines of the drivers ran, for drivers that `drydock cc --coverage` built.
//
// Clang's counters are kept in a file that every run maps, so that runs count together and what a
// run counted outlives its crash.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/verify/base/subject.h"

namespace drydock::verify {

struct LineCoverage {
  struct File {
    std::string name;
    std::uint64_t lines = 0;            // with code
    std::vector<std::uint32_t> missed;  // those that never ran
  };
  std::string unknown_because = {};  // one sentence; empty: known
  std::vector<File> files = {};
  std::vector<std::string> never_reached = {};  // functions

  std::uint64_t lines() const;
  std::uint64_t reached() const;
};

// While it lives, drivers that are loaded here or in processes forked from here count. One at a
// time.
class LineCounters {
 public:
  explicit LineCounters(const Subject& subject);
  ~LineCounters();
  LineCounters(const LineCounters&) = delete;
  LineCounters& operator=(const LineCounters&) = delete;

  // What was counted so far; nothing when no driver counts.
  std::optional<LineCoverage> read() const;

 private:
  std::vector<std::string> drivers_;  // that count
  std::filesystem::path folder_;      // of the counts
};

// From the text of `llvm-cov export -format=lcov`.
LineCoverage line_coverage_from(const std::string& lcov);

}  // namespace drydock::verify
