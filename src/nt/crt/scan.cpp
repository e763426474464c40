// The scanf family: a long is stored in four bytes, I64 in eight, and wide strings have two-byte
// characters.
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "src/nt/crt/functions.h"
#include "src/nt/rtl/format_text.h"
#include "src/nt/rtl/forward_arguments.h"
#include "src/nt/rtl/unicode.h"

namespace {

constexpr int kEnd = -1;

class TextInput {
 public:
  TextInput(const void* text, bool wide) : at_(static_cast<const char*>(text)), wide_(wide) {}
  int peek() const {
    char16_t c = 0;
    if (wide_) {
      std::memcpy(&c, at_, sizeof c);
    } else {
      c = static_cast<unsigned char>(*at_);
    }
    return c == 0 ? kEnd : c;
  }
  void take() { at_ += wide_ ? sizeof(char16_t) : 1; }

 private:
  const char* at_;
  bool wide_;
};

class StreamInput {
 public:
  explicit StreamInput(FILE* file) : file_(file), next_(read()) {}
  ~StreamInput() {
    if (next_ != kEnd) drydock_ungetwc(static_cast<std::wint_t>(next_), file_);
  }
  StreamInput(const StreamInput&) = delete;
  StreamInput& operator=(const StreamInput&) = delete;
  int peek() const { return next_; }
  void take() { next_ = read(); }

 private:
  int read() {
    const std::wint_t c = drydock_fgetwc(file_);
    return c == WEOF ? kEnd : static_cast<int>(c);
  }
  FILE* file_;
  int next_;
};

bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct Spec {
  bool skip = false;
  int width = INT_MAX;
  int bytes = 4;      // the size of an integer
  bool wide = false;  // text is UTF-16
  bool doubled = false;
};

template <typename Char, typename Input>
class Scanner {
 public:
  Scanner(Input& input, const Char* format, va_list args) : input_(input), at_(format) {
    va_copy(args_, args);
  }
  ~Scanner() { va_end(args_); }
  Scanner(const Scanner&) = delete;
  Scanner& operator=(const Scanner&) = delete;

  int run() {
    while (*at_ != 0) {
      if (is_space(*at_)) {
        skip_space();
        ++at_;
      } else if (*at_ != '%') {
        if (!literal(*at_++)) break;
      } else if (!conversion()) {
        break;
      }
    }
    return stored_ == 0 && ended_ ? EOF : stored_;
  }

 private:
  void skip_space() {
    while (is_space(input_.peek())) input_.take();
  }

  bool literal(Char c) {
    if (input_.peek() == kEnd) ended_ = !converted_;
    if (input_.peek() != static_cast<int>(c)) return false;
    input_.take();
    return true;
  }

  bool take(const char* text) { return drydock::nt::skip_text(at_, text); }

  void modifiers() {
    spec_.skip = take("*");
    if (*at_ >= '0' && *at_ <= '9') {
      long long width = 0;
      for (; *at_ >= '0' && *at_ <= '9'; ++at_)
        width = std::min<long long>(width * 10 + (*at_ - '0'), INT_MAX);
      spec_.width = static_cast<int>(width);
    }
    spec_.wide = sizeof(Char) == 2;
    if (take("I64") || take("ll") || take("j") || take("z") || take("t") || take("L")) {
      spec_.bytes = 8;
    } else if (take("I32")) {
      spec_.bytes = 4;
    } else if (take("I")) {
      spec_.bytes = 8;
    } else if (take("hh")) {
      spec_.bytes = 1;
    } else if (take("h")) {
      spec_.bytes = 2;
      spec_.wide = false;
    } else if (take("l")) {
      spec_.wide = spec_.doubled = true;
    } else if (take("w")) {
      spec_.wide = true;
    }
  }

  bool conversion() {
    ++at_;
    if (*at_ == '%') {
      skip_space();
      return literal(*at_++);
    }
    spec_ = {};
    modifiers();
    const Char letter = *at_;
    if (letter == 0) return false;
    ++at_;
    if (letter != 'c' && letter != 'C' && letter != '[' && letter != 'n') skip_space();
    if (input_.peek() == kEnd && letter != 'n') {
      ended_ = !converted_;
      return false;
    }
    return convert(letter);
  }

  bool convert(Char letter) {
    switch (letter) {
      case 'd':
        return integer(10);
      case 'u':
        return integer(10);
      case 'i':
        return integer(0);
      case 'o':
        return integer(8);
      case 'x':
      case 'X':
        return integer(16);
      case 'p':
        spec_.bytes = 8;
        return integer(16);
      case 'e':
      case 'E':
      case 'f':
      case 'g':
      case 'G':
      case 'a':
        return floating();
      case 'S':
        spec_.wide = !spec_.wide;
        [[fallthrough]];
      case 's':
        return text([](int c) { return !is_space(c); }, true);
      case 'C':
        spec_.wide = !spec_.wide;
        [[fallthrough]];
      case 'c':
        if (spec_.width == INT_MAX) spec_.width = 1;
        return text([](int) { return true; }, false);
      case '[':
        return set();
      default:
        return false;
    }
  }

