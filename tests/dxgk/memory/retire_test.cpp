// The destruction of allocations: when the driver is called, and when the client's call returns. A
// test double stands for work in flight.
#include "src/dxgk/memory/retire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "src/dxgk/dock/dock.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/support/client.h"
#include "tests/support/gpu_double.h"
#include "tests/support/ledger_miniport.h"
#include "tests/support/test_driver.h"

namespace drydock::dxgk {
namespace {

using namespace drydock::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A dock with the ledger's adapter, one client process and its first device.
class Retire : public ::testing::Test {
 protected:
  void SetUp() override {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    adapter_ = dock_->plug(ledger_.miniport(), std::make_shared<DeviceModel>(), status);
    ASSERT_EQ(status, STATUS_SUCCESS);
    process_ = dock_->new_process();
    scope_ = std::make_unique<ProcessScope>(process_.get());
    opened_ = open_adapter(adapter_->luid());
    ASSERT_EQ(create_device(opened_, device_), STATUS_SUCCESS);
    ledger_.note_calls(true);
  }

  void TearDown() override {
    gpu_.finish_all();
    scope_.reset();
    process_.reset();
    dock_.reset();
    EXPECT_THAT(ledger_.faults(), IsEmpty());
    EXPECT_EQ(ledger_.live(), LedgerMiniport::Counts{});
    for (const rules::Finding& finding : log_.findings())
      EXPECT_EQ(finding.rule->party, rules::Party::kClient) << to_text(finding);
  }

  std::vector<std::string> calls() {
    finish_jobs();
    return ledger_.take_calls();
  }

  D3DKMT_HANDLE one() { return create(device_, Kind::kLoose, 1).allocations.at(0); }

