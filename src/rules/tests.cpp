#include "drydock/rules.h"

namespace drydock::rules {
namespace {

// Sorted by rule. A test of the catalogue fails when a name here is not a test that exists, and
// when a rule that says checked or proved has no row here.
constexpr RuleTest kTests[] = {
    {"K-024", TestRole::kProvokes, "CompileRules.K024CallbackIsAbsentBeforeWindows8"},
    {"K-024", TestRole::kStaysSilent, "CompileRules.K024CallbackIsThereFromWindows8"},
    {"S-002", TestRole::kProvokes, "CompileRules.S002DeleteAllocatorThatReturnsIsRefused"},
    {"S-002", TestRole::kStaysSilent, "CompileRules.S002DeleteAllocatorThatReturnsNothingCompiles"},
};

}  // namespace

std::span<const RuleTest> tests() { return kTests; }

}  // namespace drydock::rules
