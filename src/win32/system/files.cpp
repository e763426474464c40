// Files as user-mode drivers open, read and write them: those of the declared folders. What is not
// declared does not exist, and no device can be opened.
#include <algorithm>

#include "src/nt/io/file.h"
#include "src/nt/ob/handle.h"
#include "src/win32/base/win32.h"
#include "src/win32/system/file_names.h"

namespace drydock::win32 {
namespace {

constexpr ULONG kOverlappedFlag = 0x4000'0000;
constexpr ULONG kDeleteOnCloseFlag = 0x0400'0000;
constexpr ULONG kBackupFlag = 0x0200'0000;
constexpr ULONG kAttributes = 0x7FB7;
constexpr ULONG kChunk = 1 << 20;
constexpr ULONG kInvalidSize = 0xFFFF'FFFF;  // INVALID_FILE_SIZE, INVALID_SET_FILE_POINTER

// OVERLAPPED.
struct OverlappedTransfer {
  ULONG_PTR status;
  ULONG_PTR bytes;
  LONGLONG offset;
  HANDLE event;
};
static_assert(sizeof(OverlappedTransfer) == 32);

// CREATE_NEW to TRUNCATE_EXISTING, from one.
constexpr ULONG kDispositions[] = {FILE_CREATE, FILE_OVERWRITE_IF, FILE_OPEN, FILE_OPEN_IF,
                                   FILE_OVERWRITE};

HANDLE refuse_handle(ULONG error) {
  SetLastError(error);
  return kNoHandle;
}

ULONG options_for(ULONG flags) {
  ULONG options = (flags & kOverlappedFlag) != 0 ? 0 : FILE_SYNCHRONOUS_IO_NONALERT;
  options |= (flags & kBackupFlag) != 0 ? FILE_OPEN_FOR_BACKUP_INTENT : FILE_NON_DIRECTORY_FILE;
  if ((flags & kDeleteOnCloseFlag) != 0) options |= FILE_DELETE_ON_CLOSE;
  return options;
}

HANDLE open_file(std::u16string name, const nt::OpenRequest& request) {
  const std::optional<std::u16string> native = native_name(std::move(name));
  if (!native) return refuse_handle(error::kFileNotFound);
  UNICODE_STRING text{};
  RtlInitUnicodeString(&text, native->c_str());
  OBJECT_ATTRIBUTES attributes{};
  InitializeObjectAttributes(&attributes, &text, OBJ_CASE_INSENSITIVE, nullptr, nullptr);
  IO_STATUS_BLOCK block{};
  HANDLE file = nullptr;
  const NTSTATUS status =
      ZwCreateFile(&file, request.access, &attributes, &block, nullptr, request.attributes,
                   request.share, request.disposition, request.options, nullptr, 0);
  if (status == STATUS_OBJECT_NAME_COLLISION) return refuse_handle(error::kFileExists);
  if (!NT_SUCCESS(status)) return refuse_handle(win32_code_of(status));
  const bool was_there =
      (request.disposition == FILE_OPEN_IF && block.Information == FILE_OPENED) ||
      (request.disposition == FILE_OVERWRITE_IF && block.Information != FILE_CREATED);
  SetLastError(was_there ? error::kAlreadyExists : error::kSuccess);
  return file;
}

template <typename Char>
HANDLE create_file(const Char* name, ULONG access, ULONG share, ULONG disposition, ULONG flags) {
  if (name == nullptr || disposition == 0 || disposition > std::size(kDispositions))
    return refuse_handle(error::kInvalidParameter);
  const ACCESS_MASK deletes = (flags & kDeleteOnCloseFlag) != 0 ? DELETE : 0;
  return open_file(wide_text(name),
                   {.access = access | SYNCHRONIZE | FILE_READ_ATTRIBUTES | deletes,
                    .share = share,
                    .disposition = kDispositions[disposition - 1],
                    .options = options_for(flags),
                    .attributes = flags & kAttributes});
}

// Moves the bytes in steps, so that a driver's large request does not make the host allocate as
// much.
NTSTATUS move_bytes(HANDLE file, char* buffer, ULONG bytes, LONGLONG* offset, bool write,
                    ULONG& done) {
  NTSTATUS status = STATUS_SUCCESS;
  do {
    const ULONG step = std::min(bytes - done, kChunk);
    IO_STATUS_BLOCK block{};
    LARGE_INTEGER at{};
    if (offset != nullptr) at.QuadPart = *offset + done;
    PLARGE_INTEGER where = offset == nullptr ? nullptr : &at;
    status = write ? ZwWriteFile(file, nullptr, nullptr, nullptr, &block, buffer + done, step,
                                 where, nullptr)
                   : ZwReadFile(file, nullptr, nullptr, nullptr, &block, buffer + done, step, where,
                                nullptr);
    if (!NT_SUCCESS(status)) break;
    done += static_cast<ULONG>(block.Information);
    if (block.Information < step) break;
  } while (done < bytes);
  return status == STATUS_END_OF_FILE && done != 0 ? STATUS_SUCCESS : status;
}

// An overlapped transfer is done when the call returns, as it may be.
LOGICAL transfer_file(HANDLE file, PVOID buffer, ULONG bytes, PULONG moved,
                      OverlappedTransfer* overlapped, bool write) {
  if (moved == nullptr && overlapped == nullptr) return fail_call(error::kInvalidParameter);
  if (moved != nullptr) *moved = 0;
  LONGLONG offset = overlapped == nullptr ? 0 : overlapped->offset;
  ULONG done = 0;
  const NTSTATUS status = move_bytes(file, static_cast<char*>(buffer), bytes,
                                     overlapped == nullptr ? nullptr : &offset, write, done);
  if (moved != nullptr) *moved = done;
  // The end of a file is no failure when it is read from where its pointer is.
  if (overlapped == nullptr) return status == STATUS_END_OF_FILE ? TRUE : succeed_or_fail(status);
  overlapped->status = static_cast<ULONG>(status);
  overlapped->bytes = done;
  if (overlapped->event != nullptr) ZwSetEvent(overlapped->event, nullptr);
  return succeed_or_fail(status);
}

NTSTATUS size_of_file(HANDLE file, LONGLONG& size) {
  IO_STATUS_BLOCK block{};
  FILE_STANDARD_INFORMATION facts{};
  const NTSTATUS status =
      ZwQueryInformationFile(file, &block, &facts, sizeof facts, FileStandardInformation);
  size = facts.EndOfFile.QuadPart;
  return status;
}

// The error, or none. `origin` is FILE_BEGIN, FILE_CURRENT or FILE_END.
ULONG move_pointer(HANDLE file, LONGLONG distance, ULONG origin, LONGLONG& now) {
  IO_STATUS_BLOCK block{};
  FILE_POSITION_INFORMATION position{};
  LONGLONG size = 0;
  NTSTATUS status =
      ZwQueryInformationFile(file, &block, &position, sizeof position, FilePositionInformation);
  if (NT_SUCCESS(status) && origin == 2) status = size_of_file(file, size);
  if (!NT_SUCCESS(status)) return win32_code_of(status);
  if (origin > 2) return error::kInvalidParameter;
  const LONGLONG origins[] = {0, position.CurrentByteOffset.QuadPart, size};
  if (__builtin_add_overflow(origins[origin], distance, &now)) return error::kInvalidParameter;
  if (now < 0) return error::kNegativeSeek;
  position.CurrentByteOffset.QuadPart = now;
  return win32_code_of(
      ZwSetInformationFile(file, &block, &position, sizeof position, FilePositionInformation));
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

HANDLE CreateFileA(const char* lpFileName, ULONG dwDesiredAccess, ULONG dwShareMode, PVOID,
                   ULONG dwCreationDisposition, ULONG dwFlagsAndAttributes, HANDLE) {
  return create_file(lpFileName, dwDesiredAccess, dwShareMode, dwCreationDisposition,
                     dwFlagsAndAttributes);
}

HANDLE CreateFileW(const char16_t* lpFileName, ULONG dwDesiredAccess, ULONG dwShareMode, PVOID,
                   ULONG dwCreationDisposition, ULONG dwFlagsAndAttributes, HANDLE) {
  return create_file(lpFileName, dwDesiredAccess, dwShareMode, dwCreationDisposition,
                     dwFlagsAndAttributes);
}

LOGICAL ReadFile(HANDLE hFile, PVOID lpBuffer, ULONG nNumberOfBytesToRead,
                 PULONG lpNumberOfBytesRead, PVOID lpOverlapped) {
  return transfer_file(hFile, lpBuffer, nNumberOfBytesToRead, lpNumberOfBytesRead,
                       static_cast<OverlappedTransfer*>(lpOverlapped), false);
}

LOGICAL WriteFile(HANDLE hFile, const void* lpBuffer, ULONG nNumberOfBytesToWrite,
                  PULONG lpNumberOfBytesWritten, PVOID lpOverlapped) {
  return transfer_file(hFile, const_cast<PVOID>(lpBuffer), nNumberOfBytesToWrite,
                       lpNumberOfBytesWritten, static_cast<OverlappedTransfer*>(lpOverlapped),
                       true);
}

LOGICAL SetFilePointerEx(HANDLE hFile, LARGE_INTEGER liDistanceToMove,
                         PLARGE_INTEGER lpNewFilePointer, ULONG dwMoveMethod) {
  LONGLONG now = 0;
  const ULONG error = move_pointer(hFile, liDistanceToMove.QuadPart, dwMoveMethod, now);
  if (error != error::kSuccess) return fail_call(error);
  if (lpNewFilePointer != nullptr) lpNewFilePointer->QuadPart = now;
  return TRUE;
}

// Without a high part the distance is one signed number of 32 bits. A valid result may equal that
// of a failure, so the call always sets the error.
ULONG SetFilePointer(HANDLE hFile, LONG lDistanceToMove, PLONG lpDistanceToMoveHigh,
                     ULONG dwMoveMethod) {
  LARGE_INTEGER distance{};
  distance.QuadPart = lDistanceToMove;
  if (lpDistanceToMoveHigh != nullptr) {
    distance.LowPart = static_cast<ULONG>(lDistanceToMove);
    distance.HighPart = *lpDistanceToMoveHigh;
  }
  LARGE_INTEGER now{};
  const ULONG error = move_pointer(hFile, distance.QuadPart, dwMoveMethod, now.QuadPart);
  SetLastError(error);
  if (error != error::kSuccess) return kInvalidSize;
  if (lpDistanceToMoveHigh != nullptr) *lpDistanceToMoveHigh = now.HighPart;
  return now.LowPart;
}

LOGICAL GetFileSizeEx(HANDLE hFile, PLARGE_INTEGER lpFileSize) {
  LONGLONG size = 0;
  const NTSTATUS status = size_of_file(hFile, size);
  if (!NT_SUCCESS(status)) return fail_call(win32_code_of(status));
  lpFileSize->QuadPart = size;
  return TRUE;
}

ULONG GetFileSize(HANDLE hFile, PULONG lpFileSizeHigh) {
  LARGE_INTEGER size{};
  if (!GetFileSizeEx(hFile, &size)) return kInvalidSize;
  if (lpFileSizeHigh != nullptr) *lpFileSizeHigh = static_cast<ULONG>(size.HighPart);
  SetLastError(error::kSuccess);
  return size.LowPart;
}

LOGICAL FlushFileBuffers(HANDLE hFile) {
  IO_STATUS_BLOCK block{};
  return succeed_or_fail(ZwFlushBuffersFile(hFile, &block));
}

// Files have no controls, and a driver can open nothing else.
LOGICAL DeviceIoControl(HANDLE hDevice, ULONG, PVOID, ULONG, PVOID, ULONG, PULONG lpBytesReturned,
                        PVOID) {
  if (lpBytesReturned != nullptr) *lpBytesReturned = 0;
  const NTSTATUS status = nt::check_handle(hDevice, &nt::file_type);
  return fail_call(NT_SUCCESS(status) ? error::kInvalidFunction : win32_code_of(status));
}

}  // extern "C"
