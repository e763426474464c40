// Residency of allocations: what makes them stay, what moves them, and the notifications.
#include "src/dxgk/memory/trim.h"
#include "src/dxgk/wishes/offer.h"
#include "src/dxgk/work/paging_queue_use.h"
#include "src/sim/faults.h"
#include "tests/sched/virtual_client.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr UINT64 kBytes = 16 << 10;  // an allocation; four are the whole memory
constexpr UINT kMemory = 1, kAperture = 2;

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

// The CPU need not wait for the fence.
TEST_F(ResidencySet, K273ReclaimedMemoryIsLockedBeforeItsFence) {
  GpuWorld& gpu = run({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_1});
  const D3DKMT_HANDLE one = gpu.one();
  bring_in({one});
  lose(one);
  block_queue();
  EXPECT_EQ(reclaim(one), D3DDDI_RECLAIM_RESULT_DISCARDED);
  EXPECT_LT(queue->value(), fence);
  void* data = nullptr;
  ASSERT_EQ(lock(gpu.device, one, data), STATUS_SUCCESS);
  std::memset(data, 0x5a, kBytes);
  ASSERT_EQ(unlock(gpu.device, one), STATUS_SUCCESS);
  EXPECT_LT(queue->value(), fence) << "it was not waited for";
  EXPECT_FALSE(is_resident(gpu.device, one));
  open_queue();
  ASSERT_EQ(queue->wait(gpu.device, fence), STATUS_SUCCESS);
  EXPECT_TRUE(is_resident(gpu.device, one));
  EXPECT_EQ(gpu.content(one, kBytes), 0x5a);
}

// The GPU has to.
TEST_F(ResidencySet, K273WorkBeforeTheFenceOfAReclaimIsFound) {
  GpuWorld& gpu = run({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_1});
  const D3DKMT_HANDLE one = gpu.one();
  bring_in({one});
  lose(one);
  block_queue();
  reclaim(one);
  EXPECT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-279"), 1U) << gpu.findings_text();
  open_queue();
}

TEST_F(ResidencySet, K273WhatHasNoMemoryIsNotCommittedAndStaysOffered) {
  GpuWorld& gpu = run({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_1});
  const auto all = some(2);
  bring_in(all);
  lose(all[0], /*may_decommit=*/true);
  lose(all[1]);
  {
    const sim::FaultInjection no_memory({.seed = 1, .one_in = 1, .only = sim::FaultKind::kMapping});
    EXPECT_EQ(reclaim(all[0]), D3DDDI_RECLAIM_RESULT_NOT_COMMITTED);
    EXPECT_EQ(fence, 0U) << "there is nothing to bring in";
    EXPECT_EQ(reclaim(all[1]), D3DDDI_RECLAIM_RESULT_DISCARDED) << "its memory stayed";
  }
  void* data = nullptr;
  EXPECT_NE(lock(gpu.device, all[0], data), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(all[0], 1), STATUS_INVALID_PARAMETER) << "as before the reclaim";
  EXPECT_EQ(reclaim(all[0]), D3DDDI_RECLAIM_RESULT_DISCARDED) << "there is memory again";
  EXPECT_EQ(queue->wait(gpu.device, fence), STATUS_SUCCESS);
  EXPECT_TRUE(is_resident(gpu.device, all[0]));
}

// A client that cannot learn of the loss keeps its memory.
TEST_F(ResidencySet, K273BeforeWddm21NothingIsDecommitted) {
  GpuWorld& gpu = run();
  const D3DKMT_HANDLE one = gpu.one();
  lose(one, /*may_decommit=*/true);
  const sim::FaultInjection no_memory({.seed = 1, .one_in = 1, .only = sim::FaultKind::kMapping});
  EXPECT_EQ(reclaim(one), D3DDDI_RECLAIM_RESULT_DISCARDED);
}

// The device has a residency list.
TEST_F(ResidencySet, K286AListBringsNothingBack) {
  GpuWorld& gpu = run();
  const D3DKMT_HANDLE one = gpu.one();
  bring_in({one});
  sim::Completion is_held, goes_on;
  sim::Thread holder = sim::spawn("holder", [&] {
    gpu.adapter->scheduler()->run_on_strand([&](vidmm::VideoMemory&) {
      is_held.complete();
      goes_on.wait();
    });
  });
  is_held.wait();
  gpu.engine.take_calls();
  EXPECT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  EXPECT_EQ(evict(gpu.device, {one}), STATUS_SUCCESS);
  goes_on.complete();
  holder.join();
  settle(gpu);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
  const std::vector<std::string> calls = gpu.engine.take_calls();
  EXPECT_THAT(calls, Not(Contains("in")));
  EXPECT_THAT(calls, Not(Contains("fill")));
  EXPECT_THAT(calls, Not(Contains("submit")));
}

