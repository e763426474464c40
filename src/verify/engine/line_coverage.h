// The lines of the drivers that ran, for drivers that `drydock cc --coverage` built.
//
// Clang's counters lie in a file that every run maps, so that all runs add to the same counters and
// a crash loses nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/verify/base/tested_drivers.h"

namespace drydock::verify {

struct LineCoverage {
  struct File {
    std::string name;
    std::uint64_t lines = 0;            // lines with code
    std::vector<std::uint32_t> missed;  // lines that never ran
  };
  std::string unknown_because = {};  // one sentence; empty: the lines are known
  std::vector<File> files = {};
  std::vector<std::string> never_reached = {};  // functions

  std::uint64_t lines() const;
  std::uint64_t reached() const;
};

// While it lives, drivers that are loaded in this process or in its children count their lines. At
// most one lives at a time.
class LineCounters {
 public:
  explicit LineCounters(const TestedDrivers& drivers);
  ~LineCounters();
  LineCounters(const LineCounters&) = delete;
  LineCounters& operator=(const LineCounters&) = delete;

  // The counts so far; nothing when no driver was built to count.
  std::optional<LineCoverage> read() const;

 private:
  std::vector<std::string> counting_;  // drivers that were built to count
  std::filesystem::path folder_;       // the folder of the files with the counters
};

// Reads the text of `llvm-cov export -format=lcov`.
LineCoverage line_coverage_from(const std::string& lcov);

}  // namespace drydock::verify
