// Queries and settings of files.
#include <sys/stat.h>
#include <unistd.h>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/io/file.h"
#include "src/nt/ob/handle.h"

using namespace drydock::nt;
namespace sim = drydock::sim;

namespace {

constexpr LONGLONG kEpoch = 116444736000000000;  // 1970 in 100 ns since 1601
constexpr ULONG kCluster = 4096;

LARGE_INTEGER time_of(const timespec& time) {
  LARGE_INTEGER out;
  out.QuadPart = kEpoch + LONGLONG{time.tv_sec} * 10000000 + time.tv_nsec / 100;
  return out;
}

LARGE_INTEGER whole(LONGLONG value) {
  LARGE_INTEGER out;
  out.QuadPart = value;
  return out;
}

LARGE_INTEGER clusters(LONGLONG size) { return whole((size + kCluster - 1) / kCluster * kCluster); }

bool facts_of(const File& file, struct stat& facts) {
  return (file.fd >= 0 ? fstat(file.fd, &facts) : stat(file.path.c_str(), &facts)) == 0;
}

ULONG attributes_of(const struct stat& facts) {
  return S_ISDIR(facts.st_mode) ? FILE_ATTRIBUTE_DIRECTORY : FILE_ATTRIBUTE_NORMAL;
}

FILE_STANDARD_INFORMATION standard(const File& file, const struct stat& facts) {
  FILE_STANDARD_INFORMATION out{};
  out.AllocationSize = clusters(facts.st_size);
  out.EndOfFile = whole(S_ISDIR(facts.st_mode) ? 0 : facts.st_size);
  out.NumberOfLinks = static_cast<ULONG>(facts.st_nlink);
  out.DeletePending = file.object.DeletePending;
  out.Directory = S_ISDIR(facts.st_mode) ? TRUE : FALSE;
  return out;
}

template <typename Information>
void set_times_and_attributes(Information& out, const struct stat& facts) {
  out.CreationTime = time_of(facts.st_ctim);
  out.LastAccessTime = time_of(facts.st_atim);
  out.LastWriteTime = time_of(facts.st_mtim);
  out.ChangeTime = time_of(facts.st_ctim);
  out.FileAttributes = attributes_of(facts);
}

FILE_BASIC_INFORMATION basic(const struct stat& facts) {
  FILE_BASIC_INFORMATION out{};
  set_times_and_attributes(out, facts);
  return out;
}

FILE_NETWORK_OPEN_INFORMATION network(const struct stat& facts) {
  FILE_NETWORK_OPEN_INFORMATION out{};
  set_times_and_attributes(out, facts);
  out.AllocationSize = clusters(facts.st_size);
  out.EndOfFile = whole(facts.st_size);
  return out;
}

template <typename T>
NTSTATUS copy(const T& from, PVOID to, ULONG length, ULONG_PTR& written) {
  if (length < sizeof(T)) return STATUS_INFO_LENGTH_MISMATCH;
  std::memcpy(to, &from, sizeof(T));
  written = sizeof(T);
  return STATUS_SUCCESS;
}

// The file object itself knows its position: only the file system can fail.
NTSTATUS query(const File& file, FILE_INFORMATION_CLASS form, PVOID to, ULONG length,
               ULONG_PTR& written) {
  struct stat facts{};
  if (form == FilePositionInformation) {
    return copy(FILE_POSITION_INFORMATION{file.object.CurrentByteOffset}, to, length, written);
  }
  if (file.object.DeviceObject != nullptr) return STATUS_INVALID_DEVICE_REQUEST;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  if (!facts_of(file, facts)) return STATUS_OBJECT_NAME_NOT_FOUND;
  switch (form) {
    case FileStandardInformation:
      return copy(standard(file, facts), to, length, written);
    case FileBasicInformation:
      return copy(basic(facts), to, length, written);
    case FileNetworkOpenInformation:
      return copy(network(facts), to, length, written);
    default:
      return STATUS_INVALID_INFO_CLASS;
  }
}

template <typename T>
bool fetch(T& to, PVOID from, ULONG length) {
  if (length < sizeof(T)) return false;
  std::memcpy(&to, from, sizeof(T));
  return true;
}

NTSTATUS set(File& file, FILE_INFORMATION_CLASS form, PVOID from, ULONG length) {
  if (form == FilePositionInformation) {
    FILE_POSITION_INFORMATION position;
    if (!fetch(position, from, length)) return STATUS_INFO_LENGTH_MISMATCH;
    if (position.CurrentByteOffset.QuadPart < 0) return STATUS_INVALID_PARAMETER;
    file.object.CurrentByteOffset = position.CurrentByteOffset;
    return STATUS_SUCCESS;
  }
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  if (form == FileEndOfFileInformation) {
    FILE_END_OF_FILE_INFORMATION end;
    if (!fetch(end, from, length)) return STATUS_INFO_LENGTH_MISMATCH;
    return ftruncate(file.fd, end.EndOfFile.QuadPart) == 0 ? STATUS_SUCCESS
                                                           : STATUS_INVALID_PARAMETER;
  }
  if (form == FileDispositionInformation) {
    FILE_DISPOSITION_INFORMATION disposition;
    if (!fetch(disposition, from, length)) return STATUS_INFO_LENGTH_MISMATCH;
    file.object.DeletePending = disposition.DeleteFile;
    return STATUS_SUCCESS;
  }
  return STATUS_INVALID_INFO_CLASS;
}

// Calls `body` with the file of the handle and stores its answer in the block. The block stays as
// it is when the handle is none of a file.
template <typename Body>
NTSTATUS answer_about(HANDLE handle, PIO_STATUS_BLOCK block, Body&& body) {
  HandleEntry entry;
  NTSTATUS status = pin_by_handle(handle, &file_type, entry);
  if (!NT_SUCCESS(status)) return status;
  ULONG_PTR written = 0;
  status = body(*file_of(static_cast<PFILE_OBJECT>(entry.object)), written);
  unpin_object(entry.object);
  block->Status = status;
  block->Information = written;
  return status;
}

}  // namespace

