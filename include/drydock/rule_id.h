// The number of a rule, as a value: D-001 displays, K-001 graphics kernel, N-001 executive, S-001
// streaming, U-001 user mode.
//
// A RuleId always names a rule of the catalogue. Written as a literal it is checked when it is
// compiled: a number that the catalogue does not have does not compile. Text that comes at run time
// goes through parse(). A rule that is chosen at run time is chosen among values:
// `is_opened ? "U-110"_rule : "U-115"_rule`.
//
// Cost: two bytes, compared as a number; a literal costs nothing at run time. Owner: none, it is a
// plain value. Threads: any.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace drydock::rules {

struct LetterOfRules {
  char letter;
  std::uint16_t count;
};

// The numbers that exist, in the order of the catalogue. The numbers of a letter are dense and
// begin with 001. A change that adds a rule raises its letter's count; a test compares the counts
// with the rows.
inline constexpr LetterOfRules kLettersOfRules[] = {
    {'D', 220}, {'K', 474}, {'N', 73}, {'S', 283}, {'U', 310}};

inline constexpr std::size_t kRuleCount = [] {
  std::size_t all = 0;
  for (const LetterOfRules& each : kLettersOfRules) all += each.count;
  return all;
}();

class RuleId {
 public:
  // Implicit, so that a literal can be passed as a RuleId.
  consteval RuleId(const char* text) : index_(index_of(text)) {
    if (index_ == kNoIndex) the_catalogue_has_no_such_rule();
  }

  // Takes the exact spelling only: a letter, a dash, three digits. Returns nothing when the
  // catalogue has no such rule.
  static constexpr std::optional<RuleId> parse(std::string_view text) {
    const std::uint16_t index = index_of(text);
    if (index == kNoIndex) return std::nullopt;
    return RuleId(index);
  }

  // The rule at a place in the catalogue; the place is less than kRuleCount.
  static constexpr RuleId at(std::size_t index) {
    return RuleId(static_cast<std::uint16_t>(index));
  }

  // Its place in the catalogue.
  constexpr std::size_t index() const { return index_; }
  // "K-010". Constant data.
  std::string_view text() const;

  constexpr auto operator<=>(const RuleId&) const = default;

 private:
  static constexpr std::uint16_t kNoIndex = 0xFFFF;

  explicit constexpr RuleId(std::uint16_t index) : index_(index) {}

  // Not constexpr: a constant expression that comes here does not compile, and the compiler names
  // this function.
  static void the_catalogue_has_no_such_rule();

  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

  static constexpr std::uint16_t index_of(std::string_view text) {
    if (text.size() != 5 || text[1] != '-') return kNoIndex;
    if (!is_digit(text[2]) || !is_digit(text[3]) || !is_digit(text[4])) return kNoIndex;
    const int number = (text[2] - '0') * 100 + (text[3] - '0') * 10 + (text[4] - '0');
    int before = 0;
    for (const LetterOfRules& each : kLettersOfRules) {
      if (each.letter == text[0])
        return number == 0 || number > each.count ? kNoIndex
                                                  : static_cast<std::uint16_t>(before + number - 1);
      before += each.count;
    }
    return kNoIndex;
  }

  std::uint16_t index_;
};

static_assert(sizeof(RuleId) == 2);

}  // namespace drydock::rules

namespace drydock {

// Makes a rule that is chosen at run time. Declared here so that all namespaces of the host see it.
consteval rules::RuleId operator""_rule(const char* text, std::size_t) {
  return rules::RuleId(text);
}

}  // namespace drydock
