// A client with a paging queue and allocations that its work needs.
#pragma once

#include <atomic>
#include <memory>

#include "src/dxgk/wishes/offer.h"
#include "src/dxgk/work/paging_queue_use.h"
#include "tests/dxgk/memory/residency_scene.h"
#include "tests/sched/virtual_client.h"

namespace drydock::testing {

inline constexpr UINT kMemory = 1, kAperture = 2;

class ResidencySet : public ResidentGpu {
 protected:
  // Destroying the device ends the work of its paging queues.
  void TearDown() override {
    if (world != nullptr) world->end();
    Gpu::TearDown();
  }
  GpuWorld& run(const EngineMiniport::Settings& settings = {}) {
    GpuWorld& gpu = make(settings);
    gpu.run();
    queue = std::make_unique<ClientQueue>(gpu.device);
    return gpu;
  }
  std::vector<D3DKMT_HANDLE> some(std::size_t count) {
    std::vector<D3DKMT_HANDLE> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(world->one());
    return out;
  }
  void bring_in(const std::vector<D3DKMT_HANDLE>& list) {
    const ResidentAnswer answer = make_resident(*queue, list);
    ASSERT_EQ(answer.status, STATUS_PENDING);
    ASSERT_EQ(queue->wait(world->device, answer.fence), STATUS_SUCCESS);
  }
  // Nothing that is queued from now on is done before open_queue().
  void block_queue() {
    const dxgk::PagingQueueUse use(*world->process, queue->handle);
    UINT64 value = 0;
    ASSERT_EQ(use->queue([this](vidmm::VideoMemory&) { return is_open.load(); }, value),
              STATUS_PENDING);
  }
  void open_queue() {
    is_open = true;
    world->adapter->scheduler()->look_again();
  }
  NTSTATUS offer(D3DKMT_HANDLE allocation, bool may_decommit = false) {
    D3DKMT_OFFERALLOCATIONS data{};
    data.hDevice = world->device;
    data.HandleList = &allocation;
    data.NumAllocations = 1;
    data.Priority = D3DKMT_OFFER_PRIORITY_LOW;
    data.Flags.AllowDecommit = may_decommit ? 1 : 0;
    return D3DKMTOfferAllocations(&data);
  }
  // Offered, and thrown away.
  void lose(D3DKMT_HANDLE allocation, bool may_decommit = false) {
    ASSERT_EQ(offer(allocation, may_decommit), STATUS_SUCCESS);
    ASSERT_EQ(dxgk::discard_offered(*world->dock, D3DKMT_OFFER_PRIORITY_LOW), 1U);
  }
  D3DDDI_RECLAIM_RESULT reclaim(D3DKMT_HANDLE allocation) {
    D3DDDI_RECLAIM_RESULT result{};
    D3DKMT_RECLAIMALLOCATIONS2 data{};
    data.hPagingQueue = queue->handle;
    data.HandleList = &allocation;
    data.NumAllocations = 1;
    data.pResults = &result;
    EXPECT_EQ(D3DKMTReclaimAllocations2(&data), STATUS_SUCCESS);
    fence = data.PagingFenceValue;
    return result;
  }
  D3DKMT_ALLOCATIONRESIDENCYSTATUS place_of(D3DKMT_HANDLE allocation) {
    return residency_of(world->device, allocation);
  }
  D3DKMT_HANDLE primary() {
    Label label;
    D3DDDI_ALLOCATIONINFO2 info{};
    info.pPrivateDriverData = &label;
    info.PrivateDriverDataSize = sizeof label;
    info.Flags.Primary = 1;
    D3DKMT_CREATEALLOCATION data{};
    data.hDevice = world->device;
    data.NumAllocations = 1;
    data.pAllocationInfo2 = &info;
    data.Flags.CreateResource = 1;
    EXPECT_EQ(D3DKMTCreateAllocation2(&data), STATUS_SUCCESS);
    return info.hAllocation;
  }
  // A rule that the driver broke is said; the rest is silent.
  void expect_found(std::string_view rule) {
    EXPECT_EQ(world->count(rule), 1U) << world->findings_text();
    world->end();
    world.reset();
  }

  std::unique_ptr<ClientQueue> queue;
  std::atomic<bool> is_open = false;
  UINT64 fence = 0;
};

}  // namespace drydock::testing
