#include "drydock/rule_id.h"

#include <array>

namespace drydock::rules {
namespace {

constexpr std::size_t kLengthOfRuleText = 5;

constexpr std::array<char, kRuleCount * kLengthOfRuleText> kRuleTexts = [] {
  std::array<char, kRuleCount * kLengthOfRuleText> out{};
  std::size_t at = 0;
  for (const LetterOfRules& each : kLettersOfRules) {
    for (int number = 1; number <= each.count; ++number) {
      out[at++] = each.letter;
      out[at++] = '-';
      out[at++] = static_cast<char>('0' + number / 100);
      out[at++] = static_cast<char>('0' + number / 10 % 10);
      out[at++] = static_cast<char>('0' + number % 10);
    }
  }
  return out;
}();

}  // namespace

std::string_view RuleId::text() const {
  return {kRuleTexts.data() + index() * kLengthOfRuleText, kLengthOfRuleText};
}

}  // namespace drydock::rules
