// What a verification reached.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "drydock/rules.h"
#include "src/verify/engine/engine.h"

namespace drydock::verify {

// The checked rules that speak of a call that was made: one whose name is a word of the rule's
// title, text or source. Case and underscores do not count, so that
// `nc-d3dkmddi-dxgkddi_createallocation.md` speaks of DxgkDdiCreateAllocation.
std::vector<const rules::Rule*> exercised(const std::set<std::string>& called);

// Entry points that the drivers have and nobody called.
std::vector<std::string> never_called_of(const Verification& verification);

}  // namespace drydock::verify
