// Global sharing: D3DKMTQueryResourceInfo, OpenResource and 2.
#include <cstring>

#include "src/dxgk/creation/open.h"
#include "src/dxgk/work/process.h"
#include "tests/support/raises.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

constexpr char kRuntime[] = "runtime data";
constexpr char kGroup[] = "group";

// A shared resource with data of every kind.
struct Shared {
  explicit Shared(D3DKMT_HANDLE device, std::size_t count = 2,
                  void (*edit)(D3DKMT_CREATEALLOCATION&) = nullptr)
      : creation(device, count) {
    creation.request.pPrivateRuntimeData = kRuntime;
    creation.request.PrivateRuntimeDataSize = sizeof kRuntime;
    creation.request.pPrivateDriverData = kGroup;
    creation.request.PrivateDriverDataSize = sizeof kGroup;
    creation.request.Flags.CreateResource = 1;
    creation.request.Flags.CreateShared = 1;
    if (edit != nullptr) edit(creation.request);
    EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  }
  D3DKMT_HANDLE global() const { return creation.request.hGlobalShare; }
  D3DKMT_HANDLE resource() const { return creation.request.hResource; }

  Creation creation;
};

// A request that opens it, with room for what it brings.
struct Opening {
  Opening(D3DKMT_HANDLE device, D3DKMT_HANDLE global, std::size_t count = 2) : infos(count) {
    request.hDevice = device;
    request.hGlobalShare = global;
    request.NumAllocations = static_cast<UINT>(count);
    request.pOpenAllocationInfo = infos.data();
    request.pPrivateRuntimeData = runtime;
    request.PrivateRuntimeDataSize = sizeof runtime;
    request.pResourcePrivateDriverData = group;
    request.ResourcePrivateDriverDataSize = sizeof group;
    request.pTotalPrivateDriverDataBuffer = total;
    request.TotalPrivateDriverDataBufferSize = sizeof total;
  }
  NTSTATUS run() { return D3DKMTOpenResource(&request); }

  D3DKMT_OPENRESOURCE request{};
  std::vector<D3DDDI_OPENALLOCATIONINFO> infos;
  char runtime[sizeof kRuntime] = {};
  char group[sizeof kGroup] = {};
  char total[256] = {};
};

