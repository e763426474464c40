// UNICODE_STRING and ANSI_STRING: initialisation, copies, comparison, case.
#include "src/nt/rtl/string.h"

#include <algorithm>

#include "src/nt/base/irql_advice.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/rtl/unicode.h"

// The system include comes behind wdk.h, which clears what the C++ library uses as names.
#include "ntifs.h"

namespace drydock::nt {
namespace {

// 0x80 to 0x9F of code page 1252; the rest is Latin-1. Zero: no character, the byte stays.
constexpr char16_t kCodePage[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
};

constexpr std::size_t kMostUnicodeBytes =
    0xFFFC;  // with its terminator a string has at most 0xFFFE bytes
constexpr std::size_t kMostAnsiBytes = 0xFFFE;

char16_t folded(char16_t c, bool fold) { return fold ? to_upper(c) : c; }
int folded(char c, bool fold) { return static_cast<unsigned char>(fold ? to_upper_ansi(c) : c); }

bool equal_prefix(const WCHAR* a, const WCHAR* b, std::size_t count, bool fold) {
  for (std::size_t i = 0; i < count; ++i) {
    if (a[i] != b[i] && folded(a[i], fold) != folded(b[i], fold)) return false;
  }
  return true;
}

// Copies as much as fits; nothing from a null source.
template <typename String>
void copy(String& to, const String* from) {
  const USHORT bytes = from == nullptr ? USHORT{0} : std::min(from->Length, to.MaximumLength);
  if (bytes != 0) std::memmove(to.Buffer, from->Buffer, bytes);
  to.Length = bytes;
}

void init_narrow(STRING& string, PCSZ source) {
  string = {};
  if (source == nullptr) return;
  const std::size_t length = std::min(std::strlen(source), kMostAnsiBytes);
  string.Length = static_cast<USHORT>(length);
  string.MaximumLength = static_cast<USHORT>(length + 1);
  string.Buffer = const_cast<PCHAR>(source);
}

// Copies with a mapping, into pool when asked.
NTSTATUS mapped(UNICODE_STRING& to, const UNICODE_STRING& from, bool allocate,
                char16_t (*map)(char16_t)) {
  if (allocate) {
    to.MaximumLength = from.Length;
    to.Buffer = static_cast<PWCH>(allocate_string(std::max<std::size_t>(from.Length, 1)));
    if (to.Buffer == nullptr) return STATUS_NO_MEMORY;
  } else if (from.Length > to.MaximumLength) {
    return STATUS_BUFFER_OVERFLOW;
  }
  for (std::size_t i = 0; i < units(from); ++i) to.Buffer[i] = map(from.Buffer[i]);
  to.Length = from.Length;
  return STATUS_SUCCESS;
}

}  // namespace

void* allocate_string(std::size_t bytes) {
  return ExAllocatePoolWithTag(PagedPool, bytes, kStringTag);
}
void free_string(void* buffer) { ExFreePool(buffer); }

char16_t from_ansi(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x80 || byte >= 0xA0) return byte;
  const char16_t mapped = kCodePage[byte - 0x80];
  return mapped == 0 ? byte : mapped;
}

char to_ansi(char16_t c) {
  if (c < 0x80 || (c >= 0xA0 && c <= 0xFF)) return static_cast<char>(c);
  for (int i = 0; i < 32; ++i) {
    if (kCodePage[i] == c || (kCodePage[i] == 0 && c == 0x80 + i))
      return static_cast<char>(0x80 + i);
  }
  return '?';
}

void terminate(UNICODE_STRING& string) {
  if (string.Length + sizeof(WCHAR) <= string.MaximumLength) string.Buffer[units(string)] = 0;
}

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

VOID RtlInitString(PSTRING DestinationString, PCSZ SourceString) {
  init_narrow(*DestinationString, SourceString);
}
VOID RtlInitAnsiString(PANSI_STRING DestinationString, PCSZ SourceString) {
  init_narrow(*DestinationString, SourceString);
}

VOID RtlInitUnicodeString(PUNICODE_STRING DestinationString, PCWSTR SourceString) {
  *DestinationString = {};
  if (SourceString == nullptr) return;
  const std::size_t bytes =
      std::min(std::char_traits<char16_t>::length(SourceString) * sizeof(WCHAR), kMostUnicodeBytes);
  DestinationString->Length = static_cast<USHORT>(bytes);
  DestinationString->MaximumLength = static_cast<USHORT>(bytes + sizeof(WCHAR));
  DestinationString->Buffer = const_cast<PWCH>(SourceString);
}

NTSTATUS RtlInitUnicodeStringEx(PUNICODE_STRING DestinationString, PCWSTR SourceString) {
  *DestinationString = {};
  if (SourceString == nullptr) return STATUS_SUCCESS;
  if (std::char_traits<char16_t>::length(SourceString) * sizeof(WCHAR) > kMostUnicodeBytes)
    return STATUS_NAME_TOO_LONG;
  RtlInitUnicodeString(DestinationString, SourceString);
  return STATUS_SUCCESS;
}

