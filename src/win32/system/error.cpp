// Statuses of the executive as errors of Win32, and the text of errors.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "src/win32/base/win32.h"
#include "src/win32/memory/heap_calls.h"

namespace drydock::win32 {
namespace {

struct Translation {
  NTSTATUS status;
  ULONG error;
};
constexpr Translation kTranslations[] = {
    {STATUS_SUCCESS, error::kSuccess},
    {STATUS_INVALID_HANDLE, error::kInvalidHandle},
    {STATUS_OBJECT_TYPE_MISMATCH, error::kInvalidHandle},
    {STATUS_OBJECT_NAME_NOT_FOUND, error::kFileNotFound},
    {STATUS_NO_SUCH_FILE, error::kFileNotFound},
    {STATUS_OBJECT_PATH_NOT_FOUND, error::kPathNotFound},
    {STATUS_OBJECT_NAME_INVALID, error::kInvalidName},
    {STATUS_OBJECT_PATH_SYNTAX_BAD, error::kBadPathname},
    {STATUS_OBJECT_NAME_COLLISION, error::kAlreadyExists},
    {STATUS_ACCESS_DENIED, error::kAccessDenied},
    {STATUS_FILE_IS_A_DIRECTORY, error::kAccessDenied},
    {STATUS_CANNOT_DELETE, error::kAccessDenied},
    {STATUS_SECTION_PROTECTION, error::kAccessDenied},
    {STATUS_SHARING_VIOLATION, error::kSharingViolation},
    {STATUS_INVALID_DEVICE_REQUEST, error::kInvalidFunction},
    {STATUS_NOT_IMPLEMENTED, error::kInvalidFunction},
    {STATUS_NOT_SUPPORTED, error::kNotSupported},
    {STATUS_INSUFFICIENT_RESOURCES, error::kNoResources},
    {STATUS_NO_MEMORY, error::kNotEnoughMemory},
    {STATUS_SECTION_TOO_BIG, error::kNotEnoughMemory},
    {STATUS_NOT_MAPPED_VIEW, error::kInvalidAddress},
    {STATUS_CONFLICTING_ADDRESSES, error::kInvalidAddress},
    {STATUS_INVALID_VIEW_SIZE, error::kAccessDenied},
    {STATUS_INVALID_PAGE_PROTECTION, error::kInvalidParameter},
    {STATUS_BUFFER_OVERFLOW, error::kMoreData},
    {STATUS_BUFFER_TOO_SMALL, error::kInsufficientBuffer},
    {STATUS_NO_MORE_ENTRIES, error::kNoMoreItems},
    {STATUS_NO_MORE_FILES, error::kNoMoreFiles},
    {STATUS_END_OF_FILE, error::kHandleEof},
    {STATUS_KEY_DELETED, error::kKeyDeleted},
    {STATUS_INVALID_PARAMETER, error::kInvalidParameter},
    {STATUS_INVALID_PARAMETER_MIX, error::kInvalidParameter},
    {STATUS_INVALID_CID, error::kInvalidParameter},
    {STATUS_MUTANT_NOT_OWNED, error::kNotOwner},
    {STATUS_SEMAPHORE_LIMIT_EXCEEDED, error::kTooManyPosts},
};

constexpr ULONG kAllocateBuffer = 0x100;  // FORMAT_MESSAGE_ALLOCATE_BUFFER
constexpr ULONG kIgnoreInserts = 0x200;   // FORMAT_MESSAGE_IGNORE_INSERTS
constexpr ULONG kFromString = 0x400;      // FORMAT_MESSAGE_FROM_STRING
constexpr ULONG kFromModule = 0x800;      // FORMAT_MESSAGE_FROM_HMODULE
constexpr ULONG kFromSystem = 0x1000;     // FORMAT_MESSAGE_FROM_SYSTEM
constexpr ULONG kArgumentArray = 0x2000;  // FORMAT_MESSAGE_ARGUMENT_ARRAY

// The system's messages are not here; its numbers are.
std::u16string system_message(ULONG id) {
  return nt::from_utf8(fmt::format("Error {} ({:#010x}).\r\n", id, id));
}

template <typename Char>
std::u16string inserted(const ULONG_PTR* arguments, std::size_t number) {
  const auto* const text = reinterpret_cast<const Char*>(arguments[number - 1]);
  return text == nullptr ? u"(null)" : wide_text(text);
}

// %1 to %99 are text; %%, %n and their kin are characters. Formats behind an insert, such as
// %1!d!, are not understood and stay as they are.
template <typename Char>
std::u16string with_inserts(std::u16string_view format, const ULONG_PTR* arguments) {
  std::u16string out;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != u'%' || at + 1 == format.size()) {
      out += format[at];
      continue;
    }
    const char16_t next = format[++at];
    if (next == u'0') break;
    if (next < u'1' || next > u'9') {
      out += next == u'n' ? u'\n' : next == u't' ? u'\t' : next == u'r' ? u'\r' : next;
      continue;
    }
    std::size_t number = next - u'0';
    const bool two = at + 1 < format.size() && format[at + 1] >= u'0' && format[at + 1] <= u'9';
    if (two) number = number * 10 + (format[++at] - u'0');
    out += inserted<Char>(arguments, number);
  }
  return out;
}

