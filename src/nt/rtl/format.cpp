#include "src/nt/rtl/format.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>

#include "src/nt/base/wdk.h"
#include "src/nt/rtl/format_text.h"
#include "src/nt/rtl/unicode.h"

namespace drydock::nt {

template <typename Char>
void FormatSink<Char>::pad(std::uint64_t count, Char c) {
  // Characters that a bounded window drops are counted and not walked, because a width may be two
  // thousand million.
  while (count > 0 && (at != end || full != nullptr)) {
    put(c);
    --count;
  }
  total += count;
}

template struct FormatSink<char>;
template struct FormatSink<char16_t>;

namespace {

enum class Size : std::uint8_t { kInt, kChar, kShort, kLong32, k64, kLongDouble, kWide };

struct Spec {
  bool left = false;
  bool zero = false;
  bool plus = false;
  bool space = false;
  bool alternate = false;
  int width = 0;
  int precision = -1;
  Size size = Size::kInt;
};

void put_point(FormatSink<char>& sink, char32_t point) {
  char bytes[4];
  const std::size_t count = encode_utf8(point, bytes);
  for (std::size_t i = 0; i < count; ++i) sink.put(bytes[i]);
}
void put_point(FormatSink<char16_t>& sink, char32_t point) {
  char16_t units[2];
  const std::size_t count = encode_utf16(point, units);
  for (std::size_t i = 0; i < count; ++i) sink.put(units[i]);
}

// Text of either width into output of either width. The same width passes unchanged, valid or not.
void put_units(FormatSink<char>& sink, const char* text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) sink.put(text[i]);
}
void put_units(FormatSink<char16_t>& sink, const char16_t* text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) sink.put(text[i]);
}
void put_units(FormatSink<char>& sink, const char16_t* text, std::size_t size) {
  for (std::size_t i = 0; i < size;) {
    const Decoded next = decode_utf16(text + i, size - i);
    put_point(sink, next.point);
    i += next.used;
  }
}
void put_units(FormatSink<char16_t>& sink, const char* text, std::size_t size) {
  for (std::size_t i = 0; i < size;) {
    const Decoded next = decode_utf8(text + i, size - i);
    // Bytes that are no UTF-8 are taken for Latin-1, so that nothing is lost.
    put_point(sink, next.valid ? next.point : static_cast<unsigned char>(text[i]));
    i += next.used;
  }
}

template <typename Char>
std::size_t bounded_length(const Char* text, int precision) {
  const std::size_t limit = precision < 0 ? SIZE_MAX : static_cast<std::size_t>(precision);
  std::size_t size = 0;
  while (size < limit && text[size] != 0) ++size;
  return size;
}

// One run over one format. Fmt is the width of the format, Out that of the output.
template <typename Fmt, typename Out>
class Formatter {
 public:
  Formatter(FormatSink<Out>& sink, const Fmt* format, FormatArguments& arguments,
            TraceNotation notation)
      : sink_(sink), at_(format), arguments_(arguments), notation_(notation) {}

  bool run() {
    while (*at_ != 0) {
      if (*at_ != '%') {
        const Fmt* begin = at_;
        while (*at_ != 0 && *at_ != '%') ++at_;
        put_units(sink_, begin, static_cast<std::size_t>(at_ - begin));
        continue;
      }
      ++at_;
      if (notation_.field != nullptr && *at_ == '!' && trace_field()) continue;
      spec_ = {};
      flags();
      width();
      size();
      if (*at_ == 0) break;
      convert(*at_++);
    }
    return wide_;
  }

 private:
  static constexpr bool kWideFormat = sizeof(Fmt) == 2;

  // %!NAME!
  bool trace_field() {
    if constexpr (sizeof(Out) == 1) {
      char name[64];
      std::size_t length = 0;
      const Fmt* p = at_ + 1;
      while (*p != 0 && *p != '!' && *p < 0x80 && length < sizeof name) {
        name[length++] = static_cast<char>(*p++);
      }
      if (*p != '!') return false;
      if (!notation_.field(sink_, {name, length}, arguments_, notation_.context)) return false;
      at_ = p + 1;
      return true;
    }
    return false;
  }

  void flags() {
    for (;; ++at_) {
      switch (*at_) {
        case '-':
          spec_.left = true;
          break;
        case '+':
          spec_.plus = true;
          break;
        case ' ':
          spec_.space = true;
          break;
        case '#':
          spec_.alternate = true;
          break;
        case '0':
          spec_.zero = true;
          break;
        default:
          return;
      }
    }
  }

  int number() {
    if (*at_ == '*') {
      ++at_;
      return va_arg(arguments_.list, int);
    }
    std::int64_t value = 0;
    for (; *at_ >= '0' && *at_ <= '9'; ++at_)
      value = std::min<std::int64_t>(value * 10 + (*at_ - '0'), INT_MAX);
    return static_cast<int>(value);
  }

