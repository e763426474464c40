// The addresses by which the GPU finds memory for a process: reserving, mapping, freeing.
#include "src/dxgk/memory/gpu_addresses.h"

#include "tests/dxgk/memory/gpu_address_scene.h"
#include "tests/sched/virtual_client.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

TEST_F(GpuAddress, K299TakenAndCrookedBasesAreRefused) {
  const Raises raises({"K-299"});
  const UINT64 taken = map(mapping(*queue, one, kPages));
  ASSERT_NE(taken, 0U);
  EXPECT_EQ(map(mapping(*queue, one, kPages, taken + 2 * kPage)), 0U) << "half of it is free";
  EXPECT_EQ(map(mapping(*queue, one, kPages, kSomewhere + 1)), 0U);
  EXPECT_EQ(map(mapping(*queue, one, kPages, UINT64{1} << EngineMiniport::kAddressBits)), 0U);
  D3DDDI_MAPGPUVIRTUALADDRESS limits = mapping(*queue, one, kPages);
  limits.MinimumAddress = kSomewhere + 1;
  EXPECT_EQ(map(limits), 0U);
  limits.MinimumAddress = 0;
  limits.MaximumAddress = kSomewhere + 1;
  EXPECT_EQ(map(limits), 0U);
}

TEST_F(GpuAddress, K299FreeBasesAndThoseOfRangesAreMapped) {
  const StaysSilent silent({"K-299"});
  D3DDDI_MAPGPUVIRTUALADDRESS fixed = mapping(*queue, one, kPages, kSomewhere);
  fixed.MinimumAddress = 1;  // does not count
  EXPECT_EQ(map(fixed), kSomewhere);
  EXPECT_EQ(map(mapping(*queue, one, 1, kSomewhere + kPage)), kSomewhere + kPage);
  EXPECT_EQ(page_at(kSomewhere + kPage), 0) << "a part of it leads elsewhere";
  const UINT64 reserved = reserve_range(kBlock);
  EXPECT_EQ(map(mapping(*queue, one, kPages, reserved + kPage)), reserved + kPage);
  D3DDDI_MAPGPUVIRTUALADDRESS limits = mapping(*queue, one, kPages);
  limits.MinimumAddress = 2 * kSomewhere;
  limits.MaximumAddress = 2 * kSomewhere + kPages * kPage;
  EXPECT_EQ(map(limits), 2 * kSomewhere);
}

TEST_F(GpuAddress, K300NothingOfAnAllocationOrAMappedRangeIsRefused) {
  const Raises raises({"K-300"});
  const UINT64 mapped = map(mapping(*queue, one, kPages));
  for (const bool is_zero : {true, false}) {
    D3DDDI_MAPGPUVIRTUALADDRESS nothing = mapping(*queue, 0, kPages, mapped);
    (is_zero ? nothing.Protection.Value |= 4 : nothing.Protection.Value |= 8);
    EXPECT_EQ(map(nothing), 0U) << "a map call got it";
    nothing.BaseAddress = 0;
    nothing.hAllocation = one;
    EXPECT_EQ(map(nothing), 0U);
  }
  EXPECT_EQ(map(mapping(*queue, 0, kPages)), 0U) << "memory of nothing";
}

TEST_F(GpuAddress, K300NothingInsideAReservationIsServed) {
  const StaysSilent silent({"K-300"});
  const UINT64 reserved = reserve_range(kBlock);
  ASSERT_EQ(map(mapping(*queue, one, kPages, reserved)), reserved);
  D3DDDI_MAPGPUVIRTUALADDRESS nothing = mapping(*queue, 0, 1, reserved);
  nothing.Protection.NoAccess = 1;
  EXPECT_EQ(map(nothing), reserved);
  EXPECT_EQ(page_at(reserved), -1);
  EXPECT_EQ(page_at(reserved + kPage), 1);
}

TEST_F(GpuAddress, K301PagesBeyondTheAllocationAreRefused) {
  const Raises raises({"K-301"});
  EXPECT_EQ(map(mapping(*queue, one, kPages + 1)), 0U);
  EXPECT_EQ(map(mapping(*queue, one, 0)), 0U);
  EXPECT_EQ(map(mapping(*queue, one, ~UINT64{0} / kPage + 2)), 0U);
  D3DDDI_MAPGPUVIRTUALADDRESS behind = mapping(*queue, one, kPages);
  behind.OffsetInPages = 1;
  EXPECT_EQ(map(behind), 0U);
  behind.OffsetInPages = ~UINT64{0};
  EXPECT_EQ(map(behind), 0U);
}

