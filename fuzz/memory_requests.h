// A client of the submission fuzzer: what it has, and what it asks of paging queues, residency
// lists and the addresses of the GPU, partly right.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <vector>

#include "src/dxgk/memory/trim.h"
#include "tests/sched/virtual_client.h"

namespace drydock::testing {

class MemoryRequests {
 protected:
  MemoryRequests(FuzzedDataProvider& data, GpuWorld& gpu) : data_(data), gpu_(gpu) {}

  D3DKMT_HANDLE allocation() {
    if (all_.empty() || data_.ConsumeIntegralInRange(0, 15) == 0)
      return data_.ConsumeBool() ? gpu_.device : data_.ConsumeIntegral<std::uint32_t>();
    return all_[data_.ConsumeIntegralInRange<std::size_t>(0, all_.size() - 1)];
  }
  ClientContext& context() {
    return contexts_[data_.ConsumeIntegralInRange<std::size_t>(0, contexts_.size() - 1)];
  }

  void memory_request() {
    switch (data_.ConsumeIntegralInRange(0, 7)) {
      case 0:
        return paging_queue();
      case 1:
      case 2:
        return make_some_resident();
      case 3:
        return evict_some();
      case 4:
        return reclaim_by_queue();
      case 5:
        return change_property();
      case 6:
        return address();
      default:
        return update_addresses();
    }
  }

  // Mostly pages, not too many, and near the range that the client has.
  UINT64 number() {
    if (data_.ConsumeIntegralInRange(0, 7) == 0) return data_.ConsumeIntegral<UINT64>();
    const UINT64 pages = data_.ConsumeIntegralInRange<UINT64>(0, 17);
    return (data_.ConsumeBool() ? range_ : 0) + pages * EngineMiniport::kPage;
  }

  // Destroys the device too.
  void clear_all() {
    all_.clear();
    queues_.clear();
    fence_ = 0;
  }

  FuzzedDataProvider& data_;
  GpuWorld& gpu_;
  std::vector<ClientContext> contexts_;
  std::vector<D3DKMT_HANDLE> all_;

 private:
  // Mostly an existing one.
  D3DKMT_HANDLE queue() {
    if (queues_.empty() || data_.ConsumeIntegralInRange(0, 15) == 0) return allocation();
    return queues_[data_.ConsumeIntegralInRange<std::size_t>(0, queues_.size() - 1)];
  }
  std::vector<D3DKMT_HANDLE> some() {
    std::vector<D3DKMT_HANDLE> out(data_.ConsumeIntegralInRange<std::size_t>(0, 4));
    for (D3DKMT_HANDLE& each : out) each = allocation();
    return out;
  }
  void paging_queue() {
    if (data_.ConsumeIntegralInRange(0, 3) == 0) {
      destroy_paging_queue(queue());
      return;
    }
    D3DKMT_CREATEPAGINGQUEUE request{};
    request.hDevice = gpu_.device;
    request.Priority =
        static_cast<D3DDDI_PAGINGQUEUE_PRIORITY>(data_.ConsumeIntegralInRange(-2, 2));
    if (queues_.size() < 3 && D3DKMTCreatePagingQueue(&request) == STATUS_SUCCESS)
      queues_.push_back(request.hPagingQueue);
  }

  void make_some_resident() {
    const std::vector<D3DKMT_HANDLE> list = data_.ConsumeBool() ? all_ : some();
    D3DDDI_MAKERESIDENT request{};
    request.hPagingQueue = queue();
    request.NumAllocations = static_cast<UINT>(list.size());
    request.AllocationList = list.data();
    request.Flags.Value = data_.ConsumeIntegralInRange(0U, 4U);
    D3DKMTMakeResident(&request);
    if (data_.ConsumeBool()) settle(gpu_);
  }

  void evict_some() {
    const std::vector<D3DKMT_HANDLE> list = some();
    D3DKMT_EVICT request{};
    request.hDevice = gpu_.device;
    request.NumAllocations = static_cast<UINT>(list.size());
    request.AllocationList = list.data();
    request.Flags.Value = data_.ConsumeIntegralInRange(0U, 4U);
    D3DKMTEvict(&request);
    if (data_.ConsumeBool()) dxgk::trim_periodically(*gpu_.adapter);
  }

