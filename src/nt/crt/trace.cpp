// Messages in the notation of the trace preprocessor; the calls are in the headers that drydock cc
// writes.
#include <cstring>
#include <iterator>

#include "src/nt/base/wdk.h"
#include "src/nt/rtl/debug.h"
#include "src/nt/rtl/format.h"
#include "src/nt/rtl/names.h"
#include "src/nt/rtl/pointer_name.h"

namespace drydock::nt {
namespace {

constexpr std::size_t kLongestMessage = 1024;

struct Place {
  const char* level;
  const char* flags;
  const char* file;
  int line;
  const char* function;
};

using Sink = FormatSink<char>;

std::uint32_t next_number(FormatArguments& arguments) {
  return va_arg(arguments.list, std::uint32_t);
}

void put_decimal(Sink& sink, std::uint64_t value) {
  char digits[20];
  std::size_t at = sizeof digits;
  do digits[--at] = static_cast<char>('0' + value % 10);
  while ((value /= 10) != 0);
  put_text(sink, {digits + at, sizeof digits - at});
}

void put_status(Sink& sink, std::uint32_t status) {
  put_text(sink, "0x");
  put_hex(sink, status, 8);
  const std::string_view name = status_name(status);
  if (name.empty()) return;
  put_text(sink, "(");
  put_text(sink, name);
  put_text(sink, ")");
}

void put_result(Sink& sink, std::uint32_t result) {
  constexpr struct {
    std::uint32_t value;
    std::string_view name;
  } kResults[] = {
      {0, "S_OK"},
      {1, "S_FALSE"},
      {0x80004001, "E_NOTIMPL"},
      {0x80004002, "E_NOINTERFACE"},
      {0x80004003, "E_POINTER"},
      {0x80004004, "E_ABORT"},
      {0x80004005, "E_FAIL"},
      {0x8000FFFF, "E_UNEXPECTED"},
      {0x80070005, "E_ACCESSDENIED"},
      {0x80070006, "E_HANDLE"},
      {0x8007000E, "E_OUTOFMEMORY"},
      {0x80070057, "E_INVALIDARG"},
      {0x887A0005, "DXGI_ERROR_DEVICE_REMOVED"},
      {0x887A0006, "DXGI_ERROR_DEVICE_HUNG"},
      {0x887A0007, "DXGI_ERROR_DEVICE_RESET"},
      {0x8876017C, "D3DERR_OUTOFVIDEOMEMORY"},
      {0x88760870, "D3DERR_DEVICEREMOVED"},
  };
  put_text(sink, "0x");
  put_hex(sink, result, 8);
  for (const auto& one : kResults) {
    if (one.value != result) continue;
    put_text(sink, "(");
    put_text(sink, one.name);
    put_text(sink, ")");
  }
}

void put_guid(Sink& sink, const GUID* guid) {
  if (guid == nullptr) return put_text(sink, "(null)");
  put_text(sink, "{");
  put_hex(sink, guid->Data1, 8);
  put_text(sink, "-");
  put_hex(sink, guid->Data2, 4);
  put_text(sink, "-");
  put_hex(sink, guid->Data3, 4);
  for (int i = 0; i < 8; ++i) {
    if (i == 0 || i == 2) put_text(sink, "-");
    put_hex(sink, guid->Data4[i], 2);
  }
  put_text(sink, "}");
}

void put_irql(Sink& sink, std::uint32_t irql) {
  constexpr std::string_view kNames[] = {"PASSIVE_LEVEL", "APC_LEVEL", "DISPATCH_LEVEL"};
  if (irql < std::size(kNames)) return put_text(sink, kNames[irql]);
  put_text(sink, "IRQL ");
  put_decimal(sink, irql);
}

void put_known(Sink& sink, const char* text) { put_text(sink, text == nullptr ? "" : text); }

void format_again(Sink& sink, const char* format, FormatArguments& arguments) {
  format_to(sink, format, arguments, {.pointer = pointer_names()});
}

// Fields that name the place and take no argument.
bool put_place(Sink& sink, std::string_view name, const Place& place) {
  if (name == "FUNC") {
    put_known(sink, place.function);
  } else if (name == "FILE") {
    const char* slash = place.file == nullptr ? nullptr : std::strrchr(place.file, '/');
    put_known(sink, slash == nullptr ? place.file : slash + 1);
  } else if (name == "LINE") {
    put_decimal(sink, static_cast<std::uint64_t>(place.line));
  } else if (name == "LEVEL") {
    put_known(sink, place.level);
  } else if (name == "FLAGS" || name == "FLAG") {
    put_known(sink, place.flags);
  } else {
    return name == "STDPREFIX" || name == "SPACE" || name == "CPU";
  }
  return true;
}

bool put_field(Sink& sink, std::string_view name, FormatArguments& arguments, void* context) {
  if (put_place(sink, name, *static_cast<const Place*>(context))) return true;
  if (name == "STATUS" || name == "NTSTATUS" || name == "status") {
    put_status(sink, next_number(arguments));
  } else if (name == "HRESULT" || name == "hresult") {
    put_result(sink, next_number(arguments));
  } else if (name == "GUID" || name == "guid" || name == "CLSID" || name == "IID" ||
             name == "LIBID") {
    put_guid(sink, va_arg(arguments.list, const GUID*));
  } else if (name == "IRQL" || name == "irql") {
    put_irql(sink, next_number(arguments));
  } else if (name == "BOOLEAN" || name == "BOOL" || name == "bool") {
    put_text(sink, (next_number(arguments) & 0xFF) != 0 ? "TRUE" : "FALSE");
  } else if (name == "USTR") {
    format_again(sink, "%wZ", arguments);
  } else if (name == "ANSTR") {
    format_again(sink, "%Z", arguments);
  } else if (name == "WSTR") {
    format_again(sink, "%ws", arguments);
  } else if (name == "STR" || name == "ASTR" || name == "ARSTR") {
    format_again(sink, "%s", arguments);
  } else if (name == "HANDLE" || name == "PTR") {
    format_again(sink, "%p", arguments);
  } else {
    put_decimal(sink, next_number(arguments));
  }
  return true;
}

template <typename Char>
void trace(Place place, const Char* format, va_list arguments) {
  char text[kLongestMessage];
  Sink sink(text, sizeof text);
  if (place.level != nullptr && *place.level != '\0') {
    put_text(sink, place.level);
    put_text(sink, " ");
  }
  put_known(sink, place.function);
  put_text(sink, ": ");
  FormatArguments walk(arguments);
  if (format != nullptr) format_to(sink, format, walk, {put_field, &place, pointer_names()});
  debug_output({text, sink.stored()});
}

}  // namespace
}  // namespace drydock::nt

extern "C" {

void drydock_wpp_trace(const char* level, const char* flags, const char* file, int line,
                       const char* function, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  drydock::nt::trace({level, flags, file, line, function}, format, arguments);
  va_end(arguments);
}

void drydock_wpp_trace_wide(const char* level, const char* flags, const char* file, int line,
                            const char* function, const void* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  drydock::nt::trace({level, flags, file, line, function}, static_cast<const char16_t*>(format),
                     arguments);
  va_end(arguments);
}

}  // extern "C"
