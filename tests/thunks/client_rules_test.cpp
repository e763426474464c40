// Rules and answers of clients that concern more than one call.
#include <sys/wait.h>
#include <unistd.h>

#include "src/dxgk/memory/lock.h"
#include "tests/support/open_request.h"
#include "tests/support/private_data.h"
#include "tests/support/raises.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

const std::vector<std::string> kDisplay = {"-DBOOK_SOURCES=1"};

TEST(ClientHandles, K040NoParametersAreInvalid) {
  Machine machine;
  Client client(machine);
  EXPECT_EQ(D3DKMTCreateDevice(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTDestroyDevice(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTCloseAdapter(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTEnumAdapters2(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTOpenAdapterFromDeviceName(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTCreateSynchronizationObject(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTCreateSynchronizationObject2(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTCreateKeyedMutex(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTCreateKeyedMutex2(nullptr), STATUS_INVALID_PARAMETER);
}

TEST(ClientAdapters, K073EachBadInputHasItsStatus) {
  Machine machine;
  Client client(machine);
  const auto query = [&](HANDLE process) {
    D3DKMT_QUERYVIDEOMEMORYINFO info{};
    info.hProcess = process;
    info.hAdapter = client.adapter();
    return D3DKMTQueryVideoMemoryInfo(&info);
  };
  CLIENT_ID me{};
  me.UniqueProcess = PsGetCurrentProcessId();
  HANDLE allowed = nullptr, denied = nullptr, event = nullptr;
  ASSERT_EQ(ZwOpenProcess(&allowed, PROCESS_QUERY_INFORMATION, nullptr, &me), STATUS_SUCCESS);
  ASSERT_EQ(ZwOpenProcess(&denied, SYNCHRONIZE, nullptr, &me), STATUS_SUCCESS);
  ASSERT_EQ(ZwCreateEvent(&event, EVENT_ALL_ACCESS, nullptr, NotificationEvent, FALSE),
            STATUS_SUCCESS);
  EXPECT_EQ(query(allowed), STATUS_SUCCESS);
  EXPECT_EQ(query(denied), STATUS_ACCESS_DENIED);
  EXPECT_EQ(query(event), STATUS_INVALID_HANDLE);
  EXPECT_EQ(query(reinterpret_cast<HANDLE>(0xdeadbeef)), STATUS_INVALID_HANDLE);
  for (HANDLE each : {allowed, denied, event}) EXPECT_EQ(ZwClose(each), STATUS_SUCCESS);
  D3DKMT_QUERYVIDEOMEMORYINFO info{};
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_PARAMETER) << "no adapter";
  info.hAdapter = client.adapter();
  info.PhysicalAdapterIndex = 99;
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_PARAMETER);
  info.PhysicalAdapterIndex = 0;
  info.MemorySegmentGroup = static_cast<D3DKMT_MEMORY_SEGMENT_GROUP>(2);
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_PARAMETER);
}

// Creating.
TEST(ClientCreates, K107EachKindOfPrivateDataIsStoredApart) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  char runtime[] = "runtime", group[] = "group";
  Creation creation(device, 2);
  creation.request.Flags.CreateResource = creation.request.Flags.CreateShared = 1;
  creation.request.pPrivateRuntimeData = runtime;
  creation.request.PrivateRuntimeDataSize = sizeof runtime;
  creation.request.pPrivateDriverData = group;
  creation.request.PrivateDriverDataSize = sizeof group;
  creation.data[1].Size = 8192;
  ASSERT_EQ(creation.run(), STATUS_SUCCESS);
  std::strcpy(runtime, "changed");
  std::strcpy(group, "other");
  creation.data[0].Size = creation.data[1].Size = 77;
  char runtime_back[sizeof runtime], group_back[sizeof group];
  BOOK_ALLOCATION total[2];
  OpenRequest open(device, creation.request.hGlobalShare, 2);
  open.request.pPrivateRuntimeData = runtime_back;
  open.request.PrivateRuntimeDataSize = sizeof runtime_back;
  open.request.pResourcePrivateDriverData = group_back;
  open.request.ResourcePrivateDriverDataSize = sizeof group_back;
  open.request.pTotalPrivateDriverDataBuffer = total;
  open.request.TotalPrivateDriverDataBufferSize = sizeof total;
  ASSERT_EQ(open.run(), STATUS_SUCCESS);
  EXPECT_STREQ(runtime_back, "runtime") << "copied at creation";
  EXPECT_STREQ(group_back, "group");
  EXPECT_EQ(total[0].Size, 4096U);
  EXPECT_EQ(total[1].Size, 8192U);
}

TEST(ClientCreates, K119FailuresAreThoseOfTheDocuments) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  EXPECT_EQ(Creation(0).run(), STATUS_INVALID_PARAMETER);
  machine.set_fault(BOOK_FAULT_CREATE_FAILS);
  EXPECT_EQ(Creation(device).run(), STATUS_NO_MEMORY);
  EXPECT_EQ(Creation(device, 1, wanted(0xF0000000)).run(), STATUS_GRAPHICS_NO_VIDEO_MEMORY)
      << "no segment is as large";
  machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_CREATE);
  EXPECT_EQ(Creation(device).run(), STATUS_INVALID_PARAMETER) << "the driver said something else";
  machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_OPEN);
  EXPECT_EQ(Creation(device).run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.book().Allocations, 0);
  machine.expect_end();
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(Creation(device).run(), STATUS_DEVICE_REMOVED);
}

TEST(ClientCreates, K121DriverIsNotCalledForWhatItMayNotAccess) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const BOOK before = machine.book();
  Heap heap(device);
  heap.request.Flags.NoKmdAccess = 1;
  heap.request.Flags.CreateResource = heap.request.Flags.CreateShared = 1;
  ASSERT_EQ(heap.run(), STATUS_SUCCESS);
  D3DKMT_LOCK2 lock{};
  lock.hDevice = device;
  lock.hAllocation = heap.info.hAllocation;
  EXPECT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
  EXPECT_EQ(lock.pData, heap.memory);
  OpenRequest open(device, heap.request.hGlobalShare);
  EXPECT_EQ(open.run(), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, open.resource(), {}), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, heap.request.hResource, {}), STATUS_SUCCESS);
  const BOOK after = machine.book();
  EXPECT_EQ(after.StandardCalls, before.StandardCalls);
  EXPECT_EQ(after.CreateCalls, before.CreateCalls);
  EXPECT_EQ(after.OpenCalls, before.OpenCalls);
  EXPECT_EQ(after.CloseCalls, before.CloseCalls);
  EXPECT_EQ(after.DestroyCalls, before.DestroyCalls);
  Creation plain(device);
  plain.request.Flags.NoKmdAccess = 1;
  EXPECT_EQ(plain.run(), STATUS_INVALID_PARAMETER) << "only the driver knows its size";
}