  void reclaim_by_queue() {
    const std::vector<D3DKMT_HANDLE> list = some();
    std::vector<D3DDDI_RECLAIM_RESULT> results(list.size());
    D3DKMT_RECLAIMALLOCATIONS2 request{};
    request.hPagingQueue = queue();
    request.NumAllocations = static_cast<UINT>(list.size());
    request.HandleList = list.data();
    request.pResults = results.data();
    D3DKMTReclaimAllocations2(&request);
  }

  void change_property() {
    D3DDDI_UPDATEALLOCPROPERTY request{};
    request.hPagingQueue = queue();
    request.hAllocation = allocation();
    request.SupportedSegmentSet = data_.ConsumeIntegralInRange(0U, 4U);
    request.PreferredSegment.Value = data_.ConsumeIntegralInRange(0U, 3U);
    request.Flags.AccessedPhysically = 1;
    request.PropertyMaskValue = data_.ConsumeIntegralInRange(0U, 8U);
    D3DKMTUpdateAllocationProperty(&request);
  }

  void address() {
    D3DDDI_RESERVEGPUVIRTUALADDRESS range{};
    D3DDDI_MAPGPUVIRTUALADDRESS mapped{};
    switch (data_.ConsumeIntegralInRange(0, 3)) {
      case 0:
        range.Size = data_.ConsumeBool() ? 65536 : number();
        range.BaseAddress = data_.ConsumeBool() ? 0 : number();
        if (reserve(gpu_.opened, range) == STATUS_SUCCESS) range_ = range.VirtualAddress;
        return;
      case 1:
        free_range(gpu_.opened, number(), data_.ConsumeBool() ? 65536 : number());
        return;
      default:
        mapped.hPagingQueue = queue();
        mapped.BaseAddress = number();
        mapped.hAllocation = allocation();
        mapped.SizeInPages = data_.ConsumeIntegralInRange<UINT64>(0, 5);
        mapped.OffsetInPages = data_.ConsumeIntegralInRange<UINT64>(0, 2);
        mapped.Protection.Value = data_.ConsumeIntegralInRange<UINT64>(0, 16);
        D3DKMTMapGpuVirtualAddress(&mapped);
        return;
    }
  }

  // So few that no wait is needed.
  void update_addresses() {
    std::vector<D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> tiles(
        data_.ConsumeIntegralInRange<std::size_t>(0, 3));
    for (auto& each : tiles) {
      each.OperationType = static_cast<D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION_TYPE>(
          data_.ConsumeIntegralInRange(0, 4));
      each.Map.BaseAddress = number();
      each.Map.SizeInBytes = number();
      each.Map.hAllocation = allocation();
      each.Map.AllocationSizeInBytes = data_.ConsumeBool() ? 0 : number();
    }
    D3DKMT_UPDATEGPUVIRTUALADDRESS request{};
    request.hDevice = gpu_.device;
    request.hContext = context().handle;
    request.hFenceObject = fence();
    request.NumOperations = static_cast<UINT>(tiles.size());
    request.Operations = tiles.data();
    request.FenceValue = data_.ConsumeIntegralInRange<UINT64>(0, 4);
    request.Flags.DoNotWait = data_.ConsumeBool();
    D3DKMTUpdateGpuVirtualAddress(&request);
  }
  D3DKMT_HANDLE fence() {
    if (fence_ != 0) return fence_;
    D3DKMT_CREATESYNCHRONIZATIONOBJECT2 request{};
    request.hDevice = gpu_.device;
    request.Info.Type = D3DDDI_MONITORED_FENCE;
    D3DKMTCreateSynchronizationObject2(&request);
    return fence_ = request.hSyncObject;
  }

  std::vector<D3DKMT_HANDLE> queues_;
  D3DKMT_HANDLE fence_ = 0;
  UINT64 range_ = 0;  // that the client got last
};

}  // namespace drydock::testing
