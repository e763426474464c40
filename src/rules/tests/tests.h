// Which tests stand behind which rule: one table a part of the catalogue, each in a file of its own
// and sorted by rule. A test of the catalogue fails when a name is not a test that exists, and when
// a rule that says checked or proved has no row.
#pragma once

#include "drydock/rules.h"

namespace drydock::rules::tests_of_part {

std::span<const RuleTest> executive();
std::span<const RuleTest> kernel_objects();
std::span<const RuleTest> kernel_gpu();
std::span<const RuleTest> streaming();
std::span<const RuleTest> user_mode();

}  // namespace drydock::rules::tests_of_part
