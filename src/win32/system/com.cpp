// The part of COM that user-mode drivers use: task memory, identifiers, and the apartment, which is
// always there. No class can be created.
#include <algorithm>
#include <optional>

#include "src/win32/base/win32.h"
#include "src/win32/memory/heap_calls.h"

namespace drydock::win32 {
namespace {

constexpr LONG kOk = 0;                                              // S_OK
constexpr LONG kFalse = 1;                                           // S_FALSE
constexpr LONG kInvalidArgument = static_cast<LONG>(0x80070057);     // E_INVALIDARG
constexpr LONG kBadPointer = static_cast<LONG>(0x80004003);          // E_POINTER
constexpr LONG kChangedMode = static_cast<LONG>(0x80010106);         // RPC_E_CHANGED_MODE
constexpr LONG kNotInitialized = static_cast<LONG>(0x800401F0);      // CO_E_NOTINITIALIZED
constexpr LONG kClassNotRegistered = static_cast<LONG>(0x80040154);  // REGDB_E_CLASSNOTREG
constexpr LONG kBadClassString = static_cast<LONG>(0x800401F3);      // CO_E_CLASSSTRING
constexpr ULONG kApartmentThreaded = 0x2;                            // COINIT_APARTMENTTHREADED
constexpr std::size_t kGuidCharacters = 38;

// The number of initializations of a thread, and their kind.
struct Apartment {
  ULONG depth = 0;
  bool single_threaded = false;
};
thread_local Apartment apartment;

LONG enter_apartment(bool single_threaded) {
  if (apartment.depth != 0 && apartment.single_threaded != single_threaded) return kChangedMode;
  apartment.single_threaded = single_threaded;
  return apartment.depth++ == 0 ? kOk : kFalse;
}

std::optional<unsigned> digit_of(char16_t c) {
  if (c >= u'0' && c <= u'9') return c - u'0';
  if (c >= u'a' && c <= u'f') return c - u'a' + 10;
  if (c >= u'A' && c <= u'F') return c - u'A' + 10;
  return std::nullopt;
}

// "{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}".
std::optional<GUID> parse_guid(std::u16string_view text) {
  constexpr std::u16string_view kForm = u"{........-....-....-....-............}";
  if (text.size() != kForm.size()) return std::nullopt;
  UCHAR digits[32];
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::optional<unsigned> digit = digit_of(text[at]);
    if (kForm[at] != u'.' ? text[at] != kForm[at] : !digit) return std::nullopt;
    if (kForm[at] == u'.') digits[count++] = static_cast<UCHAR>(*digit);
  }
  const auto number = [&](std::size_t from, std::size_t length) {
    ULONG out = 0;
    for (std::size_t i = from; i < from + length; ++i) out = out << 4 | digits[i];
    return out;
  };
  GUID guid{};
  guid.Data1 = number(0, 8);
  guid.Data2 = static_cast<USHORT>(number(8, 4));
  guid.Data3 = static_cast<USHORT>(number(12, 4));
  for (std::size_t i = 0; i < 8; ++i) guid.Data4[i] = static_cast<UCHAR>(number(16 + 2 * i, 2));
  return guid;
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

// Task memory is memory of the process's heap of its own kind: HeapFree does not take it.
PVOID CoTaskMemAlloc(SIZE_T cb) {
  return take_from_heap({.family = nt::HeapFamily::kTask, .bytes = cb});
}

VOID CoTaskMemFree(PVOID pv) {
  if (pv != nullptr) free_heap_block("CoTaskMemFree", pv, nt::HeapFamily::kTask);
}

PVOID CoTaskMemRealloc(PVOID pv, SIZE_T cb) {
  if (pv == nullptr) return CoTaskMemAlloc(cb);
  if (cb != 0)
    return resize("CoTaskMemRealloc", pv, {.family = nt::HeapFamily::kTask, .bytes = cb});
  CoTaskMemFree(pv);
  return nullptr;
}

LONG CoInitialize(PVOID pvReserved) {
  return pvReserved != nullptr ? kInvalidArgument : enter_apartment(true);
}

LONG CoInitializeEx(PVOID pvReserved, ULONG dwCoInit) {
  constexpr ULONG kFlags = 0xE;
  if (pvReserved != nullptr || (dwCoInit & ~kFlags) != 0) return kInvalidArgument;
  return enter_apartment((dwCoInit & kApartmentThreaded) != 0);
}

VOID CoUninitialize(VOID) {
  if (apartment.depth != 0) --apartment.depth;
}

LONG CoCreateInstance(const GUID*, PVOID, ULONG, const GUID*, PVOID* ppv) {
  if (ppv == nullptr) return kBadPointer;
  *ppv = nullptr;
  return apartment.depth == 0 ? kNotInitialized : kClassNotRegistered;
}

LONG CoCreateGuid(GUID* pguid) { return pguid == nullptr ? kInvalidArgument : ExUuidCreate(pguid); }

int StringFromGUID2(const GUID* rguid, char16_t* lpsz, int cchMax) {
  if (cchMax <= static_cast<int>(kGuidCharacters)) return 0;
  const std::u16string text = nt::upcase(nt::guid_text(*rguid));
  std::memcpy(lpsz, text.c_str(), (text.size() + 1) * sizeof(char16_t));
  return static_cast<int>(text.size()) + 1;
}

LONG CLSIDFromString(const char16_t* lpsz, GUID* pclsid) {
  if (pclsid == nullptr) return kInvalidArgument;
  const std::optional<GUID> guid = lpsz == nullptr ? GUID{} : parse_guid(nt::text_of(lpsz));
  *pclsid = guid.value_or(GUID{});
  return guid ? kOk : kBadClassString;
}

}  // extern "C"
