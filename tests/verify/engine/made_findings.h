// Findings that a test makes up.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/rules/finding.h"

namespace drydock::verify {

inline rules::Finding finding_about(rules::RuleId rule, std::string message,
                                    std::string object = {}) {
  rules::Finding finding;
  finding.rule = &rules::find(rule);
  finding.message = std::move(message);
  finding.object = std::move(object);
  finding.driver = "gpu";
  return finding;
}

inline rules::Finding with_frames(rules::Finding finding, std::vector<rules::Frame> frames,
                                  std::string label = "here") {
  finding.stacks.push_back({std::move(label), {}, std::move(frames)});
  return finding;
}

}  // namespace drydock::verify