BOOLEAN RtlCreateUnicodeString(PUNICODE_STRING DestinationString, PCWSTR SourceString) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlCreateUnicodeString");
  const std::size_t bytes = (std::char_traits<char16_t>::length(SourceString) + 1) * sizeof(WCHAR);
  if (bytes > kMostUnicodeBytes + sizeof(WCHAR)) return FALSE;
  auto* buffer = static_cast<PWCH>(allocate_string(bytes));
  if (buffer == nullptr) return FALSE;
  std::memcpy(buffer, SourceString, bytes);
  RtlInitUnicodeString(DestinationString, buffer);
  return TRUE;
}

VOID RtlFreeUnicodeString(PUNICODE_STRING UnicodeString) {
  require_irql_at_most(APC_LEVEL, "RtlFreeUnicodeString");
  if (UnicodeString->Buffer != nullptr) free_string(UnicodeString->Buffer);
  *UnicodeString = {};
}

VOID RtlFreeAnsiString(PANSI_STRING AnsiString) {
  require_irql_at_most(APC_LEVEL, "RtlFreeAnsiString");
  if (AnsiString->Buffer != nullptr) free_string(AnsiString->Buffer);
  *AnsiString = {};
}
VOID RtlFreeOemString(POEM_STRING OemString) { RtlFreeAnsiString(OemString); }

VOID RtlCopyUnicodeString(PUNICODE_STRING DestinationString, PCUNICODE_STRING SourceString) {
  copy(*DestinationString, SourceString);
  if (SourceString != nullptr) terminate(*DestinationString);
}

VOID RtlCopyString(PSTRING DestinationString, const STRING* SourceString) {
  copy(*DestinationString, SourceString);
}

NTSTATUS RtlDuplicateUnicodeString(ULONG Flags, PCUNICODE_STRING SourceString,
                                   PUNICODE_STRING DestinationString) {
  constexpr ULONG kTerminate = 1;
  constexpr ULONG kAllocateEmpty = 2;
  if (SourceString == nullptr || DestinationString == nullptr ||
      Flags > (kTerminate | kAllocateEmpty) || Flags == kAllocateEmpty) {
    return STATUS_INVALID_PARAMETER;
  }
  *DestinationString = {};
  if (SourceString->Length == 0 && (Flags & kAllocateEmpty) == 0) return STATUS_SUCCESS;
  const std::size_t bytes = SourceString->Length + ((Flags & kTerminate) != 0 ? sizeof(WCHAR) : 0);
  if (bytes > 0xFFFF) return STATUS_NAME_TOO_LONG;
  auto* buffer = static_cast<PWCH>(allocate_string(bytes));
  if (buffer == nullptr) return STATUS_NO_MEMORY;
  *DestinationString = {0, static_cast<USHORT>(bytes), buffer};
  RtlCopyUnicodeString(DestinationString, SourceString);
  return STATUS_SUCCESS;
}

NTSTATUS RtlAppendUnicodeStringToString(PUNICODE_STRING Destination, PCUNICODE_STRING Source) {
  if (Source->Length == 0) return STATUS_SUCCESS;
  if (Destination->Length + Source->Length > Destination->MaximumLength)
    return STATUS_BUFFER_TOO_SMALL;
  std::memmove(Destination->Buffer + units(*Destination), Source->Buffer, Source->Length);
  Destination->Length = static_cast<USHORT>(Destination->Length + Source->Length);
  terminate(*Destination);
  return STATUS_SUCCESS;
}

NTSTATUS RtlAppendUnicodeToString(PUNICODE_STRING Destination, PCWSTR Source) {
  if (Source == nullptr) return STATUS_SUCCESS;
  UNICODE_STRING source;
  if (!NT_SUCCESS(RtlInitUnicodeStringEx(&source, Source))) return STATUS_BUFFER_TOO_SMALL;
  return RtlAppendUnicodeStringToString(Destination, &source);
}

LONG RtlCompareUnicodeString(PCUNICODE_STRING String1, PCUNICODE_STRING String2,
                             BOOLEAN CaseInSensitive) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlCompareUnicodeString");
  const std::size_t common = std::min(units(*String1), units(*String2));
  for (std::size_t i = 0; i < common; ++i) {
    const char16_t a = folded(String1->Buffer[i], CaseInSensitive);
    const char16_t b = folded(String2->Buffer[i], CaseInSensitive);
    if (a != b) return static_cast<LONG>(a) - static_cast<LONG>(b);
  }
  return static_cast<LONG>(String1->Length) - static_cast<LONG>(String2->Length);
}