TEST_F(GpuAddress, K301AnyPagesOfItAreMapped) {
  const StaysSilent silent({"K-301"});
  D3DDDI_MAPGPUVIRTUALADDRESS some = mapping(*queue, one, 2);
  some.OffsetInPages = kPages - 2;
  const UINT64 at = map(some);
  ASSERT_NE(at, 0U);
  EXPECT_EQ(page_at(at + kPage), static_cast<int>(kPages - 1));
}

// Commands at an address that a map call has just given.
class EarlyWork : public GpuAddress {
 protected:
  void SetUp() override {
    GpuAddress::SetUp();
    ASSERT_EQ(create_virtual(gpu->device, context), STATUS_SUCCESS);
  }
  // The queue does not come to it before release().
  D3DDDI_MAPGPUVIRTUALADDRESS map_late() {
    holder = sim::spawn("holder", [this] {
      gpu->adapter->scheduler()->run_on_strand([this](vidmm::VideoMemory&) {
        is_held.complete();
        goes_on.wait();
      });
    });
    is_held.wait();
    D3DDDI_MAPGPUVIRTUALADDRESS data = mapping(*queue, one, kPages);
    EXPECT_EQ(D3DKMTMapGpuVirtualAddress(&data), STATUS_PENDING);
    return data;
  }
  void release() {
    goes_on.complete();
    holder.join();
  }
  NTSTATUS submit_at(UINT64 address) {
    D3DKMT_SUBMITCOMMAND request = submission(context);
    request.Commands = address;
    return D3DKMTSubmitCommand(&request);
  }
  NTSTATUS wait_on_context(UINT64 value) { return wait_on_gpu(context, queue->fence, value); }

  D3DKMT_HANDLE context = 0;
  sim::Completion is_held, goes_on;
  sim::Thread holder;
};

TEST_F(EarlyWork, K302CommandsBeforeTheFenceAreFound) {
  const D3DDDI_MAPGPUVIRTUALADDRESS late = map_late();
  EXPECT_EQ(submit_at(late.VirtualAddress + kPage), STATUS_SUCCESS);
  EXPECT_EQ(gpu->count("K-302"), 1U) << gpu->findings_text();
  release();
  EXPECT_EQ(wait_for_idle(gpu->device), STATUS_SUCCESS);
}

TEST_F(EarlyWork, K302CommandsBehindAWaitAreSilent) {
  const D3DDDI_MAPGPUVIRTUALADDRESS late = map_late();
  ASSERT_EQ(wait_on_context(late.PagingFenceValue), STATUS_SUCCESS);
  EXPECT_EQ(submit_at(late.VirtualAddress), STATUS_SUCCESS) << "the context waits";
  release();
  const UINT64 other = map(mapping(*queue, one, kPages));
  EXPECT_EQ(submit_at(other), STATUS_SUCCESS) << "the client has waited";
  EXPECT_EQ(wait_for_idle(gpu->device), STATUS_SUCCESS);
  EXPECT_EQ(gpu->count("K-302"), 0U) << gpu->findings_text();
}

TEST_F(GpuAddress, K305CrookedAndTakenReservationsAreRefused) {
  const Raises raises({"K-305"});
  EXPECT_EQ(reserve_range(kBlock + kPage), 0U);
  EXPECT_EQ(reserve_range(0), 0U);
  EXPECT_EQ(reserve_range(kBlock, kSomewhere + kPage), 0U);
  D3DDDI_RESERVEGPUVIRTUALADDRESS limits{};
  limits.Size = kBlock;
  limits.MinimumAddress = kSomewhere + kPage;
  EXPECT_EQ(reserve(gpu->opened, limits), STATUS_INVALID_PARAMETER);
  limits.MinimumAddress = 0;
  limits.MaximumAddress = kSomewhere + kPage;
  EXPECT_EQ(reserve(gpu->opened, limits), STATUS_INVALID_PARAMETER);
  ASSERT_EQ(reserve_range(2 * kBlock, kSomewhere), kSomewhere);
  EXPECT_EQ(reserve_range(kBlock, kSomewhere + kBlock), 0U) << "it is taken";
}

TEST_F(GpuAddress, K305ReservationsLieWhereTheyMay) {
  const StaysSilent silent({"K-305"});
  EXPECT_EQ(reserve_range(kBlock, kSomewhere), kSomewhere);
  D3DDDI_RESERVEGPUVIRTUALADDRESS limits{};
  limits.Size = kBlock;
  limits.MinimumAddress = kSomewhere;
  limits.MaximumAddress = kSomewhere + 2 * kBlock;
  ASSERT_EQ(reserve(gpu->opened, limits), STATUS_SUCCESS);
  EXPECT_EQ(limits.VirtualAddress, kSomewhere + kBlock);
  EXPECT_EQ(reserve(gpu->opened, limits), STATUS_NO_MEMORY) << "nothing is left between";
  D3DDDI_RESERVEGPUVIRTUALADDRESS by_queue{};
  by_queue.Size = kBlock;
  EXPECT_EQ(reserve(queue->handle, by_queue), STATUS_SUCCESS);
}

