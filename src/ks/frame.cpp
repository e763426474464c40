#include "src/ks/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "src/ks/request.h"
#include "src/nt/mdl.h"
#include "src/nt/physical.h"
#include "src/nt/physical_user.h"
#include "src/nt/report.h"

namespace drydock::ks {
namespace {

constexpr ULONG kHeadersTag = 0x6873734B;  // "Kssh"
constexpr ULONG kMostHeaders = 4096;

// S-262: every header has the size of the first, and the buffer is a whole number of them.
NTSTATUS check_sizes(PIRP irp, ULONG least, ULONG& header_size, ULONG& count) {
  const ULONG length =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.OutputBufferLength;
  const void* headers = irp->UserBuffer;
  if (length < sizeof(KSSTREAM_HEADER) || headers == nullptr) return STATUS_INVALID_BUFFER_SIZE;
  if (irp->RequestorMode != KernelMode &&
      (!nt::is_user_memory(headers, length) || !nt::writable(headers, length))) {
    return STATUS_ACCESS_VIOLATION;
  }
  KSSTREAM_HEADER first;
  std::memcpy(&first, headers, sizeof first);
  // Extended headers are not guaranteed (S-124): plain ones are accepted too.
  const bool fits = first.Size == sizeof(KSSTREAM_HEADER) ||
                    (first.Size >= std::max<ULONG>(least, sizeof(KSSTREAM_HEADER)));
  if (!fits || first.Size > length || length % first.Size != 0) return STATUS_INVALID_BUFFER_SIZE;
  header_size = first.Size;
  count = length / first.Size;
  return count > kMostHeaders ? STATUS_INVALID_BUFFER_SIZE : STATUS_SUCCESS;
}

NTSTATUS copy_headers(PIRP irp, bool writes, ULONG bytes) {
  void* copy = ExAllocatePoolWithTag(NonPagedPool, bytes, kHeadersTag);
  if (copy == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  std::memcpy(copy, irp->UserBuffer, bytes);
  irp->AssociatedIrp.SystemBuffer = copy;
  // A write leaves the headers of its client alone.
  irp->Flags |= IRP_BUFFERED_IO | IRP_DEALLOCATE_BUFFER | (writes ? 0 : IRP_INPUT_OPERATION);
  return STATUS_SUCCESS;
}

NTSTATUS check_header(KSSTREAM_HEADER& header, bool writes, ULONG header_size, ULONG count) {
  if (header.Size != header_size) return STATUS_INVALID_BUFFER_SIZE;
  if (header.DataUsed > header.FrameExtent) return STATUS_INVALID_BUFFER_SIZE;
  const bool changed = (header.OptionsFlags & KSSTREAM_HEADER_OPTIONSF_TYPECHANGED) != 0;
  if (changed) {
    const bool alone = count == 1 && header_size == sizeof(KSSTREAM_HEADER);
    if (!writes || !alone || header.FrameExtent < sizeof(KSDATAFORMAT)) {
      return STATUS_INVALID_PARAMETER;
    }
  }
  if (writes) return STATUS_SUCCESS;
  if (header.DataUsed != 0) {
    nt::report("S-263", fmt::format("a read is sent with DataUsed {}", header.DataUsed));
    header.DataUsed = 0;
  }
  // A minidriver that stamps the time alone leaves a fraction that can be divided by (S-264).
  header.PresentationTime.Numerator = 1;
  header.PresentationTime.Denominator = 1;
  return STATUS_SUCCESS;
}

// The MDL of one buffer, at the end of the IRP's chain: completion unlocks and frees it.
NTSTATUS lock_buffer(PIRP irp, const KSSTREAM_HEADER& header, bool writes, Frame& frame) {
  if (header.FrameExtent == 0 || header.Data == nullptr) return STATUS_SUCCESS;
  PMDL mdl = IoAllocateMdl(header.Data, header.FrameExtent, FALSE, FALSE, nullptr);
  if (mdl == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  const NTSTATUS status =
      nt::lock_pages(*mdl, irp->RequestorMode, writes ? IoReadAccess : IoWriteAccess);
  if (!NT_SUCCESS(status)) {
    IoFreeMdl(mdl);
    return status;
  }
  PMDL* end = &irp->MdlAddress;
  while (*end != nullptr) end = &(*end)->Next;
  *end = mdl;
  frame.mdl = mdl;
  frame.data = MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority);
  return frame.data == nullptr ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

}  // namespace

NTSTATUS make_request(PIRP irp, bool writes, ULONG header_size,
                      std::unique_ptr<StreamRequest>& request) {
  ULONG size = 0;
  ULONG count = 0;
  NTSTATUS status = check_sizes(irp, header_size, size, count);
  if (NT_SUCCESS(status)) status = copy_headers(irp, writes, size * count);
  if (!NT_SUCCESS(status)) return status;
  auto made = std::make_unique<StreamRequest>();
  made->irp = irp;
  made->home = &client_return();
  made->writes = writes;
  made->header_size = size;
  auto* headers = static_cast<std::uint8_t*>(irp->AssociatedIrp.SystemBuffer);
  for (ULONG i = 0; i < count; ++i) {
    auto& header = *reinterpret_cast<KSSTREAM_HEADER*>(headers + std::size_t{i} * size);
    status = check_header(header, writes, size, count);
    if (!NT_SUCCESS(status)) return status;
    Frame& frame = made->frames.emplace_back();
    frame.request = made.get();
    frame.header = &header;
    frame.extent = header.FrameExtent;
    frame.buffer = header.Data;
    status = lock_buffer(irp, header, writes, frame);
    if (!NT_SUCCESS(status)) return status;
  }
  request = std::move(made);
  return STATUS_SUCCESS;
}

namespace {

class ClientReturn final : public Station {
 public:
  void arrive(std::unique_ptr<StreamRequest> request) override {
    const PIRP irp = request->irp;
    ULONG_PTR used = 0;
    for (Frame& frame : request->frames) {
      settle(frame, request->header_size);
      used += request->writes ? frame.header->DataUsed : request->header_size;
    }
    irp->IoStatus.Status = request->status;
    irp->IoStatus.Information = NT_ERROR(request->status) ? 0 : used;
    request.reset();
    IofCompleteRequest(irp, IO_NO_INCREMENT);
  }

 private:
  // What the client gave is the client's; what the minidriver says it filled cannot exceed it.
  static void settle(Frame& frame, ULONG header_size) {
    KSSTREAM_HEADER& header = *frame.header;
    header.Size = header_size;
    header.FrameExtent = frame.extent;
    header.Data = frame.buffer;
    if (header.DataUsed > frame.extent) {
      nt::report("S-263", fmt::format("a frame of {} bytes comes back with DataUsed {}",
                                      frame.extent, header.DataUsed));
      header.DataUsed = frame.extent;
    }
    const KSTIME& time = header.PresentationTime;
    if (time.Numerator == 0 || time.Denominator == 0) {
      nt::report("S-264", fmt::format("a frame comes back with PresentationTime {}/{}",
                                      time.Numerator, time.Denominator));
    }
  }
};

}  // namespace

Station& client_return() {
  static ClientReturn instance;
  return instance;
}

}  // namespace drydock::ks