BOOLEAN RtlEqualUnicodeString(const UNICODE_STRING* String1, const UNICODE_STRING* String2,
                              BOOLEAN CaseInSensitive) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlEqualUnicodeString");
  return String1->Length == String2->Length &&
         equal_prefix(String1->Buffer, String2->Buffer, units(*String1), CaseInSensitive);
}

BOOLEAN RtlPrefixUnicodeString(PCUNICODE_STRING String1, PCUNICODE_STRING String2,
                               BOOLEAN CaseInSensitive) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlPrefixUnicodeString");
  return String1->Length <= String2->Length &&
         equal_prefix(String1->Buffer, String2->Buffer, units(*String1), CaseInSensitive);
}

// ntifs/nf-ntifs-rtlprefixstring.md
BOOLEAN RtlPrefixString(const STRING* String1, const STRING* String2, BOOLEAN CaseInSensitive) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlPrefixString");
  if (String1->Length > String2->Length) return FALSE;
  for (USHORT i = 0; i < String1->Length; ++i) {
    if (folded(String1->Buffer[i], CaseInSensitive) != folded(String2->Buffer[i], CaseInSensitive))
      return FALSE;
  }
  return TRUE;
}

NTSTATUS RtlAppendStringToString(PSTRING Destination, const STRING* Source) {
  advise_irql_at_most(APC_LEVEL, "RtlAppendStringToString");
  if (Destination->Length + Source->Length > Destination->MaximumLength)
    return STATUS_BUFFER_TOO_SMALL;
  std::memmove(Destination->Buffer + Destination->Length, Source->Buffer, Source->Length);
  Destination->Length = static_cast<USHORT>(Destination->Length + Source->Length);
  return STATUS_SUCCESS;
}

LONG RtlCompareString(const STRING* String1, const STRING* String2, BOOLEAN CaseInSensitive) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlCompareString");
  const USHORT common = std::min(String1->Length, String2->Length);
  for (USHORT i = 0; i < common; ++i) {
    const int difference =
        folded(String1->Buffer[i], CaseInSensitive) - folded(String2->Buffer[i], CaseInSensitive);
    if (difference != 0) return difference;
  }
  return static_cast<LONG>(String1->Length) - static_cast<LONG>(String2->Length);
}

BOOLEAN RtlEqualString(const STRING* String1, const STRING* String2, BOOLEAN CaseInSensitive) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlEqualString");
  return String1->Length == String2->Length &&
         RtlCompareString(String1, String2, CaseInSensitive) == 0;
}

NTSTATUS RtlHashUnicodeString(const UNICODE_STRING* String, BOOLEAN CaseInSensitive,
                              ULONG HashAlgorithm, PULONG HashValue) {
  require_irql_at_most(APC_LEVEL, "RtlHashUnicodeString");
  if (String == nullptr || HashValue == nullptr || HashAlgorithm > HASH_STRING_ALGORITHM_X65599) {
    return STATUS_INVALID_PARAMETER;
  }
  ULONG hash = 0;
  for (std::size_t i = 0; i < units(*String); ++i)
    hash = hash * 65599 + folded(String->Buffer[i], CaseInSensitive);
  *HashValue = hash;
  return STATUS_SUCCESS;
}

WCHAR RtlUpcaseUnicodeChar(WCHAR SourceCharacter) {
  require_irql_at_most(APC_LEVEL, "RtlUpcaseUnicodeChar");
  return to_upper(SourceCharacter);
}

WCHAR RtlDowncaseUnicodeChar(WCHAR SourceCharacter) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlDowncaseUnicodeChar");
  return to_lower(SourceCharacter);
}

NTSTATUS RtlUpcaseUnicodeString(PUNICODE_STRING DestinationString, PCUNICODE_STRING SourceString,
                                BOOLEAN AllocateDestinationString) {
  require_irql_at_most(APC_LEVEL, "RtlUpcaseUnicodeString");
  return mapped(*DestinationString, *SourceString, AllocateDestinationString, to_upper);
}

NTSTATUS RtlDowncaseUnicodeString(PUNICODE_STRING UniDest, PCUNICODE_STRING UniSource,
                                  BOOLEAN AllocateDestinationString) {
  require_irql_at_most(APC_LEVEL, "RtlDowncaseUnicodeString");
  return mapped(*UniDest, *UniSource, AllocateDestinationString, to_lower);
}

CHAR RtlUpperChar(CHAR Character) {
  require_irql_at_most(APC_LEVEL, "RtlUpperChar");
  return to_ansi(to_upper(from_ansi(Character)));
}

VOID RtlUpperString(PSTRING DestinationString, const STRING* SourceString) {
  require_irql_at_most(APC_LEVEL, "RtlUpperString");
  const USHORT bytes = std::min(SourceString->Length, DestinationString->MaximumLength);
  for (USHORT i = 0; i < bytes; ++i)
    DestinationString->Buffer[i] = to_ansi(to_upper(from_ansi(SourceString->Buffer[i])));
  DestinationString->Length = bytes;
}

}  // extern "C"
