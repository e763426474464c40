// The tokens of a C or C++ source that a rewriting of its text needs; blanks and comments are left
// out. Any bytes will do.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace drydock::cc {

enum class TokenKind { kWord, kNumber, kPunctuation, kLiteral, kDirectiveEnd };

struct Token {
  TokenKind kind;
  std::size_t begin;
  std::size_t size;
};

std::vector<Token> tokens_of(std::string_view text);

}  // namespace drydock::cc
