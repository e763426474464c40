// Changes of a reservation that wait for a fence.
#pragma once

#include "tests/dxgk/memory/gpu_address_scene.h"

namespace drydock::testing {

class AddressUpdate : public GpuAddress {
 protected:
  void SetUp() override {
    GpuAddress::SetUp();
    ASSERT_EQ(create_virtual(gpu->device, context), STATUS_SUCCESS);
    D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
    data.hDevice = gpu->device;
    data.Info.Type = D3DDDI_MONITORED_FENCE;
    ASSERT_EQ(D3DKMTCreateSynchronizationObject2(&data), STATUS_SUCCESS);
    fence = data.hSyncObject;
    reached =
        static_cast<const volatile UINT64*>(data.Info.MonitoredFence.FenceValueCPUVirtualAddress);
    reserved = reserve_range(4 * kBlock);
  }
  using Tile = D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION;

  Tile tile(UINT64 page, UINT64 pages, UINT64 of_allocation = 0) const {
    Tile out{};
    out.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP;
    out.Map.BaseAddress = reserved + page * kPage;
    out.Map.SizeInBytes = pages * kPage;
    out.Map.hAllocation = one;
    out.Map.AllocationSizeInBytes = of_allocation * kPage;
    return out;
  }
  Tile copy(UINT64 from, UINT64 to, UINT64 pages) const {
    Tile out{};
    out.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY;
    out.Copy.SourceAddress = from;
    out.Copy.DestAddress = to;
    out.Copy.SizeInBytes = pages * kPage;
    return out;
  }
  NTSTATUS update(std::vector<Tile> tiles, UINT64 value = 0) {
    D3DKMT_UPDATEGPUVIRTUALADDRESS data{};
    data.hDevice = gpu->device;
    data.hContext = context;
    data.hFenceObject = fence;
    data.NumOperations = static_cast<UINT>(tiles.size());
    data.Operations = tiles.data();
    data.FenceValue = value;
    return D3DKMTUpdateGpuVirtualAddress(&data);
  }
  NTSTATUS signal(UINT64 value) {
    D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU data{};
    data.hDevice = gpu->device;
    data.ObjectCount = 1;
    data.ObjectHandleArray = &fence;
    data.FenceValueArray = &value;
    return D3DKMTSignalSynchronizationObjectFromCpu(&data);
  }
  void await(UINT64 value) {
    while (*reached < value) sim::park(sim::now() + 1000);
  }

  D3DKMT_HANDLE context = 0, fence = 0;
  const volatile UINT64* reached = nullptr;
  UINT64 reserved = 0;
};

}  // namespace drydock::testing
