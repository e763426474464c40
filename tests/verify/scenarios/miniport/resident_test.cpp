// Clients that list themselves what their devices need in video memory.
#include "src/verify/scenarios/miniport/resident.h"

#include "tests/verify/scenarios/miniport/played.h"

namespace drydock::verify {
namespace {

using ScenarioResident = Played;

D3DKMT_ALLOCATIONRESIDENCYSTATUS residency_of(Client& client, D3DKMT_HANDLE device,
                                              D3DKMT_HANDLE allocation) {
  const dxgk::ProcessScope inside(&client.process());
  D3DKMT_ALLOCATIONRESIDENCYSTATUS status{};
  D3DKMT_QUERYALLOCATIONRESIDENCY query{};
  query.hDevice = device;
  query.phAllocationList = &allocation;
  query.AllocationCount = 1;
  query.pResidencyStatus = &status;
  must(D3DKMTQueryAllocationResidency(&query), "D3DKMTQueryAllocationResidency");
  return status;
}

TEST_F(ScenarioResident, WhatItBringsInIsThereUntilItEvictsIt) {
  play_with_device([](Stage& stage, Client& client, D3DKMT_HANDLE device) {
    ASSERT_TRUE(stage.has_residency());
    Resident resident(client, device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    EXPECT_EQ(residency_of(client, device, resource.allocations[0]),
              D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT);
    resident.bring_in(resource.allocations);
    EXPECT_NE(residency_of(client, device, resource.allocations[0]),
              D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT);
    resident.evict(resource.allocations);
    client.destroy(device, resource);
    resident.destroy_queue();
  });
}

TEST_F(ScenarioResident, ReclaimedMemoryIsWaitedFor) {
  play_with_device([](Stage& stage, Client& client, D3DKMT_HANDLE device) {
    Resident resident(client, device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kLoose);
    resident.bring_in(resource.allocations);
    client.offer(device, resource.allocations);
    resident.wait(resident.reclaim(resource.allocations));
    EXPECT_NE(residency_of(client, device, resource.allocations[0]),
              D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT);
    client.destroy(device, resource);
    resident.destroy_queue();
  });
}

TEST_F(ScenarioResident, AddressesAreRefusedWithoutAGpuMmu) {
  play_with_device([](Stage&, Client& client, D3DKMT_HANDLE device) {
    Resident resident(client, device);
    EXPECT_THROW(resident.reserve(65536), RefusedCall);
    resident.destroy_queue();
  });
}

TEST_F(ScenarioResident, ReservedAddressesAreMappedInsideTheirRange) {
  drivers.miniport = CARELESS_MMU_DRIVER;
  play_with_device([](Stage& stage, Client& client, D3DKMT_HANDLE device) {
    constexpr UINT64 kBytes = 4 * 65536;
    Resident resident(client, device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    const UINT64 reserved = resident.reserve(kBytes);
    UINT64 at = reserved;
    resident.wait(resident.map(resource.allocations[0], 1, at));
    EXPECT_EQ(at, reserved);
    client.destroy(device, resource);
    resident.free(reserved, kBytes);
    resident.destroy_queue();
  });
}

}  // namespace
}  // namespace drydock::verify
