// Tags and findings of pool tests.
#pragma once

#include <string>
#include <vector>

#include "src/nt/pool/pool.h"
#include "src/rules/finding.h"

namespace drydock::nt {

inline constexpr ULONG kTag = 0x6c6f6f50;  // Pool

inline std::vector<std::string> rules_in(const rules::FindingLog& log) {
  std::vector<std::string> out;
  for (const rules::Finding& finding : log.findings()) out.emplace_back(finding.rule->id);
  return out;
}

}  // namespace drydock::nt