  rules::FindingLog log_;
  LedgerMiniport ledger_;
  std::unique_ptr<Dock> dock_ = std::make_unique<Dock>();
  Adapter* adapter_ = nullptr;
  std::unique_ptr<Process> process_;
  std::unique_ptr<ProcessScope> scope_;
  GpuDouble gpu_;
  D3DKMT_HANDLE opened_ = 0, device_ = 0;
};

TEST_F(Retire, AnIdleAllocationIsClosedThenDestroyed) {
  const D3DKMT_HANDLE allocation = one();
  EXPECT_EQ(destroy(device_, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1"));
  EXPECT_EQ(destroy(device_, 0, {allocation}), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(Retire, AllAllocationsOfAResourceGoInOneCall) {
  const Created made = create(device_, Kind::kResource, 3);
  EXPECT_EQ(destroy(device_, made.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close 3", "destroy 3 resource"));
}

TEST_F(Retire, AResourceWhoseAllocationsWentEarlierGoesAlone) {
  const Created made = create(device_, Kind::kResource, 2);
  EXPECT_EQ(destroy(device_, 0, made.allocations), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close 2", "destroy 2"));
  EXPECT_EQ(destroy(device_, made.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("destroy 0 resource"));
  EXPECT_EQ(destroy(device_, made.resource, {}), STATUS_INVALID_PARAMETER);
}

TEST_F(Retire, TheLastOpenerTakesTheDriversObjectsWithIt) {
  const Created made = create(device_, Kind::kShared, 2);
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(opened_, other), STATUS_SUCCESS);
  const Opened opened = open_shared(other, made.global);
  ASSERT_EQ(opened.status, STATUS_SUCCESS);
  EXPECT_EQ(destroy(device_, made.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close 2"));
  EXPECT_EQ(destroy(other, opened.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close 2", "destroy 2 resource"));
  EXPECT_NE(open_shared(other, made.global).status, STATUS_SUCCESS);
}

// The call returns at once. The driver is called when the work has ended.
TEST_F(Retire, WorkInFlightKeepsItFromTheDriver) {
  const D3DKMT_HANDLE allocation = one();
  ASSERT_TRUE(gpu_.submit(*process_, allocation));
  EXPECT_EQ(destroy(device_, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_FALSE(gpu_.submit(*process_, allocation)) << "the handle is dead at once";
  EXPECT_THAT(calls(), IsEmpty());
  gpu_.finish_one();
  EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1"));
}

TEST_F(Retire, EveryPieceOfWorkCounts) {
  const D3DKMT_HANDLE allocation = one();
  ASSERT_TRUE(gpu_.submit(*process_, allocation));
  ASSERT_TRUE(gpu_.submit(*process_, allocation));
  EXPECT_EQ(destroy(device_, 0, {allocation}), STATUS_SUCCESS);
  gpu_.finish_one();
  EXPECT_THAT(calls(), IsEmpty());
  gpu_.finish_one();
  EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1"));
}

// Second row: the call returns when the work is done and the memory is back.
TEST_F(Retire, ASynchronousDestroyWaitsForTheWork) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const sim::SeededSchedule schedule(seed);
    const D3DKMT_HANDLE allocation = one();
    ASSERT_TRUE(gpu_.submit(*process_, allocation));
    bool returned = false;
    sim::Thread client = sim::spawn("client", [&] {
      const ProcessScope scope(process_.get());
      EXPECT_EQ(destroy(device_, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
      EXPECT_THAT(ledger_.take_calls(), ElementsAre("close 1", "destroy 1"));
      returned = true;
    });
    for (int i = 0; i < 20; ++i) sim::switch_point();
    EXPECT_FALSE(returned);
    gpu_.finish_one();
    client.join();
    EXPECT_TRUE(returned);
  }
}

// Third row: the client says that the GPU is done with it, and is believed.
TEST_F(Retire, AssumeNotInUseDoesNotWait) {
  const D3DKMT_HANDLE allocation = one();
  ASSERT_TRUE(gpu_.submit(*process_, allocation));
  EXPECT_EQ(destroy(device_, 0, {allocation}, {.assume_not_in_use = true}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1"));
  gpu_.finish_one();
  EXPECT_THAT(calls(), IsEmpty());
}

// K-220: the promise was wrong, and the finding is raised when the device is destroyed.
TEST_F(Retire, K220AssumedNotInUseAndUsedIsFound) {
  const D3DKMT_HANDLE allocation = one();
  ASSERT_TRUE(gpu_.submit(*process_, allocation));
  EXPECT_EQ(destroy(device_, 0, {allocation}, {.assume_not_in_use = true}), STATUS_SUCCESS);
  gpu_.finish_one();
  EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS);
  EXPECT_EQ(drydock::testing::count(log_.findings(), "K-220"), 1U);
}
TEST_F(Retire, K220AssumedNotInUseAndIdleIsSilent) {
  EXPECT_EQ(destroy(device_, 0, {one()}, {.assume_not_in_use = true}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS);
  EXPECT_EQ(drydock::testing::count(log_.findings(), "K-220"), 0U);
}

// K-221: the promise is about the work of the device that makes it.
TEST_F(Retire, K221AssumeNotInUseDoesNotWaiveAnotherDevicesWork) {
  const Created made = create(device_, Kind::kShared, 1);
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(opened_, other), STATUS_SUCCESS);
  const Opened opened = open_shared(other, made.global);
  ASSERT_EQ(opened.status, STATUS_SUCCESS);
  ASSERT_TRUE(gpu_.submit(*process_, opened.allocations[0]));
  EXPECT_EQ(destroy(other, opened.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), IsEmpty()) << "its work runs";
  EXPECT_EQ(destroy(device_, made.resource, {}, {.assume_not_in_use = true}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close 1")) << "the driver's object waits for the other";
  gpu_.finish_one();
  EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1 resource"));
}

// Fourth row.
TEST_F(Retire, BothFlagsWaitForTheMemoryAndNotForTheWork) {
  const D3DKMT_HANDLE allocation = one();
  ASSERT_TRUE(gpu_.submit(*process_, allocation));
  EXPECT_EQ(destroy(device_, 0, {allocation}, {.assume_not_in_use = true, .synchronous = true}),
            STATUS_SUCCESS);
  EXPECT_THAT(ledger_.take_calls(), ElementsAre("close 1", "destroy 1"));
}

// Fifth row: nothing is pending, and both flags make no difference that the driver could see.
TEST_F(Retire, WithNothingPendingEveryDestroyIsTheSame) {
  for (const bool assume : {false, true}) {
    for (const bool synchronous : {false, true}) {
      EXPECT_EQ(destroy(device_, 0, {one()}, {assume, synchronous}), STATUS_SUCCESS);
      if (synchronous) {
        EXPECT_THAT(ledger_.take_calls(), ElementsAre("close 1", "destroy 1"));
      } else {
        EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1"));
      }
    }
  }
}

// Work of one opener delays the end of its binding only. The driver's object is destroyed with the
// last opener.
TEST_F(Retire, WorkOfOneOpenerDoesNotKeepAnother) {
  const Created made = create(device_, Kind::kShared, 1);
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(opened_, other), STATUS_SUCCESS);
  const Opened opened = open_shared(other, made.global);
  ASSERT_EQ(opened.status, STATUS_SUCCESS);
  ASSERT_TRUE(gpu_.submit(*process_, made.allocations[0]));
  EXPECT_EQ(destroy(device_, made.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), IsEmpty());
  EXPECT_EQ(destroy(other, opened.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close 1")) << "the first opening still drains";
  gpu_.finish_one();
  EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1 resource"));
}

TEST_F(Retire, MembersOfAResourceLeaveTogetherWhenTheLastHasDrained) {
  const Created made = create(device_, Kind::kResource, 3);
  ASSERT_TRUE(gpu_.submit(*process_, made.allocations[0]));
  ASSERT_TRUE(gpu_.submit(*process_, made.allocations[2]));
  EXPECT_EQ(destroy(device_, made.resource, {}), STATUS_SUCCESS);
  gpu_.finish_one();
  EXPECT_THAT(calls(), IsEmpty());
  gpu_.finish_one();
  EXPECT_THAT(calls(), ElementsAre("close 3", "destroy 3 resource"));
}

TEST_F(Retire, LooseAllocationsLeaveEachAtTheirTime) {
  const std::vector<D3DKMT_HANDLE> both = {one(), one()};
  ASSERT_TRUE(gpu_.submit(*process_, both[1]));
  EXPECT_EQ(destroy(device_, 0, both), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1"));
  gpu_.finish_one();
  EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1"));
}

// A resource is destroyed while allocations that were destroyed before it still drain. The driver's
// resource stays until they have drained.
TEST_F(Retire, WhatDrainsKeepsTheDriversResource) {
  const Created made = create(device_, Kind::kResource, 1);
  ASSERT_TRUE(gpu_.submit(*process_, made.allocations[0]));
  EXPECT_EQ(destroy(device_, 0, made.allocations), STATUS_SUCCESS);
  EXPECT_EQ(destroy(device_, made.resource, {}), STATUS_SUCCESS);
  EXPECT_THAT(calls(), IsEmpty());
  gpu_.finish_one();
  EXPECT_THAT(calls(), ElementsAre("close 1", "destroy 1 resource"));
}

// Whatever ends, everything drains and is destroyed in order.
TEST_F(Retire, TheEndOfADeviceWaitsForItsWork) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const sim::SeededSchedule schedule(seed);
    D3DKMT_HANDLE device = 0;
    ASSERT_EQ(create_device(opened_, device), STATUS_SUCCESS);
    const Created made = create(device, Kind::kResource, 2);
    ASSERT_TRUE(gpu_.submit(*process_, made.allocations[1]));
    ledger_.take_calls();
    sim::Thread client = sim::spawn("client", [&] {
      const ProcessScope scope(process_.get());
      EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
    });
    for (int i = 0; i < 20; ++i) sim::switch_point();
    EXPECT_THAT(ledger_.take_calls(), IsEmpty());
    gpu_.finish_one();
    client.join();
    EXPECT_THAT(ledger_.take_calls(),
                ElementsAre("close 2", "destroy 2 resource", "destroy device"));
  }
}

TEST_F(Retire, TheEndOfAProcessEndsWhatItHas) {
  std::unique_ptr<Process> other = dock_->new_process();
  {
    const ProcessScope scope(other.get());
    D3DKMT_HANDLE device = 0, context = 0;
    ASSERT_EQ(create_device(open_adapter(adapter_->luid()), device), STATUS_SUCCESS);
    ASSERT_EQ(create_context(device, context), STATUS_SUCCESS);
    ASSERT_EQ(create(device, Kind::kLoose, 2).status, STATUS_SUCCESS);
    ASSERT_EQ(create(device, Kind::kShared, 2).status, STATUS_SUCCESS);
  }
  ledger_.take_calls();
  other->vanish();
  EXPECT_THAT(ledger_.take_calls(), ElementsAre("destroy context", "close 2", "destroy 2 resource",
                                                "close 2", "destroy 2", "destroy device"));
  const ProcessScope scope(other.get());
  EXPECT_EQ(open_adapter(adapter_->luid()), 0U) << "a process that has ended opens nothing";
}

// The adapter is removed while clients use it. The driver destroys everything, the handles stay,
// and destroying what they name succeeds without the driver.
TEST_F(Retire, AnAdapterThatGoesLeavesTheClientsTheirHandles) {
  const D3DKMT_HANDLE loose = one();
  const Created made = create(device_, Kind::kResource, 2);
  ASSERT_EQ(made.status, STATUS_SUCCESS);
  dock_->unplug(*adapter_);
  EXPECT_EQ(ledger_.live(), LedgerMiniport::Counts{});
  ledger_.take_calls();
  EXPECT_EQ(create(device_, Kind::kLoose, 1).status, STATUS_DEVICE_REMOVED);
  EXPECT_EQ(destroy(device_, 0, {loose}), STATUS_SUCCESS);
  EXPECT_EQ(destroy(device_, 0, {loose}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy(device_, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS);
  EXPECT_THAT(calls(), IsEmpty());
}

// Allocations are added to a resource while another thread destroys it: whichever is first, nothing
// is left and no thread waits for ever.
TEST_F(Retire, AddingToAResourceThatIsBeingDestroyed) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const sim::SeededSchedule schedule(seed);
    const Created made = create(device_, Kind::kResource, 1);
    const LedgerMiniport::Counts before = ledger_.live();
    sim::Thread adder = sim::spawn("adder", [&] {
      const ProcessScope scope(process_.get());
      create(device_, Kind::kLoose, 2, 0, made.resource);
    });
    EXPECT_EQ(destroy(device_, made.resource, {}), STATUS_SUCCESS);
    adder.join();
    finish_jobs();
    const LedgerMiniport::Counts after = ledger_.live();
    EXPECT_EQ(after.resources, before.resources - 1) << "seed " << seed;
    EXPECT_EQ(after.allocations, before.allocations - 1) << "seed " << seed;
  }
}

// Members of one resource are destroyed by several threads, and the resource by another: no call
// names it to the driver after the one that ends it.
TEST_F(Retire, SeveralThreadsTakeAResourceApart) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const sim::SeededSchedule schedule(seed);
    const Created made = create(device_, Kind::kResource, 3);
    std::vector<sim::Thread> threads;
    for (int i = 0; i < 2; ++i) {
      threads.push_back(sim::spawn("destroyer", [&, i] {
        const ProcessScope scope(process_.get());
        destroy(device_, 0, {made.allocations[static_cast<std::size_t>(i)]});
      }));
    }
    destroy(device_, made.resource, {});
    for (sim::Thread& thread : threads) thread.join();
    finish_jobs();
    ASSERT_THAT(ledger_.faults(), IsEmpty()) << "seed " << seed;
    ASSERT_EQ(ledger_.live().resources, 0U) << "seed " << seed;
    ASSERT_EQ(ledger_.live().allocations, 0U) << "seed " << seed;
  }
}

}  // namespace
}  // namespace drydock::dxgk