  void width() {
    spec_.width = number();
    if (spec_.width < 0) {
      spec_.left = true;
      spec_.width = spec_.width == INT_MIN ? INT_MAX : -spec_.width;
    }
    if (*at_ == '.') {
      ++at_;
      spec_.precision = std::max(number(), -1);
    }
  }

  void size() {
    constexpr struct {
      const char* text;
      Size size;
    } kSizes[] = {
        {"I64", Size::k64},   {"I32", Size::kInt}, {"I", Size::k64},    {"ll", Size::k64},
        {"l", Size::kLong32}, {"hh", Size::kChar}, {"h", Size::kShort}, {"w", Size::kWide},
        {"z", Size::k64},     {"j", Size::k64},    {"t", Size::k64},    {"L", Size::kLongDouble},
        {"q", Size::k64},
    };
    for (bool more = true; more;) {
      more = false;
      for (const auto& one : kSizes) {
        if (!skip_text(at_, one.text)) continue;
        spec_.size = one.size;
        more = true;
        break;
      }
    }
  }

  void pointer(std::uint64_t value) {
    if constexpr (std::is_same_v<Out, char>) {
      if (notation_.pointer != nullptr) return notation_.pointer(sink_, value);
    }
    spec_.precision = 16;
    number_text(value, 16, true);
  }

  void convert(Fmt letter) {
    switch (letter) {
      case 'd':
      case 'i':
        return signed_number();
      case 'u':
        return number_text(unsigned_argument(), 10, false);
      case 'o':
        return number_text(unsigned_argument(), 8, false);
      case 'x':
        return number_text(unsigned_argument(), 16, false);
      case 'X':
        return number_text(unsigned_argument(), 16, true);
      case 'p':
        return pointer(va_arg(arguments_.list, std::uint64_t));
      case 'c':
        return character(wants_wide(kWideFormat));
      case 'C':
        return character(wants_wide(!kWideFormat));
      case 's':
        return string(wants_wide(kWideFormat));
      case 'S':
        return string(wants_wide(!kWideFormat));
      case 'Z':
        return counted_string();
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        return floating(static_cast<char>(letter));
      case 'n':
        // A store through an argument is refused, as Microsoft's library does.
        (void)va_arg(arguments_.list, void*);
        return;
      default:
        put_units(sink_, &letter, 1);
    }
  }

  std::uint64_t unsigned_argument() {
    switch (spec_.size) {
      case Size::k64:
        return va_arg(arguments_.list, std::uint64_t);
      case Size::kChar:
        return static_cast<unsigned char>(va_arg(arguments_.list, int));
      case Size::kShort:
        return static_cast<unsigned short>(va_arg(arguments_.list, int));
      default:
        return va_arg(arguments_.list, std::uint32_t);
    }
  }

  std::int64_t signed_argument() {
    switch (spec_.size) {
      case Size::k64:
        return va_arg(arguments_.list, std::int64_t);
      case Size::kChar:
        return static_cast<signed char>(va_arg(arguments_.list, int));
      case Size::kShort:
        return static_cast<short>(va_arg(arguments_.list, int));
      default:
        return va_arg(arguments_.list, int);
    }
  }

  void signed_number() {
    const std::int64_t value = signed_argument();
    const char* sign = value < 0 ? "-" : spec_.plus ? "+" : spec_.space ? " " : "";
    const std::uint64_t size =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    digits(size, 10, false, sign);
  }

  void number_text(std::uint64_t value, unsigned base, bool upper) {
    const bool prefixed = spec_.alternate && value != 0;
    digits(value, base, upper,
           !prefixed    ? ""
           : base == 8  ? "0"
           : base == 16 ? (upper ? "0X" : "0x")
                        : "");
  }

  void digits(std::uint64_t value, unsigned base, bool upper, const char* prefix) {
    char text[24];
    char* begin = text + sizeof text;
    const char* const letters = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    for (std::uint64_t rest = value; rest != 0; rest /= base) *--begin = letters[rest % base];
    const auto count = static_cast<std::uint64_t>(text + sizeof text - begin);
    const auto least = static_cast<std::uint64_t>(spec_.precision < 0 ? 1 : spec_.precision);
    const std::uint64_t zeros = least > count ? least - count : 0;
    if (spec_.precision >= 0) spec_.zero = false;
    around(
        std::strlen(prefix), zeros + count,
        [&] {
          sink_.pad(zeros, '0');
          put_ascii(begin, count);
        },
        prefix);
  }

  // Padding, prefix, zeros, body, padding, in Microsoft's order: the flag 0 pads text too.
  template <typename Body>
  void around(std::uint64_t prefix_size, std::uint64_t body_size, const Body& body,
              const char* prefix = "") {
    const auto width = static_cast<std::uint64_t>(spec_.width);
    const std::uint64_t used = prefix_size + body_size;
    const std::uint64_t fill = width > used ? width - used : 0;
    if (!spec_.left && !spec_.zero) sink_.pad(fill, ' ');
    put_ascii(prefix, prefix_size);
    if (!spec_.left && spec_.zero) sink_.pad(fill, '0');
    body();
    if (spec_.left) sink_.pad(fill, ' ');
  }

