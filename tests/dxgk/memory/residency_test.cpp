// Residency lists: counts, budgets, and what is in place when a context runs.
#include "src/dxgk/wishes/offer.h"
#include "tests/dxgk/memory/residency_scene.h"
#include "tests/dxgk/memory/trim_scene.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

TEST_F(Residency, K277EachEvictTakesOneCountAway) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const D3DKMT_HANDLE allocation = gpu.one();
  bring_in(gpu, queue, {allocation, allocation});
  EXPECT_EQ(evict(gpu.device, {allocation}), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_TRUE(is_resident(gpu.device, allocation)) << "it was asked for twice";
  EXPECT_EQ(evict(gpu.device, {allocation, allocation}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(evict(gpu.device, {allocation}), STATUS_SUCCESS) << "nothing had changed";
  settle(gpu);
  EXPECT_FALSE(is_resident(gpu.device, allocation));
  EXPECT_EQ(evict(gpu.device, {allocation}), STATUS_INVALID_PARAMETER) << "none is left";
}

TEST_F(Residency, K277CountsAreTheDevicesOwn) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const Created shared = testing::create(gpu.device, Kind::kShared, 1);
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  const ClientQueue other_queue(other);
  const Opened opened = open_shared(other, shared.global);
  ASSERT_EQ(opened.status, STATUS_SUCCESS);
  bring_in(gpu, queue, shared.allocations);
  EXPECT_EQ(make_resident(other_queue, opened.allocations).status, STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu.device, shared.allocations), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_TRUE(is_resident(gpu.device, shared.allocations[0])) << "on the other device's list";
  EXPECT_EQ(evict(gpu.device, shared.allocations), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(evict(other, opened.allocations), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_FALSE(is_resident(gpu.device, shared.allocations[0]));
}

TEST_F(Residency, K278OverBudgetNothingChanges) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 6);
  const ResidentAnswer answer = make_resident(queue, all);
  EXPECT_EQ(answer.status, STATUS_NO_MEMORY);
  EXPECT_EQ(answer.count, 0U);
  EXPECT_EQ(answer.fence, 0U);
  EXPECT_EQ(answer.to_trim, 2 * kBytes);
  for (const D3DKMT_HANDLE each : all)
    EXPECT_EQ(evict(gpu.device, {each}), STATUS_INVALID_PARAMETER) << "none was counted";
  bring_in(gpu, queue, {all[0], all[1], all[2], all[3]});
  EXPECT_EQ(make_resident(queue, {all[3], all[4]}).status, STATUS_NO_MEMORY);
  EXPECT_EQ(evict(gpu.device, {all[3]}), STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu.device, {all[3]}), STATUS_INVALID_PARAMETER) << "the failure counted nothing";
  EXPECT_EQ(make_resident(queue, {all[4]}).status, STATUS_PENDING) << "there is room again";
}

TEST_F(Residency, K294WhatIsInPlaceNeedsNoFence) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 2);
  bring_in(gpu, queue, {all[0]});
  EXPECT_EQ(queue.value(), 1U);
  const ResidentAnswer again = make_resident(queue, {all[0]});
  EXPECT_EQ(again.status, STATUS_SUCCESS);
  EXPECT_EQ(again.fence, 0U);
  const ResidentAnswer other = make_resident(queue, {all[0], all[1]});
  EXPECT_EQ(other.status, STATUS_PENDING);
  EXPECT_EQ(other.fence, 2U);
}

// The context waits for the queue's fence.
NTSTATUS wait_on_context(const ClientContext& context, const ClientQueue& queue, UINT64 value) {
  return wait_on_gpu(context.handle, queue.fence, value);
}

TEST_F(Residency, K279WorkBeforeTheFenceIsFound) {
  GpuWorld& gpu = make();
  const ClientQueue queue(gpu.device);
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(make_resident(queue, {allocation}).status, STATUS_PENDING);
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-279"), 1U) << gpu.findings_text();
  gpu.run();
}

TEST_F(Residency, K279WorkBehindAWaitIsSilent) {
  const StaysSilent silent({"K-279"});
  GpuWorld& gpu = make();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 2);
  const ResidentAnswer first = make_resident(queue, {all[0]});
  ASSERT_EQ(first.status, STATUS_PENDING);
  ASSERT_EQ(wait_on_context(gpu.context, queue, first.fence), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(all[0], 1), STATUS_SUCCESS) << "the context waits";
  gpu.run();
  bring_in(gpu, queue, {all[1]});
  EXPECT_EQ(gpu.fill(all[1], 2), STATUS_SUCCESS) << "the client has waited";
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.content(all[0], kBytes), 1);
  EXPECT_EQ(gpu.findings_text(), "");
}

