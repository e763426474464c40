// Strings to and from ANSI, UTF-8, integers and GUIDs.
#include <fmt/format.h>

#include <algorithm>

#include "ntifs.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/rtl/string.h"
#include "src/nt/rtl/unicode.h"

namespace drydock::nt {
namespace {

constexpr std::size_t kMostBytes = 0xFFFF;

NTSTATUS widen(UNICODE_STRING& to, const STRING& from, bool allocate) {
  const std::size_t bytes = from.Length * sizeof(WCHAR);
  if (bytes + sizeof(WCHAR) > kMostBytes) return STATUS_INVALID_PARAMETER_2;
  if (allocate) {
    auto* buffer = static_cast<PWCH>(allocate_string(bytes + sizeof(WCHAR)));
    if (buffer == nullptr) return STATUS_NO_MEMORY;
    to.Buffer = buffer;
    to.MaximumLength = static_cast<USHORT>(bytes + sizeof(WCHAR));
  } else if (bytes >= to.MaximumLength) {
    return STATUS_BUFFER_OVERFLOW;
  }
  for (USHORT i = 0; i < from.Length; ++i) to.Buffer[i] = from_ansi(from.Buffer[i]);
  to.Length = static_cast<USHORT>(bytes);
  terminate(to);
  return STATUS_SUCCESS;
}

NTSTATUS narrow(STRING& to, const UNICODE_STRING& from, bool allocate) {
  std::size_t count = units(from);
  NTSTATUS status = STATUS_SUCCESS;
  if (allocate) {
    auto* buffer = static_cast<PCHAR>(allocate_string(count + 1));
    if (buffer == nullptr) return STATUS_NO_MEMORY;
    to.Buffer = buffer;
    to.MaximumLength = static_cast<USHORT>(count + 1);
  } else if (count >= to.MaximumLength) {
    if (to.MaximumLength == 0) return STATUS_BUFFER_OVERFLOW;
    count = to.MaximumLength - 1U;
    status = STATUS_BUFFER_OVERFLOW;
  }
  for (std::size_t i = 0; i < count; ++i) to.Buffer[i] = to_ansi(from.Buffer[i]);
  to.Buffer[count] = '\0';
  to.Length = static_cast<USHORT>(count);
  return status;
}

bool is_base(ULONG base) { return base == 0 || base == 2 || base == 8 || base == 10 || base == 16; }

ULONG digit_of(char16_t c) {
  if (c >= u'0' && c <= u'9') return c - u'0';
  if (c >= u'a' && c <= u'f') return c - u'a' + 10U;
  if (c >= u'A' && c <= u'F') return c - u'A' + 10U;
  return MAXULONG;
}

// Blanks, a sign, a prefix when the base is open, then digits as long as there are any.
template <typename Next>
NTSTATUS integer_of(const Next& at, ULONG base, PULONG value) {
  if (!is_base(base)) return STATUS_INVALID_PARAMETER;
  std::size_t i = 0;
  while (at(i) != 0 && at(i) <= u' ') ++i;
  const bool negative = at(i) == u'-';
  if (at(i) == u'-' || at(i) == u'+') ++i;
  if (base == 0) {
    const char16_t prefix = at(i) == u'0' ? at(i + 1) : u'\0';
    base = prefix == u'x' ? 16 : prefix == u'o' ? 8 : prefix == u'b' ? 2 : 10;
    if (base != 10) i += 2;
  }
  ULONG result = 0;
  for (; digit_of(at(i)) < base; ++i) result = result * base + digit_of(at(i));
  *value = negative ? 0 - result : result;
  return STATUS_SUCCESS;
}

NTSTATUS print_integer(ULONGLONG value, ULONG base, UNICODE_STRING& to) {
  if (!is_base(base)) return STATUS_INVALID_PARAMETER;
  if (base == 0) base = 10;
  char digits[65];
  std::size_t at = sizeof digits;
  do digits[--at] = "0123456789ABCDEF"[value % base];
  while ((value /= base) != 0);
  const auto count = static_cast<USHORT>(sizeof digits - at);
  return widen(to, {count, count, digits + at}, false);
}

struct GuidShape {
  static constexpr std::size_t kLength = 38;
  static bool is_dash(std::size_t i) { return i == 9 || i == 14 || i == 19 || i == 24; }
};

// The n digits at `begin`; false when one of them is none.
bool hex_at(const WCHAR* text, std::size_t begin, std::size_t count, std::uint64_t& out) {
  out = 0;
  for (std::size_t i = begin; count > 0; ++i) {
    if (GuidShape::is_dash(i)) continue;
    const ULONG digit = digit_of(text[i]);
    if (digit > 15) return false;
    out = out << 4 | digit;
    --count;
  }
  return true;
}

struct Transfer {
  std::size_t done = 0;  // bytes written, or needed when there is no buffer
  bool cut = false;
  bool replaced = false;
};

NTSTATUS outcome(const Transfer& transfer, PULONG actual) {
  if (actual != nullptr) *actual = static_cast<ULONG>(transfer.done);
  if (transfer.cut) return STATUS_BUFFER_TOO_SMALL;
  return transfer.replaced ? STATUS_SOME_NOT_MAPPED : STATUS_SUCCESS;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

NTSTATUS RtlAnsiStringToUnicodeString(PUNICODE_STRING DestinationString, PANSI_STRING SourceString,
                                      BOOLEAN AllocateDestinationString) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlAnsiStringToUnicodeString");
  return widen(*DestinationString, *SourceString, AllocateDestinationString);
}

NTSTATUS RtlOemStringToUnicodeString(PUNICODE_STRING DestinationString, PCOEM_STRING SourceString,
                                     BOOLEAN AllocateDestinationString) {
  require_irql_at_most(APC_LEVEL, "RtlOemStringToUnicodeString");
  return widen(*DestinationString, *SourceString, AllocateDestinationString);
}

NTSTATUS RtlUnicodeStringToAnsiString(PANSI_STRING DestinationString, PCUNICODE_STRING SourceString,
                                      BOOLEAN AllocateDestinationString) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlUnicodeStringToAnsiString");
  return narrow(*DestinationString, *SourceString, AllocateDestinationString);
}

NTSTATUS RtlUnicodeStringToOemString(POEM_STRING DestinationString, PCUNICODE_STRING SourceString,
                                     BOOLEAN AllocateDestinationString) {
  require_irql_at_most(APC_LEVEL, "RtlUnicodeStringToOemString");
  return narrow(*DestinationString, *SourceString, AllocateDestinationString);
}

ULONG RtlxAnsiStringToUnicodeSize(PCANSI_STRING AnsiString) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlxAnsiStringToUnicodeSize");
  return static_cast<ULONG>((AnsiString->Length + 1U) * sizeof(WCHAR));
}