template <typename Char>
ULONG format_message(ULONG flags, const void* source, ULONG id, Char* buffer, ULONG room,
                     const void* arguments) {
  if ((flags & (kFromString | kFromModule | kFromSystem)) == 0 || buffer == nullptr)
    return static_cast<ULONG>(fail_call(error::kInvalidParameter));
  const bool from_string = (flags & kFromString) != 0;
  if (!from_string && (flags & kFromSystem) == 0)
    return static_cast<ULONG>(fail_call(error::kMessageNotFound));
  std::u16string text =
      from_string ? wide_text(static_cast<const Char*>(source)) : system_message(id);
  // Only an array of arguments can be walked without knowing how the driver was compiled.
  const bool inserts = from_string && (flags & kIgnoreInserts) == 0;
  if (inserts && arguments != nullptr && (flags & kArgumentArray) == 0)
    return static_cast<ULONG>(fail_call(error::kNotSupported));
  if (inserts && arguments != nullptr)
    text = with_inserts<Char>(text, static_cast<const ULONG_PTR*>(arguments));
  const std::basic_string<Char> out = narrow_or_wide<Char>(text);
  if ((flags & kAllocateBuffer) == 0) {
    if (room <= out.size()) return static_cast<ULONG>(fail_call(error::kInsufficientBuffer));
    return answer_text(text, buffer, room);
  }
  const std::size_t characters = std::max<std::size_t>(out.size() + 1, room);
  void* const block = take_from_heap(
      {.family = nt::HeapFamily::kLocal, .bytes = characters * sizeof(Char), .zero = true});
  if (block == nullptr) return static_cast<ULONG>(fail_call(error::kNotEnoughMemory));
  std::memcpy(block, out.data(), out.size() * sizeof(Char));
  std::memcpy(buffer, &block, sizeof block);
  return static_cast<ULONG>(out.size());
}

}  // namespace

ULONG win32_code_of(NTSTATUS status) {
  // A status of its own for each place of the wrong argument; the error is one.
  if (status >= STATUS_INVALID_PARAMETER_1 && status <= STATUS_INVALID_PARAMETER_12)
    return error::kInvalidParameter;
  const auto* const at = std::ranges::find(kTranslations, status, &Translation::status);
  return at == std::end(kTranslations) ? error::kMessageNotFound : at->error;
}

}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

ULONG RtlNtStatusToDosError(NTSTATUS Status) { return win32_code_of(Status); }
ULONG RtlNtStatusToDosErrorNoTeb(NTSTATUS Status) { return win32_code_of(Status); }

ULONG FormatMessageA(ULONG dwFlags, const void* lpSource, ULONG dwMessageId, ULONG, char* lpBuffer,
                     ULONG nSize, void* Arguments) {
  return format_message(dwFlags, lpSource, dwMessageId, lpBuffer, nSize, Arguments);
}

ULONG FormatMessageW(ULONG dwFlags, const void* lpSource, ULONG dwMessageId, ULONG,
                     char16_t* lpBuffer, ULONG nSize, void* Arguments) {
  return format_message(dwFlags, lpSource, dwMessageId, lpBuffer, nSize, Arguments);
}

}  // extern "C"
