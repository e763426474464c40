// Context allocations: who may have them, and when they go.
#include "src/dxgk/work/context_allocation.h"

#include <atomic>
#include <thread>

#include "tests/dxgk/work/context_allocation_scene.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
constexpr UINT kAperture = 2;

TEST_F(ContextAllocation, K364AnAddressWithoutItsFlagsIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
  arguments.Flags.CpuVisible = 1;
  EXPECT_EQ(create(arguments), STATUS_SUCCESS);
  EXPECT_THAT(found(), ElementsAre("K-364"));
  work();
  EXPECT_THAT(addresses_, ElementsAre(nullptr));
  EXPECT_EQ(destroy_allocation(device_handle(), arguments.hAllocation), STATUS_SUCCESS);
}

TEST_F(ContextAllocation, K364AProtectedApertureGetsAnAddress) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
  arguments.Flags.CpuVisible = 1;
  arguments.Flags.Protected = 1;
  arguments.SupportedSegmentSet = 1U << (kAperture - 1);
  arguments.PreferredSegment.SegmentId0 = kAperture;
  EXPECT_EQ(create(arguments), STATUS_SUCCESS);
  work();
  EXPECT_THAT(addresses_, ElementsAre(::testing::NotNull()));
  // K-339: it is good as long as the allocation.
  if (!addresses_.empty()) std::memset(addresses_.front(), 0x5a, PAGE_SIZE);
  work();
  EXPECT_EQ(destroy_allocation(device_handle(), arguments.hAllocation), STATUS_SUCCESS);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ContextAllocation, K369WhatAContextLeavesIsFound) {
  make();
  work();
  EXPECT_EQ(destroy_context(context_.handle), STATUS_SUCCESS);
  EXPECT_THAT(found(), ElementsAre("K-369"));
}

TEST_F(ContextAllocation, K369WhatADeviceLeavesIsFound) {
  DXGKARGCB_CREATECONTEXTALLOCATION shared = wanted(nullptr);
  shared.ContextAllocationFlags.SharedAcrossContexts = 1;
  EXPECT_EQ(create(shared), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS);
  EXPECT_THAT(found(), ElementsAre("K-369"));
}

TEST_F(ContextAllocation, K369TheLastMomentIsSilent) {
  const HANDLE allocation = make();
  DXGKARGCB_CREATECONTEXTALLOCATION shared = wanted(nullptr);
  shared.ContextAllocationFlags.SharedAcrossContexts = 1;
  EXPECT_EQ(create(shared), STATUS_SUCCESS);
  work();
  given_.in_destroy_context = [&] {
    EXPECT_EQ(callbacks_.DxgkCbDestroyContextAllocation(device_handle(), allocation),
              STATUS_SUCCESS);
  };
  given_.in_destroy_device = [&] {
    EXPECT_EQ(callbacks_.DxgkCbDestroyContextAllocation(device_handle(), shared.hAllocation),
              STATUS_SUCCESS);
  };
  EXPECT_EQ(destroy_context(context_.handle), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ContextAllocation, SizesAndSegmentsThatCannotBeAreRefused) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  for (int way = 0; way < 3; ++way) {
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
    if (way == 0) arguments.Size = 0;
    if (way == 1) arguments.SupportedSegmentSet = 1U << 9;
    if (way == 2) arguments.Alignment = 3;
    EXPECT_EQ(create(arguments), STATUS_INVALID_PARAMETER);
  }
  EXPECT_THAT(found(), IsEmpty());
}

// K-368: the operation is over, with the driver's data, when the call returns.
TEST_F(ContextAllocation, K368AnUpdateIsOverWhenItReturns) {
  const HANDLE allocation = make();
  std::vector<std::pair<void*, UINT>> updates;
  engine_->misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& operation) -> std::optional<NTSTATUS> {
    if (operation.Operation != DXGK_OPERATION_UPDATE_CONTEXT_ALLOCATION) return watch(operation);
    updates.emplace_back(operation.UpdateContextAllocation.pDriverPrivateData,
                         operation.UpdateContextAllocation.DriverPrivateDataSize);
    return STATUS_SUCCESS;
  };
  DXGKARGCB_UPDATECONTEXTALLOCATION update{};
  update.hAllocation = allocation;
  update.pPrivateDriverData = &mine_;
  update.PrivateDriverDataSize = 1;
  as_driver([&] {
    EXPECT_EQ(callbacks_.DxgkCbUpdateContextAllocation(device_handle(), &update), STATUS_SUCCESS);
    EXPECT_THAT(updates, ElementsAre(std::pair(static_cast<void*>(&mine_), 1U)));
  });
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  update.hAllocation = nullptr;
  as_driver([&] {
    EXPECT_EQ(callbacks_.DxgkCbUpdateContextAllocation(device_handle(), &update),
              STATUS_INVALID_PARAMETER);
  });
  EXPECT_THAT(found(), IsEmpty());
}

