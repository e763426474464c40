// A test's expectation of rules: that they are raised while the object lives, or that they are not.
//
//   const Raises raises({"K-001"});          // each of them, at least once
//   const StaysSilent silent({"K-001"});     // none of them
//
// It sees every finding, whichever log receives it. It is made first in a test, so that it also
// sees what is raised at the end of the others. One of the two lives at a time.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "drydock/rule_id.h"
#include "src/rules/finding.h"

namespace drydock::testing {

// The findings that are raised while one lives.
class FindingWatch {
 public:
  FindingWatch() {
    rules::set_finding_listener([this](const rules::Finding& finding) {
      const std::lock_guard hold(lock_);
      rules_.emplace(finding.rule->id);
      text_ += rules::to_text(finding);
    });
  }
  ~FindingWatch() { rules::set_finding_listener(nullptr); }
  FindingWatch(const FindingWatch&) = delete;
  FindingWatch& operator=(const FindingWatch&) = delete;

  bool has(rules::RuleId rule) const {
    const std::lock_guard hold(lock_);
    return rules_.contains(std::string(rule.text()));
  }
  std::string text() const {
    const std::lock_guard hold(lock_);
    return text_.empty() ? "nothing was raised" : text_;
  }

 private:
  mutable std::mutex lock_;
  std::set<std::string> rules_;
  std::string text_;
};

class Raises {
 public:
  explicit Raises(std::initializer_list<rules::RuleId> rules) : rules_(rules) {}
  ~Raises() {
    for (const rules::RuleId rule : rules_)
      EXPECT_TRUE(watch_.has(rule)) << rule.text() << " was not raised:\n" << watch_.text();
  }
  Raises(const Raises&) = delete;
  Raises& operator=(const Raises&) = delete;

 private:
  const std::vector<rules::RuleId> rules_;
  const FindingWatch watch_;
};

class StaysSilent {
 public:
  explicit StaysSilent(std::initializer_list<rules::RuleId> rules) : rules_(rules) {}
  ~StaysSilent() {
    for (const rules::RuleId rule : rules_) EXPECT_FALSE(watch_.has(rule)) << watch_.text();
  }
  StaysSilent(const StaysSilent&) = delete;
  StaysSilent& operator=(const StaysSilent&) = delete;

 private:
  const std::vector<rules::RuleId> rules_;
  const FindingWatch watch_;
};

}  // namespace drydock::testing
