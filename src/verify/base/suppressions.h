// A file of findings that do not count, each with the reason why.
//
// It is JSON with comments: a list of objects with these members.
//   rule      a glob for the number of the rule (needed)
//   function  a glob for a function of the driver in the stacks of the finding (needed); "*" also
//             fits a finding without such a function
//   reason    text that is not empty (needed)
//   until     "2027-03-31": the last day on which the entry holds; without it, for ever
//
// Owner: the caller; entries never change. Threads: any. Cost: some globs for each finding of a
// run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/rules/finding.h"

namespace drydock::verify {

struct Suppression {
  std::string rule;
  std::string function;
  std::string reason;
  std::string until;  // empty: for ever
};

class Suppressions {
 public:
  // `today` is a date like "2026-11-18". The texts of dates are ordered as the dates are.
  Suppressions(std::vector<Suppression> entries, std::string today)
      : entries_(std::move(entries)), today_(std::move(today)) {}

  const std::vector<Suppression>& entries() const { return entries_; }
  // The first entry that fits and holds; else the first that fits and is expired.
  std::optional<std::size_t> find(const rules::Finding& finding) const;
  bool is_expired(std::size_t entry) const;

 private:
  std::vector<Suppression> entries_;
  std::string today_;
};

// Reads such a file. Throws std::runtime_error with one sentence.
Suppressions read_suppressions(const std::string& path, const std::string& today);

// The date in the machine's time zone.
std::string date_of_today();

}  // namespace drydock::verify