  void put_ascii(const char* text, std::uint64_t size) {
    for (std::uint64_t i = 0; i < size; ++i)
      sink_.put(static_cast<Out>(static_cast<unsigned char>(text[i])));
  }

  bool wants_wide(bool by_default) {
    const bool wide =
        spec_.size == Size::kLong32 || spec_.size == Size::kWide || spec_.size == Size::k64 ? true
        : spec_.size == Size::kShort                                                        ? false
                                     : by_default;
    wide_ = wide_ || wide;
    return wide;
  }

  template <typename Char>
  void text(const Char* begin, std::size_t size) {
    FormatSink<Out> measure(nullptr, 0);
    put_units(measure, begin, size);
    around(0, measure.total, [&] { put_units(sink_, begin, size); });
  }

  void character(bool wide) {
    const int value = va_arg(arguments_.list, int);
    if (wide) {
      const auto c = static_cast<char16_t>(value);
      return text(&c, 1);
    }
    const auto c = static_cast<char>(value);
    text(&c, 1);
  }

  void null_text() { text("(null)", bounded_length("(null)", spec_.precision)); }

  void string(bool wide) {
    const void* pointer = va_arg(arguments_.list, const void*);
    if (pointer == nullptr) return null_text();
    if (wide) {
      const auto* begin = static_cast<const char16_t*>(pointer);
      return text(begin, bounded_length(begin, spec_.precision));
    }
    const auto* begin = static_cast<const char*>(pointer);
    text(begin, bounded_length(begin, spec_.precision));
  }

  void counted_string() {
    const void* pointer = va_arg(arguments_.list, const void*);
    // Both kinds have the same shape; only what the buffer holds differs.
    const auto* counted = static_cast<const UNICODE_STRING*>(pointer);
    const bool wide = wants_wide(false);
    if (counted == nullptr || counted->Buffer == nullptr) return null_text();
    std::size_t size = wide ? counted->Length / sizeof(char16_t) : counted->Length;
    if (spec_.precision >= 0) size = std::min(size, static_cast<std::size_t>(spec_.precision));
    if (wide) return text(counted->Buffer, size);
    text(reinterpret_cast<const char*>(counted->Buffer), size);
  }

  void floating(char letter) {
    const double value = va_arg(arguments_.list, double);
    char pattern[16];
    std::snprintf(pattern, sizeof pattern, "%%%s%s%s.*%c", spec_.plus ? "+" : "",
                  spec_.space ? " " : "", spec_.alternate ? "#" : "", letter);
    char text[512];
    const int precision = std::min(spec_.precision < 0 ? 6 : spec_.precision, 128);
    const int size = std::snprintf(text, sizeof text, pattern, precision, value);
    const auto count =
        std::min<std::size_t>(static_cast<std::size_t>(std::max(size, 0)), sizeof text - 1);
    const bool sign = count > 0 && (text[0] == '-' || text[0] == '+' || text[0] == ' ');
    const char prefix[2] = {sign ? text[0] : '\0', '\0'};
    around(sign, count - sign, [&] { put_ascii(text + sign, count - sign); }, prefix);
  }

  FormatSink<Out>& sink_;
  const Fmt* at_;
  FormatArguments& arguments_;
  TraceNotation notation_;
  Spec spec_;
  bool wide_ = false;
};

template <typename Char>
int into_buffer(Char* buffer, std::size_t room, const Char* format, va_list arguments) {
  FormatSink<Char> sink(buffer, buffer == nullptr ? 0 : room);
  FormatArguments walk(arguments);
  format_to(sink, format, walk);
  if (sink.at != sink.end) *sink.at = 0;
  return sink.total > INT_MAX ? -1 : static_cast<int>(sink.total);
}

}  // namespace

bool format_to(FormatSink<char>& sink, const char* format, FormatArguments& arguments,
               TraceNotation notation) {
  return Formatter<char, char>(sink, format, arguments, notation).run();
}

bool format_to(FormatSink<char16_t>& sink, const char16_t* format, FormatArguments& arguments) {
  return Formatter<char16_t, char16_t>(sink, format, arguments, {}).run();
}

bool format_to(FormatSink<char>& sink, const char16_t* format, FormatArguments& arguments,
               TraceNotation notation) {
  return Formatter<char16_t, char>(sink, format, arguments, notation).run();
}

int format_buffer(char* buffer, std::size_t room, const char* format, va_list arguments) {
  return into_buffer(buffer, room, format, arguments);
}

int format_buffer(char16_t* buffer, std::size_t room, const char16_t* format, va_list arguments) {
  return into_buffer(buffer, room, format, arguments);
}

void put_text(FormatSink<char>& sink, std::string_view text) {
  put_units(sink, text.data(), text.size());
}

void put_hex(FormatSink<char>& sink, std::uint64_t value, int digits) {
  for (int shift = digits * 4 - 4; shift >= 0; shift -= 4)
    sink.put("0123456789ABCDEF"[value >> shift & 15]);
}

}  // namespace drydock::nt