TEST_F(GpuAddress, K306AnotherProtectionThanTheUniqueOneIsRefused) {
  const Raises raises({"K-306"});
  D3DDDI_MAPGPUVIRTUALADDRESS unique = mapping(*queue, one, kPages);
  unique.DriverProtection = D3DGPU_UNIQUE_DRIVER_PROTECTION | 1;
  ASSERT_NE(map(unique), 0U);
  unique.DriverProtection = D3DGPU_UNIQUE_DRIVER_PROTECTION | 2;
  EXPECT_EQ(map(unique), 0U);
  EXPECT_EQ(map(mapping(*queue, one, 1)), 0U);
}

TEST_F(GpuAddress, K306TheSameOneAndOneAfterNoAccessAreServed) {
  const StaysSilent silent({"K-306"});
  const UINT64 reserved = reserve_range(kBlock);
  D3DDDI_MAPGPUVIRTUALADDRESS unique = mapping(*queue, one, kPages, reserved);
  unique.DriverProtection = D3DGPU_UNIQUE_DRIVER_PROTECTION | 1;
  ASSERT_EQ(map(unique), reserved);
  unique.BaseAddress = reserved + kPages * kPage;
  EXPECT_NE(map(unique), 0U) << "the same";
  D3DDDI_MAPGPUVIRTUALADDRESS nothing = mapping(*queue, 0, 2 * kPages, reserved);
  nothing.Protection.NoAccess = 1;
  ASSERT_EQ(map(nothing), reserved);
  EXPECT_NE(map(mapping(*queue, one, kPages)), 0U);
}

TEST_F(GpuAddress, K228WhatIsDestroyedHasNoAddress) {
  const UINT64 at = map(mapping(*queue, one, kPages));
  const UINT64 reserved = reserve_range(kBlock);
  ASSERT_EQ(map(mapping(*queue, one, kPages, reserved)), reserved);
  ASSERT_EQ(destroy(gpu->device, 0, {one}), STATUS_SUCCESS);
  EXPECT_EQ(page_at(at), -1);
  EXPECT_EQ(page_at(reserved), -1);
  const D3DKMT_HANDLE two = gpu->one();
  EXPECT_EQ(map(mapping(*queue, two, kPages, at)), at) << "it is free again";
  EXPECT_EQ(free(reserved, kBlock), STATUS_SUCCESS) << "the reservation is still the client's";
}

TEST_F(GpuAddress, K228AddressesOfADeviceGoWithIt) {
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(gpu->opened, device), STATUS_SUCCESS);
  const ClientQueue other(device);
  const Created made = create(device, Kind::kLoose, 1);
  D3DDDI_MAPGPUVIRTUALADDRESS data = mapping(other, made.allocations[0], kPages, kSomewhere);
  ASSERT_EQ(D3DKMTMapGpuVirtualAddress(&data), STATUS_PENDING);
  EXPECT_EQ(map(mapping(*queue, made.allocations[0], kPages)), 0U) << "another device's";
  ASSERT_EQ(destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(page_at(kSomewhere), -1);
}

TEST_F(GpuAddress, K312AnAddressStaysWhereverTheAllocationIs) {
  const UINT64 at = map(mapping(*queue, one, kPages));
  ASSERT_NE(at, 0U) << "it was never in a segment";
  const ResidentAnswer in = make_resident(*queue, {one});
  ASSERT_EQ(in.status, STATUS_PENDING);
  ASSERT_EQ(queue->wait(gpu->device, in.fence), STATUS_SUCCESS);
  ASSERT_TRUE(is_resident(gpu->device, one));
  ASSERT_EQ(evict(gpu->device, {one}), STATUS_SUCCESS);
  settle(*gpu);
  ASSERT_FALSE(is_resident(gpu->device, one));
  for (UINT64 page = 0; page < kPages; ++page)
    EXPECT_EQ(page_at(at + page * kPage), static_cast<int>(page));
}

// Every process has addresses of its own.
TEST_F(GpuAddress, AnotherProcessHasOthers) {
  ASSERT_EQ(reserve_range(kBlock, kSomewhere), kSomewhere);
  const auto process = gpu->dock->new_process();
  const dxgk::ProcessScope scope(process.get());
  const D3DKMT_HANDLE opened = open_adapter(gpu->adapter->luid());
  D3DDDI_RESERVEGPUVIRTUALADDRESS data{};
  data.Size = kBlock;
  data.BaseAddress = kSomewhere;
  EXPECT_EQ(reserve(opened, data), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
