// D3DKMTMakeResident and D3DKMTEvict.
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/work/paging_queue_use.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// K-280: reserved flags are 0, and MustSucceed needs CantTrimFurther.
bool are_flags_possible(D3DDDI_MAKERESIDENT_FLAGS flags) {
  return !client_breaks("K-043", flags.Reserved != 0, {"Flags.Reserved", flags.Reserved},
                        kReserved) &&
         !client_breaks("K-280", flags.MustSucceed != 0 && flags.CantTrimFurther == 0,
                        {"Flags.Value", flags.Value}, "MustSucceed needs CantTrimFurther");
}

bool answer_make_resident(D3DDDI_MAKERESIDENT* to, UINT count,
                          const dxgk::MakeResidentAnswer& answer) {
  return write(&to->NumAllocations, count) && write(&to->PagingFenceValue, answer.fence_value) &&
         write(&to->NumBytesToTrim, answer.bytes_to_trim);
}

NTSTATUS make_resident(D3DDDI_MAKERESIDENT* to) {
  D3DDDI_MAKERESIDENT data;
  Scratch scratch;
  ScratchList<D3DKMT_HANDLE> handles(scratch.memory());
  if (!read(to, data) || !can_write(to) || !are_flags_possible(data.Flags) ||
      data.NumAllocations == 0 ||
      !read_list(data.AllocationList, data.NumAllocations, kMostHandles, handles))
    return STATUS_INVALID_PARAMETER;
  const dxgk::PagingQueueUse queue(caller(), data.hPagingQueue);
  if (names_nothing(!queue, {"hPagingQueue", data.hPagingQueue})) return STATUS_INVALID_PARAMETER;
  dxgk::MakeResidentAnswer answer;
  const NTSTATUS status =
      dxgk::make_resident(*queue,
                          {.allocations = handles,
                           .cannot_trim_further = data.Flags.CantTrimFurther != 0,
                           .must_succeed = data.Flags.MustSucceed != 0},
                          answer);
  if (!NT_SUCCESS(status) && status != STATUS_NO_MEMORY) return status;
  if (answer_make_resident(to, NT_SUCCESS(status) ? data.NumAllocations : 0, answer)) return status;
  UINT64 to_trim = 0;
  if (NT_SUCCESS(status)) dxgk::evict(queue->device(), {.allocations = handles}, to_trim);
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS evict(D3DKMT_EVICT* to) {
  D3DKMT_EVICT data;
  Scratch scratch;
  ScratchList<D3DKMT_HANDLE> handles(scratch.memory());
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice}, {.otherwise = "K-282"_rule}))
    return STATUS_INVALID_PARAMETER;
  if (!device->adapter().has_paging_queues()) return STATUS_NOT_SUPPORTED;
  if (client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved) ||
      data.NumAllocations == 0 ||
      !read_list(data.AllocationList, data.NumAllocations, kMostHandles, handles))
    return STATUS_INVALID_PARAMETER;
  UINT64 to_trim = 0;
  const NTSTATUS status = dxgk::evict(*device,
                                      {.allocations = handles,
                                       .only_if_necessary = data.Flags.EvictOnlyIfNecessary != 0,
                                       .not_written_to = data.Flags.NotWrittenTo != 0},
                                      to_trim);
  if (!NT_SUCCESS(status)) return status;
  return write(&to->NumBytesToTrim, to_trim) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTMakeResident(D3DDDI_MAKERESIDENT* pData) {
  return thunk([&] { return make_resident(pData); });
}

NTSTATUS APIENTRY D3DKMTEvict(D3DKMT_EVICT* pData) {
  return thunk([&] { return evict(pData); });
}

}  // extern "C"