ULONG RtlxUnicodeStringToAnsiSize(PCUNICODE_STRING UnicodeString) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlxUnicodeStringToAnsiSize");
  return static_cast<ULONG>(units(*UnicodeString) + 1);
}

NTSTATUS RtlMultiByteToUnicodeN(PWCH UnicodeString, ULONG MaxBytesInUnicodeString,
                                PULONG BytesInUnicodeString, const CHAR* MultiByteString,
                                ULONG BytesInMultiByteString) {
  require_irql_at_most(APC_LEVEL, "RtlMultiByteToUnicodeN");
  const ULONG count =
      std::min<ULONG>(MaxBytesInUnicodeString / sizeof(WCHAR), BytesInMultiByteString);
  for (ULONG i = 0; i < count; ++i) UnicodeString[i] = from_ansi(MultiByteString[i]);
  if (BytesInUnicodeString != nullptr)
    *BytesInUnicodeString = static_cast<ULONG>(count * sizeof(WCHAR));
  return STATUS_SUCCESS;
}

NTSTATUS RtlUnicodeToMultiByteN(PCHAR MultiByteString, ULONG MaxBytesInMultiByteString,
                                PULONG BytesInMultiByteString, PCWCH UnicodeString,
                                ULONG BytesInUnicodeString) {
  require_irql_at_most(APC_LEVEL, "RtlUnicodeToMultiByteN");
  const ULONG count =
      std::min<ULONG>(MaxBytesInMultiByteString, BytesInUnicodeString / sizeof(WCHAR));
  for (ULONG i = 0; i < count; ++i) MultiByteString[i] = to_ansi(UnicodeString[i]);
  if (BytesInMultiByteString != nullptr) *BytesInMultiByteString = count;
  return STATUS_SUCCESS;
}

NTSTATUS RtlUpcaseUnicodeToMultiByteN(PCHAR MultiByteString, ULONG MaxBytesInMultiByteString,
                                      PULONG BytesInMultiByteString, PCWCH UnicodeString,
                                      ULONG BytesInUnicodeString) {
  require_irql_at_most(APC_LEVEL, "RtlUpcaseUnicodeToMultiByteN");
  const ULONG count =
      std::min<ULONG>(MaxBytesInMultiByteString, BytesInUnicodeString / sizeof(WCHAR));
  for (ULONG i = 0; i < count; ++i) MultiByteString[i] = to_ansi(to_upper(UnicodeString[i]));
  if (BytesInMultiByteString != nullptr) *BytesInMultiByteString = count;
  return STATUS_SUCCESS;
}

NTSTATUS RtlUnicodeToUTF8N(PCHAR UTF8StringDestination, ULONG UTF8StringMaxByteCount,
                           PULONG UTF8StringActualByteCount, PCWCH UnicodeStringSource,
                           ULONG UnicodeStringByteCount) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlUnicodeToUTF8N");
  if (UnicodeStringSource == nullptr) return STATUS_INVALID_PARAMETER_4;
  if (UnicodeStringByteCount % sizeof(WCHAR) != 0) return STATUS_INVALID_PARAMETER_5;
  if (UTF8StringDestination == nullptr && UTF8StringActualByteCount == nullptr)
    return STATUS_INVALID_PARAMETER;
  Transfer transfer;
  const std::size_t count = UnicodeStringByteCount / sizeof(WCHAR);
  for (std::size_t i = 0; i < count;) {
    const Decoded next = decode_utf16(UnicodeStringSource + i, count - i);
    char bytes[4];
    const std::size_t size = encode_utf8(next.point, bytes);
    transfer.replaced |= !next.valid;
    if (UTF8StringDestination != nullptr) {
      if (transfer.done + size > UTF8StringMaxByteCount) {
        transfer.cut = true;
        break;
      }
      std::memcpy(UTF8StringDestination + transfer.done, bytes, size);
    }
    transfer.done += size;
    i += next.used;
  }
  return outcome(transfer, UTF8StringActualByteCount);
}

