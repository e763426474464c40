#include "src/cc/dialect.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "src/cc/guarded_blocks.h"
#include "src/cc/specialization.h"

namespace drydock::cc {
namespace {

class Rewriter {
 public:
  Rewriter(std::string_view source, const Declarations& declared)
      : source_(source), declared_(declared), text_(source), tokens_(source) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size();) {
      if (tokens_.spelling(i) == "_Generic") find_associations(i);
      i = specifiers(i);
    }
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_.is(i, TokenKind::kNumber)) drop_long_suffix(tokens_[i]);
      if (is_implicit_int(i)) insert(i + 1, "int ");
      if (tokens_.spelling(i + 1) == "(" && declared_.takes_untyped_pointer(tokens_.spelling(i))) {
        cast_literals(i);
      }
      if (is_branch(i) || is_assignment(i)) cast_text(i + 1);
    }
    for (const std::size_t i : bare_specializations(tokens_)) insert(i, "template<> ");
    find_guarded_blocks(source_, tokens_.all(), edits_);
    return apply_edits(text_, std::move(edits_));
  }

 private:
  bool is_specifier(std::size_t i) const {
    constexpr std::array<std::string_view, 7> kWords = {"long",  "int",      "unsigned", "signed",
                                                        "const", "volatile", "double"};
    return tokens_.is(i, TokenKind::kWord) &&
           std::ranges::find(kWords, tokens_.spelling(i)) != kWords.end();
  }

  // Finds the associations of a `_Generic`, which follow its controlling expression. `long` stays
  // unchanged in them, because beside an association for `int` it must differ from `int`. Of the
  // driver's values only those of size_t have that type, and the expression of that association
  // then gets all their 64 bits.
  void find_associations(std::size_t generic) {
    const std::size_t close = tokens_.closing(generic + 1);
    if (close == tokens_.size() || generic < associations_end_) return;
    std::size_t depth = 0;
    for (std::size_t i = generic + 2; i < close; ++i) {
      const std::string_view token = tokens_.spelling(i);
      if (token == "(") ++depth;
      if (token == ")") --depth;
      if (token == "," && depth == 0) {
        associations_ = i;
        associations_end_ = close;
        return;
      }
    }
  }

  // Converts one run of adjacent type words: `unsigned long int` is one type, not three.
  std::size_t specifiers(std::size_t first) {
    std::size_t end = first;
    std::size_t longs = 0;
    std::size_t where = 0;
    bool has_int = false;
    bool has_double = false;
    for (; is_specifier(end); ++end) {
      const std::string_view word = tokens_.spelling(end);
      if (word == "long") {
        ++longs;
        where = end;
      }
      has_int |= word == "int";
      has_double |= word == "double";
    }
    const bool is_in_association = first > associations_ && first < associations_end_;
    if (longs == 1 && !has_double && !is_in_association)
      text_.replace(tokens_[where].begin, 4, has_int ? "    " : "int ");
    return std::max(end, first + 1);
  }

  void drop_long_suffix(const Token& token) {
    const std::string_view number = source_.substr(token.begin, token.size);
    const std::size_t digits = integer_digits(number);
    const std::string_view suffix = number.substr(digits);
    const auto longs = std::ranges::count_if(suffix, [](char c) { return c == 'l' || c == 'L'; });
    const bool plain = std::ranges::all_of(
        suffix, [](char c) { return std::string_view("uUlL").find(c) != std::string_view::npos; });
    if (!plain || longs != 1) return;
    std::string shorter;
    for (char c : suffix) {
      if (c != 'l' && c != 'L') shorter += c;
    }
    shorter.resize(suffix.size(), ' ');
    text_.replace(token.begin + digits, suffix.size(), shorter);
  }

  // The length of an integer literal without its suffix.
  static std::size_t integer_digits(std::string_view number) {
    const bool hexadecimal = number.size() > 2 && number[0] == '0' && (number[1] | 0x20) == 'x';
    const std::string_view allowed = hexadecimal ? "0123456789abcdefABCDEF'" : "0123456789'bB";
    const std::size_t from = hexadecimal ? 2 : 0;
    return std::min(number.find_first_not_of(allowed, from), number.size());
  }

  // Whether a declaration begins with `const Name = …`.
  bool is_implicit_int(std::size_t i) const {
    if (tokens_.spelling(i) != "const" || tokens_.spelling(i + 2) != "=") return false;
    if (!tokens_.is(i + 1, TokenKind::kWord)) return false;
    if (i == 0 || tokens_.is(i - 1, TokenKind::kDirectiveEnd)) return true;
    const std::string_view before = tokens_.spelling(i - 1);
    return before == ";" || before == "}" || before == "{" || before == "static";
  }

  // Casts the arguments of one call that are only a string literal where a void pointer is
  // expected.
  void cast_literals(std::size_t function) {
    const std::string_view name = tokens_.spelling(function);
    tokens_.for_each_argument(function,
                              [&](std::size_t position, std::size_t begin, std::size_t end) {
                                if (declared_.takes_untyped_pointer(name, position))
                                  cast_literal(begin, end);
                              });
  }

  // Whether the token precedes a string literal that MSVC takes for `char*`: in an arm of a
  // conditional, or behind the parenthesis of a static_cast. A `:` belongs to an arm where a `?`
  // within the same parentheses is open.
  bool is_branch(std::size_t i) {
    const std::string_view token = tokens_.spelling(i);
    if (token == "(" || token == "{") open_.push_back(0);
    if ((token == ")" || token == "}") && !open_.empty()) open_.pop_back();
    if (token == ";" && !open_.empty()) open_.back() = 0;
    if (token == "(") {
      return i > 0 && tokens_.spelling(i - 1) == ">" && closes_static_cast(i - 1);
    }
    if (open_.empty()) return false;
    if (token == "?") return ++open_.back() > 0;
    if (token != ":" || open_.back() == 0) return false;
    if (tokens_.spelling(i - 1) == ":" || tokens_.spelling(i + 1) == ":") return false;
    --open_.back();
    return true;
  }

  // Whether the token is the `=` of a statement that assigns to a variable or member, which may be
  // a void pointer. A declaration, which may be of an array, has a type before the name. A
  // designated member has nothing before its dot.
  bool is_assignment(std::size_t i) const {
    if (i < 2 || tokens_.spelling(i) != "=" || !tokens_.is(i - 1, TokenKind::kWord)) return false;
    const std::string_view before = tokens_.spelling(i - 2);
    if (before == ";" || before == "{" || before == "}") return true;
    if (i < 4) return false;
    if (before == ">") return tokens_.spelling(i - 3) == "-";
    const std::string_view owner = tokens_.spelling(i - 3);
    return before == "." && (tokens_.is(i - 3, TokenKind::kWord) || owner == "]" || owner == ")");
  }

  bool closes_static_cast(std::size_t i) const {
    constexpr std::size_t kLongestTypeName = 12;
    for (std::size_t back = 1; back < kLongestTypeName && back < i; ++back) {
      if (tokens_.spelling(i - back) == "<") return tokens_.spelling(i - back - 1) == "static_cast";
    }
    return false;
  }

  // Casts the string literal at `begin` if it is the whole expression, alone or in one of the
  // macros that make it wide or narrow.
  void cast_text(std::size_t begin) {
    const std::string_view word = tokens_.spelling(begin);
    if (word == "TEXT" || word == "_TEXT" || word == "_T") {
      const std::size_t close = tokens_.closing(begin + 1);
      if (tokens_.spelling(begin + 2).starts_with('"') && ends_text(close + 1)) {
        insert(begin, "(TCHAR*)");
      }
      return;
    }
    std::size_t end = begin;
    while (tokens_.spelling(end) == "L" || tokens_.spelling(end).starts_with('"')) ++end;
    if (ends_text(end)) cast_literal(begin, end);
  }

  bool ends_text(std::size_t i) const {
    constexpr std::string_view kEnds = ":;,)}";
    const std::string_view token = tokens_.spelling(i);
    return token.size() == 1 && kEnds.find(token) != std::string_view::npos;
  }

  void cast_literal(std::size_t begin, std::size_t end) {
    const bool wide = tokens_.spelling(begin) == "L";
    for (std::size_t i = begin; i < end; ++i) {
      const bool prefix = tokens_.spelling(i) == "L";
      if (!prefix && !tokens_.spelling(i).starts_with('"')) return;
    }
    if (begin == end || !tokens_.spelling(end - 1).starts_with('"')) return;
    insert(begin, wide ? "(wchar_t*)" : "(char*)");
  }

  void insert(std::size_t token, std::string_view word) {
    edits_.push_back({tokens_[token].begin, 0, std::string(word)});
  }

  std::string_view source_;
  const Declarations& declared_;
  std::string text_;
  TokenList tokens_;
  std::size_t associations_ = 0;  // the comma before the associations of the last _Generic
  std::size_t associations_end_ = 0;
  std::vector<std::size_t> open_;  // number of open conditionals in each open parenthesis or brace
  std::vector<Edit> edits_;
};

}  // namespace

std::string to_linux_dialect(std::string_view source, const Declarations& declared) {
  return Rewriter(source, declared).run();
}

}  // namespace drydock::cc
