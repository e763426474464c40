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
    for (std::size_t i = 0; i < tokens_.size();) i = specifiers(i);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_.is(i, TokenKind::kNumber)) drop_long_suffix(tokens_[i]);
      if (is_implicit_int(i)) insert(i + 1, "int ");
      if (tokens_.spelling(i + 1) == "(" && declared_.takes_untyped_pointer(tokens_.spelling(i))) {
        cast_literals(i);
      }
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

  // One run of type words that stand together: `unsigned long int` has one meaning, not three.
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
    if (longs == 1 && !has_double)
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

  // `const Name = …` at the start of a declaration.
  bool is_implicit_int(std::size_t i) const {
    if (tokens_.spelling(i) != "const" || tokens_.spelling(i + 2) != "=") return false;
    if (!tokens_.is(i + 1, TokenKind::kWord)) return false;
    if (i == 0 || tokens_.is(i - 1, TokenKind::kDirectiveEnd)) return true;
    const std::string_view before = tokens_.spelling(i - 1);
    return before == ";" || before == "}" || before == "{" || before == "static";
  }

  // The arguments of one call that are nothing but text, where an untyped pointer is expected.
  void cast_literals(std::size_t function) {
    const std::size_t close = tokens_.closing(function + 1);
    if (close == tokens_.size()) return;
    std::size_t position = 0;
    std::size_t depth = 0;
    std::size_t begin = function + 2;
    for (std::size_t i = begin; i <= close; ++i) {
      const std::string_view token = tokens_.spelling(i);
      if (token == "(") ++depth;
      if (depth == 0 && (token == "," || i == close)) {
        if (declared_.takes_untyped_pointer(tokens_.spelling(function), position)) {
          cast_literal(begin, i);
        }
        ++position;
        begin = i + 1;
      }
      if (token == ")" && depth > 0) --depth;
    }
  }

  void cast_literal(std::size_t begin, std::size_t end) {
    const bool wide = tokens_.spelling(begin) == "L";
    for (std::size_t i = begin; i < end; ++i) {
      const bool prefix = tokens_.spelling(i) == "L";
      if (!prefix && !tokens_.spelling(i).starts_with('"')) return;
    }
    if (begin < end) insert(begin, wide ? "(wchar_t*)" : "(char*)");
  }

  void insert(std::size_t token, std::string_view word) {
    edits_.push_back({tokens_[token].begin, 0, std::string(word)});
  }

  std::string_view source_;
  const Declarations& declared_;
  std::string text_;
  TokenList tokens_;
  std::vector<Edit> edits_;
};

}  // namespace

std::string to_linux_dialect(std::string_view source, const Declarations& declared) {
  return Rewriter(source, declared).run();
}

}  // namespace drydock::cc
