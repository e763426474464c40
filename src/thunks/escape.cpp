// D3DKMTEscape and D3DKMTQueryVideoMemoryInfo: the adapter's odds and ends.
#include "src/dxgk/escape.h"

#include <optional>

#include "src/dxgk/context.h"
#include "src/dxgk/device.h"
#include "src/dxgk/seat.h"
#include "src/nt/handle.h"
#include "src/thunks/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// The context of a device; null when the handle is none of it.
dxgk::Ref<dxgk::Context> context_on(const dxgk::Device& device, dxgk::Handle handle) {
  const dxgk::Visit visit;
  auto* const context = dxgk::as<dxgk::Context>(device.process().handles().look_up(handle));
  const bool is_here = context != nullptr && &context->device() == &device &&
                       context->claims.is_open() && context->try_add_ref();
  return is_here ? dxgk::Ref<dxgk::Context>::adopt(context) : dxgk::Ref<dxgk::Context>();
}

NTSTATUS escape(const D3DKMT_ESCAPE* from) {
  D3DKMT_ESCAPE data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  if (data.Type != D3DKMT_ESCAPE_DRIVERPRIVATE) return STATUS_NOT_SUPPORTED;
  if (data.Flags.Reserved != 0 || data.Flags.Reserved2 != 0) return STATUS_INVALID_PARAMETER;
  dxgk::Process& process = caller();
  dxgk::Adapter* const adapter = process.adapter_of(data.hAdapter);
  if (adapter == nullptr || (data.hContext != 0 && data.hDevice == 0))
    return STATUS_INVALID_PARAMETER;
  std::optional<dxgk::Operation> device;
  dxgk::Ref<dxgk::Context> context;
  if (data.hDevice != 0) {
    device.emplace(process, data.hDevice);
    if (!*device || &(*device)->adapter() != adapter) return STATUS_INVALID_PARAMETER;
    if (!(*device)->is_working()) return STATUS_DEVICE_REMOVED;
  }
  if (data.hContext != 0) {
    context = context_on(**device, data.hContext);
    if (!context) return STATUS_INVALID_PARAMETER;
  }
  std::vector<std::byte> buffer;
  NTSTATUS status = read_bytes(data.pPrivateDriverData, data.PrivateDriverDataSize, buffer);
  if (!NT_SUCCESS(status)) return status;
  if (!can_write_bytes(data.pPrivateDriverData, data.PrivateDriverDataSize))
    return STATUS_INVALID_PARAMETER;
  dxgk::Seat& seat = process.take_seat(*adapter);
  status = dxgk::escape(*adapter, seat,
                        {.flags = data.Flags,
                         .device = data.hDevice != 0 ? &**device : nullptr,
                         .context = context.get(),
                         .data = buffer});
  process.give_back(seat);
  if (!NT_SUCCESS(status)) return status;
  return write_bytes(data.pPrivateDriverData, buffer) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// K-073. Every process that a client can name is this one.
NTSTATUS check_process(HANDLE process) {
  if (process == nullptr || process == ZwCurrentProcess()) return STATUS_SUCCESS;
  nt::HandleEntry entry;
  if (!NT_SUCCESS(nt::pin_by_handle(process, &nt::process_type, entry)))
    return STATUS_INVALID_HANDLE;
  nt::unpin_object(entry.object);
  return (entry.access & PROCESS_QUERY_INFORMATION) != 0 ? STATUS_SUCCESS : STATUS_ACCESS_DENIED;
}

// What lies in the device, or what it reaches in system memory.
UINT64 group_size(const dxgk::Adapter& adapter, bool is_local) {
  UINT64 size = 0;
  for (const DXGK_SEGMENTDESCRIPTOR4& segment : adapter.caps().segments) {
    if ((segment.Flags.Aperture == 0) != is_local) continue;
    size += is_local ? segment.Size : segment.CommitLimit;
  }
  return size;
}

NTSTATUS query_memory(D3DKMT_QUERYVIDEOMEMORYINFO* to) {
  D3DKMT_QUERYVIDEOMEMORYINFO data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  if (const NTSTATUS status = check_process(data.hProcess); !NT_SUCCESS(status)) return status;
  dxgk::Adapter* const adapter = caller().adapter_of(data.hAdapter);
  if (adapter == nullptr || data.PhysicalAdapterIndex != 0) return STATUS_INVALID_PARAMETER;
  const bool is_local = data.MemorySegmentGroup == D3DKMT_MEMORY_SEGMENT_GROUP_LOCAL;
  if (!is_local && data.MemorySegmentGroup != D3DKMT_MEMORY_SEGMENT_GROUP_NON_LOCAL)
    return STATUS_INVALID_PARAMETER;
  const UINT64 budget = group_size(*adapter, is_local);
  // Nothing is resident, and nothing reserved.
  const bool written = write(&to->Budget, budget) && write(&to->CurrentUsage, UINT64{0}) &&
                       write(&to->CurrentReservation, UINT64{0}) &&
                       write(&to->AvailableForReservation, budget / 2);
  return written ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTEscape(CONST D3DKMT_ESCAPE* pData) {
  return thunk([&] { return escape(pData); });
}

NTSTATUS APIENTRY D3DKMTQueryVideoMemoryInfo(D3DKMT_QUERYVIDEOMEMORYINFO* pData) {
  return thunk([&] { return query_memory(pData); });
}

}  // extern "C"
