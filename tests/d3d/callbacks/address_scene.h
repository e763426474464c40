// A device with a paging queue and a virtual context, and one with a monitored fence too.
#pragma once

#include "tests/d3d/support/engine_stand.h"

namespace drydock::testing {

constexpr UINT64 kPage = EngineMiniport::kPage;
constexpr UINT64 kBlock = 64 << 10;
constexpr UINT64 kPages = 4;  // of an allocation
constexpr UINT64 kBytes = kPages * kPage;
constexpr UINT64 kSomewhere = 0x4000'0000;
constexpr UINT kPrivate = 32;  // bytes that the kernel's driver asks for
constexpr EngineMiniport::Settings kWithMmu = {
    .dma_private = kPrivate, .gpu_mmu = true, .version = DXGKDDI_INTERFACE_VERSION_WDDM2_0};

// Callbacks with one argument, as a driver makes them.
template <typename Callback, typename Data>
HRESULT make(EngineStand& stand, Callback D3DDDI_DEVICECALLBACKS::* callback, Data& data) {
  return stand.play([&](const ACTOR& as) { return (as.Callbacks->*callback)(as.Runtime, &data); });
}

// A device with a paging queue and a virtual context.
struct AddressScene : EngineStand {
  explicit AddressScene(const EngineMiniport::Settings& settings = kWithMmu)
      : EngineStand(settings) {
    D3DDDICB_CREATEPAGINGQUEUE made{};
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnCreatePagingQueueCb, made), S_OK)
        << findings_text();
    queue = made.hPagingQueue;
    fence = made.hSyncObject;
    fence_value = static_cast<volatile UINT64*>(made.FenceValueCPUVirtualAddress);
    D3DDDICB_CREATECONTEXTVIRTUAL create{};
    create.EngineAffinity = 1;
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnCreateContextVirtualCb, create), S_OK);
    context = create.hContext;
  }
  ~AddressScene() {
    D3DDDICB_DESTROYCONTEXT destroy{context};
    make(*this, &D3DDDI_DEVICECALLBACKS::pfnDestroyContextCb, destroy);
  }

  D3DKMT_HANDLE allocation() const { return resource->allocations.front().value; }

  D3DDDI_MAPGPUVIRTUALADDRESS mapping(UINT64 base = 0) const {
    D3DDDI_MAPGPUVIRTUALADDRESS out{};
    out.hPagingQueue = queue;
    out.BaseAddress = base;
    out.hAllocation = allocation();
    out.SizeInPages = kPages;
    return out;
  }
  HRESULT map(D3DDDI_MAPGPUVIRTUALADDRESS& data) {
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnMapGpuVirtualAddressCb, data);
  }
  // Where it is, when the GPU finds it.
  UINT64 map_and_settle(UINT64 base = 0) {
    D3DDDI_MAPGPUVIRTUALADDRESS data = mapping(base);
    EXPECT_EQ(map(data), E_PENDING) << findings_text();
    settle();
    return data.VirtualAddress;
  }
  void make_resident() {
    D3DKMT_HANDLE one = allocation();
    D3DDDI_MAKERESIDENT data{};
    data.hPagingQueue = queue;
    data.NumAllocations = 1;
    data.AllocationList = &one;
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnMakeResidentCb, data), E_PENDING)
        << findings_text();
    settle();
  }
  UINT64 reserve() {
    D3DDDI_RESERVEGPUVIRTUALADDRESS data{};
    data.hPagingQueue = queue;
    data.Size = kBlock;
    data.ReservationType = D3DDDIGPUVIRTUALADDRESS_RESERVE_ZERO;
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnReserveGpuVirtualAddressCb, data), S_OK)
        << findings_text();
    return data.VirtualAddress;
  }
  HRESULT free(UINT64 base, UINT64 bytes) {
    D3DDDICB_FREEGPUVIRTUALADDRESS data{base, bytes};
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnFreeGpuVirtualAddressCb, data);
  }
  HRESULT submit(UINT64 commands, D3DKMT_HANDLE written_primary = 0) {
    D3DDDICB_SUBMITCOMMAND data{};
    data.Commands = commands;
    data.NumPrimaries = written_primary != 0 ? 1 : 0;
    data.WrittenPrimaries[0] = written_primary;
    data.CommandLength = 64;
    data.BroadcastContextCount = 1;
    data.BroadcastContext[0] = context;
    data.RenderCBSequence = ++sequence;
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnSubmitCommandCb, data);
  }
  HRESULT wait_on_context(UINT64 value) {
    D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU data{};
    data.hContext = context;
    data.ObjectCount = 1;
    data.ObjectHandleArray = &fence;
    data.MonitoredFenceValueArray = &value;
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnWaitForSynchronizationObjectFromGpuCb, data);
  }

  D3DKMT_HANDLE queue = 0, fence = 0;
  volatile UINT64* fence_value = nullptr;
  HANDLE context = nullptr;
  UINT sequence = 0;
};