TEST_F(Residency, K274ReclaimBringsBackWhatTheListHas) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 2);
  bring_in(gpu, queue, {all[0]});
  D3DKMT_OFFERALLOCATIONS offer{};
  offer.hDevice = gpu.device;
  offer.HandleList = all.data();
  offer.NumAllocations = 2;
  offer.Priority = D3DKMT_OFFER_PRIORITY_LOW;
  ASSERT_EQ(D3DKMTOfferAllocations(&offer), STATUS_SUCCESS);
  EXPECT_EQ(dxgk::discard_offered(*gpu.dock, D3DKMT_OFFER_PRIORITY_LOW), 2U);
  std::vector<BOOL> discarded(2, FALSE);
  D3DKMT_RECLAIMALLOCATIONS2 reclaim{};
  reclaim.hPagingQueue = queue.handle;
  reclaim.HandleList = all.data();
  reclaim.NumAllocations = 2;
  reclaim.pDiscarded = discarded.data();
  ASSERT_EQ(D3DKMTReclaimAllocations2(&reclaim), STATUS_SUCCESS);
  EXPECT_THAT(discarded, ::testing::Each(TRUE));
  EXPECT_EQ(reclaim.PagingFenceValue, 2U);
  ASSERT_EQ(queue.wait(gpu.device, reclaim.PagingFenceValue), STATUS_SUCCESS);
  EXPECT_TRUE(is_resident(gpu.device, all[0]));
  EXPECT_FALSE(is_resident(gpu.device, all[1])) << "nobody asked for it";
  ASSERT_EQ(D3DKMTReclaimAllocations2(&reclaim), STATUS_SUCCESS);
  EXPECT_EQ(reclaim.PagingFenceValue, 0U) << "it is there";
  reclaim.hPagingQueue = 0;
  EXPECT_EQ(D3DKMTReclaimAllocations2(&reclaim), STATUS_INVALID_PARAMETER);
}

TEST_F(Residency, K280MustSucceedThatFitsSucceeds) {
  const StaysSilent silent({"K-280"});
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  EXPECT_EQ(make_resident(queue, some(gpu, 4), trimmed(/*must_succeed=*/true)).status,
            STATUS_PENDING);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
}

// A process that reserves so many bytes.
class Reserver {
 public:
  Reserver(GpuWorld& gpu, UINT64 bytes) : process_(gpu.dock->new_process()) {
    const dxgk::ProcessScope scope(process_.get());
    D3DKMT_CHANGEVIDEOMEMORYRESERVATION data{};
    data.hAdapter = open_adapter(gpu.adapter->luid());
    data.MemorySegmentGroup = D3DKMT_MEMORY_SEGMENT_GROUP_LOCAL;
    data.Reservation = bytes;
    EXPECT_EQ(D3DKMTChangeVideoMemoryReservation(&data), STATUS_SUCCESS);
  }

 private:
  std::unique_ptr<dxgk::Process> process_;
};

TEST_F(Residency, K281CantTrimFurtherReachesTheMaximum) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const Reserver reserver(gpu, 2 * kBytes);
  const auto all = some(gpu, 5);
  const ResidentAnswer over = make_resident(queue, {all[0], all[1], all[2]});
  EXPECT_EQ(over.status, STATUS_NO_MEMORY);
  EXPECT_EQ(over.to_trim, kBytes) << "the budget is half of the memory now";
  EXPECT_EQ(make_resident(queue, {all[0], all[1], all[2]}, trimmed()).status, STATUS_PENDING);
  EXPECT_EQ(make_resident(queue, {all[3], all[4]}, trimmed()).status, STATUS_NO_MEMORY);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
}

TEST_F(Residency, K287EvictSaysWhatIsStillToTrim) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 4);
  bring_in(gpu, queue, all);
  UINT64 to_trim = 1;
  EXPECT_EQ(evict(gpu.device, {all[0]}, {}, &to_trim), STATUS_SUCCESS);
  EXPECT_EQ(to_trim, 0U);
  const Reserver reserver(gpu, 2 * kBytes);
  EXPECT_EQ(make_resident(queue, {all[0]}).to_trim, 2 * kBytes) << "the budget shrank";
  EXPECT_EQ(evict(gpu.device, {all[1]}, {}, &to_trim), STATUS_SUCCESS);
  EXPECT_EQ(to_trim, 0U);
}

// The byte counts of a client's trim notifications.