// K-365: whatever is done with the memory, the driver hears of it by its own name.
TEST_F(ContextAllocation, K365TheDriversHandleComesBack) {
  const HANDLE allocation = make();
  std::vector<std::pair<DXGK_BUILDPAGINGBUFFER_OPERATION, HANDLE>> heard;
  engine_->misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& operation) -> std::optional<NTSTATUS> {
    if (operation.Operation == DXGK_OPERATION_INIT_CONTEXT_RESOURCE)
      heard.emplace_back(operation.Operation, operation.InitContextResource.hAllocation);
    if (operation.Operation != DXGK_OPERATION_TRANSFER) return STATUS_SUCCESS;
    heard.emplace_back(operation.Operation, operation.Transfer.hAllocation);
    return {};
  };
  EXPECT_EQ(update(allocation), STATUS_SUCCESS);
  dxgk::Dock::empty_video_memory(*adapter_);
  engine_->misdeeds.build = {};
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  using Heard = std::pair<DXGK_BUILDPAGINGBUFFER_OPERATION, HANDLE>;
  EXPECT_THAT(heard, ElementsAre(Heard(DXGK_OPERATION_INIT_CONTEXT_RESOURCE, &mine_),
                                 Heard(DXGK_OPERATION_TRANSFER, &mine_)));
}

// K-368: while the GPU has not done it, the call does not return.
TEST_F(ContextAllocation, K368AnUpdateWaitsForTheGpu) {
  const HANDLE allocation = make();
  engine_->stop_engine();
  std::atomic<bool> is_over = false;
  std::thread caller([&] {
    EXPECT_EQ(update(allocation), STATUS_SUCCESS);
    is_over = true;
  });
  engine_->await_packets(0, 1);
  EXPECT_FALSE(is_over);
  engine_->start_engine(*adapter_);
  caller.join();
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
}

