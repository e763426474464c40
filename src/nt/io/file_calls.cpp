// The system calls on files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/io/device.h"
#include "src/nt/io/file.h"
#include "src/nt/io/irp.h"
#include "src/nt/ob/handle.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"

using namespace drydock::nt;
namespace sim = drydock::sim;

namespace {

constexpr LONGLONG kUsePosition = -2;  // FILE_USE_FILE_POINTER_POSITION with -1 above it
constexpr LONGLONG kAtEnd = -1;        // FILE_WRITE_TO_END_OF_FILE
constexpr ULONG kSynchronous = FILE_SYNCHRONOUS_IO_ALERT | FILE_SYNCHRONOUS_IO_NONALERT;

NTSTATUS open_named(const std::u16string& name, const OpenRequest& request, PFILE_OBJECT& file,
                    ULONG_PTR& opened) {
  if (name.empty() || name.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  const std::optional<Found> found = find_named(name);
  if (found && type_of_object(found->object) == &device_type) {
    opened = FILE_OPENED;
    return open_device(static_cast<PDEVICE_OBJECT>(found->object), found->rest, request, file);
  }
  const std::optional<HostPath> where = host_path(name);
  if (!where) return STATUS_OBJECT_NAME_NOT_FOUND;
  return open_host_file(*where, name, request, file, opened);
}

// A name below a folder or device that is open already.
NTSTATUS open_relative(HANDLE root, const std::u16string& name, OpenRequest request,
                       PFILE_OBJECT& file, ULONG_PTR& opened) {
  return with_object(root, &file_type, [&](const HandleEntry& entry) {
    File* base = file_of(static_cast<PFILE_OBJECT>(entry.object));
    const PDEVICE_OBJECT device = base->object.DeviceObject;
    opened = FILE_OPENED;
    if (!name.empty() && name.front() == u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
    if (device == nullptr)
      return open_host_file(host_path_below(base->path, name), name, request, file, opened);
    request.related = &base->object;
    return open_device(device, name, request, file);
  });
}

bool fault() { return fails_here(sim::FaultKind::kObject); }

NTSTATUS create_file(PHANDLE handle, POBJECT_ATTRIBUTES attributes, PIO_STATUS_BLOCK block,
                     const OpenRequest& request) {
  const bool waits = (request.options & kSynchronous) != 0;
  if (request.disposition > FILE_MAXIMUM_DISPOSITION) return STATUS_INVALID_PARAMETER;
  const ACCESS_MASK generic = GENERIC_READ | GENERIC_WRITE | GENERIC_ALL | GENERIC_EXECUTE;
  if (waits && (request.access & (SYNCHRONIZE | generic)) == 0) return STATUS_INVALID_PARAMETER;
  if (fault()) return STATUS_INSUFFICIENT_RESOURCES;
  const std::u16string name = text_of(attributes->ObjectName);
  PFILE_OBJECT file = nullptr;
  ULONG_PTR opened = FILE_DOES_NOT_EXIST;
  const NTSTATUS status =
      attributes->RootDirectory == nullptr
          ? open_named(name, request, file, opened)
          : open_relative(attributes->RootDirectory, name, request, file, opened);
  block->Status = status;
  block->Information = opened;
  if (!NT_SUCCESS(status)) return status;
  *handle = make_file_handle(file, request.access, attributes->Attributes);
  release_object(file);
  return status;
}

// One read or write in progress.
struct Transfer {
  PVOID buffer;
  ULONG length;
  PLARGE_INTEGER offset;
  bool write;
};

NTSTATUS transfer_device(PFILE_OBJECT file, const Transfer& transfer, IO_STATUS_BLOCK& block) {
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  const PDEVICE_OBJECT top = top_of_stack(file->DeviceObject);
  LARGE_INTEGER offset = transfer.offset != nullptr ? *transfer.offset : file->CurrentByteOffset;
  const PIRP irp =
      IoBuildSynchronousFsdRequest(transfer.write ? IRP_MJ_WRITE : IRP_MJ_READ, top,
                                   transfer.buffer, transfer.length, &offset, &event, &block);
  if (irp == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  irp->Tail.Overlay.OriginalFileObject = file;
  IoGetNextIrpStackLocation(irp)->FileObject = file;
  return send_and_wait(top, irp, &event, &block);
}

// Through memory of our own: a bad buffer of the driver is the driver's fault, not a failed system
// call.
NTSTATUS transfer_host(File* file, const Transfer& transfer, IO_STATUS_BLOCK& block) {
  FILE_OBJECT& object = file->object;
  if (file->fd < 0) return STATUS_INVALID_DEVICE_REQUEST;
  if (transfer.write && !object.WriteAccess) return STATUS_ACCESS_DENIED;
  const bool waits = (object.Flags & FO_SYNCHRONOUS_IO) != 0;
  if (transfer.offset == nullptr && !waits) return STATUS_INVALID_PARAMETER;
  if (fault()) return STATUS_INSUFFICIENT_RESOURCES;
  const LONGLONG wish = transfer.offset == nullptr ? kUsePosition : transfer.offset->QuadPart;
  LONGLONG at = wish == kUsePosition ? object.CurrentByteOffset.QuadPart : wish;
  if (wish == kAtEnd && transfer.write) at = lseek(file->fd, 0, SEEK_END);
  if (at < 0) return STATUS_INVALID_PARAMETER;
  std::vector<char> bytes(transfer.length);
  if (transfer.write) std::memcpy(bytes.data(), transfer.buffer, bytes.size());
  const ssize_t done = transfer.write ? pwrite(file->fd, bytes.data(), bytes.size(), at)
                                      : pread(file->fd, bytes.data(), bytes.size(), at);
  if (done < 0) return STATUS_UNEXPECTED_IO_ERROR;
  if (!transfer.write) std::memcpy(transfer.buffer, bytes.data(), static_cast<std::size_t>(done));
  if (waits) object.CurrentByteOffset.QuadPart = at + done;
  block.Information = static_cast<ULONG_PTR>(done);
  return done == 0 && transfer.length != 0 && !transfer.write ? STATUS_END_OF_FILE : STATUS_SUCCESS;
}

NTSTATUS do_transfer(HANDLE handle, HANDLE event, PIO_STATUS_BLOCK block,
                     const Transfer& transfer) {
  sim::switch_point();
  HandleEntry entry;
  NTSTATUS status = pin_by_handle(handle, &file_type, entry);
  if (!NT_SUCCESS(status)) return status;
  auto* file = static_cast<PFILE_OBJECT>(entry.object);
  IO_STATUS_BLOCK result{};
  status = file->DeviceObject != nullptr ? transfer_device(file, transfer, result)
                                         : transfer_host(file_of(file), transfer, result);
  KeSetEvent(&file->Event, IO_NO_INCREMENT, FALSE);
  unpin_object(entry.object);
  block->Status = status;
  block->Information = result.Information;
  if (event != nullptr) ZwSetEvent(event, nullptr);
  return status;
}

}  // namespace

extern "C" NTSTATUS ZwCreateFile(PHANDLE FileHandle, ACCESS_MASK DesiredAccess,
                                 POBJECT_ATTRIBUTES ObjectAttributes,
                                 PIO_STATUS_BLOCK IoStatusBlock, PLARGE_INTEGER,
                                 ULONG FileAttributes, ULONG ShareAccess, ULONG CreateDisposition,
                                 ULONG CreateOptions, PVOID, ULONG) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwCreateFile");
  return create_file(
      FileHandle, ObjectAttributes, IoStatusBlock,
      {DesiredAccess, ShareAccess, CreateDisposition, CreateOptions, FileAttributes});
}

extern "C" NTSTATUS IoCreateFile(PHANDLE FileHandle, ACCESS_MASK DesiredAccess,
                                 POBJECT_ATTRIBUTES ObjectAttributes,
                                 PIO_STATUS_BLOCK IoStatusBlock, PLARGE_INTEGER,
                                 ULONG FileAttributes, ULONG ShareAccess, ULONG Disposition,
                                 ULONG CreateOptions, PVOID, ULONG, CREATE_FILE_TYPE, PVOID,
                                 ULONG) {
  require_irql_at_most(PASSIVE_LEVEL, "IoCreateFile");
  return create_file(FileHandle, ObjectAttributes, IoStatusBlock,
                     {DesiredAccess, ShareAccess, Disposition, CreateOptions, FileAttributes});
}

extern "C" NTSTATUS ZwOpenFile(PHANDLE FileHandle, ACCESS_MASK DesiredAccess,
                               POBJECT_ATTRIBUTES ObjectAttributes, PIO_STATUS_BLOCK IoStatusBlock,
                               ULONG ShareAccess, ULONG OpenOptions) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenFile");
  return create_file(FileHandle, ObjectAttributes, IoStatusBlock,
                     {DesiredAccess, ShareAccess, FILE_OPEN, OpenOptions, 0});
}

extern "C" NTSTATUS ZwReadFile(HANDLE FileHandle, HANDLE Event, PIO_APC_ROUTINE, PVOID,
                               PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length,
                               PLARGE_INTEGER ByteOffset, PULONG) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwReadFile");
  return do_transfer(FileHandle, Event, IoStatusBlock, {Buffer, Length, ByteOffset, false});
}