TEST_F(Residency, K287AShrunkenBudgetIsNotifiedAtOnce) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 3);
  bring_in(gpu, queue, all);
  TrimLog log;
  ASSERT_EQ(log.register_for(gpu, gpu.device), STATUS_SUCCESS);
  log.device = gpu.device;
  log.victim = all[0];
  const Reserver reserver(gpu, 2 * kBytes);
  EXPECT_THAT(log.trimmed, ::testing::ElementsAre(kBytes));
  EXPECT_EQ(evict(gpu.device, {all[0]}), STATUS_INVALID_PARAMETER) << "the callback did";
  const Reserver another(gpu, 0);
  EXPECT_EQ(log.trimmed.size(), 1U) << "it is within its budget now";
  EXPECT_EQ(log.unregister(), STATUS_SUCCESS);
  EXPECT_EQ(log.unregister(), STATUS_INVALID_PARAMETER);
}

TEST_F(Residency, WhatIsDestroyedLeavesTheBudget) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 4);
  bring_in(gpu, queue, all);
  ASSERT_EQ(destroy(gpu.device, 0, {all[0], all[1]}), STATUS_SUCCESS);
  EXPECT_EQ(make_resident(queue, {gpu.one(), gpu.one()}).status, STATUS_PENDING);
  EXPECT_EQ(make_resident(queue, {gpu.one()}).status, STATUS_NO_MEMORY);
}

