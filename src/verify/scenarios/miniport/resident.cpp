#include "src/verify/scenarios/miniport/resident.h"

#include <utility>

namespace drydock::verify {
namespace {

UINT count_of(Resident::Allocations allocations) { return static_cast<UINT>(allocations.size()); }

// A wait for one fence, or a signal of it. The request points to `fence` and `value`.
template <typename Request>
Request request_of_fence(const D3DKMT_HANDLE& fence, const UINT64& value) {
  Request data{};
  data.ObjectCount = 1;
  data.ObjectHandleArray = &fence;
  if constexpr (requires { data.MonitoredFenceValueArray; }) {
    data.MonitoredFenceValueArray = &value;
  } else {
    data.FenceValueArray = &value;
  }
  return data;
}

}  // namespace

Resident::Resident(Client& client, D3DKMT_HANDLE device, By by) : client_(client), device_(device) {
  if (by == By::kScenario) client_.list_nothing_on(device);
  const dxgk::ProcessScope inside(&client_.process());
  D3DKMT_CREATEPAGINGQUEUE data{};
  data.hDevice = device;
  must(D3DKMTCreatePagingQueue(&data), "D3DKMTCreatePagingQueue");
  queue_ = data.hPagingQueue;
  fence_ = data.hSyncObject;
}

UINT64 Resident::list(Allocations allocations, UINT64* to_trim) {
  const dxgk::ProcessScope inside(&client_.process());
  D3DDDI_MAKERESIDENT data{};
  data.hPagingQueue = queue_;
  data.NumAllocations = count_of(allocations);
  data.AllocationList = allocations.data();
  const NTSTATUS status = D3DKMTMakeResident(&data);
  if (to_trim != nullptr) *to_trim = data.NumBytesToTrim;
  // A refusal with nothing to trim has another reason than the budget.
  const bool is_over_budget = status == STATUS_NO_MEMORY && data.NumBytesToTrim != 0;
  if (!is_over_budget || to_trim == nullptr) must(status, "D3DKMTMakeResident");
  return data.PagingFenceValue;
}

void Resident::evict(Allocations allocations, D3DDDI_EVICT_FLAGS flags) {
  const dxgk::ProcessScope inside(&client_.process());
  D3DKMT_EVICT data{};
  data.hDevice = device_;
  data.NumAllocations = count_of(allocations);
  data.AllocationList = allocations.data();
  data.Flags = flags;
  must(D3DKMTEvict(&data), "D3DKMTEvict");
}

UINT64 Resident::reclaim(Allocations allocations) {
  const dxgk::ProcessScope inside(&client_.process());
  std::vector<D3DDDI_RECLAIM_RESULT> results(allocations.size());
  D3DKMT_RECLAIMALLOCATIONS2 data{};
  data.hPagingQueue = queue_;
  data.NumAllocations = count_of(allocations);
  data.HandleList = allocations.data();
  data.pResults = results.data();
  must(D3DKMTReclaimAllocations2(&data), "D3DKMTReclaimAllocations2");
  for (const D3DDDI_RECLAIM_RESULT each : results) {
    if (each == D3DDDI_RECLAIM_RESULT_NOT_COMMITTED)
      throw Refused("D3DKMTReclaimAllocations2 found no memory");
  }
  return data.PagingFenceValue;
}

void Resident::wait(UINT64 value) {
  const dxgk::ProcessScope inside(&client_.process());
  auto data = request_of_fence<D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU>(fence_, value);
  data.hDevice = device_;
  must(D3DKMTWaitForSynchronizationObjectFromCpu(&data),
       "D3DKMTWaitForSynchronizationObjectFromCpu");
}

void Resident::wait_on(const Queue& queue, UINT64 value) {
  if (queue.context == 0) return wait(value);
  wait_on(queue.context, value);
}

void Resident::wait_on(D3DKMT_HANDLE context, UINT64 value) {
  const dxgk::ProcessScope inside(&client_.process());
  auto data = request_of_fence<D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMGPU>(fence_, value);
  data.hContext = context;
  must(D3DKMTWaitForSynchronizationObjectFromGpu(&data),
       "D3DKMTWaitForSynchronizationObjectFromGpu");
}

UINT64 Resident::move_to(D3DKMT_HANDLE allocation, UINT segments) {
  const dxgk::ProcessScope inside(&client_.process());
  D3DDDI_UPDATEALLOCPROPERTY data{};
  data.hPagingQueue = queue_;
  data.hAllocation = allocation;
  data.SetSupportedSegmentSet = 1;
  data.SupportedSegmentSet = segments;
  must(D3DKMTUpdateAllocationProperty(&data), "D3DKMTUpdateAllocationProperty");
  return data.PagingFenceValue;
}

void Resident::destroy_queue() {
  const dxgk::ProcessScope inside(&client_.process());
  D3DDDI_DESTROYPAGINGQUEUE data{};
  data.hPagingQueue = queue_;
  must(D3DKMTDestroyPagingQueue(&data), "D3DKMTDestroyPagingQueue");
}

UINT64 Resident::reserve(UINT64 bytes) {
  const dxgk::ProcessScope inside(&client_.process());
  D3DDDI_RESERVEGPUVIRTUALADDRESS data{};
  data.hAdapter = client_.adapter();
  data.Size = bytes;
  data.ReservationType = D3DDDIGPUVIRTUALADDRESS_RESERVE_ZERO;
  must(D3DKMTReserveGpuVirtualAddress(&data), "D3DKMTReserveGpuVirtualAddress");
  return data.VirtualAddress;
}

UINT64 Resident::map(D3DKMT_HANDLE allocation, UINT64 pages, UINT64& at) {
  const dxgk::ProcessScope inside(&client_.process());
  D3DDDI_MAPGPUVIRTUALADDRESS data{};
  data.hPagingQueue = queue_;
  data.BaseAddress = at;
  data.hAllocation = allocation;
  data.SizeInPages = pages;
  data.Protection.Write = 1;
  must(D3DKMTMapGpuVirtualAddress(&data), "D3DKMTMapGpuVirtualAddress");
  at = data.VirtualAddress;
  return data.PagingFenceValue;
}

void Resident::free(UINT64 at, UINT64 bytes) {
  const dxgk::ProcessScope inside(&client_.process());
  const D3DKMT_FREEGPUVIRTUALADDRESS data{client_.adapter(), at, bytes};
  must(D3DKMTFreeGpuVirtualAddress(&data), "D3DKMTFreeGpuVirtualAddress");
}

void Resident::update(D3DKMT_HANDLE context, D3DKMT_HANDLE fence, UINT64 value, UINT64 at,
                      D3DKMT_HANDLE allocation) {
  const dxgk::ProcessScope inside(&client_.process());
  D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION tile{};
  tile.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP;
  tile.Map.BaseAddress = at;
  tile.Map.SizeInBytes = PAGE_SIZE;
  tile.Map.hAllocation = allocation;
  D3DKMT_UPDATEGPUVIRTUALADDRESS data{};
  data.hDevice = device_;
  data.hContext = context;
  data.hFenceObject = fence;
  data.NumOperations = 1;
  data.Operations = &tile;
  data.FenceValue = value;
  must(D3DKMTUpdateGpuVirtualAddress(&data), "D3DKMTUpdateGpuVirtualAddress");
}

D3DKMT_HANDLE Resident::create_monitored_fence() {
  const dxgk::ProcessScope inside(&client_.process());
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
  data.hDevice = device_;
  data.Info.Type = D3DDDI_MONITORED_FENCE;
  must(D3DKMTCreateSynchronizationObject2(&data), "D3DKMTCreateSynchronizationObject2");
  return data.hSyncObject;
}

void Resident::signal(D3DKMT_HANDLE fence, UINT64 value) {
  const dxgk::ProcessScope inside(&client_.process());
  auto data = request_of_fence<D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU>(fence, value);
  data.hDevice = device_;
  must(D3DKMTSignalSynchronizationObjectFromCpu(&data), "D3DKMTSignalSynchronizationObjectFromCpu");
}

D3DKMT_HANDLE Resident::create_virtual_context() { return client_.create_virtual_context(device_); }

void Resident::destroy_context(D3DKMT_HANDLE context) {
  const dxgk::ProcessScope inside(&client_.process());
  const D3DKMT_DESTROYCONTEXT data{context};
  must(D3DKMTDestroyContext(&data), "D3DKMTDestroyContext");
}

void Resident::submit_nothing(D3DKMT_HANDLE context, UINT64 commands) {
  must(try_submit(context, commands, {}), "D3DKMTSubmitCommand");
}

NTSTATUS Resident::try_submit(D3DKMT_HANDLE context, UINT64 commands,
                              std::vector<std::uint64_t> private_data) {
  const dxgk::ProcessScope inside(&client_.process());
  D3DKMT_SUBMITCOMMAND data{};
  data.Commands = commands;
  data.CommandLength = PAGE_SIZE;
  data.Flags.NullRendering = 1;
  data.BroadcastContextCount = 1;
  data.BroadcastContext[0] = context;
  data.pPrivateDriverData = private_data.empty() ? nullptr : private_data.data();
  data.PrivateDriverDataSize =
      static_cast<UINT>(private_data.size() * sizeof(private_data.front()));
  return D3DKMTSubmitCommand(&data);
}

Trimmed::Trimmed(Client& client, D3DKMT_HANDLE device, LUID adapter, Resident& resident)
    : client_(client), resident_(resident) {
  const dxgk::ProcessScope inside(&client_.process());
  D3DKMT_REGISTERTRIMNOTIFICATION data{};
  data.AdapterLuid = adapter;
  data.hDevice = device;
  data.Callback = trim;
  data.Context = this;
  must(D3DKMTRegisterTrimNotification(&data), "D3DKMTRegisterTrimNotification");
  handle_ = data.Handle;
}

Trimmed::~Trimmed() {
  const dxgk::ProcessScope inside(&client_.process());
  D3DKMT_UNREGISTERTRIMNOTIFICATION data{};
  data.Handle = handle_;
  D3DKMTUnregisterTrimNotification(&data);
}

// The callback has no caller that could catch an exception, so a refusal is ignored here.
void Trimmed::trim(D3DKMT_TRIMNOTIFICATION* what) {
  Trimmed& self = *static_cast<Trimmed*>(what->Context);
  const std::vector<D3DKMT_HANDLE> spare = std::exchange(self.spare, {});
  if (!spare.empty()) may_miss([&] { self.resident_.evict(spare); });
}

}  // namespace drydock::verify
