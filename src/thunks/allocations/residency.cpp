// Offering and reclaiming allocations, priorities, and queries of residency.
#include "src/dxgk/memory/residency.h"

#include "src/dxgk/wishes/offer.h"
#include "src/dxgk/wishes/priority.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/paging_queue_use.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// K-266: a request lists resources or allocations, never both.
template <typename Request>
bool read_set(const Request& data, ScratchList<D3DKMT_HANDLE>& handles) {
  const bool is_one = (data.pResources != nullptr) != (data.HandleList != nullptr);
  const D3DKMT_HANDLE* const list = data.pResources != nullptr ? data.pResources : data.HandleList;
  return !client_breaks("K-266", !is_one, {"HandleList", data.HandleList},
                        "exactly one of pResources and HandleList is a list") &&
         data.NumAllocations != 0 && read_list(list, data.NumAllocations, kMostHandles, handles);
}

NTSTATUS offer(const D3DKMT_OFFERALLOCATIONS* from) {
  D3DKMT_OFFERALLOCATIONS data;
  Scratch scratch;
  ScratchList<D3DKMT_HANDLE> handles(scratch.memory());
  if (!read(from, data) || !read_set(data, handles)) return STATUS_INVALID_PARAMETER;
  if (client_breaks(
          "K-268",
          data.Priority < D3DKMT_OFFER_PRIORITY_LOW || data.Priority > D3DKMT_OFFER_PRIORITY_AUTO,
          {"Priority", data.Priority}, "it is no priority of an offer") ||
      client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved))
    return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  return dxgk::offer(*device, {.handles = handles, .are_resources = data.pResources != nullptr},
                     static_cast<UINT>(data.Priority), data.Flags.AllowDecommit != 0);
}

using ReclaimResults = ScratchList<D3DDDI_RECLAIM_RESULT>;

// Prepares one answer for each allocation if the client asks for answers. Returns false when they
// cannot be written.
bool make_room(BOOL* to, std::size_t count, ReclaimResults& out) {
  if (to == nullptr) return true;
  if (!is_aligned(to) || !can_write_bytes(to, count * sizeof(BOOL))) return false;
  out.resize(count);
  return true;
}

// The first version has only the answer whether contents are lost.
bool are_committed(ReclaimResults& results) {
  bool out = true;
  for (D3DDDI_RECLAIM_RESULT& each : results) {
    if (each != D3DDDI_RECLAIM_RESULT_NOT_COMMITTED) continue;
    each = D3DDDI_RECLAIM_RESULT_DISCARDED;
    out = false;
  }
  return out;
}