NTSTATUS RtlUTF8ToUnicodeN(PWSTR UnicodeStringDestination, ULONG UnicodeStringMaxByteCount,
                           PULONG UnicodeStringActualByteCount, PCCH UTF8StringSource,
                           ULONG UTF8StringByteCount) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlUTF8ToUnicodeN");
  if (UTF8StringSource == nullptr) return STATUS_INVALID_PARAMETER_4;
  if (UnicodeStringDestination == nullptr && UnicodeStringActualByteCount == nullptr)
    return STATUS_INVALID_PARAMETER;
  Transfer transfer;
  for (std::size_t i = 0; i < UTF8StringByteCount;) {
    const Decoded next = decode_utf8(UTF8StringSource + i, UTF8StringByteCount - i);
    char16_t text[2];
    const std::size_t size = encode_utf16(next.point, text) * sizeof(char16_t);
    transfer.replaced |= !next.valid;
    if (UnicodeStringDestination != nullptr) {
      if (transfer.done + size > UnicodeStringMaxByteCount) {
        transfer.cut = true;
        break;
      }
      std::memcpy(reinterpret_cast<char*>(UnicodeStringDestination) + transfer.done, text, size);
    }
    transfer.done += size;
    i += next.used;
  }
  return outcome(transfer, UnicodeStringActualByteCount);
}

NTSTATUS RtlUnicodeStringToInteger(PCUNICODE_STRING String, ULONG Base, PULONG Value) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlUnicodeStringToInteger");
  const auto at = [&](std::size_t i) { return i < units(*String) ? String->Buffer[i] : u'\0'; };
  return integer_of(at, Base, Value);
}

NTSTATUS RtlCharToInteger(PCSZ String, ULONG Base, PULONG Value) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlCharToInteger");
  // The terminator ends every step before the next is looked at.
  return integer_of(
      [&](std::size_t i) { return static_cast<char16_t>(static_cast<unsigned char>(String[i])); },
      Base, Value);
}

NTSTATUS RtlIntegerToUnicodeString(ULONG Value, ULONG Base, PUNICODE_STRING String) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlIntegerToUnicodeString");
  return print_integer(Value, Base, *String);
}

NTSTATUS RtlInt64ToUnicodeString(ULONGLONG Value, ULONG Base, PUNICODE_STRING String) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlInt64ToUnicodeString");
  return print_integer(Value, Base, *String);
}

NTSTATUS RtlStringFromGUID(REFGUID Guid, PUNICODE_STRING GuidString) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlStringFromGUID");
  const GUID& guid = Guid;
  char text[GuidShape::kLength + 1];
  const auto* last = guid.Data4;
  *fmt::format_to_n(text, GuidShape::kLength,
                    "{{{:08x}-{:04x}-{:04x}-{:02x}{:02x}-{:02x}{:02x}{:02x}{:02x}{:02x}{:02x}}}",
                    guid.Data1, guid.Data2, guid.Data3, last[0], last[1], last[2], last[3], last[4],
                    last[5], last[6], last[7])
       .out = '\0';
  return widen(*GuidString, {GuidShape::kLength, GuidShape::kLength + 1, text}, true);
}

NTSTATUS RtlGUIDFromString(PCUNICODE_STRING GuidString, GUID* Guid) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlGUIDFromString");
  const WCHAR* text = GuidString->Buffer;
  if (units(*GuidString) < GuidShape::kLength || text[0] != u'{' || text[37] != u'}')
    return STATUS_INVALID_PARAMETER;
  for (std::size_t i = 1; i < 37; ++i) {
    if (GuidShape::is_dash(i) != (text[i] == u'-')) return STATUS_INVALID_PARAMETER;
  }
  std::uint64_t parts[4];
  if (!hex_at(text, 1, 8, parts[0]) || !hex_at(text, 10, 4, parts[1]) ||
      !hex_at(text, 15, 4, parts[2]) || !hex_at(text, 20, 16, parts[3])) {
    return STATUS_INVALID_PARAMETER;
  }
  Guid->Data1 = static_cast<decltype(Guid->Data1)>(parts[0]);
  Guid->Data2 = static_cast<USHORT>(parts[1]);
  Guid->Data3 = static_cast<USHORT>(parts[2]);
  for (int i = 0; i < 8; ++i) Guid->Data4[i] = static_cast<UCHAR>(parts[3] >> (56 - 8 * i));
  return STATUS_SUCCESS;
}

}  // extern "C"
