// Creation by private data: what goes both ways, and what a failure leaves.
#include "src/dxgk/creation/create.h"

#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

extern "C" {
PVOID VirtualAlloc(PVOID lpAddress, SIZE_T dwSize, ULONG flAllocationType, ULONG flProtect);
LOGICAL VirtualFree(PVOID lpAddress, SIZE_T dwSize, ULONG dwFreeType);
}

namespace drydock::testing {
namespace {

TEST(Create, K098K104K105OutputsAreAsDocumented) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation loose(device, 2);
  loose.request.hGlobalShare = 0xdead;
  loose.request.hPrivateRuntimeResourceHandle = reinterpret_cast<HANDLE>(0xbeef);
  EXPECT_EQ(loose.run(), STATUS_SUCCESS);
  EXPECT_EQ(loose.request.hResource, 0U);
  EXPECT_EQ(loose.request.hGlobalShare, 0U);
  EXPECT_EQ(loose.request.hPrivateRuntimeResourceHandle, reinterpret_cast<HANDLE>(0xbeef));
  EXPECT_EQ(loose.infos[1].hAllocation, loose.infos[0].hAllocation + 0x40);
  EXPECT_EQ(machine.book().CreateFlags, 0U);
  Creation grouped(device, 2);
  grouped.request.Flags.CreateResource = 1;
  EXPECT_EQ(grouped.run(), STATUS_SUCCESS);
  EXPECT_EQ(grouped.request.hResource, loose.infos[1].hAllocation + 0x40);
  EXPECT_EQ(grouped.infos[0].hAllocation, grouped.request.hResource + 0x40);
  EXPECT_EQ(machine.book().CreateFlags, 1U);
  EXPECT_EQ(machine.book().CreateHadResource, 0U);
}

TEST(Create, K107K184PrivateDataGoesBothWays) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation creation(device, 2);
  const ULONG group = 0x600d600d;
  creation.request.pPrivateDriverData = &group;
  creation.request.PrivateDriverDataSize = sizeof group;
  creation.request.Flags.CreateResource = 1;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(creation.data[0].Serial, 0x5e71a1U);
  EXPECT_EQ(creation.data[1].Serial, 0x5e71a1U);
  EXPECT_EQ(machine.book().OpenGroupData, group);
  EXPECT_EQ(machine.book().OpenFlags, 1U);
}

TEST(Create, K119StoppedAdapterRefuses) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(Creation(device).run(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

// K-120, K-146: whichever allocation fails, in creation or opening, nothing is left and no
// number is used up.
TEST(Create, K120FailureAtEveryPlaceLeavesNothing) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  D3DKMT_HANDLE last = client.allocate_one(device);
  for (const BOOK_FAULT fault : {BOOK_FAULT_CREATE_FAILS, BOOK_FAULT_OPEN_FAILS}) {
    for (const bool resource : {false, true}) {
      for (ULONG at = 0; at < 5; ++at) {
        const BOOK before = machine.book();
        machine.set_fault(fault, at);
        Creation creation(device, 5);
        creation.request.Flags.CreateResource = resource;
        EXPECT_EQ(creation.run(), STATUS_NO_MEMORY);
        for (const D3DDDI_ALLOCATIONINFO2& info : creation.infos) EXPECT_EQ(info.hAllocation, 0U);
        EXPECT_EQ(creation.request.hResource, 0U);
        const BOOK after = machine.book();
        EXPECT_EQ(after.Allocations, 1);
        EXPECT_EQ(after.Resources, 0);
        EXPECT_EQ(after.Bindings, 1);
        if (fault == BOOK_FAULT_CREATE_FAILS) {
          EXPECT_EQ(after.DestroyCalls, before.DestroyCalls);
          EXPECT_EQ(after.OpenCalls, before.OpenCalls);
        }
        const D3DKMT_HANDLE next = client.allocate_one(device);
        EXPECT_EQ(next, last + 0x40);
        last = next;
        EXPECT_EQ(client.destroy(device, 0, {next}), STATUS_SUCCESS);
      }
    }
  }
}

TEST(Create, K122FreshPagesAreZeroed) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation creation(device);
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(creation.request.Flags.Zeroed, 1U);
  D3DKMT_LOCK2 lock{};
  lock.hDevice = device;
  lock.hAllocation = creation.infos[0].hAllocation;
  ASSERT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
  for (int i = 0; i < 4096; ++i) ASSERT_EQ(static_cast<char*>(lock.pData)[i], 0);
}

TEST(Create, DriverRefusesPrivateDataThatIsNotItsOwn) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  BOOK_ALLOCATION nonsense = wanted();
  nonsense.Magic = 1;
  EXPECT_EQ(Creation(device, 1, nonsense).run(), STATUS_INVALID_PARAMETER);
  Creation none(device);
  none.infos[0].pPrivateDriverData = nullptr;
  none.infos[0].PrivateDriverDataSize = 0;
  EXPECT_EQ(none.run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST(Create, BareResourceMayHaveNoAllocations) {
  const StaysSilent silent({"K-106"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation bare(device, 0);
  EXPECT_EQ(bare.run(), STATUS_INVALID_PARAMETER);
  bare.request.Flags.CreateResource = 1;
  EXPECT_EQ(bare.run(), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Resources, 1);
  EXPECT_EQ(client.destroy(device, bare.request.hResource, {}), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