TEST_F(ResidencySet, K286WithoutPatchesAListHasWrittenPrimaries) {
  GpuWorld& gpu = run({.sources = 1, .gpu_mmu = true, .patches = false});
  EXPECT_EQ(gpu.context.allocation_count, 16U);
  EXPECT_EQ(gpu.context.patch_count, 0U);
  const D3DKMT_HANDLE primary_handle = primary();
  const D3DKMT_HANDLE other = gpu.one();
  EXPECT_EQ(render(gpu.context, {primary_handle}, {}), STATUS_INVALID_PARAMETER)
      << "it is not resident";
  bring_in({primary_handle, other});
  EXPECT_EQ(render(gpu.context, {other}, {}), STATUS_INVALID_PARAMETER) << "no primary";
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE) << "only refused";
  gpu.engine.take_calls();
  EXPECT_EQ(render(gpu.context, {primary_handle}, {}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("submit")) << "nothing is patched or moved";
  EXPECT_EQ(gpu.context.allocation_count, 16U);
}

TEST_F(ResidencySet, K286PrimariesOfASubmissionAreOnTheList) {
  GpuWorld& gpu = run({.sources = 1, .gpu_mmu = true});
  D3DKMT_HANDLE context = 0;
  ASSERT_EQ(create_virtual(gpu.device, context), STATUS_SUCCESS);
  D3DKMT_SUBMITCOMMAND request = submission(context);
  request.NumPrimaries = 1;
  request.WrittenPrimaries[0] = primary();
  EXPECT_EQ(D3DKMTSubmitCommand(&request), STATUS_INVALID_PARAMETER);
  bring_in({request.WrittenPrimaries[0]});
  EXPECT_EQ(D3DKMTSubmitCommand(&request), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

// A client that gets trim notifications, and the allocations that it evicts then.
struct Trimmer {
  static void APIENTRY note(D3DKMT_TRIMNOTIFICATION* what) {
    Trimmer& self = *static_cast<Trimmer*>(what->Context);
    self.flags.push_back(what->Flags.Value);
    for (const D3DKMT_HANDLE each : std::exchange(self.victims, {}))
      EXPECT_EQ(evict(self.device, {each}), STATUS_SUCCESS);
  }
  explicit Trimmer(const GpuWorld& gpu) : device(gpu.device) {
    D3DKMT_REGISTERTRIMNOTIFICATION data{};
    data.AdapterLuid = gpu.adapter->luid();
    data.hDevice = device;
    data.Callback = note;
    data.Context = this;
    EXPECT_EQ(D3DKMTRegisterTrimNotification(&data), STATUS_SUCCESS);
    handle = data.Handle;
  }
  ~Trimmer() {
    D3DKMT_UNREGISTERTRIMNOTIFICATION data{};
    data.Handle = handle;
    EXPECT_EQ(D3DKMTUnregisterTrimNotification(&data), STATUS_SUCCESS);
  }
  Trimmer(const Trimmer&) = delete;
  Trimmer& operator=(const Trimmer&) = delete;

  D3DKMT_HANDLE device = 0;
  void* handle = nullptr;
  std::vector<UINT> flags;
  std::vector<D3DKMT_HANDLE> victims;
};
constexpr UINT kPeriodic = 1, kRestart = 2;

TEST_F(ResidencySet, K288WhatStaysThroughAPeriodicTrimIsFound) {
  GpuWorld& gpu = run();
  const auto all = some(2);
  bring_in(all);
  const Trimmer trimmer(gpu);
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_EQ(gpu.count("K-288"), 0U) << "the first period has just begun";
  ASSERT_EQ(gpu.fill(all[0], 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_THAT(trimmer.flags, ElementsAre(kRestart, kPeriodic)) << "never both";
  EXPECT_EQ(gpu.count("K-288"), 1U) << gpu.findings_text();
}

TEST_F(ResidencySet, K288WhoEvictsWhatItDidNotUseIsSilent) {
  GpuWorld& gpu = run();
  const auto all = some(3);
  bring_in({all[0], all[1]});
  Trimmer trimmer(gpu);
  dxgk::trim_periodically(*gpu.adapter);
  ASSERT_EQ(gpu.fill(all[0], 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  bring_in({all[2]});
  trimmer.victims = {all[1]};
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_EQ(gpu.count("K-288"), 0U) << gpu.findings_text();
}

// An allocation that the GPU uses when a period begins counts as used in it.
TEST_F(ResidencySet, K288WorkOverTheEndOfAPeriodIsSilent) {
  GpuWorld& gpu = make();
  queue = std::make_unique<ClientQueue>(gpu.device);
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(make_resident(*queue, {one}).status, STATUS_PENDING);
  gpu.engine.await_packets(0, 1);
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  ASSERT_EQ(queue->wait(gpu.device, 1), STATUS_SUCCESS);
  const Trimmer trimmer(gpu);
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  dxgk::trim_periodically(*gpu.adapter);
  gpu.run();
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_EQ(gpu.count("K-288"), 0U) << gpu.findings_text();
}

// The host does not know what virtual work touches.
TEST_F(ResidencySet, K288VirtualWorkMayUseEverything) {
  GpuWorld& gpu = run({.gpu_mmu = true});
  D3DKMT_HANDLE context = 0;
  ASSERT_EQ(create_virtual(gpu.device, context), STATUS_SUCCESS);
  bring_in({gpu.one()});
  const Trimmer trimmer(gpu);
  dxgk::trim_periodically(*gpu.adapter);
  ASSERT_EQ(submit(context), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  dxgk::trim_periodically(*gpu.adapter);
  EXPECT_EQ(gpu.count("K-288"), 0U) << gpu.findings_text();
}

TEST_F(ResidencySet, K289NoSegmentForBudgetsIsFound) {
  GpuWorld& gpu = run({.targets = false});
  const auto all = some(2);
  bring_in(all);
  bring_in({gpu.one()});
  expect_found("K-289");
}

TEST_F(ResidencySet, K289MarkedSegmentsAreSilent) {
  GpuWorld& gpu = run();
  bring_in(some(2));
  EXPECT_EQ(gpu.count("K-289"), 0U) << gpu.findings_text();
}

// Other properties for an allocation that is in memory and holds something.
class AllocationProperty : public ResidencySet {
 protected:
  void begin(EngineMiniport::Settings settings = {.segments = 3}) {
    settings.version = DXGKDDI_INTERFACE_VERSION_WDDM2_1;
    run(settings);
    one = world->one();
    bring_in({one});
    world->engine.misdeeds.property = [this](const DXGKARG_VALIDATEUPDATEALLOCPROPERTY& wanted) {
      asked.push_back(wanted);
      return answer;
    };
    world->engine.take_calls();
  }
  D3DDDI_UPDATEALLOCPROPERTY change() const {
    D3DDDI_UPDATEALLOCPROPERTY out{};
    out.hPagingQueue = queue->handle;
    out.hAllocation = one;
    return out;
  }
  D3DDDI_UPDATEALLOCPROPERTY into(UINT segments) const {
    D3DDDI_UPDATEALLOCPROPERTY out = change();
    out.SetSupportedSegmentSet = 1;
    out.SupportedSegmentSet = segments;
    return out;
  }
  static NTSTATUS update(D3DDDI_UPDATEALLOCPROPERTY& data) {
    return D3DKMTUpdateAllocationProperty(&data);
  }
  void expect_pending(D3DDDI_UPDATEALLOCPROPERTY data) {
    ASSERT_EQ(update(data), STATUS_PENDING);
    EXPECT_NE(data.PagingFenceValue, 0U);
    EXPECT_EQ(queue->wait(world->device, data.PagingFenceValue), STATUS_SUCCESS);
  }

  D3DKMT_HANDLE one = 0;
  std::vector<DXGKARG_VALIDATEUPDATEALLOCPROPERTY> asked;
  std::optional<NTSTATUS> answer;
};

TEST_F(AllocationProperty, K291OtherSegmentsMoveItBehindTheFence) {
  begin();
  ASSERT_EQ(world->fill(one, 7), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  block_queue();
  D3DDDI_UPDATEALLOCPROPERTY data = into(1U << (kAperture - 1));
  data.PreferredSegment.SegmentId0 = kMemory;  // not named by the mask
  data.Flags.AccessedPhysically = 0;
  ASSERT_EQ(update(data), STATUS_PENDING);
  EXPECT_LT(queue->value(), data.PagingFenceValue);
  EXPECT_EQ(place_of(one), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY) << "not yet";
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].PropertyMaskValue, 2U) << "only what the client set";
  EXPECT_EQ(asked[0].SupportedSegmentSet, 2U);
  EXPECT_EQ(asked[0].PreferredSegment.Value, 0U);
  open_queue();
  ASSERT_EQ(queue->wait(world->device, data.PagingFenceValue), STATUS_SUCCESS);
  EXPECT_EQ(place_of(one), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINSHAREDMEMORY);
  EXPECT_EQ(world->fill(one, 8), STATUS_SUCCESS) << "it is still reached by its address";
  EXPECT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  EXPECT_EQ(world->content(one, kBytes), 8);
}

TEST_F(AllocationProperty, K291ContentsComeAlong) {
  begin();
  ASSERT_EQ(world->fill(one, 7), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  D3DDDI_UPDATEALLOCPROPERTY data = change();
  data.SetPreferredSegment = 1;
  data.PreferredSegment.SegmentId0 = kAperture;
  expect_pending(data);
  EXPECT_EQ(asked.at(0).PropertyMaskValue, 4U);
  EXPECT_EQ(place_of(one), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINSHAREDMEMORY);
  EXPECT_EQ(world->content(one, kBytes), 7);
}

TEST_F(AllocationProperty, K291WhatIsSoAlreadyIsIgnored) {
  begin();
  D3DDDI_UPDATEALLOCPROPERTY data = into(3);
  data.PagingFenceValue = 77;
  EXPECT_EQ(update(data), STATUS_SUCCESS);
  EXPECT_EQ(data.PagingFenceValue, 0U);
  data = change();
  EXPECT_EQ(update(data), STATUS_SUCCESS) << "nothing is asked for";
  EXPECT_THAT(asked, IsEmpty());
}

TEST_F(AllocationProperty, K291WithoutTheDriversConsentNothingChanges) {
  begin();
  answer = STATUS_INVALID_PARAMETER;
  D3DDDI_UPDATEALLOCPROPERTY data = into(1U << (kAperture - 1));
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER);
  settle(*world);
  EXPECT_EQ(place_of(one), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY);
  answer.reset();
  expect_pending(data);
  EXPECT_EQ(asked.size(), 2U) << "it was not so already";
}

TEST_F(AllocationProperty, K291PhysicalAccessIsGivenLater) {
  begin({.physical = false});
  D3DDDI_UPDATEALLOCPROPERTY data = change();
  data.SetAccessedPhysically = 1;
  data.Flags.AccessedPhysically = 1;
  expect_pending(data);
  EXPECT_EQ(asked.at(0).PropertyMaskValue, 1U);
  EXPECT_EQ(asked.at(0).Flags.Value, 1U);
  EXPECT_EQ(world->fill(one, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  EXPECT_EQ(world->count("K-162"), 0U) << world->findings_text();
}

TEST_F(AllocationProperty, BadRequestsAreRefused) {
  begin();
  EXPECT_EQ(D3DKMTUpdateAllocationProperty(nullptr), STATUS_INVALID_PARAMETER);
  D3DDDI_UPDATEALLOCPROPERTY data = into(0);
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER) << "nowhere";
  data = into(4);
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER) << "there is no third segment";
  data = into(1);
  data.SetPreferredSegment = 1;
  data.PreferredSegment.SegmentId0 = kAperture;
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER) << "where it may not be";
  data = into(1);
  data.Reserved = 1;
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER);
  data = into(1);
  data.hAllocation = world->device;
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER);
  data = into(1);
  data.hPagingQueue = world->device;
  EXPECT_EQ(update(data), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(asked, IsEmpty());
}

// K-163: an aperture maps what the GPU knows by physical addresses, and nothing else.
TEST_F(AllocationProperty, K163WhatIsAccessedPhysicallyIsMapped) {
  begin({.segments = 2, .preferred = 2, .gpu_mmu = true, .physical = false});
  EXPECT_TRUE(is_resident(world->device, one));
  for (const bool is_physical : {true, false}) {
    D3DDDI_UPDATEALLOCPROPERTY data = change();
    data.SetAccessedPhysically = 1;
    data.Flags.AccessedPhysically = is_physical;
    expect_pending(data);
    EXPECT_THAT(world->engine.take_calls(), Contains(is_physical ? "map" : "unmap").Times(1));
    EXPECT_TRUE(is_resident(world->device, one));
  }
  EXPECT_THAT(world->engine.take_calls(), Not(Contains("map")));
}

TEST_F(AllocationProperty, OlderDriversAreNotAsked) {
  run({.segments = 3});
  one = world->one();
  D3DDDI_UPDATEALLOCPROPERTY data = into(2);
  EXPECT_EQ(update(data), STATUS_NOT_SUPPORTED);
}

// A driver that wants notifications, and a record of them.
class ResidencyNotice : public ResidencySet {
 protected:
  void begin(const EngineMiniport::Settings& settings) {
    run(settings);
    world->engine.misdeeds.build =
        [this](const DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
      if (wanted.Operation == DXGK_OPERATION_NOTIFY_RESIDENCY)
        notifications.push_back(wanted.NotifyResidency);
      return std::nullopt;
    };
    world->engine.take_calls();
  }
  static EngineMiniport::Settings explicit_notices() {
    DXGK_ALLOCATIONINFOFLAGS flags{};
    flags.ExplicitResidencyNotification = 1;
    // Small paging buffers: one transfer takes several.
    return {.paging_buffer = 64, .flags = flags.Value};
  }
  // Moves of memory and notices, without the packets that carry them out.
  std::vector<std::string> moves() {
    std::vector<std::string> out = world->engine.take_calls();
    std::erase_if(out, [](const std::string& each) {
      return each == "paging" || each == "submit" || each == "patch" || each == "switch";
    });
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
  }

  std::vector<DXGK_BUILDPAGINGBUFFER_NOTIFYRESIDENCY> notifications;
};

TEST_F(ResidencyNotice, K340OnceWhenItCameAndOnceBeforeItLeaves) {
  begin(explicit_notices());
  const auto all = some(2);
  bring_in(all);
  EXPECT_THAT(moves(), ElementsAre("fill", "resident", "fill", "resident"));
  ASSERT_EQ(notifications.size(), 2U);
  EXPECT_EQ(notifications[1].Resident, 1U);
  EXPECT_EQ(notifications[1].PhysicalAddress.SegmentId, kMemory);
  EXPECT_EQ(notifications[1].PhysicalAddress.SegmentOffset, kBytes);
  EXPECT_NE(notifications[0].hAllocation, notifications[1].hAllocation);
  ASSERT_EQ(world->fill(all[1], 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  ASSERT_EQ(evict(world->device, {all[1]}), STATUS_SUCCESS);
  settle(*world);
  EXPECT_THAT(moves(), ElementsAre("leaves", "out"));
  ASSERT_EQ(notifications.size(), 3U);
  EXPECT_EQ(notifications[2].hAllocation, notifications[1].hAllocation);
  EXPECT_EQ(notifications[2].Resident, 0U);
  EXPECT_EQ(notifications[2].PhysicalAddress.SegmentId, 0U);
  EXPECT_EQ(notifications[2].PhysicalAddress.SegmentOffset, 0U);
  bring_in({all[1]});
  EXPECT_THAT(moves(), ElementsAre("in", "resident"));
  EXPECT_EQ(destroy(world->device, 0, {all[0]}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(moves(), ElementsAre("leaves", "discard"));
}

TEST_F(ResidencyNotice, K340OthersHearNothing) {
  begin({});
  const D3DKMT_HANDLE one = world->one();
  bring_in({one});
  ASSERT_EQ(evict(world->device, {one}), STATUS_SUCCESS);
  settle(*world);
  EXPECT_FALSE(is_resident(world->device, one));
  EXPECT_THAT(notifications, IsEmpty());
}

TEST_F(ResidencyNotice, K340AnApertureIsNoMemory) {
  EngineMiniport::Settings settings = explicit_notices();
  settings.segments = 1U << (kAperture - 1);
  settings.preferred = kAperture;
  begin(settings);
  const D3DKMT_HANDLE one = world->one();
  bring_in({one});
  ASSERT_EQ(evict(world->device, {one}), STATUS_SUCCESS);
  settle(*world);
  EXPECT_THAT(notifications, IsEmpty());
}

TEST_F(ResidencyNotice, K340AResetTakesEverythingOut) {
  begin(explicit_notices());
  bring_in({world->one()});
  moves();
  world->adapter->scheduler()->force_timeout(sched::Scheduler::Reset::kAdapter);
  EXPECT_EQ(notifications.size(), 2U);
  EXPECT_EQ(notifications.back().Resident, 0U);
  EXPECT_THAT(moves(), Contains("lost"));
}

}  // namespace
}  // namespace drydock::testing
