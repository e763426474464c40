// The Win32 functions that user-mode drivers call, on top of the executive. This is the first
// header of the room, and declares the common part of all calls: how they fail, and how they take
// and return text.
//
// A call that fails sets the thread's error and returns its own failure. Text comes as bytes, which
// are UTF-8 here, or as UTF-16; inside it is UTF-16. The memory of a driver is touched before and
// after the work, never in it, and what cannot be touched is the driver's crash.
//
// Cost: a copy of the text. Owner: none; handles are the executive's. Threads: any.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "src/nt/base/wdk.h"
#include "src/nt/ob/object_names.h"

extern "C" VOID SetLastError(ULONG dwErrCode);

namespace drydock::win32 {

namespace error {
inline constexpr ULONG kSuccess = 0;
inline constexpr ULONG kInvalidFunction = 1;
inline constexpr ULONG kFileNotFound = 2;
inline constexpr ULONG kPathNotFound = 3;
inline constexpr ULONG kAccessDenied = 5;
inline constexpr ULONG kInvalidHandle = 6;
inline constexpr ULONG kNotEnoughMemory = 8;
inline constexpr ULONG kNoMoreFiles = 18;
inline constexpr ULONG kSharingViolation = 32;
inline constexpr ULONG kHandleEof = 38;
inline constexpr ULONG kNotSupported = 50;
inline constexpr ULONG kFileExists = 80;
inline constexpr ULONG kInvalidParameter = 87;
inline constexpr ULONG kBufferOverflow = 111;
inline constexpr ULONG kInsufficientBuffer = 122;
inline constexpr ULONG kInvalidName = 123;
inline constexpr ULONG kModuleNotFound = 126;
inline constexpr ULONG kProcedureNotFound = 127;
inline constexpr ULONG kNegativeSeek = 131;
inline constexpr ULONG kDirectoryNotEmpty = 145;
inline constexpr ULONG kBadPathname = 161;
inline constexpr ULONG kAlreadyExists = 183;
inline constexpr ULONG kVariableNotFound = 203;
inline constexpr ULONG kNameTooLong = 206;  // ERROR_FILENAME_EXCED_RANGE
inline constexpr ULONG kMoreData = 234;
inline constexpr ULONG kNoMoreItems = 259;
inline constexpr ULONG kNotOwner = 288;
inline constexpr ULONG kTooManyPosts = 298;
inline constexpr ULONG kMessageNotFound = 317;  // also the error of a status that has no other
inline constexpr ULONG kInvalidAddress = 487;
inline constexpr ULONG kInvalidFlags = 1004;
inline constexpr ULONG kKeyDeleted = 1018;
inline constexpr ULONG kNoUnicodeTranslation = 1113;
inline constexpr ULONG kNoResources = 1450;
inline constexpr ULONG kTimeout = 1460;
inline constexpr ULONG kUnsupportedType = 1630;
}  // namespace error

// INVALID_HANDLE_VALUE.
inline const HANDLE kNoHandle = reinterpret_cast<HANDLE>(~ULONG_PTR{0});

// The error that Win32 has for a status of the executive.
ULONG win32_code_of(NTSTATUS status);
// The error of a call that creates: one that finds the object there says so, although that is no
// failure.
inline ULONG creation_code_of(NTSTATUS status) {
  return status == STATUS_OBJECT_NAME_EXISTS ? error::kAlreadyExists : win32_code_of(status);
}

// Fails a call that returns a truth value, a count or a pointer.
inline LOGICAL fail_call(ULONG error) {
  SetLastError(error);
  return FALSE;
}
inline LOGICAL succeed_or_fail(NTSTATUS status) {
  return NT_SUCCESS(status) ? TRUE : fail_call(win32_code_of(status));
}

inline std::u16string wide_text(const char* text) {
  return text == nullptr ? std::u16string() : nt::from_utf8(text);
}
inline std::u16string wide_text(const char16_t* text) { return nt::text_of(text); }

template <typename Char>
std::basic_string<Char> narrow_or_wide(std::u16string_view text) {
  if constexpr (sizeof(Char) == 1) {
    return nt::to_utf8(text);
  } else {
    return std::u16string(text);
  }
}

// Fills a buffer as most calls do. Returns its length without the null when it fits, otherwise the
// room that is needed, with the null.
template <typename Char>
ULONG answer_text(std::u16string_view text, Char* buffer, ULONG room) {
  const std::basic_string<Char> out = narrow_or_wide<Char>(text);
  const auto length = static_cast<ULONG>(out.size());
  if (buffer == nullptr || room <= length) return length + 1;
  std::memcpy(buffer, out.c_str(), (out.size() + 1) * sizeof(Char));
  return length;
}

// Fills a buffer as the calls about modules do: with the text that fits and a null, and an error
// when that is not all.
template <typename Char>
ULONG answer_cut_text(std::u16string_view text, Char* buffer, ULONG room) {
  const std::basic_string<Char> out = narrow_or_wide<Char>(text);
  if (buffer == nullptr || room == 0)
    return static_cast<ULONG>(fail_call(error::kInsufficientBuffer));
  const std::size_t fitting = std::min<std::size_t>(out.size(), room - 1);
  std::memcpy(buffer, out.data(), fitting * sizeof(Char));
  buffer[fitting] = 0;
  SetLastError(fitting < out.size() ? error::kInsufficientBuffer : error::kSuccess);
  return fitting < out.size() ? room : static_cast<ULONG>(fitting);
}

}  // namespace drydock::win32
