// CreateFileMapping without a file, and its views: the executive's sections.
#include "src/nt/mm/user_copy.h"
#include "src/win32/base/win32.h"
#include "src/win32/memory/heap_calls.h"

namespace drydock::win32 {
namespace {

constexpr ULONG kAlignment = 1132;    // ERROR_MAPPED_ALIGNMENT
constexpr ULONG kProtections = 0xFF;  // the rest are SEC_COMMIT and its kin
constexpr ULONG kViewCopy = 0x1, kViewWrite = 0x2, kViewRead = 0x4, kViewExecute = 0x20;

HANDLE create_mapping(HANDLE file, ULONG protection, ULONG64 bytes, const std::u16string& name) {
  if (file != kNoHandle) {
    SetLastError(error::kNotSupported);
    return nullptr;
  }
  std::u16string path = u"\\BaseNamedObjects\\" + name;
  UNICODE_STRING text{};
  RtlInitUnicodeString(&text, path.c_str());
  OBJECT_ATTRIBUTES attributes{};
  InitializeObjectAttributes(&attributes, name.empty() ? nullptr : &text,
                             OBJ_CASE_INSENSITIVE | OBJ_OPENIF, nullptr, nullptr);
  LARGE_INTEGER size{};
  size.QuadPart = static_cast<LONGLONG>(bytes);
  HANDLE section = nullptr;
  const NTSTATUS status =
      ZwCreateSection(&section, SECTION_ALL_ACCESS, &attributes, &size, protection & kProtections,
                      (protection & ~kProtections) | SEC_COMMIT, nullptr);
  SetLastError(creation_code_of(status));
  return NT_SUCCESS(status) ? section : nullptr;
}

ULONG protection_of_view(ULONG access) {
  const bool writes = (access & kViewWrite) != 0;
  if ((access & kViewExecute) != 0) return writes ? PAGE_EXECUTE_READWRITE : PAGE_EXECUTE_READ;
  if (writes) return PAGE_READWRITE;
  return (access & kViewCopy) != 0 ? PAGE_WRITECOPY : PAGE_READONLY;
}

ULONG64 joined(ULONG high, ULONG low) { return ULONG64{high} << 32 | low; }

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

HANDLE CreateFileMappingA(HANDLE hFile, PVOID, ULONG flProtect, ULONG dwMaximumSizeHigh,
                          ULONG dwMaximumSizeLow, const char* lpName) {
  return create_mapping(hFile, flProtect, joined(dwMaximumSizeHigh, dwMaximumSizeLow),
                        wide_text(lpName));
}

HANDLE CreateFileMappingW(HANDLE hFile, PVOID, ULONG flProtect, ULONG dwMaximumSizeHigh,
                          ULONG dwMaximumSizeLow, const char16_t* lpName) {
  return create_mapping(hFile, flProtect, joined(dwMaximumSizeHigh, dwMaximumSizeLow),
                        wide_text(lpName));
}

PVOID MapViewOfFile(HANDLE hFileMappingObject, ULONG dwDesiredAccess, ULONG dwFileOffsetHigh,
                    ULONG dwFileOffsetLow, SIZE_T dwNumberOfBytesToMap) {
  constexpr ULONG kGranularity = 0x10000;
  LARGE_INTEGER offset{};
  offset.QuadPart = static_cast<LONGLONG>(joined(dwFileOffsetHigh, dwFileOffsetLow));
  const bool known = (dwDesiredAccess & (kViewCopy | kViewWrite | kViewRead | kViewExecute)) != 0;
  if (!known || dwFileOffsetLow % kGranularity != 0) {
    SetLastError(known ? kAlignment : error::kInvalidParameter);
    return nullptr;
  }
  PVOID base = nullptr;
  SIZE_T bytes = dwNumberOfBytesToMap;
  const NTSTATUS status =
      ZwMapViewOfSection(hFileMappingObject, ZwCurrentProcess(), &base, 0, 0, &offset, &bytes,
                         ViewShare, 0, protection_of_view(dwDesiredAccess));
  if (NT_SUCCESS(status)) return base;
  SetLastError(win32_code_of(status));
  return nullptr;
}

LOGICAL UnmapViewOfFile(const void* lpBaseAddress) {
  leave_if_dead();
  return succeed_or_fail(
      ZwUnmapViewOfSection(ZwCurrentProcess(), const_cast<PVOID>(lpBaseAddress)));
}

// A view of no file has nowhere to be written to.
LOGICAL FlushViewOfFile(const void* lpBaseAddress, SIZE_T) {
  return nt::user_can_read(lpBaseAddress, 1) ? TRUE : fail_call(error::kInvalidAddress);
}

}  // extern "C"
