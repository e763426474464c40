// GPU virtual addresses of a process.
#include "src/dxgk/memory/gpu_addresses.h"

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/paging_queue_use.h"
#include "src/thunks/client/client.h"
#include "src/thunks/client/context_use.h"
#include "src/thunks/client/seat_hold.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

NTSTATUS reserve(D3DDDI_RESERVEGPUVIRTUALADDRESS* to) {
  D3DDDI_RESERVEGPUVIRTUALADDRESS data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  dxgk::Process& process = caller();
  // The paging queue and the adapter share one member of the structure.
  const dxgk::PagingQueueUse queue(process, data.hPagingQueue);
  dxgk::Adapter* const adapter =
      queue ? &queue->device().adapter() : process.adapter_of(data.hAdapter);
  if (names_nothing(adapter == nullptr, {"hAdapter", data.hAdapter}))
    return STATUS_INVALID_PARAMETER;
  const SeatHold seat(process, *adapter);
  std::uint64_t at = 0;
  const NTSTATUS status = dxgk::reserve_addresses(*seat, data, at);
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->VirtualAddress, D3DGPU_VIRTUAL_ADDRESS{at}) &&
      write(&to->PagingFenceValue, UINT64{0}))
    return STATUS_SUCCESS;
  dxgk::free_addresses(*seat, {data.hAdapter, at, data.Size});
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS free_range(const D3DKMT_FREEGPUVIRTUALADDRESS* from) {
  D3DKMT_FREEGPUVIRTUALADDRESS data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  dxgk::Process& process = caller();
  dxgk::Adapter* const adapter = process.adapter_of(data.hAdapter);
  if (names_nothing(adapter == nullptr, {"hAdapter", data.hAdapter}))
    return STATUS_INVALID_PARAMETER;
  const SeatHold seat(process, *adapter);
  return dxgk::free_addresses(*seat, data);
}

// The client gets the addresses at once. The GPU can use them when the paging queue has done the
// mapping.
NTSTATUS map(D3DDDI_MAPGPUVIRTUALADDRESS* to) {
  D3DDDI_MAPGPUVIRTUALADDRESS data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const dxgk::PagingQueueUse queue(caller(), data.hPagingQueue);
  if (names_nothing(!queue, {"hPagingQueue", data.hPagingQueue})) return STATUS_INVALID_PARAMETER;
  std::uint64_t at = 0;
  UINT64 fence = 0;
  const NTSTATUS status = dxgk::map_addresses(*queue, data, at, fence);
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->VirtualAddress, D3DGPU_VIRTUAL_ADDRESS{at}) && write(&to->PagingFenceValue, fence))
    return status;
  dxgk::free_addresses(queue->device().seat(),
                       {0, at, data.SizeInPages * dxgk::AddressSpace::kPage});
  return STATUS_INVALID_PARAMETER;
}

constexpr std::size_t kMostUpdates = 1U << 16;

NTSTATUS update(const D3DKMT_UPDATEGPUVIRTUALADDRESS* from) {
  D3DKMT_UPDATEGPUVIRTUALADDRESS data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  if (device->seat().addresses() == nullptr) return STATUS_NOT_SUPPORTED;
  const dxgk::Ref<dxgk::Context> context = context_on(*device, data.hContext);
  std::vector<D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> operations;
  const D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION* const list = data.Operations;
  if (names_nothing(!context, {"hContext", data.hContext}) || data.NumOperations == 0 ||
      client_breaks("K-043", data.Reserved0 != 0, {"Reserved0", data.Reserved0}, kReserved) ||
      client_breaks("K-043", data.Reserved1 != 0, {"Reserved1", data.Reserved1}, kReserved) ||
      client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved) ||
      !read_list(list, data.NumOperations, kMostUpdates, operations))
    return STATUS_INVALID_PARAMETER;
  return dxgk::update_addresses(*context, {.operations = operations,
                                           .fence = data.hFenceObject,
                                           .fence_value = data.FenceValue,
                                           .waits = data.Flags.DoNotWait == 0});
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTMapGpuVirtualAddress(D3DDDI_MAPGPUVIRTUALADDRESS* pData) {
  return thunk([&] { return map(pData); });
}

NTSTATUS APIENTRY D3DKMTUpdateGpuVirtualAddress(CONST D3DKMT_UPDATEGPUVIRTUALADDRESS* pData) {
  return thunk([&] { return update(pData); });
}

NTSTATUS APIENTRY D3DKMTReserveGpuVirtualAddress(D3DDDI_RESERVEGPUVIRTUALADDRESS* pData) {
  return thunk([&] { return reserve(pData); });
}

NTSTATUS APIENTRY D3DKMTFreeGpuVirtualAddress(CONST D3DKMT_FREEGPUVIRTUALADDRESS* pData) {
  return thunk([&] { return free_range(pData); });
}

}  // extern "C"
