// A process with an allocation, and addresses for it.
#pragma once

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/dxgk/work/device.h"
#include "tests/sched/virtual_client.h"

namespace drydock::testing {

inline constexpr UINT64 kPage = EngineMiniport::kPage;
inline constexpr UINT64 kBlock = 64 << 10;
inline constexpr UINT64 kPages = 4;  // of an allocation
inline constexpr UINT64 kSomewhere = 0x4000'0000;

class GpuAddress : public ResidentGpu {
 protected:
  void SetUp() override {
    gpu = &make({.gpu_mmu = true});
    gpu->run();
    queue = std::make_unique<ClientQueue>(gpu->device);
    one = gpu->one();
  }

  // Returns the mapped address; 0 when the call is refused.
  UINT64 map(D3DDDI_MAPGPUVIRTUALADDRESS data) {
    const NTSTATUS status = D3DKMTMapGpuVirtualAddress(&data);
    if (status == STATUS_INVALID_PARAMETER) return 0;
    EXPECT_EQ(status, STATUS_PENDING);
    EXPECT_EQ(queue->wait(gpu->device, data.PagingFenceValue), STATUS_SUCCESS);
    return data.VirtualAddress;
  }
  UINT64 reserve_range(UINT64 bytes, UINT64 base = 0) {
    D3DDDI_RESERVEGPUVIRTUALADDRESS data{};
    data.BaseAddress = base;
    data.Size = bytes;
    data.ReservationType = D3DDDIGPUVIRTUALADDRESS_RESERVE_ZERO;
    return reserve(gpu->opened, data) == STATUS_SUCCESS ? data.VirtualAddress : 0;
  }
  NTSTATUS free(UINT64 base, UINT64 bytes) { return free_range(gpu->opened, base, bytes); }

  // The page of something that an address leads to; -1 when it leads to nothing.
  int page_at(UINT64 address) {
    dxgk::Seat& seat = gpu->process->take_seat(*gpu->adapter);
    const auto found = seat.addresses()->mapping_at(address);
    gpu->process->release_seat(seat);
    if (!found || found->target.tenant == nullptr) return -1;
    return static_cast<int>((found->target.offset + address - found->begin) / kPage);
  }

  GpuWorld* gpu = nullptr;
  std::unique_ptr<ClientQueue> queue;
  D3DKMT_HANDLE one = 0;
};

}  // namespace drydock::testing
