#include "src/cc/dialect.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace drydock::cc {
namespace {

enum class Kind { kWord, kNumber, kPunctuation, kLiteral, kDirectiveEnd };

struct Token {
  Kind kind;
  std::size_t begin;
  std::size_t size;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Splits a source into the tokens that matter here; blanks and comments are left out.
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

  void add(Kind kind, std::size_t begin) { tokens_.push_back({kind, begin, at_ - begin}); }

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
      tokens_.push_back({Kind::kDirectiveEnd, at_, 0});
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
    add(Kind::kLiteral, begin);
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
    add(Kind::kNumber, begin);
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(peek())) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (peek() == '"' && name.ends_with('R') && name.size() <= 3) return raw_string(begin);
    add(Kind::kWord, begin);
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
    add(Kind::kLiteral, begin);
  }

  void punctuation(char c) {
    const std::size_t begin = at_++;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\\') return;
    if (c == '#') in_directive_ = true;
    add(Kind::kPunctuation, begin);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool in_directive_ = false;
  std::vector<Token> tokens_;
};

class Rewriter {
 public:
  explicit Rewriter(std::string_view source)
      : source_(source), text_(source), tokens_(Lexer(source).run()) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size();) i = specifiers(i);
    for (const Token& token : tokens_) {
      if (token.kind == Kind::kNumber) drop_long_suffix(token);
    }
    return insert_implicit_int();
  }

 private:
  std::string_view spelling(std::size_t i) const {
    return i < tokens_.size() ? source_.substr(tokens_[i].begin, tokens_[i].size)
                              : std::string_view{};
  }

  bool is_specifier(std::size_t i) const {
    constexpr std::array<std::string_view, 7> kWords = {"long",  "int",      "unsigned", "signed",
                                                        "const", "volatile", "double"};
    return i < tokens_.size() && tokens_[i].kind == Kind::kWord &&
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
  std::string insert_implicit_int() {
    for (std::size_t i = tokens_.size(); i-- > 0;) {
      const bool starts = i == 0 || tokens_[i - 1].kind == Kind::kDirectiveEnd ||
                          spelling(i - 1) == ";" || spelling(i - 1) == "}" ||
                          spelling(i - 1) == "{" || spelling(i - 1) == "static";
      if (!starts || spelling(i) != "const" || spelling(i + 2) != "=") continue;
      if (tokens_[i + 1].kind == Kind::kWord) text_.insert(tokens_[i + 1].begin, "int ");
    }
    return std::move(text_);
  }

  std::string_view source_;
  std::string text_;
  std::vector<Token> tokens_;
};

}  // namespace

std::string to_linux_dialect(std::string_view source) { return Rewriter(source).run(); }

}  // namespace drydock::cc
