#include "src/cc/declarations.h"

#include <algorithm>
#include <array>

namespace drydock::cc {
namespace {

bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 9> kWords = {
      "sizeof", "if", "while", "for", "switch", "return", "defined", "catch", "decltype"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// Annotations begin with an underscore or are the old IN and OUT.
bool is_annotation(std::string_view word) {
  return word.starts_with('_') || word == "IN" || word == "OUT" || word == "OPTIONAL";
}

// The tokens are one parameter: annotations, the type, perhaps a name.
bool is_untyped_pointer(const TokenList& tokens, std::size_t at, std::size_t end) {
  while (at < end && is_annotation(tokens.spelling(at))) {
    ++at;
    if (tokens.spelling(at) == "(") at = tokens.closing(at) + 1;
  }
  const std::string_view type = tokens.spelling(at);
  if (type == "void" || type == "VOID") {
    if (tokens.spelling(++at) != "*") return false;
  } else if (type != "PVOID" && type != "LPVOID") {
    return false;
  }
  ++at;
  if (at < end && tokens.is(at, TokenKind::kWord)) ++at;
  return at == end;
}

}  // namespace

void Declarations::learn(std::string_view text) {
  const TokenList tokens(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is(i, TokenKind::kWord)) continue;
    const std::string_view word = tokens.spelling(i);
    if (tokens.spelling(i + 1) == "(" && !is_keyword(word)) learn_function(tokens, i);
  }
}

void Declarations::learn_function(const TokenList& tokens, std::size_t name) {
  tokens.for_each_argument(name, [&](std::size_t position, std::size_t begin, std::size_t end) {
    if (is_untyped_pointer(tokens, begin, end))
      functions_[std::string(tokens.spelling(name))].insert(position);
  });
}

bool Declarations::takes_untyped_pointer(std::string_view name, std::size_t position) const {
  const auto found = functions_.find(name);
  return found != functions_.end() && found->second.contains(position);
}

}  // namespace drydock::cc
