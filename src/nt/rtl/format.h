// The one formatter behind every print of a driver: Microsoft's notation, whatever the host's is.
//
// A long has four bytes, I64/I32/I are sizes, %p has sixteen upper-case digits, %s takes characters
// of the function's own width and %S of the other, %ws/%ls and %hs say which, %Z and %wZ take
// counted strings. Wide text goes into narrow output as UTF-8. A null string prints (null); %n
// stores nothing; an unknown conversion prints its letter.
//
// It owns nothing and allocates nothing, because the strings it reads are the driver's and may
// fault.
//
// Cost: one pass over the format. Threads: any; a sink belongs to one.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace drydock::nt {

// The destination of formatted text: a window that is emptied when it is full, or that drops what
// does not fit.
template <typename Char>
struct FormatSink {
  Char* begin = nullptr;
  Char* at = nullptr;
  Char* end = nullptr;
  std::uint64_t total = 0;                   // characters produced, stored or not
  void (*full)(FormatSink& sink) = nullptr;  // empties the window; null drops the rest
  void* context = nullptr;

  FormatSink(Char* buffer, std::size_t room) : begin(buffer), at(buffer), end(buffer + room) {}

  void put(Char c) {
    ++total;
    if (at == end && full != nullptr) full(*this);
    if (at != end) *at++ = c;
  }
  void pad(std::uint64_t count, Char c);
  std::size_t stored() const { return static_cast<std::size_t>(at - begin); }
};

// A walk over variable arguments that can be handed around by reference.
struct FormatArguments {
  explicit FormatArguments(va_list from) { va_copy(list, from); }
  ~FormatArguments() { va_end(list); }
  FormatArguments(const FormatArguments&) = delete;
  FormatArguments& operator=(const FormatArguments&) = delete;

  va_list list;
};

// Writes a %!name! of the trace notation. Returns false, without writing, when the name is unknown.
using TraceField = bool (*)(FormatSink<char>& sink, std::string_view name,
                            FormatArguments& arguments, void* context);

// Writes a %p instead of sixteen digits.
using PointerText = void (*)(FormatSink<char>& sink, std::uint64_t value);

struct TraceNotation {
  TraceField field = nullptr;
  void* context = nullptr;
  PointerText pointer = nullptr;
};

// True in the result: a wide conversion (%ws, %S, %wZ, …) was met, which kernel prints allow at
// PASSIVE_LEVEL only.
bool format_to(FormatSink<char>& sink, const char* format, FormatArguments& arguments,
               TraceNotation notation = {});
bool format_to(FormatSink<char16_t>& sink, const char16_t* format, FormatArguments& arguments);
// The trace's wide form: a wide format, text as UTF-8.
bool format_to(FormatSink<char>& sink, const char16_t* format, FormatArguments& arguments,
               TraceNotation notation);

// Text with a terminator if the room allows; the length of the whole, or -1 beyond INT_MAX.
int format_buffer(char* buffer, std::size_t room, const char* format, va_list arguments);
int format_buffer(char16_t* buffer, std::size_t room, const char16_t* format, va_list arguments);

void put_text(FormatSink<char>& sink, std::string_view text);
void put_hex(FormatSink<char>& sink, std::uint64_t value, int digits);

}  // namespace drydock::nt