NTSTATUS reclaim(const D3DKMT_RECLAIMALLOCATIONS* from) {
  D3DKMT_RECLAIMALLOCATIONS data;
  Scratch scratch;
  ScratchList<D3DKMT_HANDLE> handles(scratch.memory());
  if (!read(from, data) || !read_set(data, handles)) return STATUS_INVALID_PARAMETER;
  ReclaimResults discarded(handles.size(), scratch.memory());
  if (!make_room(data.pDiscarded, handles.size(), discarded)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  const NTSTATUS status = dxgk::reclaim(
      *device, {.handles = handles, .are_resources = data.pResources != nullptr}, discarded);
  if (!NT_SUCCESS(status)) return status;
  const NTSTATUS answer = are_committed(discarded) ? STATUS_SUCCESS : STATUS_NO_MEMORY;
  return data.pDiscarded == nullptr ||
                 write_bytes(data.pDiscarded, std::as_bytes(std::span(discarded)))
             ? answer
             : STATUS_INVALID_PARAMETER;
}

// K-273. The call needs a paging queue, which adapters below WDDM 2.0 do not have. Its answers have
// the values and the place of those of the first version, and one more value.
NTSTATUS reclaim2(D3DKMT_RECLAIMALLOCATIONS2* to) {
  static_assert(D3DDDI_RECLAIM_RESULT_OK == FALSE && D3DDDI_RECLAIM_RESULT_DISCARDED == TRUE &&
                sizeof(D3DDDI_RECLAIM_RESULT) == sizeof(BOOL));
  D3DKMT_RECLAIMALLOCATIONS2 data;
  Scratch scratch;
  ScratchList<D3DKMT_HANDLE> handles(scratch.memory());
  ReclaimResults discarded(scratch.memory());
  if (!read(to, data) || !can_write(to) || !read_set(data, handles) ||
      !make_room(data.pDiscarded, handles.size(), discarded))
    return STATUS_INVALID_PARAMETER;
  const dxgk::PagingQueueUse queue(caller(), data.hPagingQueue);
  if (names_nothing(!queue, {"hPagingQueue", data.hPagingQueue})) return STATUS_INVALID_PARAMETER;
  const bool are_resources = data.pResources != nullptr;
  NTSTATUS status = dxgk::reclaim(queue->device(),
                                  {.handles = handles, .are_resources = are_resources}, discarded);
  UINT64 fence_value = 0;
  if (NT_SUCCESS(status)) status = dxgk::bring_back(*queue, handles, are_resources, fence_value);
  if (!NT_SUCCESS(status)) return status;
  return write_bytes(data.pDiscarded, std::as_bytes(std::span(discarded))) &&
                 write(&to->PagingFenceValue, fence_value)
             ? STATUS_SUCCESS
             : STATUS_INVALID_PARAMETER;
}

// K-290: a request names a resource and gets one answer, or lists allocations and gets one answer
// each. Returns the number of answers; 0 when the request is wrong.
template <typename Request>
std::size_t read_named(const Request& data, ScratchList<D3DKMT_HANDLE>& handles) {
  if (data.hResource != 0) {
    const bool is_alone =
        !client_breaks("K-290", data.phAllocationList != nullptr,
                       {"phAllocationList", data.phAllocationList}, "hResource is not 0") &&
        !client_breaks("K-290", data.AllocationCount != 0,
                       {"AllocationCount", data.AllocationCount}, "hResource is not 0");
    return is_alone ? 1 : 0;
  }
  if (!read_list(data.phAllocationList, data.AllocationCount, kMostHandles, handles)) return 0;
  return handles.size();
}

NTSTATUS set_priority(const D3DKMT_SETALLOCATIONPRIORITY* from) {
  D3DKMT_SETALLOCATIONPRIORITY data;
  Scratch scratch;
  ScratchList<D3DKMT_HANDLE> handles(scratch.memory());
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const std::size_t count = read_named(data, handles);
  ScratchList<UINT> priorities(scratch.memory());
  if (count == 0 || !read_list(data.pPriorities, count, kMostHandles, priorities))
    return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  return dxgk::set_priorities(*device, {.resource = data.hResource, .allocations = handles},
                              priorities);
}

// Runs a request that asks one thing of each allocation.
template <typename Request, typename Answer, typename Ask>
NTSTATUS ask(const Request* from, Answer* Request::* member, Ask&& ask_device) {
  Request data;
  Scratch scratch;
  ScratchList<D3DKMT_HANDLE> handles(scratch.memory());
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const std::size_t count = read_named(data, handles);
  Answer* const to = data.*member;
  if (count == 0 || to == nullptr || !is_aligned(to) ||
      !can_write_bytes(to, count * sizeof(Answer)))
    return STATUS_INVALID_PARAMETER;
  ScratchList<Answer> answers(count, scratch.memory());
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  const dxgk::NamedAllocations named{.resource = data.hResource, .allocations = handles};
  const NTSTATUS status = ask_device(*device, named, std::span<Answer>(answers));
  if (!NT_SUCCESS(status)) return status;
  return write_bytes(to, std::as_bytes(std::span(answers))) ? STATUS_SUCCESS
                                                            : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTOfferAllocations(CONST D3DKMT_OFFERALLOCATIONS* pData) {
  return thunk([&] { return offer(pData); });
}

NTSTATUS APIENTRY D3DKMTReclaimAllocations(CONST D3DKMT_RECLAIMALLOCATIONS* pData) {
  return thunk([&] { return reclaim(pData); });
}

NTSTATUS APIENTRY D3DKMTReclaimAllocations2(D3DKMT_RECLAIMALLOCATIONS2* pData) {
  return thunk([&] { return reclaim2(pData); });
}

NTSTATUS APIENTRY D3DKMTSetAllocationPriority(CONST D3DKMT_SETALLOCATIONPRIORITY* pData) {
  return thunk([&] { return set_priority(pData); });
}

NTSTATUS APIENTRY D3DKMTGetAllocationPriority(CONST D3DKMT_GETALLOCATIONPRIORITY* pData) {
  return thunk(
      [&] { return ask(pData, &D3DKMT_GETALLOCATIONPRIORITY::pPriorities, dxgk::get_priorities); });
}

NTSTATUS APIENTRY D3DKMTQueryAllocationResidency(CONST D3DKMT_QUERYALLOCATIONRESIDENCY* pData) {
  return thunk([&] {
    return ask(pData, &D3DKMT_QUERYALLOCATIONRESIDENCY::pResidencyStatus, dxgk::query_residency);
  });
}

}  // extern "C"
