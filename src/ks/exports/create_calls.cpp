// Functions for kernel clients: objects opened below a file, requests sent to one.
#include <cstring>
#include <vector>

#include "src/ks/description/framing.h"
#include "src/ks/exports/exports.h"
#include "src/ks/object/header.h"
#include "src/nt/io/device.h"
#include "src/nt/io/file.h"
#include "src/nt/io/irp.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

std::span<const std::byte> bytes_at(const void* data, std::size_t size) {
  return {static_cast<const std::byte*>(data), size};
}

// "{class}\<parameters>" below the file of a handle.
NTSTATUS open_below(HANDLE parent, std::u16string_view kind, std::span<const std::byte> parameters,
                    ACCESS_MASK access, PHANDLE handle) {
  std::u16string name(kind);
  name += u'\\';
  const std::size_t at = name.size();
  name.resize(at + (parameters.size() + 1) / sizeof(char16_t));
  std::memcpy(name.data() + at, parameters.data(), parameters.size());
  return nt::with_object(parent, &nt::file_type, [&](const nt::HandleEntry& entry) {
    auto* file = static_cast<PFILE_OBJECT>(entry.object);
    nt::OpenRequest request;
    request.access = access;
    request.related = file;
    request.mode = ExGetPreviousMode();
    PFILE_OBJECT made = nullptr;
    const NTSTATUS status = nt::open_device(file->DeviceObject, name, request, made);
    if (!NT_SUCCESS(status)) return status;
    *handle = nt::make_file_handle(made, access, OBJ_KERNEL_HANDLE);
    nt::release_object(made);
    return *handle == nullptr ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
  });
}

// The format that follows the request in memory, with its attributes.
std::size_t size_of_connect(const KSPIN_CONNECT& connect) {
  const auto* format = reinterpret_cast<const KSDATAFORMAT*>(&connect + 1);
  std::size_t bytes = sizeof connect + format->FormatSize;
  if ((format->Flags & KSDATAFORMAT_ATTRIBUTES) == 0) return bytes;
  bytes = (bytes + 7) & ~std::size_t{7};
  const auto* attributes = reinterpret_cast<const KSMULTIPLE_ITEM*>(
      reinterpret_cast<const std::byte*>(&connect) + bytes);
  return bytes + attributes->Size;
}

// An IRP to the device of a file, which the I/O manager frees at its completion.
struct Outgoing {
  PDEVICE_OBJECT top;
  PIRP irp;
  PIO_STACK_LOCATION next;

  Outgoing(PFILE_OBJECT file, KPROCESSOR_MODE mode, PIO_STATUS_BLOCK block, PKEVENT event)
      : top(nt::top_of_stack(file->DeviceObject)),
        irp(nt::make_irp(top->StackSize, nt::IrpOwner::kManager)),
        next(irp == nullptr ? nullptr : IoGetNextIrpStackLocation(irp)) {
    if (irp == nullptr) return;
    irp->UserIosb = block;
    irp->UserEvent = event;
    irp->RequestorMode = mode;
    irp->Tail.Overlay.OriginalFileObject = file;
    irp->Tail.Overlay.Thread = PsGetCurrentThread();
    next->FileObject = file;
  }
};

// A request that is waited for when the caller brought no event of its own.
template <class Fill>
NTSTATUS send(PFILE_OBJECT file, KPROCESSOR_MODE mode, PIO_STATUS_BLOCK block, PKEVENT event,
              bool wait, const Fill& fill) {
  KEVENT own;
  KeInitializeEvent(&own, NotificationEvent, FALSE);
  IO_STATUS_BLOCK answered{};
  const bool waits = wait || event == nullptr;
  const Outgoing out(file, mode, waits ? &answered : block, waits ? &own : event);
  if (out.irp == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  fill(*out.irp, *out.next);
  NTSTATUS status = IofCallDriver(out.top, out.irp);
  if (!waits) return status;
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&own, Executive, KernelMode, FALSE, nullptr);
    status = answered.Status;
  }
  if (block != nullptr) *block = answered;
  if (event != nullptr) KeSetEvent(event, IO_NO_INCREMENT, FALSE);
  return status;
}

NTSTATUS transfer(PFILE_OBJECT file, UCHAR major, PKEVENT event, PIO_STATUS_BLOCK block,
                  PVOID buffer, ULONG length, KPROCESSOR_MODE mode) {
  return send(file, mode, block, event, false, [&](IRP& irp, IO_STACK_LOCATION& next) {
    irp.UserBuffer = buffer;
    next.MajorFunction = major;
    // READ and WRITE lie alike.
    next.Parameters.Read.Length = length;
    next.Parameters.Read.ByteOffset.QuadPart = 0;
  });
}