TEST(ClientCreates, K123CrossAdapterResourceThatCannotBeIsRefused) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation alone(device);
  alone.request.Flags.CrossAdapter = alone.request.Flags.CreateResource = 1;
  EXPECT_EQ(alone.run(), STATUS_INVALID_PARAMETER) << "not shared";
  Creation two(device, 2);
  two.request.Flags.CrossAdapter = two.request.Flags.CreateResource = 1;
  two.request.Flags.CreateShared = 1;
  EXPECT_EQ(two.run(), STATUS_INVALID_PARAMETER) << "two allocations";
  Creation local(device);
  local.request.Flags = two.request.Flags;
  EXPECT_EQ(machine.count("K-123"), 2U) << "the client is told of both";
  EXPECT_EQ(local.run(), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-123"), 3U) << "it may be in a memory segment";
  Creation cached(device, 1, wanted(4096, /*flags=Cached*/ 4, /*segments=*/1));
  cached.request.Flags = two.request.Flags;
  EXPECT_EQ(cached.run(), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-123"), 4U) << "it is not write-combined";
}
TEST(ClientCreates, K123DriverWithoutCrossAdapterResourcesIsSilent) {
  const StaysSilent silent({"K-123"});
  Machine machine({"-DBOOK_NO_CROSS_ADAPTER"});
  Client client(machine);
  Creation local(client.new_device());
  local.request.Flags.CrossAdapter = local.request.Flags.CreateResource = 1;
  local.request.Flags.CreateShared = 1;
  EXPECT_EQ(local.run(), STATUS_SUCCESS);
}
TEST(ClientCreates, K123CrossAdapterResourceInTheApertureIsSilent) {
  const StaysSilent silent({"K-123"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation creation(device, 1, wanted(4096, 0, /*segments=*/1));
  creation.request.Flags.CrossAdapter = creation.request.Flags.CreateResource = 1;
  creation.request.Flags.CreateShared = 1;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  // It is shared by a global handle: a lint about this scene.
  for (const rules::Finding& each : machine.findings())
    EXPECT_EQ(each.rule->id, "K-216") << rules::to_text(each);
}

TEST(ClientCreates, K125FirstVersionIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  BOOK_ALLOCATION data = wanted();
  D3DDDI_ALLOCATIONINFO info{};
  info.pPrivateDriverData = &data;
  info.PrivateDriverDataSize = sizeof data;
  D3DKMT_CREATEALLOCATION request{};
  request.hDevice = device;
  request.NumAllocations = 1;
  request.pAllocationInfo = &info;
  EXPECT_EQ(D3DKMTCreateAllocation(&request), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-125"), 1U) << "told at once";
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}
TEST(ClientCreates, K125SecondVersionIsSilent) {
  const StaysSilent silent({"K-125"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  client.allocate_one(device);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  // The device takes the allocation along: a lint about this scene.
  for (const rules::Finding& each : machine.findings())
    EXPECT_EQ(each.rule->id, "K-027") << rules::to_text(each);
}

TEST(ClientCreates, K126HalvesThatDisagreeAreFound) {
  const Raises raises({"K-126"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  BOOK_ALLOCATION newer = wanted();
  newer.Magic = BOOK_MAGIC_NEWER;
  EXPECT_EQ(Creation(device, 1, newer).run(), STATUS_GRAPHICS_DRIVER_MISMATCH);
  EXPECT_EQ(machine.count("K-128"), 0U) << "the driver may say so";
}
TEST(ClientCreates, K126HalvesThatAgreeAreServed) {
  const StaysSilent silent({"K-126"});
  Machine machine;
  Client client(machine);
  EXPECT_EQ(Creation(client.new_device()).run(), STATUS_SUCCESS);
}

TEST(ClientCreates, K467LegacyDeviceGetsNoMoreThanTheSegmentsHold) {
  Machine machine;
  Client client(machine);
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = client.adapter();
  create.Flags.LegacyMode = 1;
  ASSERT_EQ(D3DKMTCreateDevice(&create), STATUS_SUCCESS);
  // Together the bookkeeper's segments hold 320 MiB.
  const BOOK_ALLOCATION large = wanted(200U << 20), rest = wanted(120U << 20);
  const D3DKMT_HANDLE first = client.allocate_one(create.hDevice, large);
  EXPECT_EQ(Creation(create.hDevice, 1, large).run(), STATUS_GRAPHICS_NO_VIDEO_MEMORY);
  const D3DKMT_HANDLE second = client.allocate_one(create.hDevice, rest);
  EXPECT_EQ(Creation(create.hDevice).run(), STATUS_GRAPHICS_NO_VIDEO_MEMORY) << "all is taken";
  EXPECT_EQ(client.destroy(create.hDevice, 0, {first}), STATUS_SUCCESS);
  client.allocate_one(create.hDevice, large);
  EXPECT_EQ(client.destroy(create.hDevice, 0, {second}), STATUS_SUCCESS);
  const D3DKMT_HANDLE modern = client.new_device();
  for (int i = 0; i < 4; ++i) client.allocate_one(modern, large);
}

// A section instead of memory.
struct Section {
  explicit Section(LONGLONG size) {
    LARGE_INTEGER bytes;
    bytes.QuadPart = size;
    EXPECT_EQ(ZwCreateSection(&handle, SECTION_ALL_ACCESS, nullptr, &bytes, PAGE_READWRITE,
                              SEC_COMMIT, nullptr),
              STATUS_SUCCESS);
  }
  ~Section() { close(); }
  void close() {
    if (handle != nullptr) ZwClose(std::exchange(handle, nullptr));
  }

  HANDLE handle = nullptr;
};

TEST(ClientCreates, SectionIsTheAllocationsMemory) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Section section(2 * Heap::kSize);
  Heap heap(device);
  heap.request.Flags.ExistingSysMem = 0;
  heap.request.Flags.ExistingSection = 1;
  heap.info.hSection = section.handle;
  ASSERT_EQ(heap.run(), STATUS_SUCCESS) << text_of(machine.findings());
  // The client's own view shows what is written through the lock.
  void* view = nullptr;
  SIZE_T size = 0;
  ASSERT_EQ(ZwMapViewOfSection(section.handle, ZwCurrentProcess(), &view, 0, 0, nullptr, &size,
                               ViewUnmap, 0, PAGE_READWRITE),
            STATUS_SUCCESS);
  D3DKMT_LOCK2 lock{};
  lock.hDevice = device;
  lock.hAllocation = heap.info.hAllocation;
  ASSERT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
  std::strcpy(static_cast<char*>(lock.pData), "one memory");
  EXPECT_STREQ(static_cast<const char*>(view), "one memory");
  ZwUnmapViewOfSection(ZwCurrentProcess(), view);
  section.close();
  EXPECT_STREQ(static_cast<const char*>(lock.pData), "one memory") << "the allocation keeps it";
  const D3DKMT_UNLOCK2 unlock{device, heap.info.hAllocation};
  EXPECT_EQ(D3DKMTUnlock2(&unlock), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {heap.info.hAllocation}), STATUS_SUCCESS);
}
TEST(ClientCreates, SectionThatCannotBeIsRefused) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Section small(Heap::kSize);
  Heap heap(device);
  heap.request.Flags.ExistingSysMem = 0;
  heap.request.Flags.ExistingSection = 1;
  heap.info.hSection = nullptr;
  EXPECT_EQ(heap.run(), STATUS_INVALID_PARAMETER);
  heap.info.pSystemMem = heap.memory;
  EXPECT_EQ(heap.run(), STATUS_INVALID_PARAMETER) << "memory is no section";
  heap.info.hSection = small.handle;
  heap.standard.ExistingHeapData.Size = 2 * Heap::kSize;
  EXPECT_EQ(heap.run(), STATUS_INVALID_PARAMETER) << "larger than the section";
  heap.standard.ExistingHeapData.Size = Heap::kSize;
  machine.set_fault(BOOK_FAULT_CREATE_FAILS);
  EXPECT_EQ(heap.run(), STATUS_NO_MEMORY) << "the view goes with the failure";
  EXPECT_EQ(heap.run(), STATUS_SUCCESS);
  D3DKMT_CREATEALLOCATION first = heap.request;
  EXPECT_EQ(D3DKMTCreateAllocation(&first), STATUS_INVALID_PARAMETER) << "it has no hSection";
}

// Ends.
TEST(ClientEnds, K192AnotherProcessCannotCloseABinding) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  {
    Client other(machine);
    const D3DKMT_HANDLE own = other.new_device();
    other.allocate_one(own);
    const BOOK before = machine.book();
    EXPECT_EQ(other.destroy(own, 0, {allocation + 0x1000}), STATUS_INVALID_PARAMETER);
    const auto third = machine.new_process();
    const dxgk::ProcessScope scope(third.get());
    EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_INVALID_PARAMETER)
        << "the numbers mean nothing elsewhere";
    EXPECT_EQ(machine.book().CloseCalls, before.CloseCalls);
  }
  EXPECT_EQ(machine.book().Bindings, 1) << "the end of the other closed its own only";
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
}

TEST(ClientEnds, K239CloseAndDestroyComeInNoProcess) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  static std::vector<const dxgk::Process*> seen;
  seen.clear();
  const auto note = [](void*) { seen.push_back(dxgk::Process::current()); };
  machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_CREATE, note);
  const D3DKMT_HANDLE allocation = client.allocate_one(device);
  machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_DESTROY, note);
  EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0], &client.process());
  EXPECT_EQ(seen[1], nullptr);
}

