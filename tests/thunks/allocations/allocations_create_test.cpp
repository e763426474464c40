// D3DKMTCreateAllocation: handles, and requests that are refused.
#include <cstring>

#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

extern "C" {
PVOID VirtualAlloc(PVOID lpAddress, SIZE_T dwSize, ULONG flAllocationType, ULONG flProtect);
LOGICAL VirtualFree(PVOID lpAddress, SIZE_T dwSize, ULONG dwFreeType);
}

namespace drydock::testing {
namespace {

TEST(Handles, K033K034LocalAndGlobalAreDistinguished) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Client::MadeResource made = client.new_resource(device, 2, /*shared=*/true);
  for (const D3DKMT_HANDLE local :
       {client.adapter(), device, made.resource, made.allocations[0], made.allocations[1]}) {
    EXPECT_NE(local & 0xC0000000, 0U);
    EXPECT_EQ(local & 0x3F, 0U);
  }
  EXPECT_NE(made.global & 0xC0000000, 0U);
  EXPECT_EQ(made.global & 0x3F, 2U);
}

TEST(Handles, K035K036NumbersGoUpWhateverTheyStandFor) {
  Machine machine;
  Client client(machine);
  D3DKMT_HANDLE last = client.adapter();
  const auto expect_next = [&](D3DKMT_HANDLE handle) {
    EXPECT_EQ(handle, last + 0x40);
    last = handle;
  };
  const D3DKMT_HANDLE device = client.new_device();
  expect_next(device);
  expect_next(client.new_context(device));
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  expect_next(allocation);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  const Client::MadeResource made = client.new_resource(device, 2);
  expect_next(made.resource);
  expect_next(made.allocations[0]);
  expect_next(made.allocations[1]);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  expect_next(client.new_device());
}

TEST(Create, K097BogusResourceIsAnInvalidHandle) {
  const Raises raises({"K-097"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  for (const bool resource : {false, true}) {
    Creation creation(device);
    creation.request.hResource = 0x1eadbeed;
    creation.request.Flags.CreateResource = resource;
    EXPECT_EQ(creation.run(), STATUS_INVALID_HANDLE);
    creation.request.hResource = device;
    EXPECT_EQ(creation.run(), STATUS_INVALID_HANDLE);
  }
}

TEST(Create, K097K103AddedToAnUnsharedResource) {
  const StaysSilent silent({"K-097", "K-103"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Client::MadeResource made = client.new_resource(device, 1);
  Creation creation(device, 2);
  creation.request.hResource = made.resource;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(creation.request.hResource, made.resource);
  const BOOK book = machine.book();
  EXPECT_EQ(book.CreateHadResource, 1U);
  EXPECT_EQ(book.CreateFlags, 1U);
  EXPECT_EQ(book.Resources, 1);
  EXPECT_EQ(client.destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST(Create, K103AddingToASharedResourceIsRefused) {
  const Raises raises({"K-103"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Client::MadeResource made = client.new_resource(device, 1, /*shared=*/true);
  Creation creation(device);
  creation.request.hResource = made.resource;
  EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER);
  creation.request.Flags.CreateResource = 1;
  EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Allocations, 1);
}

TEST(Create, K099K100SharingNeedsAResource) {
  const Raises raises({"K-099", "K-100"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation creation(device);
  creation.request.Flags.CreateShared = 1;
  EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER);
  creation.request.Flags = {};
  creation.request.Flags.CreateResource = 1;
  creation.request.Flags.NtSecuritySharing = 1;
  EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().CreateCalls, 0);
}

TEST(Create, K099K100SharedResourceIsAccepted) {
  const StaysSilent silent({"K-099"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  EXPECT_NE(client.new_resource(device, 1, /*shared=*/true).global, 0U);
}

TEST(Create, K101GlobalHandleOnlyWithoutNtSharing) {
  const StaysSilent silent({"K-100"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation creation(device);
  creation.request.hGlobalShare = 0x12345;
  creation.request.Flags.CreateResource = 1;
  creation.request.Flags.CreateShared = 1;
  creation.request.Flags.NtSecuritySharing = 1;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(creation.request.hGlobalShare, 0U);
}

TEST(Create, K116KernelFlagsAreRefused) {
  const Raises raises({"K-043", "K-116"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  // CreateProtected, CreateWriteCombined, CreateCached, OpenCrossAdapter, and the reserved ones.
  for (const int bit : {3, 8, 9, 12, 22, 31}) {
    Creation creation(device);
    const UINT flags = 1U << bit;
    std::memcpy(&creation.request.Flags, &flags, sizeof flags);
    EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER) << bit;
  }
  EXPECT_EQ(machine.book().CreateCalls, 0);
}

TEST(Create, K116OrdinaryFlagsAreAccepted) {
  const StaysSilent silent({"K-043", "K-116"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation creation(device);
  creation.request.Flags.NonSecure = 1;
  creation.request.Flags.AllowNotZeroed = 1;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
}

TEST(Create, K118SourceAndStereoAreForPrimaries) {
  const Raises raises({"K-118"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation stereo(device);
  stereo.infos[0].Flags.Stereo = 1;
  EXPECT_EQ(stereo.run(), STATUS_INVALID_PARAMETER);
  Creation source(device);
  source.infos[0].VidPnSourceId = 3;
  EXPECT_EQ(source.run(), STATUS_INVALID_PARAMETER);
  Creation primary(device);  // the adapter has no source
  primary.infos[0].Flags.Primary = 1;
  EXPECT_EQ(primary.run(), STATUS_INVALID_PARAMETER);
}

TEST(Create, K118NoSourceIsAccepted) {
  const StaysSilent silent({"K-118"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation creation(device);
  creation.infos[0].VidPnSourceId = D3DDDI_ID_NOTAPPLICABLE;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
}

TEST(Create, SecondFormTakesItsOwnStructure) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  BOOK_ALLOCATION data = wanted();
  D3DDDI_ALLOCATIONINFO2 info{};
  info.pPrivateDriverData = &data;
  info.PrivateDriverDataSize = sizeof data;
  info.Flags.OverridePriority = 1;
  info.Priority = D3DDDI_ALLOCATIONPRIORITY_HIGH;
  D3DKMT_CREATEALLOCATION request{};
  request.hDevice = device;
  request.NumAllocations = 1;
  request.pAllocationInfo2 = &info;
  EXPECT_EQ(D3DKMTCreateAllocation2(&request), STATUS_SUCCESS);
  UINT priority = 0;
  const D3DKMT_GETALLOCATIONPRIORITY get{device, 0, &info.hAllocation, 1, &priority};
  EXPECT_EQ(D3DKMTGetAllocationPriority(&get), STATUS_SUCCESS);
  EXPECT_EQ(priority, static_cast<UINT>(D3DDDI_ALLOCATIONPRIORITY_HIGH));
  info.Reserved[2] = 1;
  EXPECT_EQ(D3DKMTCreateAllocation2(&request), STATUS_INVALID_PARAMETER);
}

}  // namespace
}  // namespace drydock::testing