NTSTATUS information(PFILE_OBJECT file, UCHAR major, PVOID data, ULONG length,
                     FILE_INFORMATION_CLASS kind) {
  return send(file, KernelMode, nullptr, nullptr, true, [&](IRP& irp, IO_STACK_LOCATION& next) {
    irp.AssociatedIrp.SystemBuffer = data;
    next.MajorFunction = major;
    // QUERY and SET lie alike.
    next.Parameters.QueryFile.Length = length;
    next.Parameters.QueryFile.FileInformationClass = kind;
  });
}

}  // namespace
}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

extern "C" NTSTATUS KsCreatePin(HANDLE FilterHandle, PKSPIN_CONNECT Connect,
                                ACCESS_MASK DesiredAccess, PHANDLE ConnectionHandle) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsCreatePin");
  return open_below(FilterHandle, kPinClass, bytes_at(Connect, size_of_connect(*Connect)),
                    DesiredAccess, ConnectionHandle);
}

extern "C" NTSTATUS KsCreateAllocator(HANDLE ConnectionHandle,
                                      PKSALLOCATOR_FRAMING AllocatorFraming,
                                      PHANDLE AllocatorHandle) {
  if (rules::breaks("S-057", KeGetCurrentIrql() > PASSIVE_LEVEL)) {
    nt::Breach("S-057", nt::Offender::running())
        .message("KsCreateAllocator is called above PASSIVE_LEVEL")
        .raise();
    return STATUS_UNSUCCESSFUL;
  }
  check_reserved(*AllocatorFraming, "KsCreateAllocator");
  return open_below(ConnectionHandle, kAllocatorClass,
                    bytes_at(AllocatorFraming, sizeof *AllocatorFraming), GENERIC_READ,
                    AllocatorHandle);
}

extern "C" NTSTATUS KsCreateClock(HANDLE ConnectionHandle, PKSCLOCK_CREATE ClockCreate,
                                  PHANDLE ClockHandle) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsCreateClock");
  return open_below(ConnectionHandle, kClockClass, bytes_at(ClockCreate, sizeof *ClockCreate),
                    GENERIC_READ, ClockHandle);
}

extern "C" NTSTATUS KsCreateTopologyNode(HANDLE ParentHandle, PKSNODE_CREATE NodeCreate,
                                         ACCESS_MASK DesiredAccess, PHANDLE NodeHandle) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsCreateTopologyNode");
  return open_below(ParentHandle, kNodeClass, bytes_at(NodeCreate, sizeof *NodeCreate),
                    DesiredAccess, NodeHandle);
}

extern "C" NTSTATUS KsSynchronousIoControlDevice(PFILE_OBJECT FileObject,
                                                 KPROCESSOR_MODE RequestorMode, ULONG IoControl,
                                                 PVOID InBuffer, ULONG InSize, PVOID OutBuffer,
                                                 ULONG OutSize, PULONG BytesReturned) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsSynchronousIoControlDevice");
  IO_STATUS_BLOCK block{};
  const NTSTATUS status = send(FileObject, RequestorMode, &block, nullptr, true,
                               [&](IRP& irp, IO_STACK_LOCATION& next) {
                                 irp.UserBuffer = OutBuffer;
                                 next.MajorFunction = IRP_MJ_DEVICE_CONTROL;
                                 next.Parameters.DeviceIoControl.IoControlCode = IoControl;
                                 next.Parameters.DeviceIoControl.InputBufferLength = InSize;
                                 next.Parameters.DeviceIoControl.OutputBufferLength = OutSize;
                                 next.Parameters.DeviceIoControl.Type3InputBuffer = InBuffer;
                               });
  if (BytesReturned != nullptr) *BytesReturned = static_cast<ULONG>(block.Information);
  return status;
}

