// Virtual contexts and addresses of the GPU, as a client asks for them.
#pragma once

#include <cstring>
#include <span>

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

inline NTSTATUS create_virtual(D3DKMT_HANDLE device, D3DKMT_HANDLE& out, UINT node = 0) {
  D3DKMT_CREATECONTEXTVIRTUAL data{};
  data.hDevice = device;
  data.NodeOrdinal = node;
  data.EngineAffinity = 1;
  const NTSTATUS status = D3DKMTCreateContextVirtual(&data);
  out = data.hContext;
  return status;
}

inline D3DKMT_SUBMITCOMMAND submission(D3DKMT_HANDLE context, std::span<std::byte> data = {}) {
  D3DKMT_SUBMITCOMMAND out{};
  out.Commands = 0x123'4000;
  out.CommandLength = 64;
  out.BroadcastContextCount = 1;
  out.BroadcastContext[0] = context;
  out.pPrivateDriverData = data.data();
  out.PrivateDriverDataSize = static_cast<UINT>(data.size());
  return out;
}

inline NTSTATUS submit(D3DKMT_HANDLE context, std::span<std::byte> data = {}) {
  const D3DKMT_SUBMITCOMMAND request = submission(context, data);
  return D3DKMTSubmitCommand(&request);
}

inline NTSTATUS reserve(D3DKMT_HANDLE adapter, D3DDDI_RESERVEGPUVIRTUALADDRESS& data) {
  data.hAdapter = adapter;
  return D3DKMTReserveGpuVirtualAddress(&data);
}

// Pages of an allocation, from its beginning.
inline D3DDDI_MAPGPUVIRTUALADDRESS mapping(const ClientQueue& queue, D3DKMT_HANDLE allocation,
                                           UINT64 pages, UINT64 base = 0) {
  D3DDDI_MAPGPUVIRTUALADDRESS out{};
  out.hPagingQueue = queue.handle;
  out.BaseAddress = base;
  out.hAllocation = allocation;
  out.SizeInPages = pages;
  return out;
}

inline NTSTATUS free_range(D3DKMT_HANDLE adapter, UINT64 base, UINT64 bytes) {
  const D3DKMT_FREEGPUVIRTUALADDRESS data{adapter, base, bytes};
  return D3DKMTFreeGpuVirtualAddress(&data);
}

}  // namespace drydock::testing
