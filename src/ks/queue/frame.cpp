#include "src/ks/queue/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

#include "src/ks/base/request.h"
#include "src/nt/mm/mdl.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {

KSSTREAM_HEADER& header_at(PIRP irp, ULONG size, ULONG index) {
  auto* headers = static_cast<std::uint8_t*>(irp->AssociatedIrp.SystemBuffer);
  return *reinterpret_cast<KSSTREAM_HEADER*>(headers + std::size_t{index} * size);
}

namespace {

constexpr ULONG kHeadersTag = 0x6873734B;  // "Kssh"
constexpr ULONG kMostHeaders = 4096;

constexpr std::uint8_t kSpare = 0xA7;

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
  if (rules::breaks("S-262", !fits || first.Size > length || length % first.Size != 0)) {
    nt::Breach("S-262", nt::Offender::running())
        .message("{} bytes of stream headers whose first says {}", length, first.Size)
        .raise();
    return STATUS_INVALID_BUFFER_SIZE;
  }
  header_size = first.Size;
  count = length / first.Size;
  return count > kMostHeaders ? STATUS_INVALID_BUFFER_SIZE : STATUS_SUCCESS;
}

NTSTATUS copy_headers(PIRP irp, const Probe& probe, ULONG bytes) {
  auto* copy = static_cast<std::uint8_t*>(
      ExAllocatePoolWithTag(NonPagedPool, std::size_t{bytes} + probe.spare, kHeadersTag));
  if (copy == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  std::memcpy(copy, irp->UserBuffer, bytes);
  std::memset(copy + bytes, kSpare, probe.spare);
  irp->AssociatedIrp.SystemBuffer = copy;
  // A write leaves the headers of its client alone.
  irp->Flags |= IRP_BUFFERED_IO | IRP_DEALLOCATE_BUFFER | (probe.writes ? 0 : IRP_INPUT_OPERATION);
  return STATUS_SUCCESS;
}

// S-265.
bool is_format_change(const KSSTREAM_HEADER& header, const Probe& probe, ULONG header_size,
                      ULONG count) {
  rules::evaluated("S-265");
  const bool alone = count == 1 && header_size == sizeof(KSSTREAM_HEADER);
  if (probe.writes && probe.format_change && alone && header.FrameExtent >= sizeof(KSDATAFORMAT)) {
    return true;
  }
  nt::Breach("S-265", nt::Offender::running())
      .message(
          "a header says TYPECHANGED that is extended, not alone, or no write with a "
          "format")
      .raise();
  return false;
}

NTSTATUS check_header(KSSTREAM_HEADER& header, const Probe& probe, ULONG header_size, ULONG count) {
  if (rules::breaks("S-262", header.Size != header_size)) {
    nt::Breach("S-262", nt::Offender::running())
        .message("a header says {} among headers of {} bytes", header.Size, header_size)
        .raise();
    return STATUS_INVALID_BUFFER_SIZE;
  }
  if (header.DataUsed > header.FrameExtent) return STATUS_INVALID_BUFFER_SIZE;
  if ((header.OptionsFlags & KSSTREAM_HEADER_OPTIONSF_TYPECHANGED) != 0 &&
      !is_format_change(header, probe, header_size, count)) {
    return STATUS_INVALID_PARAMETER;
  }
  if (probe.writes) return STATUS_SUCCESS;
  if (rules::breaks("S-263", header.DataUsed != 0)) {
    nt::Breach("S-263", nt::Offender::running())
        .message("a read is sent with DataUsed {}", header.DataUsed)
        .raise();
    header.DataUsed = 0;
  }
  // A minidriver that stamps the time alone leaves a fraction that can be divided by (S-264).
  header.PresentationTime.Numerator = 1;
  header.PresentationTime.Denominator = 1;
  return STATUS_SUCCESS;
}

NTSTATUS lock_buffer(PIRP irp, const KSSTREAM_HEADER& header, bool writes, Frame& frame) {
  if (header.FrameExtent == 0 || header.Data == nullptr) return STATUS_SUCCESS;
  NTSTATUS status = add_mdl(irp, header, frame.mdl);
  if (!NT_SUCCESS(status)) return status;
  status = nt::lock_pages(*frame.mdl, irp->RequestorMode, writes ? IoReadAccess : IoWriteAccess);
  if (!NT_SUCCESS(status)) return status;
  frame.data = MmGetSystemAddressForMdlSafe(frame.mdl, NormalPagePriority);
  return frame.data == nullptr ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

// The buffer describes a surface; the minidriver gets a copy of that description.
NTSTATUS map_surface_info(KSSTREAM_HEADER& header, Frame& frame) {
  if (frame.data == nullptr || frame.extent != sizeof(VRAM_SURFACE_INFO))
    return STATUS_INVALID_BUFFER_SIZE;
  frame.vram = VramFrame::make(frame.data);
  if (frame.vram == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  frame.data = header.Data = frame.vram->info();
  return STATUS_SUCCESS;
}

// S-124: the bytes behind a plain header are no extension of it, and the minidriver must not write
// there.
void check_spare(const StreamRequest& request) {
  const auto* end = static_cast<const std::uint8_t*>(request.irp->AssociatedIrp.SystemBuffer) +
                    request.frames.size() * request.header_size;
  const bool whole =
      std::all_of(end, end + request.spare, [](std::uint8_t byte) { return byte == kSpare; });
  if (request.spare == 0 || !rules::breaks("S-124", !whole)) return;
  nt::Breach("S-124", nt::Offender::named({}))
      .message("a minidriver wrote behind a stream header of {} bytes", request.header_size)
      .raise_later();
}

}  // namespace

void Frame::enter_queue() {
  assert(state == FrameState::kOutside && references == 0 && locks == 0);
  state = FrameState::kAhead;
  references = 1;
}

void Frame::pass() {
  assert(state == FrameState::kAhead && references != 0);
  state = FrameState::kPassed;
}

bool Frame::release() {
  assert(references != 0);
  if (--references != 0) return false;
  assert(state == FrameState::kPassed && locks == 0);
  state = FrameState::kOutside;
  return true;
}

void Frame::abandon() {
  state = FrameState::kOutside;
  references = locks = 0;
}

void StreamRequest::enter(RequestState to) {
  switch (to) {
    case RequestState::kTravelling:
      assert(open == 0);
      break;
    case RequestState::kQueued:
      assert(state == RequestState::kTravelling || state == RequestState::kHeld);
      break;
    case RequestState::kHeld:
      assert(state == RequestState::kTravelling);
      break;
    case RequestState::kCancelled:
      assert(state != RequestState::kCancelled);
      break;
  }
  state = to;
}

std::uint64_t digest_of(const Frame& frame) {
  std::uint64_t digest = 0xcbf29ce484222325;
  const auto* bytes = static_cast<const std::uint8_t*>(frame.data);
  for (ULONG i = 0; i < std::min(frame.header->DataUsed, frame.extent); ++i) {
    digest = (digest ^ bytes[i]) * 0x100000001b3;
  }
  return digest;
}

NTSTATUS probe_headers(PIRP irp, const Probe& probe, ULONG& size, ULONG& count) {
  NTSTATUS status = check_sizes(irp, probe.header_size, size, count);
  if (!NT_SUCCESS(status)) return status;
  if (irp->AssociatedIrp.SystemBuffer == nullptr) {
    Probe copied = probe;
    copied.spare = size < probe.header_size ? probe.header_size - size : 0;
    status = copy_headers(irp, copied, size * count);
  }
  for (ULONG i = 0; i < count && NT_SUCCESS(status); ++i) {
    status = check_header(header_at(irp, size, i), probe, size, count);
  }
  return status;
}

NTSTATUS add_mdl(PIRP irp, const KSSTREAM_HEADER& header, PMDL& mdl) {
  mdl = IoAllocateMdl(header.Data, header.FrameExtent, FALSE, FALSE, nullptr);
  if (mdl == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  PMDL* end = &irp->MdlAddress;
  while (*end != nullptr) end = &(*end)->Next;
  *end = mdl;
  return STATUS_SUCCESS;
}

NTSTATUS make_request(PIRP irp, bool writes, ULONG header_size,
                      std::unique_ptr<StreamRequest>& request) {
  ULONG size = 0;
  ULONG count = 0;
  NTSTATUS status = probe_headers(
      irp, {.writes = writes, .header_size = header_size, .format_change = true}, size, count);
  if (!NT_SUCCESS(status)) return status;
  auto made = std::make_unique<StreamRequest>();
  made->irp = irp;
  made->home = &client_return();
  made->writes = writes;
  made->header_size = size;
  made->spare = size < header_size ? header_size - size : 0;
  made->pended = std::make_shared<std::atomic<bool>>(false);
  for (ULONG i = 0; i < count; ++i) {
    KSSTREAM_HEADER& header = header_at(irp, size, i);
    Frame& frame = made->frames.emplace_back();
    frame.request = made.get();
    frame.header = &header;
    frame.extent = header.FrameExtent;
    frame.buffer = header.Data;
    status = lock_buffer(irp, header, writes, frame);
    if (NT_SUCCESS(status) && VramFrame::is_one(header, writes))
      status = map_surface_info(header, frame);
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
    if (request->spare != 0) check_spare(*request);
    ULONG_PTR used = 0;
    for (Frame& frame : request->frames) {
      settle(frame, *request);
      used += request->writes ? frame.header->DataUsed : request->header_size;
    }
    irp->IoStatus.Status = request->status;
    irp->IoStatus.Information = NT_ERROR(request->status) ? 0 : used;
    request.reset();
    IofCompleteRequest(irp, IO_NO_INCREMENT);
  }

 private:
  // Restores what the client gave, and corrects a DataUsed that exceeds the buffer.
  static void settle(Frame& frame, const StreamRequest& request) {
    KSSTREAM_HEADER& header = *frame.header;
    header.Size = request.header_size;
    header.FrameExtent = frame.extent;
    header.Data = frame.buffer;
    if (rules::breaks("S-263", header.DataUsed > frame.extent)) {
      nt::Breach("S-263", nt::Offender::running())
          .message("a frame of {} bytes comes back with DataUsed {}", frame.extent, header.DataUsed)
          .raise();
      header.DataUsed = frame.extent;
    }
    const KSTIME& time = header.PresentationTime;
    if (!request.writes && rules::breaks("S-264", (time.Numerator == 0 || time.Denominator == 0))) {
      nt::Breach("S-264", nt::Offender::running())
          .message("a frame comes back with PresentationTime {}/{}", time.Numerator,
                   time.Denominator)
          .raise();
    }
  }
};

}  // namespace

Station& client_return() {
  static ClientReturn instance;
  return instance;
}

}  // namespace drydock::ks
