// Splits C and C++ text into the tokens that the source scanners look at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace drydock::cc {

// A directive extends from its # to kDirectiveEnd, which has no text.
enum class TokenKind : std::uint8_t { kWord, kNumber, kPunctuation, kLiteral, kDirectiveEnd };

// Texts are shorter than 4 GiB.
struct Token {
  TokenKind kind;
  std::uint32_t begin;
  std::uint32_t size;
};

// Splits the text. Blanks and comments are left out. Each punctuation character is a token. The
// prefix of a literal is a word of its own, except before a raw string.
std::vector<Token> tokens_of(std::string_view text);

// A text and its tokens, read by position. Beyond the end all tokens are empty.
class TokenList {
 public:
  explicit TokenList(std::string_view text);

  std::size_t size() const { return tokens_.size(); }
  const Token& operator[](std::size_t i) const { return tokens_[i]; }
  const std::vector<Token>& all() const { return tokens_; }

  std::string_view spelling(std::size_t i) const {
    return i < tokens_.size() ? text_.substr(tokens_[i].begin, tokens_[i].size)
                              : std::string_view{};
  }
  bool is(std::size_t i, TokenKind kind) const {
    return i < tokens_.size() && tokens_[i].kind == kind;
  }

  // The position of the parenthesis that closes the one at `open`. Returns size() when it is absent
  // or too far away for a list of parameters or arguments.
  std::size_t closing(std::size_t open) const;

  // Calls `visit` with the position in the list, the first token and the token behind the last of
  // each parameter or argument of the function whose name is at `function`.
  template <typename Visit>
  void for_each_argument(std::size_t function, Visit&& visit) const {
    const std::size_t close = closing(function + 1);
    if (close == size()) return;
    std::size_t position = 0;
    std::size_t depth = 0;
    std::size_t begin = function + 2;
    for (std::size_t i = begin; i <= close; ++i) {
      const std::string_view token = spelling(i);
      if (token == "(") ++depth;
      if (depth == 0 && (token == "," || i == close)) {
        visit(position++, begin, i);
        begin = i + 1;
      }
      if (token == ")" && depth > 0) --depth;
    }
  }

 private:
  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> closings_;  // by position; meaningful only for opening parentheses
};

}  // namespace drydock::cc
