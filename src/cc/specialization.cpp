#include "src/cc/specialization.h"

#include <algorithm>
#include <array>
#include <utility>

namespace drydock::cc {
namespace {

// Visits the declarations at namespace scope.
class SpecializationFinder {
 public:
  explicit SpecializationFinder(const TokenList& tokens) : tokens_(tokens) {}

  std::vector<std::size_t> run() {
    std::size_t at = 0;
    while (at < tokens_.size()) at = item(at);
    return std::move(found_);
  }

 private:
  // Skips one directive, closing brace, opening of a namespace, or declaration; returns the
  // position behind it.
  std::size_t item(std::size_t at) {
    const std::string_view first = tokens_.spelling(at);
    if (first == "#") return behind_directive(at);
    if (first == "}" || first == ";" || tokens_.is(at, TokenKind::kDirectiveEnd)) return at + 1;
    if (const std::size_t brace = namespace_brace(at); brace != 0) return brace + 1;
    return declaration(at);
  }

  std::size_t behind_directive(std::size_t at) const {
    while (at < tokens_.size() && !tokens_.is(at, TokenKind::kDirectiveEnd)) ++at;
    return at + 1;
  }

  // The position of the brace of `namespace name {` or `extern "C" {`; 0 for anything else.
  std::size_t namespace_brace(std::size_t at) const {
    if (tokens_.spelling(at) == "extern" && tokens_.spelling(at + 2) == "{") return at + 2;
    if (tokens_.spelling(at) != "namespace") return 0;
    while (tokens_.is(++at, TokenKind::kWord) || tokens_.spelling(at) == ":") {
    }
    return tokens_.spelling(at) == "{" ? at : 0;
  }

  // Skips to the semicolon or to the end of the body.
  std::size_t declaration(std::size_t first) {
    std::size_t declarator = 0;
    std::size_t depth = 0;
    for (std::size_t at = first; at < tokens_.size(); ++at) {
      const std::string_view token = tokens_.spelling(at);
      if (token == "#") at = behind_directive(at) - 1;
      if (declarator == 0 && ends_declarator(token)) {
        declarator = at;
        if (is_bare(first, declarator)) found_.push_back(first);
      }
      if (token == ";" && depth == 0) return at + 1;
      if (token == "{") ++depth;
      if (token == "}" && (depth == 0 || --depth == 0)) return at + 1;
    }
    return tokens_.size();
  }

  static bool ends_declarator(std::string_view token) {
    return token == "(" || token == "=" || token == "[" || token == ";" || token == "{";
  }

  bool is_bare(std::size_t first, std::size_t declarator) const {
    constexpr std::array<std::string_view, 8> kOthers = {"template", "typedef", "using",  "friend",
                                                         "extern",   "class",   "struct", "enum"};
    if (std::ranges::find(kOthers, tokens_.spelling(first)) != kOthers.end()) return false;
    if (declarator < first + 4 || !tokens_.is(declarator - 1, TokenKind::kWord)) return false;
    if (tokens_.spelling(declarator - 2) != ":" || tokens_.spelling(declarator - 3) != ":") {
      return false;
    }
    return has_arguments(first, declarator - 4);
  }

  // Whether a `Name < … >` ends at `close` and begins behind a type.
  bool has_arguments(std::size_t first, std::size_t close) const {
    if (tokens_.spelling(close) != ">") return false;
    std::size_t depth = 0;
    for (std::size_t at = close; at > first; --at) {
      if (tokens_.spelling(at) == ">") ++depth;
      if (tokens_.spelling(at) == "<" && --depth == 0) {
        return at > first + 1 && tokens_.is(at - 1, TokenKind::kWord);
      }
    }
    return false;
  }

  const TokenList& tokens_;
  std::vector<std::size_t> found_;
};

}  // namespace

std::vector<std::size_t> bare_specializations(const TokenList& tokens) {
  return SpecializationFinder(tokens).run();
}

}  // namespace drydock::cc