  bool integer(int base) {
    char digits[72];
    int size = 0;
    const auto take = [&](bool fits) {
      if (!fits || size + 1 >= static_cast<int>(sizeof digits) || size >= spec_.width) return false;
      digits[size++] = static_cast<char>(input_.peek());
      input_.take();
      return true;
    };
    const auto is = [&](char c) { return (input_.peek() | 0x20) == c; };
    (void)take(input_.peek() == '-' || input_.peek() == '+');
    const int begin = size;
    if ((base == 0 || base == 16) && take(input_.peek() == '0')) {
      if (take(is('x'))) base = 16;
      if (base == 0) base = 8;
    }
    if (base == 0) base = 10;
    while (take(is_digit(input_.peek(), base))) continue;
    if (size == begin) return false;
    digits[size] = '\0';
    store_integer(digits[0] == '-'
                      ? static_cast<unsigned long long>(std::strtoll(digits, nullptr, base))
                      : std::strtoull(digits, nullptr, base));
    return true;
  }

  static bool is_digit(int c, int base) {
    const int value = c >= '0' && c <= '9'                     ? c - '0'
                      : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                               : 99;
    return value < base;
  }

  void store_integer(unsigned long long value) {
    converted_ = true;
    if (spec_.skip) return;
    // The low bytes come first on this machine.
    std::memcpy(va_arg(args_, void*), &value, static_cast<std::size_t>(spec_.bytes));
    ++stored_;
  }

  bool floating() {
    char digits[128];
    int size = 0;
    while (size + 1 < static_cast<int>(sizeof digits) && size < spec_.width &&
           input_.peek() < 0x80 && input_.peek() > 0 &&
           std::strchr("+-.0123456789abcdefABCDEFxXpPinNtyIFTY", input_.peek()) != nullptr) {
      digits[size++] = static_cast<char>(input_.peek());
      input_.take();
    }
    digits[size] = '\0';
    char* end = nullptr;
    const double value = std::strtod(digits, &end);
    if (end == digits) return false;
    converted_ = true;
    if (spec_.skip) return true;
    void* to = va_arg(args_, void*);
    const auto narrow = static_cast<float>(value);
    const bool doubled = spec_.doubled || spec_.bytes == 8;
    std::memcpy(to, doubled ? static_cast<const void*>(&value) : &narrow,
                doubled ? sizeof value : sizeof narrow);
    ++stored_;
    return true;
  }

  // Characters as long as they belong, into a string (terminated) or an array of characters.
  template <typename Belongs>
  bool text(const Belongs& belongs, bool terminated) {
    char* to = spec_.skip ? nullptr : va_arg(args_, char*);
    int count = 0;
    while (count < spec_.width && input_.peek() != kEnd && belongs(input_.peek())) {
      if (to != nullptr) to += store_character(to, input_.peek());
      input_.take();
      ++count;
    }
    if (count == 0 || (!terminated && count < spec_.width)) return false;
    converted_ = true;
    if (to == nullptr) return true;
    if (terminated) std::memset(to, 0, spec_.wide ? sizeof(char16_t) : 1);
    ++stored_;
    return true;
  }

  std::size_t store_character(char* to, int c) {
    if (spec_.wide) {
      const auto unit = static_cast<char16_t>(c);
      std::memcpy(to, &unit, sizeof unit);
      return sizeof unit;
    }
    if (sizeof(Char) == 1) {
      *to = static_cast<char>(c);
      return 1;
    }
    return drydock::nt::encode_utf8(static_cast<char32_t>(c), to);
  }

  bool set() {
    const bool inverted = take("^");
    const Char* begin = at_;
    if (*at_ == ']') ++at_;
    while (*at_ != 0 && *at_ != ']') ++at_;
    const Char* end = at_;
    if (*at_ == 0) return false;
    ++at_;
    return text([&](int c) { return contains(begin, end, c) != inverted; }, true);
  }

  static bool contains(const Char* begin, const Char* end, int c) {
    for (const Char* p = begin; p != end; ++p) {
      if (end - p > 2 && p[1] == '-') {
        if (c >= static_cast<int>(p[0]) && c <= static_cast<int>(p[2])) return true;
        p += 2;
      } else if (static_cast<int>(*p) == c) {
        return true;
      }
    }
    return false;
  }

  Input& input_;
  const Char* at_;
  va_list args_;
  Spec spec_;
  int stored_ = 0;
  bool converted_ = false;
  bool ended_ = false;
};

}  // namespace

extern "C" {

int drydock_sscanf(const char* s, const char* format, ...) {
  TextInput input(s, false);
  DRYDOCK_FORWARD(format, (Scanner<char, TextInput>(input, format, args).run()));
}

int drydock_vswscanf(const char16_t* s, const char16_t* format, va_list args) {
  TextInput input(s, true);
  return Scanner<char16_t, TextInput>(input, format, args).run();
}
int drydock_swscanf(const char16_t* s, const char16_t* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vswscanf(s, format, args));
}

int drydock_vfwscanf(FILE* f, const char16_t* format, va_list args) {
  StreamInput input(f);
  return Scanner<char16_t, StreamInput>(input, format, args).run();
}
int drydock_fwscanf(FILE* f, const char16_t* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vfwscanf(f, format, args));
}
int drydock_vwscanf(const char16_t* format, va_list args) {
  return drydock_vfwscanf(stdin, format, args);
}
int drydock_wscanf(const char16_t* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vwscanf(format, args));
}

}  // extern "C"