TEST_F(Residency, K282EvictOfAnothersOrOfWhatIsInUseIsFound) {
  GpuWorld& gpu = make();
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  const ClientQueue queue(gpu.device);
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(make_resident(queue, {allocation}).status, STATUS_PENDING);
  gpu.engine.await_packets(0, 1);
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));  // it comes in
  EXPECT_EQ(evict(other, {allocation}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(gpu.count("K-282"), 1U);
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu.device, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-282"), 2U) << gpu.findings_text();
  gpu.run();
}

TEST_F(Residency, K282EvictAfterTheWorkIsSilent) {
  const StaysSilent silent({"K-282"});
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const D3DKMT_HANDLE allocation = gpu.one();
  bring_in(gpu, queue, {allocation});
  ASSERT_EQ(gpu.fill(allocation, 7), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu.device, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.content(allocation, kBytes), 7) << "what it holds comes along";
  EXPECT_EQ(gpu.findings_text(), "");
}

TEST_F(Residency, K283EvictOnlyIfNecessaryWaitsForNeed) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  D3DDDI_EVICT_FLAGS if_necessary{};
  if_necessary.EvictOnlyIfNecessary = 1;
  const auto all = some(gpu, 5);
  bring_in(gpu, queue, {all[0], all[0], all[1], all[2], all[3]});
  EXPECT_EQ(evict(gpu.device, {all[0]}, if_necessary), STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu.device, {all[0]}), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_FALSE(is_resident(gpu.device, all[0])) << "the flag of the first Evict does not count";
  EXPECT_EQ(evict(gpu.device, {all[1]}, if_necessary), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_TRUE(is_resident(gpu.device, all[1])) << "nobody needs its room";
  bring_in(gpu, queue, {all[0], all[4]});
  EXPECT_FALSE(is_resident(gpu.device, all[1])) << "somebody did";
}

// Brings data that the CPU wrote into video memory, and clears the log of the driver's calls.
void bring_written(GpuWorld& gpu, const ClientQueue& queue, D3DKMT_HANDLE allocation, UINT times) {
  void* data = nullptr;
  ASSERT_EQ(lock(gpu.device, allocation, data), STATUS_SUCCESS);
  std::memset(data, 0x5a, kBytes);
  ASSERT_EQ(unlock(gpu.device, allocation), STATUS_SUCCESS);
  const std::vector<D3DKMT_HANDLE> list(times, allocation);
  const ResidentAnswer answer = make_resident(queue, list);
  ASSERT_EQ(answer.status, STATUS_PENDING);
  ASSERT_EQ(queue.wait(gpu.device, answer.fence), STATUS_SUCCESS);
  gpu.engine.take_calls();
}

TEST_F(Residency, K283NotWrittenToCountsOnAnyEvict) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  D3DDDI_EVICT_FLAGS unwritten{};
  unwritten.NotWrittenTo = 1;
  const auto all = some(gpu, 2);
  bring_written(gpu, queue, all[0], 2);
  EXPECT_EQ(evict(gpu.device, {all[0]}, unwritten), STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu.device, {all[0]}), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_FALSE(is_resident(gpu.device, all[0]));
  EXPECT_THAT(gpu.engine.take_calls(), Not(Contains("out"))) << "nothing had to be copied";
  EXPECT_EQ(gpu.content(all[0], kBytes), 0x5a);
  bring_written(gpu, queue, all[1], 1);
  EXPECT_EQ(evict(gpu.device, {all[1]}), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_THAT(gpu.engine.take_calls(), Contains("out")) << "it may have been written to";
}

TEST_F(Residency, NotWrittenToKeepsWhatAnEarlierSeriesWrote) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  D3DDDI_EVICT_FLAGS if_necessary{}, unwritten{};
  if_necessary.EvictOnlyIfNecessary = 1;
  unwritten.NotWrittenTo = 1;
  const D3DKMT_HANDLE allocation = gpu.one();
  bring_in(gpu, queue, {allocation});
  ASSERT_EQ(gpu.fill(allocation, 9), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu.device, {allocation}, if_necessary), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_EQ(make_resident(queue, {allocation}).status, STATUS_SUCCESS) << "it is still there";
  EXPECT_EQ(evict(gpu.device, {allocation}, unwritten), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_EQ(gpu.content(allocation, kBytes), 9);
}

TEST_F(Residency, K284TheWholeListIsThereBeforeAContextRuns) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 4);
  bring_in(gpu, queue, all);
  for (std::uint32_t i = 0; i < 4; ++i) ASSERT_EQ(gpu.fill(all[i], i + 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  // Another process takes their memory while the first one has no work.
  const std::unique_ptr<dxgk::Process> process = gpu.dock->new_process();
  {
    const dxgk::ProcessScope scope(process.get());
    D3DKMT_HANDLE other = 0;
    ASSERT_EQ(create_device(open_adapter(gpu.adapter->luid()), other), STATUS_SUCCESS);
    ClientContext context;
    ASSERT_EQ(create_context(other, 0, context), STATUS_SUCCESS);
    const Created theirs = testing::create(other, Kind::kLoose, 2);
    Keeper(other).need(context.handle, theirs.allocations);
    ASSERT_EQ(render(context, theirs.allocations, {{Op::kFill, 0, 9}, {Op::kFill, 1, 9}}),
              STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(other), STATUS_SUCCESS);
  }
  EXPECT_EQ(std::ranges::count_if(all, [&](auto each) { return is_resident(gpu.device, each); }),
            2);
  // Work that names none of them brings all of them back.
  ASSERT_EQ(render(gpu.context, {}, {}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  for (const D3DKMT_HANDLE each : all) EXPECT_TRUE(is_resident(gpu.device, each));
  for (std::uint32_t i = 0; i < 4; ++i)
    EXPECT_EQ(gpu.content(all[i], kBytes), static_cast<int>(i + 1));
}

TEST_F(Residency, K285WorkThatNamesWhatIsNotResidentLosesItsDevice) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const D3DKMT_HANDLE allocation = gpu.one();
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
  EXPECT_EQ(gpu.count("K-285"), 1U) << gpu.findings_text();
  EXPECT_THAT(gpu.engine.take_calls(), Not(Contains("fill"))) << "a list brings nothing in";
}

// Nor for one that has no queue at all.
TEST_F(Residency, K286WithoutAQueueNothingIsResident) {
  GpuWorld& gpu = make();
  gpu.run();
  gpu.engine.take_calls();
  const D3DKMT_HANDLE allocation = gpu.one();
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(gpu.count("K-285"), 1U) << gpu.findings_text();
  EXPECT_THAT(gpu.engine.take_calls(), IsEmpty());
}

// The driver is an older one.
TEST_F(Residency, K286BeforeWddm2ListsBringMemoryIn) {
  GpuWorld& gpu = Gpu::make();
  gpu.run();
  const D3DKMT_HANDLE allocation = gpu.one();
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_TRUE(is_resident(gpu.device, allocation));
  EXPECT_EQ(gpu.count("K-285"), 0U) << gpu.findings_text();
}

TEST_F(Residency, K285ResidentAllocationsAreUsed) {
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const D3DKMT_HANDLE allocation = gpu.one();
  bring_in(gpu, queue, {allocation});
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-285"), 0U) << gpu.findings_text();
}

TEST_F(Residency, WhatIsDestroyedStaysUntilWorkThatMayUseItIsOver) {
  GpuWorld& gpu = make();
  const ClientQueue queue(gpu.device);
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(make_resident(queue, {allocation}).status, STATUS_PENDING);
  gpu.engine.await_packets(0, 1);
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  ASSERT_EQ(queue.wait(gpu.device, 1), STATUS_SUCCESS);
  ASSERT_EQ(render(gpu.context, {}, {}), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  ASSERT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  settle(gpu);
  EXPECT_EQ(gpu.engine.ledger().live().allocations, 1U) << "the GPU may be at it";
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  gpu.run();
}

}  // namespace
}  // namespace drydock::testing
