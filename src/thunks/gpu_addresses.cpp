// The addresses by which the GPU finds memory for a process.
#include "src/dxgk/gpu_addresses.h"

#include "src/dxgk/seat.h"
#include "src/thunks/client.h"
#include "src/thunks/seat_hold.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

NTSTATUS reserve(D3DDDI_RESERVEGPUVIRTUALADDRESS* to) {
  D3DDDI_RESERVEGPUVIRTUALADDRESS data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  dxgk::Process& process = caller();
  dxgk::Adapter* const adapter = process.adapter_of(data.hAdapter);
  if (adapter == nullptr) return STATUS_INVALID_PARAMETER;
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
  if (adapter == nullptr) return STATUS_INVALID_PARAMETER;
  const SeatHold seat(process, *adapter);
  return dxgk::free_addresses(*seat, data);
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTReserveGpuVirtualAddress(D3DDDI_RESERVEGPUVIRTUALADDRESS* pData) {
  return thunk([&] { return reserve(pData); });
}

NTSTATUS APIENTRY D3DKMTFreeGpuVirtualAddress(CONST D3DKMT_FREEGPUVIRTUALADDRESS* pData) {
  return thunk([&] { return free_range(pData); });
}

}  // extern "C"
