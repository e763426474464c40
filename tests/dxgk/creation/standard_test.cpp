// Allocations over memory that the client has already, which the driver only describes.
#include "src/dxgk/creation/standard.h"

#include <sys/mman.h>

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

TEST(Standard, ExistingHeapIsDescribedCreatedAndLocked) {
  const StaysSilent silent({"K-096", "K-108", "K-109", "K-111", "K-112", "K-113"});
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
  const Raises raises(
      {"K-096", "K-097", "K-099", "K-106", "K-108", "K-109", "K-110", "K-111", "K-112", "K-113"});
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
  const StaysSilent silent({"K-110"});
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

// Nothing was found but a lint about the scene.
void expect_only(const Machine& machine, std::string_view lint) {
  for (const rules::Finding& each : machine.findings())
    EXPECT_EQ(each.rule->id, lint) << rules::to_text(each);
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
  EXPECT_EQ(machine.count("K-115"), 2U) << "one for each place";
}

TEST(Standard, K115SharedAcrossAdaptersIsSilent) {
  const StaysSilent silent({"K-115"});
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
  expect_only(machine, "K-216");  // it is shared by a global handle
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
  const StaysSilent silent({"K-117"});
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  {
    Heap heap(device);
    EXPECT_EQ(heap.run(), STATUS_SUCCESS);
    EXPECT_EQ(client.destroy(device, 0, {heap.info.hAllocation}), STATUS_SUCCESS);
  }
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  expect_only(machine, "K-115");  // it is not shared
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

TEST(Standard, K170TouchedSurfaceIsFound) {
  Machine machine;
  EXPECT_EQ(standard_with(machine, BOOK_FAULT_STANDARD_TOUCHES), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-170"), 1U);
  EXPECT_EQ(machine.book().StandardWidth, Heap::kSize) << "the host's surface is what it was";
  EXPECT_EQ(machine.count("K-173"), 0U) << "its rows have as many bytes as before";
}

TEST(Standard, K171NoSizesAreFound) {
  Machine machine;
  EXPECT_EQ(standard_with(machine, BOOK_FAULT_STANDARD_NO_SIZES), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.count("K-171"), 1U);
}

TEST(Standard, K172OtherStatusIsFound) {
  Machine machine;
  EXPECT_EQ(standard_with(machine, BOOK_FAULT_STANDARD_STATUS), STATUS_UNSUCCESSFUL);
  EXPECT_EQ(machine.count("K-172"), 1U);
}

TEST(Standard, K172NoMemoryIsSilent) {
  Machine machine;
  EXPECT_EQ(standard_with(machine, BOOK_FAULT_STANDARD_FAILS), STATUS_NO_MEMORY);
  EXPECT_EQ(text_of(machine.findings()), "");
}

TEST(Standard, K173NoPitchIsFound) {
  Machine machine;
  EXPECT_EQ(standard_with(machine, BOOK_FAULT_STANDARD_NO_PITCH), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-173"), 1U);
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
  expect_only(machine, "K-115");  // it is not shared
}

// What the driver says of a surface of 64 by 4 bytes, besides its pitch of 64.
BOOK_ALLOCATION answered{};

VOID answer(VOID* arguments) {
  auto& asked = *static_cast<DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA*>(arguments);
  auto& data = *static_cast<BOOK_ALLOCATION*>(asked.pAllocationPrivateDriverData);
  const ULONG magic = data.Magic;
  data = answered;
  data.Magic = magic;
}

dxgk::StandardData describe(Client& client, D3DKMT_HANDLE device, const BOOK_ALLOCATION& as,
                            UINT height = 4) {
  answered = as;
  client.machine().set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_STANDARD, answer);
  dxgk::StandardData out;
  const dxgk::Operation operation(client.process(), device);
  EXPECT_EQ(dxgk::describe_standard(*operation,
                                    {.type = D3DKMDT_STANDARDALLOCATION_GDISURFACE,
                                     .gdi = D3DKMDT_GDISURFACE_TEXTURE_CPUVISIBLE,
                                     .width = 64,
                                     .height = height,
                                     .format = D3DDDIFMT_UNKNOWN},
                                    out),
            STATUS_SUCCESS);
  EXPECT_EQ(out.pitch, 64U);
  return out;
}

// The client creates the surface with what the driver described it by.
std::size_t sizes_found(const std::vector<BOOK_ALLOCATION>& answers, UINT last_height = 4) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  dxgk::StandardData data;
  for (const BOOK_ALLOCATION& each : answers)
    data = describe(client, device, each, &each == &answers.back() ? last_height : 4);
  Creation creation(device);
  std::memcpy(creation.data.data(), data.allocation.data(), data.allocation.size());
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(device, 0, creation.handles()), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(machine.findings().size(), machine.count("K-145")) << text_of(machine.findings());
  return machine.count("K-145");
}

TEST(Standard, K145SizeWithoutPitchIsFound) {
  EXPECT_EQ(sizes_found({wanted(64 * 4 - 1, 0, 1)}), 1U);
  EXPECT_EQ(sizes_found({wanted(64, 0, 1)}), 1U);
  // Data of one byte more is of another surface.
  EXPECT_EQ(sizes_found({wanted(64, 0, 1), wanted(65, 0, 1)}), 1U);
}

// Padded, with rows rounded up; tiled where the CPU does not look; and to the byte.
TEST(Standard, K145SizeOfAProperDriverIsSilent) {
  for (const BOOK_ALLOCATION& each : {wanted(64 * 4 + 4096, 0, 1), wanted(64 * 16, 0, 1),
                                      wanted(64, BOOK_INVISIBLE, 1), wanted(64 * 4, 0, 1)})
    EXPECT_EQ(sizes_found({each}), 0U) << each.Size;
}

// A driver may describe surfaces by data that mean something to it alone.
TEST(Standard, K145AmbiguousDataIsSilent) {
  EXPECT_EQ(sizes_found({wanted(64, 0, 1), wanted(64, 0, 1)}, /*last_height=*/1), 0U);
}

}  // namespace
}  // namespace drydock::testing
