// The first door: D3DKMTDestroyAllocation, and what the miniport sees of it.
#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/device_fixture.h"

namespace drydock::testing {
namespace {

using Destroy = DeviceFixture;

TEST_F(Destroy, K004ListOfTwoResourcesIsRefused) {
  const Raises raises({"K-004"});
  const Client::MadeResource one = client.new_resource(device, 2);
  const Client::MadeResource two = client.new_resource(device, 2);
  const D3DKMT_HANDLE loose = client.allocate_one(device);
  EXPECT_EQ(client.destroy(device, 0, {one.allocations[0], two.allocations[0]}),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy(device, 0, {one.allocations[0], loose}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy(device, 0, {loose, one.allocations[0]}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Allocations, 5);
}

TEST_F(Destroy, K004ListOfOneResourceIsAccepted) {
  const StaysSilent silent({"K-004"});
  const Client::MadeResource made = client.new_resource(device, 3);
  EXPECT_EQ(client.destroy(device, 0, {made.allocations[0], made.allocations[2]}), STATUS_SUCCESS);
  BOOK book = machine.book();
  EXPECT_EQ(book.Allocations, 1);
  EXPECT_EQ(book.Resources, 1);
  EXPECT_EQ(book.DestroyCount, 2U);
  EXPECT_EQ(book.DestroyFlags, 0U);
}

TEST_F(Destroy, K005ListBesideAResourceIsALint) {
  for (int i = 0; i < 3; ++i) {
    const Client::MadeResource made = client.new_resource(device, 1);
    D3DKMT_DESTROYALLOCATION destroy{device, made.resource, made.allocations.data(), 0};
    EXPECT_EQ(D3DKMTDestroyAllocation(&destroy), STATUS_SUCCESS);
    ASSERT_EQ(machine.count("K-005"), 1U) << "told at once, and once for each place";
  }
  const Client::MadeResource made = client.new_resource(device, 1);
  D3DKMT_DESTROYALLOCATION destroy{device, made.resource, made.allocations.data(), 0};
  EXPECT_EQ(D3DKMTDestroyAllocation(&destroy), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-005"), 2U) << "this is another place";
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

TEST_F(Destroy, K005ResourceAloneIsSilent) {
  const StaysSilent silent({"K-005"});
  EXPECT_EQ(client.destroy(device, client.new_resource(device, 1).resource, {}), STATUS_SUCCESS);
  // AllocationCount is ignored then.
  const D3DKMT_DESTROYALLOCATION counted{device, client.new_resource(device, 1).resource, nullptr,
                                         7};
  EXPECT_EQ(D3DKMTDestroyAllocation(&counted), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
}

TEST_F(Destroy, K006CountBesideAResourceCountsForNothing) {
  const Client::MadeResource made = client.new_resource(device, 1);
  const auto* unreadable = reinterpret_cast<const D3DKMT_HANDLE*>(0x10);
  D3DKMT_DESTROYALLOCATION destroy{device, made.resource, unreadable, 0xFFFFFFFF};
  EXPECT_EQ(D3DKMTDestroyAllocation(&destroy), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST_F(Destroy, K007CountWithoutAListIsRefused) {
  const Raises raises({"K-007"});
  D3DKMT_DESTROYALLOCATION destroy{device, 0, nullptr, 1};
  EXPECT_EQ(D3DKMTDestroyAllocation(&destroy), STATUS_INVALID_PARAMETER);
}

TEST_F(Destroy, K007CountWithItsListIsAccepted) {
  const StaysSilent silent({"K-007"});
  EXPECT_EQ(client.destroy(device, 0, client.allocate(device, 40)), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST_F(Destroy, K008NothingNamedIsSuccess) {
  EXPECT_EQ(client.destroy(device, 0, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().DestroyCalls, 0);
}

TEST_F(Destroy, K009SecondDestroyIsRefused) {
  const Raises raises({"K-009"});
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().DestroyCalls, 1);
}

TEST_F(Destroy, K009OneDestroyEachIsAccepted) {
  const StaysSilent silent({"K-009"});
  for (const D3DKMT_HANDLE each : client.allocate(device, 3))
    EXPECT_EQ(client.destroy(device, 0, {each}), STATUS_SUCCESS);
}

TEST_F(Destroy, OneBadHandleInAListDestroysNothing) {
  std::vector<D3DKMT_HANDLE> list = client.allocate(device, 4);
  list.push_back(0x12345);
  EXPECT_EQ(client.destroy(device, 0, list), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Allocations, 4);
}

TEST_F(Destroy, K011SecondDestroyOfAResourceIsRefused) {
  const Raises raises({"K-011"});
  const Client::MadeResource made = client.new_resource(device, 1);
  EXPECT_EQ(client.destroy(device, 0, made.allocations), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_INVALID_PARAMETER);
}

TEST_F(Destroy, K011OneDestroyOfAResourceIsAccepted) {
  const StaysSilent silent({"K-011"});
  const D3DKMT_HANDLE one = client.new_resource(device, 1).resource;
  const D3DKMT_HANDLE two = client.new_resource(device, 1).resource;
  EXPECT_EQ(client.destroy(device, one, {}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, two, {}), STATUS_SUCCESS);
}

TEST_F(Destroy, K012GlobalHandleInAListIsRefused) {
  const Raises raises({"K-012"});
  const Client::MadeResource made = client.new_resource(device, 1, /*shared=*/true);
  for (const D3DKMT_HANDLE bad : {made.global, made.resource, device, client.adapter(), 7U}) {
    EXPECT_EQ(client.destroy(device, 0, {bad}), STATUS_INVALID_PARAMETER) << std::hex << bad;
  }
  for (const D3DKMT_HANDLE bad : {made.global, made.allocations[0], device, 7U}) {
    EXPECT_EQ(client.destroy(device, bad, {}), STATUS_INVALID_PARAMETER) << std::hex << bad;
  }
}

TEST_F(Destroy, K012LocalHandlesAreAccepted) {
  const StaysSilent silent({"K-012"});
  const Client::MadeResource made = client.new_resource(device, 2, /*shared=*/true);
  EXPECT_EQ(client.destroy(device, 0, made.allocations), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
}

// The bookkeeper looks at every handle that it gets: Errors would not be 0.
TEST_F(Destroy, K013K014K018MiniportGetsItsOwnHandlesAndTheirNumber) {
  const Client::MadeResource made = client.new_resource(device, 5);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  BOOK book = machine.book();
  EXPECT_EQ(book.DestroyCount, 5U);
  EXPECT_EQ(book.DestroyFlags, 1U);
  EXPECT_EQ(book.DestroyHadResource, 1U);
  EXPECT_EQ(client.destroy(device, 0, client.allocate(device, 2)), STATUS_SUCCESS);
  book = machine.book();
  EXPECT_EQ(book.DestroyCount, 2U);
  EXPECT_EQ(book.DestroyFlags, 0U);
  EXPECT_EQ(book.DestroyHadResource, 0U);
  EXPECT_EQ(book.Errors, 0);
}

TEST_F(Destroy, K019EmptyListIsReadAndFound) {
  const Client::MadeResource made = client.new_resource(device, 1);
  EXPECT_EQ(client.destroy(device, 0, made.allocations), STATUS_SUCCESS);
  machine.set_fault(BOOK_FAULT_EMPTY_LIST);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  machine.expect_end();
  EXPECT_EQ(machine.count("K-019"), 1U) << text_of(machine.findings());
}

// The driver ends by another mistake, which has nothing to do with the list.
TEST_F(Destroy, K019AnotherEndIsSilent) {
  const Client::MadeResource made = client.new_resource(device, 1);
  EXPECT_EQ(client.destroy(device, 0, made.allocations), STATUS_SUCCESS);
  machine.set_fault(BOOK_FAULT_FREES_RESOURCE);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  machine.expect_end();
  EXPECT_FALSE(machine.adapter().is_working());
  EXPECT_EQ(machine.count("K-019"), 0U) << text_of(machine.findings());
}

TEST_F(Destroy, K019ResourceWithoutAllocationsIsDestroyedSilently) {
  const Client::MadeResource made = client.new_resource(device, 1);
  EXPECT_EQ(client.destroy(device, 0, made.allocations), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  const BOOK book = machine.book();
  EXPECT_EQ(book.DestroyCount, 0U);
  EXPECT_EQ(book.DestroyFlags, 1U);
  EXPECT_EQ(book.Resources, 0);
  EXPECT_EQ(text_of(machine.findings()), "");
}

TEST_F(Destroy, K028GroupIsDestroyedAsAGroup) {
  const Client::MadeResource made = client.new_resource(device, 8);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  const BOOK book = machine.book();
  EXPECT_EQ(book.DestroyCalls, 1);
  EXPECT_EQ(book.CloseCalls, 1);
  EXPECT_EQ(book.CloseCount, 8U);
}

NTSTATUS destroy2(D3DKMT_HANDLE device, D3DKMT_HANDLE allocation, UINT flags) {
  D3DKMT_DESTROYALLOCATION2 destroy{};
  destroy.hDevice = device;
  destroy.phAllocationList = &allocation;
  destroy.AllocationCount = 1;
  destroy.Flags.Value = flags;
  return D3DKMTDestroyAllocation2(&destroy);
}

class Destroy2 : public DeviceFixture {};

TEST_F(Destroy2, K223ReservedFlagsAreRefused) {
  const Raises raises({"K-223"});
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  for (const UINT flags : {0x4U, 0x40000000U, 0x80000000U, 0xFFFFFFFFU})
    EXPECT_EQ(destroy2(device, allocation, flags), STATUS_INVALID_PARAMETER) << std::hex << flags;
  EXPECT_EQ(machine.book().Allocations, 1);
}

TEST_F(Destroy2, K223DefinedFlagsAreAccepted) {
  const StaysSilent silent({"K-223"});
  for (const UINT flags : {0U, 1U, 2U, 3U})
    EXPECT_EQ(destroy2(device, client.allocate_one(device), flags), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST_F(Destroy2, K224WithoutFlagsItIsTheOlderCall) {
  const D3DKMT_HANDLE one = client.allocate_one(device);
  const D3DKMT_HANDLE two = client.allocate_one(device);
  EXPECT_EQ(destroy2(device, one, 0), STATUS_SUCCESS);
  const BOOK newer = machine.book();
  EXPECT_EQ(client.destroy(device, 0, {two}), STATUS_SUCCESS);
  const BOOK older = machine.book();
  EXPECT_EQ(newer.DestroyCalls + 1, older.DestroyCalls);
  EXPECT_EQ(newer.CloseCalls + 1, older.CloseCalls);
  EXPECT_EQ(newer.DestroyFlags, older.DestroyFlags);
  EXPECT_EQ(newer.DestroyCount, older.DestroyCount);
  EXPECT_EQ(destroy2(device, one, 0), STATUS_INVALID_PARAMETER);
}

// The scheduler's part, played by the test: one reference of submitted work.
dxgk::Ref<dxgk::Binding> claim_for_gpu(Client& client, D3DKMT_HANDLE handle) {
  const dxgk::ReadSection reading;
  auto* const binding = dxgk::as<dxgk::Binding>(client.process().handles().look_up(handle));
  EXPECT_TRUE(dxgk::claim_for_gpu(*binding, binding->allocation()));
  return dxgk::Ref<dxgk::Binding>(*binding);
}

void wait_for_destroys(Machine& machine, LONG calls) {
  while (machine.book().DestroyCalls < calls) sim::park(sim::now() + 10'000);
}

TEST_F(Destroy2, K219K225HandleDiesAtOnceAndTheDriverHearsAfterTheGpu) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  const dxgk::Ref<dxgk::Binding> binding = claim_for_gpu(client, allocation);
  EXPECT_EQ(destroy2(device, allocation, 0), STATUS_SUCCESS);
  EXPECT_EQ(destroy2(device, allocation, 0), STATUS_INVALID_PARAMETER);
  BOOK book = machine.book();
  EXPECT_EQ(book.Allocations, 1);
  EXPECT_EQ(book.CloseCalls, 0);
  dxgk::release_by_gpu(*binding, binding->allocation());
  wait_for_destroys(machine, 1);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST_F(Destroy2, K220AssumeNotInUseDoesNotWait) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  const dxgk::Ref<dxgk::Binding> binding = claim_for_gpu(client, allocation);
  EXPECT_EQ(destroy2(device, allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
  dxgk::release_by_gpu(*binding, binding->allocation());
}

TEST_F(Destroy2, K222SynchronousDestroyReturnsWhenItIsGone) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  const dxgk::Ref<dxgk::Binding> binding = claim_for_gpu(client, allocation);
  sim::Thread gpu =
      sim::spawn("gpu", [&] { dxgk::release_by_gpu(*binding, binding->allocation()); });
  EXPECT_EQ(destroy2(device, allocation, 2), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
  gpu.join();
}

}  // namespace
}  // namespace drydock::testing
