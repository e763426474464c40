// The print family of the C runtime, with the return values of Microsoft's library.
#include <climits>

#include "src/nt/crt/functions.h"
#include "src/nt/rtl/format.h"
#include "src/nt/rtl/forward_arguments.h"

namespace drydock::nt {
namespace {

constexpr std::size_t kTruncate = SIZE_MAX;  // _TRUNCATE

// The old Microsoft convention: no terminator when the text just fits, -1 when it does not.
template <typename Char>
int unterminated(Char* d, std::size_t n, const Char* format, va_list args) {
  const int length = format_buffer(d, n, format, args);
  if (d == nullptr) return n == 0 ? length : -1;
  return length < 0 || static_cast<std::size_t>(length) > n ? -1 : length;
}

// Whatever is printed must fit with its terminator; else the buffer holds an empty string.
int whole_or_nothing(char16_t* d, std::size_t n, const char16_t* format, va_list args) {
  if (d == nullptr || n == 0) return -1;
  const int length = format_buffer(d, n, format, args);
  if (length >= 0 && static_cast<std::size_t>(length) < n) return length;
  d[0] = 0;
  return -1;
}

void flush_to_file(FormatSink<char>& sink) {
  std::fwrite(sink.begin, 1, sink.stored(), static_cast<FILE*>(sink.context));
  sink.at = sink.begin;
}

template <typename Char>
int print_to(FILE* file, const Char* format, va_list args) {
  char window[256];
  FormatSink<char> sink(window, sizeof window);
  sink.full = flush_to_file;
  sink.context = file;
  FormatArguments walk(args);
  format_to(sink, format, walk, TraceNotation{});
  flush_to_file(sink);
  return sink.total > INT_MAX ? -1 : static_cast<int>(sink.total);
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

int drydock_vprintf(const char* format, va_list args) { return print_to(stdout, format, args); }
int drydock_printf(const char* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vprintf(format, args));
}
int drydock_vfprintf(FILE* f, const char* format, va_list args) {
  return print_to(f, format, args);
}
int drydock_fprintf(FILE* f, const char* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vfprintf(f, format, args));
}

// No bound is given, so there is none: an overrun is the driver's.
int drydock_vsprintf(char* d, const char* format, va_list args) {
  return format_buffer(d, INT_MAX, format, args);
}
int drydock_sprintf(char* d, const char* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vsprintf(d, format, args));
}

int drydock_vsnprintf(char* d, std::size_t n, const char* format, va_list args) {
  const int length = format_buffer(d, n, format, args);
  if (d != nullptr && n != 0 && (length < 0 || static_cast<std::size_t>(length) >= n)) d[n - 1] = 0;
  return length;
}
int drydock_snprintf(char* d, std::size_t n, const char* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vsnprintf(d, n, format, args));
}

int drydock__vsnprintf(char* d, std::size_t n, const char* format, va_list args) {
  return unterminated(d, n, format, args);
}
int drydock__snprintf(char* d, std::size_t n, const char* format, ...) {
  DRYDOCK_FORWARD(format, drydock__vsnprintf(d, n, format, args));
}

int drydock_vwprintf(const char16_t* format, va_list args) {
  return print_to(stdout, format, args);
}
int drydock_wprintf(const char16_t* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vwprintf(format, args));
}
int drydock_vfwprintf(FILE* f, const char16_t* format, va_list args) {
  return print_to(f, format, args);
}
int drydock_fwprintf(FILE* f, const char16_t* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vfwprintf(f, format, args));
}

int drydock_vswprintf(char16_t* d, std::size_t n, const char16_t* format, va_list args) {
  const int length = format_buffer(d, n, format, args);
  if (length >= 0 && static_cast<std::size_t>(length) < n) return length;
  if (d != nullptr && n != 0) d[n - 1] = 0;
  return -1;
}
int drydock_swprintf(char16_t* d, std::size_t n, const char16_t* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vswprintf(d, n, format, args));
}

int drydock_vsnwprintf(char16_t* d, std::size_t n, const char16_t* format, va_list args) {
  return unterminated(d, n, format, args);
}
int drydock_snwprintf(char16_t* d, std::size_t n, const char16_t* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vsnwprintf(d, n, format, args));
}

int drydock_vscwprintf(const char16_t* format, va_list args) {
  return format_buffer(static_cast<char16_t*>(nullptr), 0, format, args);
}
int drydock_scwprintf(const char16_t* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vscwprintf(format, args));
}

int drydock_vswprintf_s(char16_t* d, std::size_t n, const char16_t* format, va_list args) {
  return whole_or_nothing(d, n, format, args);
}
int drydock_swprintf_s(char16_t* d, std::size_t n, const char16_t* format, ...) {
  DRYDOCK_FORWARD(format, drydock_vswprintf_s(d, n, format, args));
}

int drydock_vsnwprintf_s(char16_t* d, std::size_t n, std::size_t count, const char16_t* format,
                         va_list args) {
  if (count != kTruncate && count >= n) return whole_or_nothing(d, n, format, args);
  if (d == nullptr || n == 0) return -1;
  const std::size_t room = count == kTruncate ? n - 1 : count;
  const int length = format_buffer(d, room, format, args);
  if (length >= 0 && static_cast<std::size_t>(length) <= room) {
    d[length] = 0;
    return length;
  }
  d[room] = 0;
  return -1;
}
int drydock_snwprintf_s(char16_t* d, std::size_t n, std::size_t count, const char16_t* format,
                        ...) {
  DRYDOCK_FORWARD(format, drydock_vsnwprintf_s(d, n, count, format, args));
}

}  // extern "C"