// K-447: the GPU is reset when the driver's threads have left. A thread that waits inside for an
// update gets a failure.
TEST_F(ContextAllocation, AnUpdateDoesNotKeepAReset) {
  const HANDLE allocation = make();
  engine_->stop_engine();  // the paging operation never ends
  engine_->misdeeds.preempt = [](const DXGKARG_PREEMPTCOMMAND&) { return STATUS_SUCCESS; };
  adapter_->scheduler()->set_timeout(10'000);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(update(allocation), STATUS_UNSUCCESSFUL);
  engine_->await_calls("restart", 1);
  engine_->misdeeds.preempt = {};
  engine_->start_engine(*adapter_);
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  EXPECT_THAT(found(), IsEmpty());
}

// The allocation is created and destroyed before its context can have work.
TEST_F(ContextAllocation, AnUpdateInsideCreateContextLeavesNothing) {
  given_.in_create_context = [&](HANDLE context) {
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(context);
    EXPECT_EQ(callbacks_.DxgkCbCreateContextAllocation(&arguments), STATUS_SUCCESS);
    DXGKARGCB_UPDATECONTEXTALLOCATION update{};
    update.hAllocation = arguments.hAllocation;
    EXPECT_EQ(callbacks_.DxgkCbUpdateContextAllocation(device_handle(), &update), STATUS_SUCCESS);
    EXPECT_EQ(callbacks_.DxgkCbDestroyContextAllocation(device_handle(), arguments.hAllocation),
              STATUS_SUCCESS);
  };
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  for (int i = 0; i < 6; ++i) work();  // all of the memory and more
  EXPECT_THAT(found(), IsEmpty());
}

// Residency lists beside what the driver keeps for contexts. Four pieces are the whole memory.
class Headroom : public ContextAllocation {
 protected:
  // Makes so many allocations of the device resident.
  ResidentAnswer list(const ClientQueue& queue, std::uint32_t count) {
    listed_ = testing::create(device_, Kind::kLoose, count).allocations;
    const ResidentAnswer answer = make_resident(queue, listed_);
    if (answer.status == STATUS_PENDING) {
      EXPECT_EQ(queue.wait(device_, answer.fence), STATUS_SUCCESS);
    }
    return answer;
  }
  void run_nothing() {
    EXPECT_EQ(render(context_, {}, {}), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(device_), STATUS_SUCCESS);
    EXPECT_EQ(state_of(device_), D3DKMT_DEVICEEXECUTION_ACTIVE);
  }

  std::vector<D3DKMT_HANDLE> listed_;
};

TEST_F(Headroom, ListsLeaveRoomForWhatTheDriverKeeps) {
  make();
  const ClientQueue queue(device_);
  const ResidentAnswer full = list(queue, 4);
  EXPECT_EQ(full.status, STATUS_NO_MEMORY) << "then no work could run";
  EXPECT_EQ(full.to_trim, wanted(nullptr).Size);
  EXPECT_EQ(list(queue, 3).status, STATUS_PENDING);
  run_nothing();
  for (const D3DKMT_HANDLE each : listed_) EXPECT_TRUE(is_resident(device_, each));
  EXPECT_EQ(initialised_.size(), 1U);
}

TEST_F(Headroom, WhatIsFreedIsRoomAgain) {
  const HANDLE allocation = make();
  const ClientQueue queue(device_);
  EXPECT_EQ(list(queue, 4).status, STATUS_NO_MEMORY);
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  EXPECT_EQ(list(queue, 4).status, STATUS_PENDING);
  run_nothing();
}

// The client gets a notification and makes room.
TEST_F(Headroom, AContextThatComesLaterTrims) {
  const ClientQueue queue(device_);
  ASSERT_EQ(list(queue, 4).status, STATUS_PENDING);
  struct UpdateLog {
    D3DKMT_HANDLE device, victim;
    std::vector<UINT64> bytes;
  } trimmed{device_, listed_[0], {}};
  D3DKMT_REGISTERTRIMNOTIFICATION data{};
  data.AdapterLuid = adapter_->luid();
  data.hDevice = device_;
  data.Context = &trimmed;
  data.Callback = [](D3DKMT_TRIMNOTIFICATION* what) {
    UpdateLog& log = *static_cast<UpdateLog*>(what->Context);
    log.bytes.push_back(what->NumBytesToTrim);
    EXPECT_EQ(what->Flags.TrimToBudget, 1U);
    EXPECT_EQ(evict(log.device, {log.victim}), STATUS_SUCCESS);
  };
  ASSERT_EQ(D3DKMTRegisterTrimNotification(&data), STATUS_SUCCESS);
  given_.in_create_context = [this](HANDLE context) {
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(context);
    EXPECT_EQ(callbacks_.DxgkCbCreateContextAllocation(&arguments), STATUS_SUCCESS);
    created_with_context_ = arguments.hAllocation;
  };
  given_.in_destroy_context = [this] {
    EXPECT_EQ(callbacks_.DxgkCbDestroyContextAllocation(device_handle(), created_with_context_),
              STATUS_SUCCESS);
  };
  ASSERT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  EXPECT_THAT(trimmed.bytes, ElementsAre(wanted(nullptr).Size));
  run_nothing();
  D3DKMT_UNREGISTERTRIMNOTIFICATION over{};
  over.Handle = data.Handle;
  EXPECT_EQ(D3DKMTUnregisterTrimNotification(&over), STATUS_SUCCESS);
  EXPECT_EQ(destroy_context(context_.handle), STATUS_SUCCESS);
}

// Memory that is pinned for an idle context does not block others.
TEST_F(Headroom, AnotherProcessMayFillTheMemory) {
  make();
  work();
  const auto other = dock_->new_process();
  const dxgk::ProcessScope scope(other.get());
  const D3DKMT_HANDLE opened = open_adapter(adapter_->luid());
  ASSERT_EQ(create_device(opened, device_), STATUS_SUCCESS);
  ASSERT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  const ClientQueue queue(device_);
  EXPECT_EQ(list(queue, 4).status, STATUS_PENDING);
  run_nothing();
  for (const D3DKMT_HANDLE each : listed_) EXPECT_TRUE(is_resident(device_, each));
  EXPECT_THAT(found(), IsEmpty());
}

}  // namespace
}  // namespace drydock::testing