extern "C" NTSTATUS KsStreamIo(PFILE_OBJECT FileObject, PKEVENT Event, PVOID PortContext,
                               PIO_COMPLETION_ROUTINE CompletionRoutine, PVOID CompletionContext,
                               KSCOMPLETION_INVOCATION CompletionInvocationFlags,
                               PIO_STATUS_BLOCK IoStatusBlock, PVOID StreamHeaders, ULONG Length,
                               ULONG Flags, KPROCESSOR_MODE RequestorMode) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsStreamIo");
  const auto block = nt::find_pool_block(StreamHeaders);
  if (RequestorMode == KernelMode && block &&
      rules::breaks("S-267", block->live && (block->type & 1) != 0)) {
    nt::Breach("S-267", nt::Offender::running())
        .message("KsStreamIo: the headers of a kernel client lie in paged pool")
        .raise();
  }
  const bool writes = (Flags & KSSTREAM_WRITE) != 0;
  const bool synchronous = (Flags & KSSTREAM_SYNCHRONOUS) != 0;
  return send(FileObject, RequestorMode, IoStatusBlock, Event,
              synchronous || (Event == nullptr && CompletionRoutine == nullptr),
              [&](IRP& irp, IO_STACK_LOCATION& next) {
                irp.UserBuffer = StreamHeaders;
                irp.Overlay.AsynchronousParameters.UserApcContext = PortContext;
                next.MajorFunction = IRP_MJ_DEVICE_CONTROL;
                next.Parameters.DeviceIoControl.IoControlCode =
                    writes ? IOCTL_KS_WRITE_STREAM : IOCTL_KS_READ_STREAM;
                next.Parameters.DeviceIoControl.OutputBufferLength = Length;
                if (CompletionRoutine == nullptr) return;
                IoSetCompletionRoutine(&irp, CompletionRoutine, CompletionContext,
                                       (CompletionInvocationFlags & KsInvokeOnSuccess) != 0,
                                       (CompletionInvocationFlags & KsInvokeOnError) != 0,
                                       (CompletionInvocationFlags & KsInvokeOnCancel) != 0);
              });
}

extern "C" NTSTATUS KsReadFile(PFILE_OBJECT FileObject, PKEVENT Event, PVOID,
                               PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length, ULONG,
                               KPROCESSOR_MODE RequestorMode) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsReadFile");
  return transfer(FileObject, IRP_MJ_READ, Event, IoStatusBlock, Buffer, Length, RequestorMode);
}

extern "C" NTSTATUS KsWriteFile(PFILE_OBJECT FileObject, PKEVENT Event, PVOID,
                                PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length, ULONG,
                                KPROCESSOR_MODE RequestorMode) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsWriteFile");
  return transfer(FileObject, IRP_MJ_WRITE, Event, IoStatusBlock, Buffer, Length, RequestorMode);
}

extern "C" NTSTATUS KsQueryInformationFile(PFILE_OBJECT FileObject, PVOID FileInformation,
                                           ULONG Length,
                                           FILE_INFORMATION_CLASS FileInformationClass) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsQueryInformationFile");
  return information(FileObject, IRP_MJ_QUERY_INFORMATION, FileInformation, Length,
                     FileInformationClass);
}

extern "C" NTSTATUS KsSetInformationFile(PFILE_OBJECT FileObject, PVOID FileInformation,
                                         ULONG Length,
                                         FILE_INFORMATION_CLASS FileInformationClass) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsSetInformationFile");
  return information(FileObject, IRP_MJ_SET_INFORMATION, FileInformation, Length,
                     FileInformationClass);
}

// Each value of the key is a property set in its serialised form.
extern "C" NTSTATUS KsUnserializeObjectPropertiesFromRegistry(PFILE_OBJECT FileObject,
                                                              HANDLE ParentKey,
                                                              PUNICODE_STRING RegistryPath) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsUnserializeObjectPropertiesFromRegistry");
  OBJECT_ATTRIBUTES attributes;
  UNICODE_STRING none{};
  InitializeObjectAttributes(&attributes, RegistryPath == nullptr ? &none : RegistryPath,
                             OBJ_CASE_INSENSITIVE | OBJ_KERNEL_HANDLE, ParentKey, nullptr);
  HANDLE key = nullptr;
  NTSTATUS status = ZwOpenKey(&key, KEY_READ, &attributes);
  if (!NT_SUCCESS(status)) return status;
  std::vector<std::byte> room(4096);
  for (ULONG i = 0; NT_SUCCESS(status); ++i) {
    ULONG bytes = 0;
    auto* value = reinterpret_cast<PKEY_VALUE_FULL_INFORMATION>(room.data());
    const NTSTATUS read = ZwEnumerateValueKey(key, i, KeyValueFullInformation, value,
                                              static_cast<ULONG>(room.size()), &bytes);
    if (read == STATUS_NO_MORE_ENTRIES) break;
    if (read == STATUS_BUFFER_OVERFLOW || read == STATUS_BUFFER_TOO_SMALL) {
      room.resize(bytes);
      --i;
      continue;
    }
    status = read;
    if (!NT_SUCCESS(status) || value->DataLength < sizeof(KSPROPERTY_SERIALHDR)) continue;
    KSPROPERTY property{};
    std::byte* data = room.data() + value->DataOffset;
    std::memcpy(&property.Set, data, sizeof property.Set);
    property.Flags = KSPROPERTY_TYPE_UNSERIALIZESET;
    status = KsSynchronousIoControlDevice(FileObject, KernelMode, IOCTL_KS_PROPERTY, &property,
                                          sizeof property, data, value->DataLength, nullptr);
  }
  ZwClose(key);
  return status;
}
