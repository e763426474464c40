#include "src/cc/lexer.h"

#include <algorithm>
#include <string>
#include <utility>

namespace drydock::cc {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) step();
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void add(TokenKind kind, std::size_t begin) {
    tokens_.push_back(
        {kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_ - begin)});
  }

  void step() {
    const char c = peek();
    if (c == '\n') {
      end_line();
    } else if (c == '/' && peek(1) == '/') {
      skip_line_comment();
    } else if (c == '/' && peek(1) == '*') {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else if (c == '"' || c == '\'') {
      quoted(c);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number();
    } else if (is_word(c)) {
      word();
    } else {
      punctuation(c);
    }
  }

  void end_line() {
    const std::size_t last = text_.substr(0, at_).find_last_not_of('\r');
    const bool continued = last != std::string_view::npos && text_[last] == '\\';
    ++at_;
    if (in_directive_ && !continued) {
      in_directive_ = false;
      add(TokenKind::kDirectiveEnd, at_);
    }
  }

  void skip_line_comment() {
    while (at_ < text_.size() && peek() != '\n')
      at_ += peek() == '\\' && at_ + 1 < text_.size() ? 2 : 1;
  }

  void quoted(char quote) {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && peek() != quote && peek() != '\n') {
      at_ += peek() == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    }
    if (peek() == quote) ++at_;
    add(TokenKind::kLiteral, begin);
  }

  void number() {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = peek();
      const bool exponent = (c == '+' || c == '-') && at_ > begin &&
                            std::string_view("eEpP").find(text_[at_ - 1]) != std::string_view::npos;
      const bool separator = c == '\'' && is_word(peek(1));
      if (!is_word(c) && c != '.' && !exponent && !separator) break;
      // 0xE+1 is an addition: only decimal and hexadecimal floats have an exponent here.
      if (exponent && text_[begin] == '0' && (text_[begin + 1] | 0x20) == 'x' &&
          (text_[at_ - 1] | 0x20) == 'e')
        break;
      ++at_;
    }
    add(TokenKind::kNumber, begin);
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(peek())) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (peek() == '"' && name.ends_with('R') && name.size() <= 3) return raw_string(begin);
    add(TokenKind::kWord, begin);
  }

  void raw_string(std::size_t begin) {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    std::string close = ")";
    close += text_.substr(at_ + 1, open - at_ - 1);
    close += '"';
    const std::size_t end = text_.find(close, open);
    at_ = end == std::string_view::npos ? text_.size() : end + close.size();
    add(TokenKind::kLiteral, begin);
  }

  void punctuation(char c) {
    const std::size_t begin = at_++;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\\') return;
    if (c == '#') in_directive_ = true;
    add(TokenKind::kPunctuation, begin);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool in_directive_ = false;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) { return Lexer(text).run(); }

TokenList::TokenList(std::string_view text)
    : text_(text), tokens_(tokens_of(text)), closings_(tokens_.size(), tokens_.size()) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    if (tokens_[i].kind != TokenKind::kPunctuation) continue;
    const char first = text_[tokens_[i].begin];
    if (first == '(') open.push_back(i);
    if (first != ')' || open.empty()) continue;
    closings_[open.back()] = i;
    open.pop_back();
  }
}

std::size_t TokenList::closing(std::size_t open) const {
  constexpr std::size_t kFarthest = 2000;
  const std::size_t close = open < size() ? closings_[open] : size();
  return close - open < kFarthest ? close : size();
}

}  // namespace drydock::cc
