#include "src/rules/tests/tests.h"

#include <vector>

namespace drydock::rules {
namespace {

// In the order of the rules' names, as the lookup by rule wants it.
std::vector<RuleTest> all_parts() {
  std::vector<RuleTest> all;
  for (auto part : {tests_of_part::kernel_objects, tests_of_part::kernel_gpu,
                    tests_of_part::executive, tests_of_part::streaming, tests_of_part::user_mode}) {
    const auto rows = part();
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

}  // namespace

std::span<const RuleTest> tests() {
  static const std::vector<RuleTest> all = all_parts();
  return all;
}

}  // namespace drydock::rules