TEST(Share, K193LocalHandleIsRefused) {
  const Raises raises({"K-193"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Shared shared(device);
  for (const D3DKMT_HANDLE bad : {shared.resource(), 0U, device, shared.global() + 0x40}) {
    D3DKMT_QUERYRESOURCEINFO query{};
    query.hDevice = device;
    query.hGlobalShare = bad;
    EXPECT_EQ(D3DKMTQueryResourceInfo(&query), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(Opening(device, bad).run(), STATUS_INVALID_PARAMETER);
  }
}

NTSTATUS access_of(D3DKMT_HANDLE resource, const dxgk::Process& process) {
  const D3DKMT_CHECKSHAREDRESOURCEACCESS check{resource, process.id()};
  return D3DKMTCheckSharedResourceAccess(&check);
}

TEST(Share, K124RestrictedResourceIsForItsCreatorOnly) {
  const Raises raises({"K-124"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation alone(device);
  alone.request.Flags.RestrictSharedAccess = 1;
  EXPECT_EQ(alone.run(), STATUS_INVALID_PARAMETER) << "it is not shared";
  const Shared shared(device, 2, [](auto& request) { request.Flags.RestrictSharedAccess = 1; });
  const D3DKMT_HANDLE resource = shared.resource();
  EXPECT_EQ(Opening(client.new_device(), shared.global()).run(), STATUS_SUCCESS);
  EXPECT_EQ(access_of(resource, client.process()), STATUS_SUCCESS);
  const std::unique_ptr<dxgk::Process> other = machine.new_process();
  EXPECT_EQ(access_of(resource, *other), STATUS_ACCESS_DENIED);
  EXPECT_EQ(access_of(device, *other), STATUS_INVALID_PARAMETER) << "no resource";
  const D3DKMT_CHECKSHAREDRESOURCEACCESS nobody{resource, 1};
  EXPECT_EQ(D3DKMTCheckSharedResourceAccess(&nobody), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTCheckSharedResourceAccess(nullptr), STATUS_INVALID_PARAMETER);
  Client opener(machine);
  EXPECT_EQ(Opening(opener.new_device(), shared.global()).run(), STATUS_ACCESS_DENIED);
}

TEST(Share, K124UnrestrictedResourceIsForEverybody) {
  const StaysSilent silent({"K-124"});
  Machine machine;
  Client client(machine);
  const Shared shared(client.new_device(), 2, [](auto& request) { request.Flags.NonSecure = 1; });
  const std::unique_ptr<dxgk::Process> other = machine.new_process();
  EXPECT_EQ(access_of(shared.resource(), *other), STATUS_SUCCESS);
  Client opener(machine);
  EXPECT_EQ(Opening(opener.new_device(), shared.global()).run(), STATUS_SUCCESS);
}

TEST(Share, K196PrivateDataTooLargeForTheFieldIsRefused) {
  constexpr std::size_t kMost = 0xFFFF'FFFF;
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(dxgk::total_private_data(Sizes{}), 0U);
  EXPECT_EQ(dxgk::total_private_data(Sizes{kMost - 1, 1}), kMost);
  EXPECT_EQ(dxgk::total_private_data(Sizes{kMost, 1}), std::nullopt);
  EXPECT_EQ(dxgk::total_private_data(Sizes{kMost + 1}), std::nullopt);
  EXPECT_EQ(dxgk::total_private_data(Sizes(3, kMost / 2)), std::nullopt);
}

TEST(Share, K193K194K195QueryReturnsSizesOnly) {
  const StaysSilent silent({"K-193"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Shared shared(device);
  char runtime[sizeof kRuntime];
  std::memset(runtime, 0x33, sizeof runtime);
  D3DKMT_QUERYRESOURCEINFO query{};
  query.hDevice = device;
  query.hGlobalShare = shared.global();
  query.pPrivateRuntimeData = runtime;
  query.PrivateRuntimeDataSize = sizeof runtime;
  EXPECT_EQ(D3DKMTQueryResourceInfo(&query), STATUS_SUCCESS);
  EXPECT_EQ(query.PrivateRuntimeDataSize, sizeof kRuntime);
  EXPECT_EQ(query.ResourcePrivateDriverDataSize, sizeof kGroup);
  EXPECT_EQ(query.TotalPrivateDriverDataSize, 2 * sizeof(BOOK_ALLOCATION));
  EXPECT_EQ(query.NumAllocations, 2U);
  for (const char each : runtime) EXPECT_EQ(each, 0x33);
}

TEST(Share, K197K198K199K200WrongRoomIsRefused) {
  const Raises raises({"K-197", "K-198", "K-199", "K-200"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Shared shared(device);
  const auto status_of = [&](const std::function<void(D3DKMT_OPENRESOURCE&)>& change) {
    Opening opening(device, shared.global());
    change(opening.request);
    const NTSTATUS status = opening.run();
    EXPECT_EQ(opening.request.hResource, 0U);
    EXPECT_EQ(opening.infos[0].hAllocation, 0U);
    return status;
  };
  const auto refuses = [&](const std::function<void(D3DKMT_OPENRESOURCE&)>& change) {
    EXPECT_EQ(status_of(change), STATUS_INVALID_PARAMETER);
  };
  refuses([](auto& request) { request.NumAllocations = 0; });
  refuses([](auto& request) { request.NumAllocations = 1; });
  refuses([](auto& request) { request.NumAllocations = 3; });
  refuses([](auto& request) { request.NumAllocations = 0xFFFFFFFF; });
  refuses([](auto& request) { request.PrivateRuntimeDataSize -= 1; });
  refuses([](auto& request) { request.PrivateRuntimeDataSize += 1; });
  refuses([](auto& request) { request.ResourcePrivateDriverDataSize -= 1; });
  refuses([](auto& request) { request.ResourcePrivateDriverDataSize += 1; });
  refuses([](auto& request) { request.pOpenAllocationInfo = nullptr; });
  refuses([](auto& request) { request.pPrivateRuntimeData = nullptr; });
  refuses([](auto& request) { request.pTotalPrivateDriverDataBuffer = nullptr; });
  EXPECT_EQ(status_of([](auto& request) {
              request.TotalPrivateDriverDataBufferSize = 2 * sizeof(BOOK_ALLOCATION) - 1;
            }),
            STATUS_NO_MEMORY);
  EXPECT_EQ(machine.book().OpenCalls, 1);
}

TEST(Share, K197K198K199K200K201K203OpenedOnTheSameDevice) {
  const StaysSilent silent({"K-197", "K-198", "K-199", "K-200"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Shared shared(device);
  Opening opening(device, shared.global());
  BOOK_ALLOCATION untouched{};
  opening.infos[0].pPrivateDriverData = &untouched;
  ASSERT_EQ(opening.run(), STATUS_SUCCESS);
  EXPECT_EQ(opening.request.hResource, shared.creation.infos[1].hAllocation + 0x40);
  EXPECT_EQ(opening.infos[0].hAllocation, opening.request.hResource + 0x40);
  EXPECT_EQ(opening.infos[1].hAllocation, opening.request.hResource + 0x80);
  EXPECT_STREQ(opening.runtime, kRuntime);
  EXPECT_STREQ(opening.group, kGroup);
  EXPECT_EQ(opening.request.TotalPrivateDriverDataBufferSize, 2 * sizeof(BOOK_ALLOCATION));
  EXPECT_EQ(opening.infos[1].pPrivateDriverData, opening.total + sizeof(BOOK_ALLOCATION));
  EXPECT_EQ(opening.infos[1].PrivateDriverDataSize, sizeof(BOOK_ALLOCATION));
  BOOK_ALLOCATION seen;
  std::memcpy(&seen, opening.infos[1].pPrivateDriverData, sizeof seen);
  EXPECT_EQ(seen.Serial, 0x5e71a1U);
  EXPECT_EQ(untouched.Magic, 0U);
  const BOOK book = machine.book();
  EXPECT_EQ(book.CreateCalls, 1);
  EXPECT_EQ(book.OpenCalls, 2);
  EXPECT_EQ(book.OpenFlags, 0U);
  EXPECT_EQ(book.Bindings, 4);
  EXPECT_EQ(client.destroy(device, opening.request.hResource, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 2);
  EXPECT_EQ(machine.book().Bindings, 2);
}

TEST(Share, SecondFormOpensToo) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Shared shared(device);
  Opening opening(device, shared.global());
  std::vector<D3DDDI_OPENALLOCATIONINFO2> infos(2);
  opening.request.pOpenAllocationInfo2 = infos.data();
  EXPECT_EQ(D3DKMTOpenResource2(&opening.request), STATUS_SUCCESS);
  EXPECT_EQ(infos[1].hAllocation, opening.request.hResource + 0x80);
  EXPECT_EQ(infos[1].PrivateDriverDataSize, sizeof(BOOK_ALLOCATION));
}

TEST(Share, K037HandlesOfAnotherProcessMeanNothing) {
  const Raises raises({"K-037"});
  Machine machine;
  Client one(machine);
  const D3DKMT_HANDLE device = one.new_device();
  const D3DKMT_HANDLE allocation = one.allocate_one(device);
  {
    Client two(machine);
    const D3DKMT_HANDLE other = two.new_device();
    EXPECT_EQ(other, device);  // each process counts for itself
    EXPECT_EQ(two.destroy(other, 0, {allocation}), STATUS_INVALID_PARAMETER);
  }
  EXPECT_EQ(machine.book().Allocations, 1);
  EXPECT_EQ(one.destroy(device, 0, {allocation}), STATUS_SUCCESS);
}

TEST(Share, K227K465LastOpenerDecides) {
  Machine machine;
  Client opener(machine);
  const D3DKMT_HANDLE opened = opener.new_device();
  Opening opening(opened, 0);
  {
    Client creator(machine);
    const D3DKMT_HANDLE device = creator.new_device();
    const Shared shared(device);
    opening.request.hGlobalShare = shared.global();
    const dxgk::ProcessScope scope(&opener.process());
    EXPECT_EQ(opening.run(), STATUS_SUCCESS);
  }  // the creator's process ends
  EXPECT_EQ(machine.book().Allocations, 2);
  EXPECT_EQ(machine.book().Bindings, 2);
  EXPECT_EQ(machine.book().DestroyCalls, 0);
  Opening again(opened, opening.request.hGlobalShare);
  EXPECT_EQ(again.run(), STATUS_SUCCESS);
  EXPECT_EQ(opener.destroy(opened, again.request.hResource, {}), STATUS_SUCCESS);
  EXPECT_EQ(opener.destroy(opened, opening.request.hResource, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
  EXPECT_EQ(machine.book().DestroyCalls, 1);
  EXPECT_EQ(Opening(opened, opening.request.hGlobalShare).run(), STATUS_INVALID_PARAMETER);
}

TEST(Share, K038GlobalHandleCannotBeDestroyed) {
  const Raises raises({"K-038"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Shared shared(device);
  EXPECT_EQ(client.destroy(device, shared.global(), {}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(client.destroy(device, 0, {shared.global()}), STATUS_INVALID_PARAMETER);
}

TEST(Share, K038LocalHandleTakesTheGlobalWithIt) {
  const StaysSilent silent({"K-038"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Shared shared(device);
  EXPECT_EQ(client.destroy(device, shared.resource(), {}), STATUS_SUCCESS);
  EXPECT_EQ(Opening(device, shared.global()).run(), STATUS_INVALID_PARAMETER);
}

TEST(Share, StandardAllocationIsOpenedWithTheDriversData) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Heap heap(device);
  heap.request.Flags.CreateResource = 1;
  heap.request.Flags.CreateShared = 1;
  heap.request.pPrivateRuntimeData = kRuntime;
  heap.request.PrivateRuntimeDataSize = sizeof kRuntime;
  ASSERT_EQ(heap.run(), STATUS_SUCCESS);
  D3DKMT_QUERYRESOURCEINFO query{};
  query.hDevice = device;
  query.hGlobalShare = heap.request.hGlobalShare;
  EXPECT_EQ(D3DKMTQueryResourceInfo(&query), STATUS_SUCCESS);
  EXPECT_EQ(query.PrivateRuntimeDataSize, sizeof kRuntime);
  EXPECT_EQ(query.TotalPrivateDriverDataSize, sizeof(BOOK_ALLOCATION));
  EXPECT_EQ(query.ResourcePrivateDriverDataSize, 0U);
  EXPECT_EQ(query.NumAllocations, 1U);
  Opening opening(device, heap.request.hGlobalShare, 1);
  opening.request.pResourcePrivateDriverData = nullptr;
  opening.request.ResourcePrivateDriverDataSize = 0;
  EXPECT_EQ(opening.run(), STATUS_SUCCESS);
  EXPECT_EQ(opening.infos[0].PrivateDriverDataSize, sizeof(BOOK_ALLOCATION));
}

TEST(Share, FailedOpeningLeavesNothing) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Shared shared(device, 3);
  for (ULONG at = 0; at < 3; ++at) {
    machine.set_fault(BOOK_FAULT_OPEN_FAILS, at);
    Opening opening(device, shared.global(), 3);
    EXPECT_EQ(opening.run(), STATUS_NO_MEMORY);
    EXPECT_EQ(machine.book().Bindings, 3);
  }
  Opening opening(device, shared.global(), 3);
  EXPECT_EQ(opening.run(), STATUS_SUCCESS);
  EXPECT_EQ(opening.request.hResource, shared.creation.infos[2].hAllocation + 0x40);
}

}  // namespace
}  // namespace drydock::testing