// A monitored fence of the driver's own.
struct FenceScene : AddressScene {
  FenceScene() {
    D3DDDICB_CREATESYNCHRONIZATIONOBJECT2 data{};
    data.Info.Type = D3DDDI_MONITORED_FENCE;
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnCreateSynchronizationObject2Cb, data), S_OK);
    own = data.hSyncObject;
    own_value = static_cast<volatile UINT64*>(data.Info.MonitoredFence.FenceValueCPUVirtualAddress);
  }
  ~FenceScene() {
    D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT data{own};
    make(*this, &D3DDDI_DEVICECALLBACKS::pfnDestroySynchronizationObjectCb, data);
  }
  HRESULT wait_on_cpu(UINT64 value) {
    D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMCPU data{1, &own, &value, nullptr, {}};
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnWaitForSynchronizationObjectFromCpuCb, data);
  }
  HRESULT signal_on_context(HANDLE where, UINT64 value) {
    D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU data{};
    data.hContext = where;
    data.ObjectCount = 1;
    data.ObjectHandleArray = &own;
    data.MonitoredFenceValueArray = &value;
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnSignalSynchronizationObjectFromGpuCb, data);
  }
  HRESULT update(std::span<D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> operations, UINT64 value) {
    D3DDDICB_UPDATEGPUVIRTUALADDRESS data{};
    data.hContext = context;
    data.hFenceObject = own;
    data.NumOperations = static_cast<UINT>(operations.size());
    data.Operations = operations.data();
    data.FenceValue = value;
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnUpdateGpuVirtualAddressCb, data);
  }
  D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION mapped(UINT64 at) const {
    D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION out{};
    out.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP;
    out.Map.BaseAddress = at;
    out.Map.SizeInBytes = kPage;
    out.Map.hAllocation = allocation();
    return out;
  }
  static D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION copied(UINT64 from, UINT64 to) {
    D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION out{};
    out.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY;
    out.Copy.SourceAddress = from;
    out.Copy.DestAddress = to;
    out.Copy.SizeInBytes = kPage;
    return out;
  }

  D3DKMT_HANDLE own = 0;
  volatile UINT64* own_value = nullptr;
};

// A resource of five allocations, of which four fit.
struct ShortScene : AddressScene {
  ShortScene() { EXPECT_EQ(device->create_resource(textures(5), large), S_OK) << findings_text(); }
  ~ShortScene() { device->destroy_resource(*large); }

  HRESULT ask(const ACTOR& as, UINT first, UINT count, UINT flags = 0) const {
    std::array<D3DKMT_HANDLE, 5> names{};
    for (UINT i = 0; i < count; ++i) names[i] = large->allocations[first + i].value;
    D3DDDI_MAKERESIDENT data{};
    data.hPagingQueue = queue;
    data.NumAllocations = count;
    data.AllocationList = names.data();
    data.Flags.Value = flags;
    return as.Callbacks->pfnMakeResidentCb(as.Runtime, &data);
  }
  HRESULT evict(const ACTOR& as, UINT which) const {
    D3DDDICB_EVICT data{};
    data.NumAllocations = 1;
    data.AllocationList = &large->allocations[which].value;
    return as.Callbacks->pfnEvictCb(as.Runtime, &data);
  }

  static constexpr UINT kCantTrimFurther = 1;
  d3d::Resource* large = nullptr;
};

}  // namespace drydock::testing
