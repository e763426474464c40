#include "src/cc/dialect.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "src/cc/guarded_blocks.h"
#include "src/cc/lexer.h"

namespace drydock::cc {
namespace {

class Rewriter {
 public:
  explicit Rewriter(std::string_view source)
      : source_(source), text_(source), tokens_(tokens_of(source)) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size();) i = specifiers(i);
    for (const Token& token : tokens_) {
      if (token.kind == TokenKind::kNumber) drop_long_suffix(token);
    }
    find_implicit_int();
    find_guarded_blocks(source_, tokens_, edits_);
    return apply(std::move(text_), edits_);
  }

 private:
  std::string_view spelling(std::size_t i) const {
    return i < tokens_.size() ? source_.substr(tokens_[i].begin, tokens_[i].size)
                              : std::string_view{};
  }

  bool is_specifier(std::size_t i) const {
    constexpr std::array<std::string_view, 7> kWords = {"long",  "int",      "unsigned", "signed",
                                                        "const", "volatile", "double"};
    return i < tokens_.size() && tokens_[i].kind == TokenKind::kWord &&
           std::ranges::find(kWords, spelling(i)) != kWords.end();
  }

  // One run of type words that stand together: `unsigned long int` has one meaning, not three.
  std::size_t specifiers(std::size_t first) {
    std::size_t end = first;
    std::size_t longs = 0;
    std::size_t where = 0;
    bool has_int = false;
    bool has_double = false;
    for (; is_specifier(end); ++end) {
      const std::string_view word = spelling(end);
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
  void find_implicit_int() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const bool starts = i == 0 || tokens_[i - 1].kind == TokenKind::kDirectiveEnd ||
                          spelling(i - 1) == ";" || spelling(i - 1) == "}" ||
                          spelling(i - 1) == "{" || spelling(i - 1) == "static";
      if (!starts || spelling(i) != "const" || spelling(i + 2) != "=") continue;
      const Token& name = tokens_[i + 1];
      if (name.kind == TokenKind::kWord)
        edits_.push_back({name.begin, name.size, "int " + std::string(spelling(i + 1))});
    }
  }

  std::string_view source_;
  std::string text_;
  std::vector<Token> tokens_;
  std::vector<Edit> edits_;
};

}  // namespace

std::string to_linux_dialect(std::string_view source) { return Rewriter(source).run(); }

}  // namespace drydock::cc
