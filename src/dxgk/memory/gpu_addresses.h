// The calls of clients about GPU virtual addresses.
#pragma once

#include <cstdint>
#include <span>

#include "src/dxgk/adapter/address_check.h"
#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"
#include "src/vidmm/address_space.h"
#include "src/vidmm/tenant.h"

namespace drydock::dxgk {

using vidmm::AddressSpace;

class PagingQueue;
class Seat;

// The status that a client gets.
NTSTATUS status_of_outcome(AddressSpace::Outcome outcome);

// D3DKMTReserveGpuVirtualAddress. `at` is where.
NTSTATUS reserve_addresses(Seat& seat, const D3DDDI_RESERVEGPUVIRTUALADDRESS& request,
                           std::uint64_t& at);
// D3DKMTMapGpuVirtualAddress, inside an operation on the queue's device. The client has the address
// at once. Its work may use the address when the queue's fence has reached the value.
NTSTATUS map_addresses(PagingQueue& queue, const D3DDDI_MAPGPUVIRTUALADDRESS& request,
                       std::uint64_t& at, UINT64& fence_value);
// D3DKMTFreeGpuVirtualAddress.
NTSTATUS free_addresses(Seat& seat, const D3DKMT_FREEGPUVIRTUALADDRESS& request);

// D3DKMTUpdateGpuVirtualAddress, in a context of the device. The update runs when the fence has
// reached the value, and then sets the fence to the next one. The call waits while very many are
// queued.
struct UpdateRequest {
  std::span<const D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> operations;
  Handle fence = 0;
  UINT64 fence_value = 0;
  bool waits = true;
};
NTSTATUS update_addresses(Context& context, const UpdateRequest& request);

// Work of the device that names memory by addresses: the number of the last, and whether the GPU
// has ended one.
std::uint64_t last_work_by_address(const Device& device);
bool is_work_by_address_over(const Device& device, std::uint64_t number);

// K-228: frees the addresses of a binding that is being destroyed. No work uses it.
void free_addresses_of(Binding& binding);

}  // namespace drydock::dxgk
