// D3DKMTCreateAllocation: by private data, and over memory that the client has already.
#include <sys/mman.h>

#include <cstring>

#include "tests/support/test_driver.h"
#include "tests/thunks/device_fixture.h"

extern "C" {
PVOID VirtualAlloc(PVOID lpAddress, SIZE_T dwSize, ULONG flAllocationType, ULONG flProtect);
LOGICAL VirtualFree(PVOID lpAddress, SIZE_T dwSize, ULONG dwFreeType);
}

namespace drydock::testing {
namespace {

TEST(Handles, K033K034LocalAndGlobalAreToldApart) {
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

class Create : public DeviceFixture {};

TEST_F(Create, K097BogusResourceIsAnInvalidHandle) {
  for (const bool resource : {false, true}) {
    Creation creation(device);
    creation.request.hResource = 0x1eadbeed;
    creation.request.Flags.CreateResource = resource;
    EXPECT_EQ(creation.run(), STATUS_INVALID_HANDLE);
    creation.request.hResource = device;
    EXPECT_EQ(creation.run(), STATUS_INVALID_HANDLE);
  }
}

TEST_F(Create, K097K103AddedToAnUnsharedResource) {
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

TEST_F(Create, K103AddingToASharedResourceIsRefused) {
  const Client::MadeResource made = client.new_resource(device, 1, /*shared=*/true);
  Creation creation(device);
  creation.request.hResource = made.resource;
  EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER);
  creation.request.Flags.CreateResource = 1;
  EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Allocations, 1);
}

TEST_F(Create, K098K104K105OutputsAreAsDocumented) {
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

TEST_F(Create, K099K100SharingNeedsAResource) {
  Creation creation(device);
  creation.request.Flags.CreateShared = 1;
  EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER);
  creation.request.Flags = {};
  creation.request.Flags.CreateResource = 1;
  creation.request.Flags.NtSecuritySharing = 1;
  EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().CreateCalls, 0);
}

TEST_F(Create, K099K100SharedResourceIsAccepted) {
  EXPECT_NE(client.new_resource(device, 1, /*shared=*/true).global, 0U);
}

TEST_F(Create, K101GlobalHandleOnlyWithoutNtSharing) {
  Creation creation(device);
  creation.request.hGlobalShare = 0x12345;
  creation.request.Flags.CreateResource = 1;
  creation.request.Flags.CreateShared = 1;
  creation.request.Flags.NtSecuritySharing = 1;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(creation.request.hGlobalShare, 0U);
}

TEST_F(Create, K107K184PrivateDataGoesBothWays) {
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

TEST_F(Create, K116KernelFlagsAreRefused) {
  // CreateProtected, CreateWriteCombined, CreateCached, OpenCrossAdapter, and the reserved ones.
  for (const int bit : {3, 8, 9, 12, 22, 31}) {
    Creation creation(device);
    const UINT flags = 1U << bit;
    std::memcpy(&creation.request.Flags, &flags, sizeof flags);
    EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER) << bit;
  }
  EXPECT_EQ(machine.book().CreateCalls, 0);
}

TEST_F(Create, K116OrdinaryFlagsAreAccepted) {
  Creation creation(device);
  creation.request.Flags.NonSecure = 1;
  creation.request.Flags.AllowNotZeroed = 1;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
}

TEST_F(Create, K118SourceAndStereoAreForPrimaries) {
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

TEST_F(Create, K118NoSourceIsAccepted) {
  Creation creation(device);
  creation.infos[0].VidPnSourceId = D3DDDI_ID_NOTAPPLICABLE;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
}

TEST_F(Create, K119StoppedAdapterRefuses) {
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(Creation(device).run(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

// K-120, K-146: whichever allocation fails, in creation or opening, nothing is left and no
// number is used up.
TEST_F(Create, K120FailureAtEveryPlaceLeavesNothing) {
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

TEST_F(Create, K122FreshPagesAreZeroed) {
  Creation creation(device);
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(creation.request.Flags.Zeroed, 1U);
  D3DKMT_LOCK2 lock{};
  lock.hDevice = device;
  lock.hAllocation = creation.infos[0].hAllocation;
  ASSERT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
  for (int i = 0; i < 4096; ++i) ASSERT_EQ(static_cast<char*>(lock.pData)[i], 0);
}

TEST_F(Create, DriverRefusesPrivateDataThatIsNotItsOwn) {
  BOOK_ALLOCATION nonsense = wanted();
  nonsense.Magic = 1;
  EXPECT_EQ(Creation(device, 1, nonsense).run(), STATUS_INVALID_PARAMETER);
  Creation none(device);
  none.infos[0].pPrivateDriverData = nullptr;
  none.infos[0].PrivateDriverDataSize = 0;
  EXPECT_EQ(none.run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Allocations, 0);
}

TEST_F(Create, BareResourceMayHaveNoAllocations) {
  Creation bare(device, 0);
  EXPECT_EQ(bare.run(), STATUS_INVALID_PARAMETER);
  bare.request.Flags.CreateResource = 1;
  EXPECT_EQ(bare.run(), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Resources, 1);
  EXPECT_EQ(client.destroy(device, bare.request.hResource, {}), STATUS_SUCCESS);
}

TEST_F(Create, SecondFormTakesItsOwnStructure) {
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

TEST(Standard, ExistingHeapIsDescribedCreatedAndLocked) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Heap heap(device);
  heap.request.hGlobalShare = 0x1eadbeed;
  heap.request.hPrivateRuntimeResourceHandle = reinterpret_cast<HANDLE>(0xdeadbeef);
  ASSERT_EQ(heap.run(), STATUS_SUCCESS);
  EXPECT_EQ(heap.info.hAllocation, device + 0x40);
  EXPECT_EQ(heap.request.hResource, 0U);
  EXPECT_EQ(heap.request.hGlobalShare, 0U);
  EXPECT_EQ(heap.request.hPrivateRuntimeResourceHandle, reinterpret_cast<HANDLE>(0xdeadbeef));
  const BOOK book = machine.book();
  EXPECT_EQ(book.StandardCalls, 2);
  EXPECT_EQ(book.StandardType, static_cast<ULONG>(D3DKMDT_STANDARDALLOCATION_GDISURFACE));
  EXPECT_EQ(book.StandardWidth, 4096U);
  EXPECT_EQ(book.StandardHeight, 1U);
  EXPECT_EQ(book.StandardFormat, static_cast<ULONG>(D3DDDIFMT_UNKNOWN));
  EXPECT_EQ(book.StandardSurface, static_cast<ULONG>(D3DKMDT_GDISURFACE_TEXTURE_CROSSADAPTER));
  D3DKMT_LOCK2 lock{};
  lock.hDevice = device;
  lock.hAllocation = heap.info.hAllocation;
  EXPECT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
  EXPECT_EQ(lock.pData, heap.memory);
  const D3DKMT_UNLOCK2 unlock{device, heap.info.hAllocation};
  EXPECT_EQ(D3DKMTUnlock2(&unlock), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {heap.info.hAllocation}), STATUS_SUCCESS);
}

// K-106, K-108 to K-113: each departure alone, from the one form that Windows accepts.
TEST(Standard, EachDepartureIsRefused) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Client::MadeResource made = client.new_resource(device, 1);
  const auto status_of = [&](const std::function<void(Heap&)>& change) {
    Heap heap(device);
    change(heap);
    return heap.run();
  };
  const auto refuses = [&](const char* what, const std::function<void(Heap&)>& change) {
    EXPECT_EQ(status_of(change), STATUS_INVALID_PARAMETER) << what;
  };
  refuses("no device", [](Heap& heap) { heap.request.hDevice = 0; });
  refuses("private data of the group", [](Heap& h) { h.request.PrivateDriverDataSize = 8; });
  refuses("no allocation", [](Heap& heap) { heap.request.NumAllocations = 0; });
  refuses("two allocations", [](Heap& heap) { heap.request.NumAllocations = 2; });
  refuses("type", [](Heap& h) { h.standard.Type = static_cast<D3DKMT_STANDARDALLOCATIONTYPE>(0); });
  refuses("no standard data", [](Heap& heap) { heap.request.pStandardAllocation = nullptr; });
  refuses("no memory", [](Heap& heap) { heap.info.pSystemMem = nullptr; });
  refuses("odd memory",
          [](Heap& heap) { heap.info.pSystemMem = static_cast<char*>(heap.memory) + 8; });
  refuses("odd size", [](Heap& heap) { heap.standard.ExistingHeapData.Size = 4095; });
  refuses("no size", [](Heap& heap) { heap.standard.ExistingHeapData.Size = 0; });
  refuses("more than there is", [](Heap& h) { h.standard.ExistingHeapData.Size = 1ULL << 46; });
  refuses("flags", [](Heap& heap) { heap.standard.Flags.Value = 1; });
  refuses("not existing", [](Heap& heap) { heap.request.Flags.ExistingSysMem = 0; });
  refuses("not standard", [](Heap& heap) { heap.request.Flags.StandardAllocation = 0; });
  refuses("both kinds", [](Heap& heap) { heap.request.Flags.ExistingSection = 1; });
  refuses("shared alone", [](Heap& heap) { heap.request.Flags.CreateShared = 1; });
  refuses("resource without allocations", [](Heap& heap) {
    heap.request.Flags.CreateResource = 1;
    heap.request.NumAllocations = 0;
  });
  refuses("added", [&](Heap& heap) { heap.request.hResource = made.resource; });
  EXPECT_EQ(status_of([](Heap& heap) { heap.request.hResource = 0x1eadbeed; }),
            STATUS_INVALID_HANDLE);
  EXPECT_EQ(status_of([](Heap& heap) {
              heap.request.hResource = 0x1eadbeed;
              heap.request.Flags.CreateResource = 1;
            }),
            STATUS_INVALID_HANDLE);
  EXPECT_EQ(machine.book().StandardCalls, 0);
  EXPECT_EQ(machine.book().Allocations, 1);
}

// The client may bring private data with a standard allocation; what is reported back is the
// driver's.
TEST(Standard, PrivateDataOfTheClientIsAllowed) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Heap heap(device);
  char data[16];
  std::memset(data, 0x77, sizeof data);
  heap.info.pPrivateDriverData = data;
  heap.info.PrivateDriverDataSize = sizeof data;
  heap.request.pPrivateRuntimeData = data;
  heap.request.PrivateRuntimeDataSize = sizeof data;
  EXPECT_EQ(heap.run(), STATUS_SUCCESS);
  for (const char each : data) EXPECT_EQ(each, 0x77);
}

TEST(Standard, K115UnsharedIsALint) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Heap one(device);
  Heap two(device);
  EXPECT_EQ(one.run(), STATUS_SUCCESS);
  EXPECT_EQ(two.run(), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {one.info.hAllocation, two.info.hAllocation}),
            STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  ASSERT_EQ(machine.count("K-115"), 1U);
  EXPECT_NE(first(machine.findings(), "K-115").message.find("2 times"), std::string::npos);
}

TEST(Standard, K115SharedAcrossAdaptersIsSilent) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Heap heap(device);
  heap.request.Flags.CreateResource = 1;
  heap.request.Flags.CreateShared = 1;
  heap.request.Flags.CrossAdapter = 1;
  EXPECT_EQ(heap.run(), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, heap.request.hResource, {}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-115"), 0U) << text_of(machine.findings());
}

TEST(Standard, K117MemoryFreedEarlyIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Heap heap(device);
  EXPECT_EQ(heap.run(), STATUS_SUCCESS);
  mprotect(heap.memory, Heap::kSize, PROT_NONE);  // as if freed, but not reused
  EXPECT_EQ(client.destroy(device, 0, {heap.info.hAllocation}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-117"), 1U);
}

TEST(Standard, K117MemoryFreedAfterwardsIsSilent) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  {
    Heap heap(device);
    EXPECT_EQ(heap.run(), STATUS_SUCCESS);
    EXPECT_EQ(client.destroy(device, 0, {heap.info.hAllocation}), STATUS_SUCCESS);
  }
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-117"), 0U);
}

// K-114: memory of an allocation cannot be freed or protected.
TEST(Standard, K114ExistingMemoryIsSecuredUntilItsAllocationIsFreed) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Heap heap(device);
  void* mine = VirtualAlloc(nullptr, Heap::kSize, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  ASSERT_NE(mine, nullptr);
  heap.info.pSystemMem = mine;
  ASSERT_EQ(heap.run(), STATUS_SUCCESS);
  EXPECT_FALSE(VirtualFree(mine, 0, MEM_RELEASE));
  EXPECT_FALSE(VirtualFree(mine, Heap::kSize, MEM_DECOMMIT));
  EXPECT_EQ(VirtualAlloc(mine, Heap::kSize, MEM_COMMIT, PAGE_READONLY), nullptr);
  std::memset(mine, 1, Heap::kSize);
  EXPECT_EQ(client.destroy(device, 0, {heap.info.hAllocation}), STATUS_SUCCESS);
  EXPECT_TRUE(VirtualFree(mine, 0, MEM_RELEASE));
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-117"), 0U);
}

TEST(Standard, K114MemoryThatMayBeVideoMemoryIsRefused) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const auto heap_over = [&](ULONG segments) {
    D3DKMT_LOCK2 lock{};
    lock.hDevice = device;
    lock.hAllocation = client.allocate_one(device, wanted(2 * Heap::kSize, 0, segments));
    EXPECT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
    Heap heap(device);
    heap.info.pSystemMem = static_cast<char*>(lock.pData) + Heap::kSize;
    const NTSTATUS status = heap.run();
    if (NT_SUCCESS(status)) client.destroy(device, 0, {heap.info.hAllocation});
    EXPECT_EQ(client.destroy(device, 0, {lock.hAllocation}), STATUS_SUCCESS);
    return status;
  };
  EXPECT_EQ(heap_over(/*segments=*/3), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(heap_over(/*segments=*/1), STATUS_SUCCESS) << "an aperture shows system memory only";
}

NTSTATUS standard_with(Machine& machine, BOOK_FAULT fault) {
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(fault);
  Heap heap(device);
  const NTSTATUS status = heap.run();
  machine.set_fault(BOOK_FAULT_NONE);
  if (NT_SUCCESS(status)) {
    EXPECT_EQ(client.destroy(device, 0, {heap.info.hAllocation}), STATUS_SUCCESS);
  }
  return status;
}

// The driver makes one mistake with a standard allocation.
void expect_standard(BOOK_FAULT fault, NTSTATUS status, const char* rule, std::size_t count = 1) {
  Machine machine;
  EXPECT_EQ(standard_with(machine, fault), status);
  EXPECT_EQ(machine.count(rule), count);
}

TEST(Standard, K170TouchedSurfaceIsFound) {
  expect_standard(BOOK_FAULT_STANDARD_TOUCHES, STATUS_SUCCESS, "K-170");
}

TEST(Standard, K171NoSizesAreFound) {
  expect_standard(BOOK_FAULT_STANDARD_NO_SIZES, STATUS_INVALID_PARAMETER, "K-171");
}

TEST(Standard, K172OtherStatusIsFound) {
  expect_standard(BOOK_FAULT_STANDARD_STATUS, STATUS_UNSUCCESSFUL, "K-172");
}

TEST(Standard, K172NoMemoryIsSilent) {
  expect_standard(BOOK_FAULT_STANDARD_FAILS, STATUS_NO_MEMORY, "K-172", 0);
}

TEST(Standard, K173NoPitchIsFound) {
  expect_standard(BOOK_FAULT_STANDARD_NO_PITCH, STATUS_SUCCESS, "K-173");
}

TEST(Standard, K173K123ShortPitchIsFound) {
  Machine machine;
  EXPECT_EQ(standard_with(machine, BOOK_FAULT_STANDARD_SHORT_PITCH), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-173"), 1U);
  EXPECT_EQ(machine.count("K-123"), 1U) << "the surface is for two adapters";
}

TEST(Standard, K170K171K173ProperDriverIsSilent) {
  Machine machine;
  EXPECT_EQ(standard_with(machine, BOOK_FAULT_NONE), STATUS_SUCCESS);
  for (const char* rule : {"K-123", "K-170", "K-171", "K-172", "K-173"})
    EXPECT_EQ(machine.count(rule), 0U);
}

}  // namespace
}  // namespace drydock::testing