// Offers a resource that has a primary, by its handle or by its allocation.
NTSTATUS offer_presentable(bool by_resource) {
  Machine machine(kDisplay);
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation creation(device);
  creation.request.Flags.CreateResource = 1;
  creation.infos[0].Flags.Primary = 1;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  D3DKMT_OFFERALLOCATIONS offer{};
  offer.hDevice = device;
  offer.pResources = by_resource ? &creation.request.hResource : nullptr;
  offer.HandleList = by_resource ? nullptr : &creation.infos[0].hAllocation;
  offer.NumAllocations = 1;
  offer.Priority = D3DKMT_OFFER_PRIORITY_NORMAL;
  return D3DKMTOfferAllocations(&offer);
}

TEST(ClientEnds, K267PresentableResourceIsNotOfferedByItsHandle) {
  const Raises raises({"K-267"});
  EXPECT_EQ(offer_presentable(/*by_resource=*/true), STATUS_INVALID_PARAMETER);
}
TEST(ClientEnds, K267PresentableResourceIsOfferedByItsAllocations) {
  const StaysSilent silent({"K-267"});
  EXPECT_EQ(offer_presentable(/*by_resource=*/false), STATUS_SUCCESS);
}

// A fork must not take the pages of existing memory from the allocation: the parent's writes stay
// visible behind it.
TEST(ClientEnds, ForkLeavesExistingMemoryTheParents) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Heap heap(device);
  ASSERT_EQ(heap.run(), STATUS_SUCCESS);
  std::strcpy(static_cast<char*>(heap.memory), "before");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::strcpy(static_cast<char*>(heap.memory), "child");
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  D3DKMT_LOCK2 lock{};
  lock.hDevice = device;
  lock.hAllocation = heap.info.hAllocation;
  ASSERT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
  EXPECT_STREQ(static_cast<const char*>(lock.pData), "before") << "the child's write is its own";
  std::strcpy(static_cast<char*>(heap.memory), "after");
  EXPECT_STREQ(static_cast<const char*>(lock.pData), "after");
  const D3DKMT_UNLOCK2 unlock{device, heap.info.hAllocation};
  EXPECT_EQ(D3DKMTUnlock2(&unlock), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, {heap.info.hAllocation}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Allocations, 0);
}

}  // namespace
}  // namespace drydock::testing
