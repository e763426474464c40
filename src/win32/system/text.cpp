// MultiByteToWideChar and WideCharToMultiByte. The code page of the system is UTF-8.
#include <limits>
#include <optional>

#include "src/nt/rtl/unicode.h"
#include "src/win32/base/win32.h"

namespace drydock::win32 {
namespace {

constexpr UINT kUtf8Page = 65001;
constexpr ULONG kErrorOnBadBytes = 0x8;   // MB_ERR_INVALID_CHARS
constexpr ULONG kErrorOnBadUnits = 0x80;  // WC_ERR_INVALID_CHARS
constexpr ULONG kBytesFlags = 0xF;
constexpr ULONG kUnitsFlags = 0x6F0;

// CP_ACP, CP_OEMCP, CP_MACCP and CP_THREAD_ACP are the system's.
bool is_code_page(UINT page) { return page <= 3 || page == kUtf8Page; }

template <typename Char>
std::size_t text_length(const Char* text, int count) {
  return count < 0 ? std::char_traits<Char>::length(text) + 1 : static_cast<std::size_t>(count);
}

// Checks the arguments that both calls refuse.
template <typename From, typename To>
ULONG conversion_problem(UINT page, const From* from, int count, const To* to, int room) {
  const void* const target = to;
  const bool bad_text = from == nullptr || count == 0 || count < -1 || room < 0 ||
                        (to == nullptr && room != 0) || (room != 0 && target == from);
  return bad_text || !is_code_page(page) ? error::kInvalidParameter : error::kSuccess;
}

// Returns nothing when a character is broken and `strict` asks for whole ones.
template <typename From, typename To>
std::optional<std::basic_string<To>> convert(const std::basic_string<From>& from,
                                             nt::Decoded (*decode)(const From*, std::size_t),
                                             std::size_t (*encode)(char32_t, To*), bool strict) {
  std::basic_string<To> to;
  for (std::size_t at = 0; at < from.size();) {
    const nt::Decoded decoded = decode(from.data() + at, from.size() - at);
    if (!decoded.valid && strict) return std::nullopt;
    To units[4];
    to.append(units, encode(decoded.point, units));
    at += decoded.used;
  }
  return to;
}

template <typename Char>
int give_converted(const std::basic_string<Char>& text, Char* to, int room) {
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return fail_call(error::kInvalidParameter);
  const auto length = static_cast<int>(text.size());
  if (room == 0) return length;
  const int fitting = std::min(length, room);
  std::memcpy(to, text.data(), static_cast<std::size_t>(fitting) * sizeof(Char));
  return fitting < length ? fail_call(error::kInsufficientBuffer) : length;
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

int MultiByteToWideChar(UINT CodePage, ULONG dwFlags, const char* lpMultiByteStr, int cbMultiByte,
                        char16_t* lpWideCharStr, int cchWideChar) {
  const ULONG problem =
      conversion_problem(CodePage, lpMultiByteStr, cbMultiByte, lpWideCharStr, cchWideChar);
  if (problem != error::kSuccess) return fail_call(problem);
  const ULONG allowed = CodePage == kUtf8Page ? kErrorOnBadBytes : kBytesFlags;
  if ((dwFlags & ~allowed) != 0) return fail_call(error::kInvalidFlags);
  const std::string from(lpMultiByteStr, text_length(lpMultiByteStr, cbMultiByte));
  const auto to =
      convert(from, nt::decode_utf8, nt::encode_utf16, (dwFlags & kErrorOnBadBytes) != 0);
  if (!to) return fail_call(error::kNoUnicodeTranslation);
  return give_converted(*to, lpWideCharStr, cchWideChar);
}

int WideCharToMultiByte(UINT CodePage, ULONG dwFlags, const char16_t* lpWideCharStr,
                        int cchWideChar, char* lpMultiByteStr, int cbMultiByte,
                        const char* lpDefaultChar, int* lpUsedDefaultChar) {
  const ULONG problem =
      conversion_problem(CodePage, lpWideCharStr, cchWideChar, lpMultiByteStr, cbMultiByte);
  if (problem != error::kSuccess) return fail_call(problem);
  const bool is_utf8 = CodePage == kUtf8Page;
  if (is_utf8 && (lpDefaultChar != nullptr || lpUsedDefaultChar != nullptr))
    return fail_call(error::kInvalidParameter);
  if ((dwFlags & ~(is_utf8 ? kErrorOnBadUnits : kUnitsFlags)) != 0)
    return fail_call(error::kInvalidFlags);
  const std::u16string from(lpWideCharStr, text_length(lpWideCharStr, cchWideChar));
  const auto to =
      convert(from, nt::decode_utf16, nt::encode_utf8, (dwFlags & kErrorOnBadUnits) != 0);
  if (!to) return fail_call(error::kNoUnicodeTranslation);
  if (lpUsedDefaultChar != nullptr) *lpUsedDefaultChar = FALSE;  // every character has its bytes
  return give_converted(*to, lpMultiByteStr, cbMultiByte);
}

}  // extern "C"
