// Which rules and entry points a verification reached.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "drydock/rules.h"
#include "src/verify/engine/engine.h"

namespace drydock::verify {

// The checked rules that mention a function that was called: its name is a word of the title, text
// or source of the rule. Case and underscores do not count, so that
// `nc-d3dkmddi-dxgkddi_createallocation.md` mentions DxgkDdiCreateAllocation.
std::vector<const rules::Rule*> exercised(const std::set<std::string>& called);

// Entry points that the drivers have and that no run called.
std::vector<std::string> never_called_of(const Verification& verification);

}  // namespace drydock::verify