extern "C" NTSTATUS ZwWriteFile(HANDLE FileHandle, HANDLE Event, PIO_APC_ROUTINE, PVOID,
                                PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length,
                                PLARGE_INTEGER ByteOffset, PULONG) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwWriteFile");
  return do_transfer(FileHandle, Event, IoStatusBlock, {Buffer, Length, ByteOffset, true});
}

extern "C" NTSTATUS ZwDeviceIoControlFile(HANDLE FileHandle, HANDLE Event, PIO_APC_ROUTINE, PVOID,
                                          PIO_STATUS_BLOCK IoStatusBlock, ULONG IoControlCode,
                                          PVOID InputBuffer, ULONG InputBufferLength,
                                          PVOID OutputBuffer, ULONG OutputBufferLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwDeviceIoControlFile");
  HandleEntry entry;
  NTSTATUS status = pin_by_handle(FileHandle, &file_type, entry);
  if (!NT_SUCCESS(status)) return status;
  auto* file = static_cast<PFILE_OBJECT>(entry.object);
  IO_STATUS_BLOCK result{};
  KEVENT done;
  KeInitializeEvent(&done, NotificationEvent, FALSE);
  const PDEVICE_OBJECT top =
      file->DeviceObject == nullptr ? nullptr : top_of_stack(file->DeviceObject);
  const PIRP irp = top == nullptr ? nullptr
                                  : IoBuildDeviceIoControlRequest(
                                        IoControlCode, top, InputBuffer, InputBufferLength,
                                        OutputBuffer, OutputBufferLength, FALSE, &done, &result);
  status = top == nullptr ? STATUS_INVALID_DEVICE_REQUEST : STATUS_INSUFFICIENT_RESOURCES;
  if (irp != nullptr) {
    irp->Tail.Overlay.OriginalFileObject = file;
    IoGetNextIrpStackLocation(irp)->FileObject = file;
    status = send_and_wait(top, irp, &done, &result);
  }
  unpin_object(entry.object);
  IoStatusBlock->Status = status;
  IoStatusBlock->Information = result.Information;
  if (Event != nullptr) ZwSetEvent(Event, nullptr);
  return status;
}

extern "C" NTSTATUS ZwFlushBuffersFile(HANDLE FileHandle, PIO_STATUS_BLOCK IoStatusBlock) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwFlushBuffersFile");
  const NTSTATUS status = check_handle(FileHandle, &file_type);
  if (!NT_SUCCESS(status)) return status;
  if (fault()) return STATUS_INSUFFICIENT_RESOURCES;
  IoStatusBlock->Status = STATUS_SUCCESS;
  IoStatusBlock->Information = 0;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ZwDeleteFile(POBJECT_ATTRIBUTES ObjectAttributes) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwDeleteFile");
  const std::optional<HostPath> where = host_path(text_of(ObjectAttributes->ObjectName));
  if (!where || !where->exists) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (fault()) return STATUS_INSUFFICIENT_RESOURCES;
  std::error_code error;
  return std::filesystem::remove(where->path, error) ? STATUS_SUCCESS : STATUS_CANNOT_DELETE;
}
