#include "src/ks/base/request.h"

#include <algorithm>
#include <cstring>

#include "src/nt/io/irp.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_user.h"

namespace drydock::ks {
namespace {

constexpr ULONG kRequestTag = 0x7172734B;  // "Ksrq"

// A client of user mode must own what it names; a kernel caller is believed.
bool may_read(PIRP irp, const void* address, ULONG bytes) {
  if (bytes == 0) return true;
  if (address == nullptr) return false;
  if (irp->RequestorMode == KernelMode) return true;
  return nt::is_user_memory(address, bytes) && nt::readable(address, bytes);
}

bool may_write(PIRP irp, const void* address, ULONG bytes) {
  if (bytes == 0) return true;
  if (address == nullptr) return false;
  if (irp->RequestorMode == KernelMode) return true;
  return nt::is_user_memory(address, bytes) && nt::writable(address, bytes);
}

constexpr ULONG aligned(ULONG bytes) { return (bytes + 7) & ~7U; }

bool carries_in(DataFlow flow) { return flow == DataFlow::kIn || flow == DataFlow::kInOut; }
bool carries_out(DataFlow flow) { return flow == DataFlow::kOut || flow == DataFlow::kInOut; }

// The block of a captured request: data, then identifier.
void lay_out(PIRP irp, ULONG data_size, ULONG identifier_size, Request& request) {
  auto* block = static_cast<std::uint8_t*>(irp->AssociatedIrp.SystemBuffer);
  request.irp = irp;
  request.location = IoGetCurrentIrpStackLocation(irp);
  request.data = data_size == 0 ? nullptr : block;
  request.data_size = data_size;
  request.identifier = reinterpret_cast<KSIDENTIFIER*>(block + aligned(data_size));
  request.identifier_size = identifier_size;
}

NTSTATUS make_block(PIRP irp, ULONG bytes, bool out, PFNKSALLOCATOR allocator) {
  if (allocator != nullptr) {
    const NTSTATUS status = allocator(irp, bytes, out);
    return NT_SUCCESS(status) && irp->AssociatedIrp.SystemBuffer == nullptr
               ? STATUS_INSUFFICIENT_RESOURCES
               : status;
  }
  void* block = ExAllocatePoolWithTag(NonPagedPool, bytes, kRequestTag);
  if (block == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  std::memset(block, 0, bytes);
  irp->AssociatedIrp.SystemBuffer = block;
  irp->Flags |= IRP_BUFFERED_IO | IRP_DEALLOCATE_BUFFER | (out ? IRP_INPUT_OPERATION : 0);
  return STATUS_SUCCESS;
}

}  // namespace

NTSTATUS capture(PIRP irp, ULONG least, DataFlow flow, Request& request, PFNKSALLOCATOR allocator) {
  const auto& control = IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl;
  const ULONG in_size = control.InputBufferLength;
  const ULONG out_size = flow == DataFlow::kNone ? 0 : control.OutputBufferLength;
  if (in_size < least) return STATUS_INVALID_BUFFER_SIZE;
  if (irp->AssociatedIrp.SystemBuffer != nullptr) {
    lay_out(irp, control.OutputBufferLength, in_size, request);
    return STATUS_SUCCESS;
  }
  const void* in = control.Type3InputBuffer;
  if (out_size > ~0U - in_size - 8) return STATUS_INVALID_BUFFER_SIZE;
  if (!may_read(irp, in, in_size)) return STATUS_ACCESS_VIOLATION;
  if (carries_in(flow) && !may_read(irp, irp->UserBuffer, out_size)) return STATUS_ACCESS_VIOLATION;
  if (carries_out(flow) && !may_write(irp, irp->UserBuffer, out_size)) {
    return STATUS_ACCESS_VIOLATION;
  }
  const NTSTATUS status =
      make_block(irp, aligned(out_size) + in_size, carries_out(flow) && out_size != 0, allocator);
  if (!NT_SUCCESS(status)) return status;
  lay_out(irp, out_size, in_size, request);
  std::memcpy(request.identifier, in, in_size);
  if (carries_in(flow) && out_size != 0) std::memcpy(request.data, irp->UserBuffer, out_size);
  return STATUS_SUCCESS;
}

NTSTATUS peek(PIRP irp, void* out, ULONG bytes) {
  const auto& control = IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl;
  if (control.InputBufferLength < bytes) return STATUS_INVALID_BUFFER_SIZE;
  if (!may_read(irp, control.Type3InputBuffer, bytes)) return STATUS_ACCESS_VIOLATION;
  std::memcpy(out, control.Type3InputBuffer, bytes);
  return STATUS_SUCCESS;
}

NTSTATUS finish(PIRP irp, NTSTATUS status) {
  if (status == STATUS_PENDING || !nt::may_complete(irp)) return status;
  irp->IoStatus.Status = status;
  IofCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}

void end_cancelling(PIRP irp) {
  if (IoSetCancelRoutine(irp, nullptr) != nullptr || !irp->Cancel) return;
  KIRQL irql = PASSIVE_LEVEL;
  IoAcquireCancelSpinLock(&irql);
  IoReleaseCancelSpinLock(irql);
}

NTSTATUS answer(PIRP irp, void* data, std::span<const std::byte> bytes) {
  const ULONG room =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.OutputBufferLength;
  irp->IoStatus.Information = bytes.size();
  if (room == 0) return STATUS_BUFFER_OVERFLOW;
  if (room < bytes.size()) {
    irp->IoStatus.Information = 0;
    return STATUS_BUFFER_TOO_SMALL;
  }
  if (!bytes.empty()) std::memcpy(data, bytes.data(), bytes.size());
  return STATUS_SUCCESS;
}

}  // namespace drydock::ks