// Answers only which kind of device a file is on. Other facts of a volume belong to file systems.
extern "C" NTSTATUS ZwQueryVolumeInformationFile(HANDLE FileHandle, PIO_STATUS_BLOCK IoStatusBlock,
                                                 PVOID FsInformation, ULONG Length,
                                                 FS_INFORMATION_CLASS FsInformationClass) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQueryVolumeInformationFile");
  if (FsInformationClass != FileFsDeviceInformation) return STATUS_INVALID_INFO_CLASS;
  if (Length < sizeof(FILE_FS_DEVICE_INFORMATION)) return STATUS_INFO_LENGTH_MISMATCH;
  return with_object(FileHandle, &file_type, [&](const HandleEntry& entry) {
    const PDEVICE_OBJECT device = static_cast<PFILE_OBJECT>(entry.object)->DeviceObject;
    FILE_FS_DEVICE_INFORMATION out{FILE_DEVICE_DISK, 0};
    if (device != nullptr) out = {device->DeviceType, device->Characteristics};
    std::memcpy(FsInformation, &out, sizeof out);
    IoStatusBlock->Status = STATUS_SUCCESS;
    IoStatusBlock->Information = sizeof out;
    return STATUS_SUCCESS;
  });
}

extern "C" NTSTATUS ZwQueryInformationFile(HANDLE FileHandle, PIO_STATUS_BLOCK IoStatusBlock,
                                           PVOID FileInformation, ULONG Length,
                                           FILE_INFORMATION_CLASS FileInformationClass) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQueryInformationFile");
  return answer_about(FileHandle, IoStatusBlock, [&](File& file, ULONG_PTR& written) {
    return query(file, FileInformationClass, FileInformation, Length, written);
  });
}

extern "C" NTSTATUS ZwSetInformationFile(HANDLE FileHandle, PIO_STATUS_BLOCK IoStatusBlock,
                                         PVOID FileInformation, ULONG Length,
                                         FILE_INFORMATION_CLASS FileInformationClass) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwSetInformationFile");
  return answer_about(FileHandle, IoStatusBlock, [&](File& file, ULONG_PTR&) {
    return set(file, FileInformationClass, FileInformation, Length);
  });
}

extern "C" NTSTATUS ZwQueryFullAttributesFile(POBJECT_ATTRIBUTES ObjectAttributes,
                                              PFILE_NETWORK_OPEN_INFORMATION FileInformation) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQueryFullAttributesFile");
  const std::optional<HostPath> where = host_path(text_of(ObjectAttributes->ObjectName));
  struct stat facts{};
  if (!where || !where->exists || stat(where->path.c_str(), &facts) != 0) {
    return STATUS_OBJECT_NAME_NOT_FOUND;
  }
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  *FileInformation = network(facts);
  return STATUS_SUCCESS;
}
