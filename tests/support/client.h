// D3DKMT calls as a client makes them, with the answers as values.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::testing {

// An allocation's private data in these tests: which one it is.
struct Label {
  std::uint64_t body = 0;
  std::uint32_t index = 0;
};

struct Created {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  D3DKMT_HANDLE resource = 0;
  D3DKMT_HANDLE global = 0;
  std::vector<D3DKMT_HANDLE> allocations;
};

struct Opened {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  D3DKMT_HANDLE resource = 0;
  std::vector<D3DKMT_HANDLE> allocations;
  std::vector<Label> labels;
};

inline D3DKMT_HANDLE open_adapter(LUID luid) {
  D3DKMT_OPENADAPTERFROMLUID data{};
  data.AdapterLuid = luid;
  return D3DKMTOpenAdapterFromLuid(&data) == STATUS_SUCCESS ? data.hAdapter : 0;
}

inline NTSTATUS close_adapter(D3DKMT_HANDLE adapter) {
  D3DKMT_CLOSEADAPTER data{};
  data.hAdapter = adapter;
  return D3DKMTCloseAdapter(&data);
}

inline NTSTATUS create_device(D3DKMT_HANDLE adapter, D3DKMT_HANDLE& out) {
  D3DKMT_CREATEDEVICE data{};
  data.hAdapter = adapter;
  const NTSTATUS status = D3DKMTCreateDevice(&data);
  out = data.hDevice;
  return status;
}

inline NTSTATUS destroy_device(D3DKMT_HANDLE device) {
  D3DKMT_DESTROYDEVICE data{};
  data.hDevice = device;
  return D3DKMTDestroyDevice(&data);
}

inline NTSTATUS create_context(D3DKMT_HANDLE device, D3DKMT_HANDLE& out) {
  D3DKMT_CREATECONTEXT data{};
  data.hDevice = device;
  data.EngineAffinity = 1;
  const NTSTATUS status = D3DKMTCreateContext(&data);
  out = data.hContext;
  return status;
}

inline NTSTATUS destroy_context(D3DKMT_HANDLE context) {
  D3DKMT_DESTROYCONTEXT data{};
  data.hContext = context;
  return D3DKMTDestroyContext(&data);
}

enum class Kind { kLoose, kResource, kShared };

// Allocations labelled body, first and so on; `add_to` is an existing resource, or 0.
inline Created create(D3DKMT_HANDLE device, Kind kind, std::uint32_t count, std::uint64_t body = 0,
                      D3DKMT_HANDLE add_to = 0, std::uint32_t first = 0) {
  std::vector<Label> labels(count);
  std::vector<D3DDDI_ALLOCATIONINFO2> infos(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    labels[i] = {body, first + i};
    infos[i].pPrivateDriverData = &labels[i];
    infos[i].PrivateDriverDataSize = sizeof(Label);
  }
  D3DKMT_CREATEALLOCATION data{};
  data.hDevice = device;
  data.hResource = add_to;
  data.NumAllocations = count;
  data.pAllocationInfo2 = infos.data();
  data.Flags.CreateResource = kind != Kind::kLoose;
  data.Flags.CreateShared = kind == Kind::kShared;
  Created out;
  out.status = D3DKMTCreateAllocation2(&data);
  if (out.status != STATUS_SUCCESS) return out;
  out.resource = data.hResource;
  out.global = data.hGlobalShare;
  for (const auto& info : infos) out.allocations.push_back(info.hAllocation);
  return out;
}

inline Opened open_shared(D3DKMT_HANDLE device, D3DKMT_HANDLE global) {
  Opened out;
  D3DKMT_QUERYRESOURCEINFO query{};
  query.hDevice = device;
  query.hGlobalShare = global;
  out.status = D3DKMTQueryResourceInfo(&query);
  if (out.status != STATUS_SUCCESS) return out;
  std::vector<D3DDDI_OPENALLOCATIONINFO2> infos(query.NumAllocations);
  std::vector<std::byte> total(query.TotalPrivateDriverDataSize + 1);
  D3DKMT_OPENRESOURCE data{};
  data.hDevice = device;
  data.hGlobalShare = global;
  data.NumAllocations = query.NumAllocations;
  data.pOpenAllocationInfo2 = infos.data();
  data.pTotalPrivateDriverDataBuffer = total.data();
  data.TotalPrivateDriverDataBufferSize = query.TotalPrivateDriverDataSize;
  out.status = D3DKMTOpenResource2(&data);
  if (out.status != STATUS_SUCCESS) return out;
  out.resource = data.hResource;
  for (const auto& info : infos) {
    Label label;
    if (info.PrivateDriverDataSize == sizeof label)
      std::memcpy(&label, info.pPrivateDriverData, sizeof label);
    out.allocations.push_back(info.hAllocation);
    out.labels.push_back(label);
  }
  return out;
}

struct Destroy {
  bool assume_not_in_use = false;
  bool synchronous = false;
};

inline NTSTATUS destroy(D3DKMT_HANDLE device, D3DKMT_HANDLE resource,
                        const std::vector<D3DKMT_HANDLE>& list, Destroy how = {}) {
  D3DKMT_DESTROYALLOCATION2 data{};
  data.hDevice = device;
  data.hResource = resource;
  data.phAllocationList = list.empty() ? nullptr : list.data();
  data.AllocationCount = static_cast<UINT>(list.size());
  data.Flags.AssumeNotInUse = how.assume_not_in_use;
  data.Flags.SynchronousDestroy = how.synchronous;
  return D3DKMTDestroyAllocation2(&data);
}

inline NTSTATUS lock(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation, void*& out) {
  D3DKMT_LOCK2 data{};
  data.hDevice = device;
  data.hAllocation = allocation;
  const NTSTATUS status = D3DKMTLock2(&data);
  out = data.pData;
  return status;
}

inline NTSTATUS unlock(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  D3DKMT_UNLOCK2 data{};
  data.hDevice = device;
  data.hAllocation = allocation;
  return D3DKMTUnlock2(&data);
}

inline NTSTATUS offer(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  D3DKMT_OFFERALLOCATIONS data{};
  data.hDevice = device;
  data.HandleList = &allocation;
  data.NumAllocations = 1;
  data.Priority = D3DKMT_OFFER_PRIORITY_NORMAL;
  return D3DKMTOfferAllocations(&data);
}

inline NTSTATUS reclaim(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  BOOL discarded = 0;
  D3DKMT_RECLAIMALLOCATIONS data{};
  data.hDevice = device;
  data.HandleList = &allocation;
  data.pDiscarded = &discarded;
  data.NumAllocations = 1;
  return D3DKMTReclaimAllocations(&data);
}

}  // namespace drydock::testing
