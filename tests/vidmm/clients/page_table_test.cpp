// Page tables: a GPU that translates by the entries that its driver got finds what its client
// mapped.
#include <array>
#include <map>
#include <random>
#include <span>

#include "tests/vidmm/clients/page_table_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

TEST_F(PageTableTest, BytesArriveWhereAddressesLead) {
  begin();
  const D3DKMT_HANDLE one = resident(), other = resident();
  const UINT64 at = map_for_writing(one), elsewhere = map_for_writing(other, kFar);
  EXPECT_EQ(run({fill_at(at, 5), copy_to(elsewhere, at), fill_at(at, 6, 2 * kPage),
                 fill_at(at + 2 * kPage, 6, 2 * kPage)}),
            STATUS_SUCCESS);
  EXPECT_EQ(content(one), 6);
  EXPECT_EQ(content(other), 5);
}

TEST_F(PageTableTest, K313EveryEntryOfANewTableIsInvalidFirst) {
  begin();
  const D3DKMT_HANDLE one = resident();
  clear_updates();
  const UINT64 at = map_for_writing(one, kFar);
  ASSERT_FALSE(updates.empty());
  std::size_t tables = 0;
  for (const Update& each : updates) {
    if (each.arguments.Flags.InitialUpdate == 0) continue;
    ++tables;
    EXPECT_EQ(each.arguments.hAllocation, nullptr);
    EXPECT_EQ(each.arguments.Flags.Repeat, 1U);
    EXPECT_EQ(each.arguments.StartIndex, 0U);
    EXPECT_TRUE(each.is_invalid());
  }
  EXPECT_EQ(tables, 2U) << "a leaf, and a root that reaches so far";
  EXPECT_EQ(run({fill_at(at, 5)}), STATUS_SUCCESS);
  EXPECT_EQ(run({fill_at(at + kBytes, 5, kPage)}), STATUS_DEVICE_REMOVED) << "behind it is nothing";
  EXPECT_EQ(state_of(gpu->device), D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
}

TEST_F(PageTableTest, K303WhatIsMappedCanBeReadAndTheRestIsAsked) {
  DXGK_GPUMMUCAPS caps{};
  caps.ReadOnlyMemorySupported = caps.NoExecuteMemorySupported = 1;
  begin({.mmu_flags = caps.Value});
  const D3DKMT_HANDLE one = resident(), other = resident();
  std::array<UINT64, 4> at{};
  for (UINT kind = 0; kind < at.size(); ++kind) {
    clear_updates();
    D3DDDI_MAPGPUVIRTUALADDRESS data = mapping(*queue, one, kPages);
    data.Protection.Write = kind & 1;
    data.Protection.Execute = kind >> 1;
    at[kind] = map(data);
    const std::vector<Update> leaves = updates_of(0);
    ASSERT_EQ(leaves.size(), 1U);
    for (const DXGK_PTE& entry : leaves[0].entries) {
      EXPECT_EQ(entry.Valid, 1U);
      EXPECT_EQ(entry.ReadOnly, kind % 2 == 0);
      EXPECT_EQ(entry.NoExecute, kind < 2);
    }
  }
  const UINT64 target = map_for_writing(other);
  EXPECT_EQ(run({fill_at(at[1], 7), copy_to(target, at[0])}), STATUS_SUCCESS);
  EXPECT_EQ(content(other), 7) << "read where nobody may write";
  EXPECT_EQ(run({fill_at(at[2], 8)}), STATUS_DEVICE_REMOVED) << "nobody asked to write";
}

TEST_F(PageTableTest, K307TheDriversProtectionIsThatOfLeaves) {
  begin();
  const D3DKMT_HANDLE one = resident();
  clear_updates();
  D3DDDI_MAPGPUVIRTUALADDRESS data = mapping(*queue, one, kPages, kFar);
  data.DriverProtection = 0x1234;
  map(data);
  std::size_t seen = 0;
  for (const Update& each : updates) {
    const bool is_its = each.arguments.PageTableLevel == 0 &&
                        each.arguments.FirstPteVirtualAddress == kFar &&
                        each.arguments.Flags.InitialUpdate == 0;
    EXPECT_EQ(each.arguments.DriverProtection, is_its ? 0x1234U : 0U)
        << each.arguments.PageTableLevel;
    if (is_its) ++seen;
  }
  EXPECT_EQ(seen, 1U);
  EXPECT_THAT(updates_of(1), Not(IsEmpty()));
}

TEST_F(PageTableTest, K308CommandsThatAreFreedUnderTheGpuAreFound) {
  begin();
  free_under_work(code_at);
  EXPECT_EQ(gpu->count("K-308"), 1U) << gpu->findings_text();
  EXPECT_EQ(free_range(gpu->opened, code_at + 1, kBytes), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(free_range(gpu->opened, code_at, kBytes - 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(gpu->count("K-308"), 3U) << gpu->findings_text();
}

TEST_F(PageTableTest, K308WhatNoWorkRunsInIsFreedSilently) {
  begin();
  const D3DKMT_HANDLE one = resident();
  const UINT64 at = map_for_writing(one);
  free_under_work(at);
  EXPECT_EQ(free_range(gpu->opened, code_at, kBytes), STATUS_SUCCESS);
  EXPECT_EQ(gpu->count("K-308"), 0U) << gpu->findings_text();
}

TEST_F(PageTableTest, K314AContextHasItsRootBeforeItRunsAndWheneverThatMoves) {
  begin();
  const D3DKMT_HANDLE one = resident();
  const UINT64 at = map_for_writing(one);
  EXPECT_THAT(roots, IsEmpty()) << "nothing has run";
  EXPECT_EQ(run({fill_at(at, 1)}), STATUS_SUCCESS);
  EXPECT_EQ(run({fill_at(at, 2)}), STATUS_SUCCESS);
  ASSERT_EQ(roots.size(), 1U) << "it did not move";
  EXPECT_EQ(roots[0].Address.SegmentId, 1U);
  const UINT64 far = map_for_writing(one, kFar);
  EXPECT_EQ(run({fill_at(far, 3)}), STATUS_SUCCESS);
  ASSERT_EQ(roots.size(), 2U) << "it has another size";
  EXPECT_GT(roots[1].NumEntries, roots[0].NumEntries);
  EXPECT_GT(roots[1].NumEntries, kFar / kLeaf);
  // Out of the way, and elsewhere when it is back.
  on_strand([](vidmm::VideoMemory& memory) { memory.evict_all(); });
  D3DKMT_HANDLE second = 0;
  ASSERT_EQ(create_virtual(gpu->device, second), STATUS_SUCCESS);
  std::swap(context, second);
  EXPECT_EQ(run({fill_at(far, 4)}), STATUS_SUCCESS);
  std::swap(context, second);
  EXPECT_EQ(run({fill_at(far, 5)}), STATUS_SUCCESS);
  ASSERT_EQ(roots.size(), 4U) << "each context is told";
  EXPECT_NE(roots[2].hContext, roots[3].hContext);
  EXPECT_EQ(content(one), 5);
  EXPECT_THAT(packets_at_root, Each(0U)) << "nothing of it was running";
}

TEST_F(PageTableTest, K315ARootOfNoWholePagesIsFound) {
  begin();
  gpu->engine.misdeeds.root_size = [](DXGKARG_GETROOTPAGETABLESIZE&) {
    return std::optional<SIZE_T>(100);
  };
  const D3DKMT_HANDLE one = resident();
  map_for_writing(one, kFar);
  EXPECT_GE(gpu->count("K-315"), 1U) << gpu->findings_text();
  gpu->engine.misdeeds.root_size = nullptr;
  gpu->end();
  queue.reset();
  world.reset();
  gpu = nullptr;
}

TEST_F(PageTableTest, K315WholePagesAreSilentHoweverManyEntriesTheyHave) {
  begin();
  std::vector<UINT> asked;
  gpu->engine.misdeeds.root_size = [&](DXGKARG_GETROOTPAGETABLESIZE& wanted) {
    asked.push_back(wanted.NumberOfPte);
    wanted.NumberOfPte = 2048;
    return std::optional<SIZE_T>(2048 * sizeof(UINT64));
  };
  const D3DKMT_HANDLE one = resident();
  const UINT64 far = map_for_writing(one, kFar);
  const UINT64 farther = map_for_writing(one, kFar + 16 * kLeaf);
  EXPECT_EQ(asked.size(), 1U) << "the first has room for both";
  EXPECT_EQ(run({fill_at(far, 3), fill_at(farther, 4)}), STATUS_SUCCESS);
  EXPECT_EQ(roots.back().NumEntries, 2048U);
  EXPECT_EQ(content(one), 4);
  EXPECT_EQ(gpu->count("K-315"), 0U) << gpu->findings_text();
}

TEST_F(PageTableTest, K342PagesInARowAreOneOperationAndNothingIsOneEntry) {
  begin();
  const D3DKMT_HANDLE one = resident();
  clear_updates();
  D3DDDI_MAPGPUVIRTUALADDRESS some = mapping(*queue, one, 2);
  some.OffsetInPages = 1;
  const UINT64 at = map(some);
  std::vector<Update> leaves = updates_of(0);
  ASSERT_EQ(leaves.size(), 1U);
  EXPECT_EQ(leaves[0].arguments.NumPageTableEntries, 2U);
  EXPECT_EQ(leaves[0].arguments.AllocationOffsetInBytes, kPage);
  EXPECT_NE(leaves[0].arguments.hAllocation, nullptr);
  EXPECT_EQ(leaves[0].arguments.FirstPteVirtualAddress, at);
  EXPECT_EQ(leaves[0].arguments.StartIndex, at % kLeaf / kPage);
  EXPECT_EQ(leaves[0].arguments.Flags.Repeat, 0U);
  ASSERT_EQ(leaves[0].entries.size(), 2U);
  EXPECT_EQ(leaves[0].entries[1].PageAddress, leaves[0].entries[0].PageAddress + 1);
  clear_updates();
  ASSERT_EQ(free_range(gpu->opened, at, 2 * kPage), STATUS_SUCCESS);
  leaves = updates_of(0);
  ASSERT_EQ(leaves.size(), 1U) << "before the call returned";
  EXPECT_EQ(leaves[0].arguments.Flags.Repeat, 1U);
  EXPECT_EQ(leaves[0].arguments.NumPageTableEntries, 2U);
  EXPECT_EQ(leaves[0].arguments.hAllocation, nullptr);
  EXPECT_TRUE(leaves[0].is_invalid());
}

TEST_F(PageTableTest, K342ATableThatLeavesIsAnnouncedAndWrittenAnewWhenItIsBack) {
  begin();
  const D3DKMT_HANDLE one = resident();
  const UINT64 at = map_for_writing(one);
  EXPECT_EQ(run({fill_at(at, 1)}), STATUS_SUCCESS);
  clear_updates();
  on_strand([](vidmm::VideoMemory& memory) { memory.evict_all(); });
  std::size_t leaving = 0;
  for (const Update& each : updates) {
    EXPECT_EQ(each.arguments.Flags.InitialUpdate, 0U);
    EXPECT_TRUE(each.is_invalid());
    leaving += each.arguments.Flags.NotifyEviction;
  }
  EXPECT_EQ(leaving, 2U) << "the leaf and the root";
  clear_updates();
  EXPECT_EQ(run({fill_at(at, 2)}), STATUS_SUCCESS);
  EXPECT_EQ(
      std::ranges::count_if(
          updates, [](const Update& each) { return each.arguments.Flags.InitialUpdate != 0; }),
      2);
  EXPECT_EQ(content(one), 2);
}

TEST_F(PageTableTest, K343OneChangeIsFlushedAloneAndManyAsAWhole) {
  begin();
  const D3DKMT_HANDLE one = resident();
  clear_updates();
  const UINT64 at = map_for_writing(one);
  ASSERT_EQ(flushes.size(), 1U);
  EXPECT_EQ(flushes[0].StartVirtualAddress, at);
  EXPECT_EQ(flushes[0].EndVirtualAddress, at + kBytes);
  EXPECT_EQ(flushes[0].RootPageTableAddress.SegmentId, 1U);
  D3DDDI_RESERVEGPUVIRTUALADDRESS range{};
  range.Size = 1 << 20;
  ASSERT_EQ(reserve(gpu->opened, range), STATUS_SUCCESS);
  clear_updates();
  // Several maps of which the queue comes to the first when all are there.
  sim::Completion is_held, goes_on;
  sim::Thread holder = sim::spawn("holder", [&] {
    on_strand([&](vidmm::VideoMemory&) {
      is_held.complete();
      goes_on.wait();
    });
  });
  is_held.wait();
  UINT64 fence = 0;
  for (UINT64 i = 0; i < 6; ++i) {
    D3DDDI_MAPGPUVIRTUALADDRESS data =
        mapping(*queue, one, 1, range.VirtualAddress + 2 * i * kPage);
    EXPECT_EQ(D3DKMTMapGpuVirtualAddress(&data), STATUS_PENDING);
    fence = data.PagingFenceValue;
  }
  goes_on.complete();
  holder.join();
  ASSERT_EQ(queue->wait(gpu->device, fence), STATUS_SUCCESS);
  ASSERT_EQ(flushes.size(), 1U);
  EXPECT_EQ(flushes[0].StartVirtualAddress, 0U);
  EXPECT_EQ(flushes[0].EndVirtualAddress, 0U);
}

// Four times what fits, each in its turn, and tables among them.
TEST_F(PageTableTest, WhatMovesIsFoundWhereItIs) {
  begin({.memory_bytes = 96 << 10});
  std::vector<D3DKMT_HANDLE> all;
  std::vector<UINT64> at;
  for (UINT i = 0; i < 12; ++i) {
    all.push_back(gpu->one());
    at.push_back(map_for_writing(all.back()));
  }
  for (UINT round = 0; round < 2; ++round) {
    for (UINT i = 0; i < all.size(); ++i) {
      const std::vector<D3DKMT_HANDLE> list = {all[i], all[(i + 1) % all.size()]};
      ASSERT_EQ(queue->wait(gpu->device, make_resident(*queue, list).fence), STATUS_SUCCESS);
      ASSERT_EQ(run({fill_at(at[i], round * 16 + i)}), STATUS_SUCCESS) << i;
      ASSERT_EQ(evict(gpu->device, list), STATUS_SUCCESS);
    }
  }
  for (UINT i = 0; i < all.size(); ++i) EXPECT_EQ(content(all[i]), static_cast<int>(16 + i)) << i;
}

TEST_F(PageTableTest, WhatIsNotResidentIsNotFound) {
  begin();
  const D3DKMT_HANDLE one = gpu->one();
  const UINT64 at = map_for_writing(one);
  EXPECT_EQ(run({fill_at(at, 1)}), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(state_of(gpu->device), D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
}

// The addresses of a destroyed allocation do not reach what follows in video memory.
TEST_F(PageTableTest, ADestroyedAllocationsAddressesLeadNowhere) {
  begin();
  const D3DKMT_HANDLE one = resident();
  const UINT64 at = map_for_writing(one);
  EXPECT_EQ(run({fill_at(at, 1)}), STATUS_SUCCESS);
  clear_updates();
  EXPECT_EQ(destroy(gpu->device, 0, {one}), STATUS_SUCCESS);
  dxgk::finish_jobs();
  const std::vector<Update> leaves = updates_of(0);
  ASSERT_FALSE(leaves.empty());
  EXPECT_TRUE(leaves.back().is_invalid());
  resident();  // where it was
  EXPECT_EQ(run({fill_at(at, 2)}), STATUS_DEVICE_REMOVED);
}

// System memory that an aperture shows is found page by page.
TEST_F(PageTableTest, PagesOfTheMachineAreFoundWhereTheyAre) {
  begin({.segments = 2, .preferred = 2});
  const D3DKMT_HANDLE one = resident();
  clear_updates();
  const UINT64 at = map_for_writing(one);
  ASSERT_EQ(updates_of(0).size(), 1U);
  EXPECT_EQ(updates_of(0)[0].entries[0].Segment, 0U);
  EXPECT_EQ(run({fill_at(at, 9)}), STATUS_SUCCESS);
  EXPECT_EQ(content(one), 9);
}

TEST_F(PageTableTest, TheProcessorWritesTablesOfSystemMemory) {
  begin({.table_segment = 0, .table_mode = DXGK_PAGETABLEUPDATE_CPU_VIRTUAL});
  const D3DKMT_HANDLE one = resident();
  const UINT64 at = map_for_writing(one, kFar);
  EXPECT_EQ(run({fill_at(at, 9)}), STATUS_SUCCESS);
  EXPECT_EQ(content(one), 9);
  for (const Update& each : updates)
    EXPECT_EQ(each.arguments.UpdateMode, DXGK_PAGETABLEUPDATE_CPU_VIRTUAL);
}

TEST_F(PageTableTest, ThreeLevelsLeadAsFarAsTwo) {
  begin({.table_levels = 3});
  const D3DKMT_HANDLE one = resident();
  const UINT64 at = map_for_writing(one), far = map_for_writing(one, kFar);
  EXPECT_EQ(run({fill_at(at, 3), fill_at(far, 4, kPage), copy_to(at + kPage, far, kPage)}),
            STATUS_SUCCESS);
  EXPECT_EQ(roots.back().NumEntries, 64U);
  EXPECT_EQ(run({fill_at(far, 5)}), STATUS_SUCCESS);
  EXPECT_EQ(content(one), 5);
}

TEST_F(PageTableTest, AReservationOfZerosReadsAsZeros) {
  DXGK_GPUMMUCAPS caps{};
  caps.ZeroInPteSupported = 1;
  begin({.mmu_flags = caps.Value});
  D3DDDI_RESERVEGPUVIRTUALADDRESS range{};
  range.BaseAddress = kFar;
  range.Size = 2 * kLeaf;
  range.ReservationType = D3DDDIGPUVIRTUALADDRESS_RESERVE_ZERO;
  ASSERT_EQ(reserve(gpu->opened, range), STATUS_SUCCESS);
  const D3DKMT_HANDLE one = resident(), other = resident();
  const UINT64 at = map_for_writing(one);
  ASSERT_EQ(map_for_writing(other, kFar + kBytes), kFar + kBytes);
  EXPECT_EQ(
      run({fill_at(at, 9), copy_to(at, kFar), fill_at(kFar + kBytes, 8), fill_at(kFar + kLeaf, 7)}),
      STATUS_SUCCESS);
  EXPECT_EQ(content(one), 0);
  EXPECT_EQ(content(other), 8);
}

TEST_F(PageTableTest, AResetOfTheAdapterLosesNoAddress) {
  begin();
  const D3DKMT_HANDLE one = resident();
  const UINT64 at = map_for_writing(one);
  EXPECT_EQ(run({fill_at(at, 1)}), STATUS_SUCCESS);
  gpu->adapter->scheduler()->force_timeout(sched::Scheduler::Reset::kAdapter);
  ASSERT_EQ(state_of(gpu->device), D3DKMT_DEVICEEXECUTION_ACTIVE);
  EXPECT_EQ(run({fill_at(at, 2)}), STATUS_SUCCESS);
  EXPECT_EQ(content(one), 2);
}

TEST_F(PageTableTest, TablesGoWithTheirProcess) {
  begin();
  std::uint64_t before = 0, after = 0;
  const auto free_bytes = [](vidmm::VideoMemory& memory) { return memory.usage(1).free; };
  on_strand([&](vidmm::VideoMemory& memory) { before = free_bytes(memory); });
  {
    const std::unique_ptr<dxgk::Process> process = gpu->dock->new_process();
    const dxgk::ProcessScope scope(process.get());
    const D3DKMT_HANDLE opened = open_adapter(gpu->adapter->luid());
    D3DKMT_HANDLE device = 0, made = 0;
    ASSERT_EQ(create_device(opened, device), STATUS_SUCCESS);
    const ClientQueue others(device);
    made = testing::create(device, Kind::kLoose, 1).allocations.front();
    D3DDDI_MAPGPUVIRTUALADDRESS data = mapping(others, made, kPages);
    ASSERT_EQ(D3DKMTMapGpuVirtualAddress(&data), STATUS_PENDING);
    ASSERT_EQ(others.wait(device, data.PagingFenceValue), STATUS_SUCCESS);
    on_strand([&](vidmm::VideoMemory& memory) { after = free_bytes(memory); });
    EXPECT_EQ(after + 2 * kPage, before) << "a root and a leaf";
  }
  dxgk::finish_jobs();
  on_strand([&](vidmm::VideoMemory& memory) { after = free_bytes(memory); });
  EXPECT_EQ(after, before);
}

// Mapping, freeing, moving and destroying at random, against a model of what each holds.
class TablesAtRandom : public PageTableTest {
 protected:
  struct Known {
    D3DKMT_HANDLE handle = 0;
    UINT64 at = 0;
    int value = 0;
  };

  void begin_at_random(DXGK_PAGETABLEUPDATEMODE mode) {
    begin({.memory_bytes = 144 << 10, .table_mode = mode});
  }
  void add() {
    Known made;
    made.handle = gpu->one();
    const UINT64 number = ever++;
    made.at = map_for_writing(made.handle, kFar + number % 8 * kLeaf + number / 8 * kBytes);
    all.push_back(made);
  }
  void use(Known& one, const Known& other) {
    const std::vector<D3DKMT_HANDLE> list = {one.handle, other.handle};
    ASSERT_EQ(queue->wait(gpu->device, make_resident(*queue, list).fence), STATUS_SUCCESS);
    ++value;
    ASSERT_EQ(run({fill_at(one.at, value % 200), copy_to(one.at, other.at, kPage)}),
              STATUS_SUCCESS);
    ASSERT_EQ(run({fill_at(one.at, value % 200)}), STATUS_SUCCESS);
    one.value = value % 200;
    ASSERT_EQ(evict(gpu->device, list), STATUS_SUCCESS);
  }
  void step() {
    Known& one = all[dice() % all.size()];
    switch (dice() % 6) {
      case 0:
        return add();
      case 1:
        ASSERT_EQ(destroy(gpu->device, 0, {std::exchange(one, all.back()).handle}), STATUS_SUCCESS);
        all.pop_back();
        if (all.size() < 2) add();
        return;
      case 2:
        ASSERT_EQ(free_range(gpu->opened, one.at, kBytes), STATUS_SUCCESS);
        one.at = map_for_writing(one.handle);
        return;
      case 3:
        EXPECT_EQ(content(one.handle), one.value);
        return;
      default:
        return use(one, all[dice() % all.size()]);
    }
  }
  void play() {
    for (int i = 0; i < 4; ++i) add();
    for (int i = 0; i < 60 && !HasFatalFailure(); ++i) step();
    for (const Known& each : all) EXPECT_EQ(content(each.handle), each.value);
  }

  std::vector<Known> all;
  UINT64 ever = 0;
  int value = 0;
  std::mt19937_64 dice{7};
};

// A driver whose paging names memory by addresses of the graphics kernel's own process.
class VirtualPaging : public PageTableTest {
 protected:
  void begin_virtual(std::uint64_t memory_bytes = 256 << 10) {
    begin({.memory_bytes = memory_bytes, .table_mode = DXGK_PAGETABLEUPDATE_GPU_VIRTUAL});
    ASSERT_TRUE(gpu->adapter->pages_by_address());
  }
  // The engine's first process.
  static bool is_of_system(const Update& each) {
    return each.arguments.hProcess == reinterpret_cast<HANDLE>(16);
  }
};

TEST_F(VirtualPaging, BytesMoveByAddresses) {
  begin_virtual(96 << 10);
  std::vector<D3DKMT_HANDLE> all;
  std::vector<UINT64> at;
  for (UINT i = 0; i < 8; ++i) {
    all.push_back(gpu->one());
    at.push_back(map_for_writing(all.back()));
  }
  for (UINT i = 0; i < all.size(); ++i) {
    ASSERT_EQ(queue->wait(gpu->device, make_resident(*queue, {all[i]}).fence), STATUS_SUCCESS);
    ASSERT_EQ(run({fill_at(at[i], 16 + i)}), STATUS_SUCCESS) << i;
    ASSERT_EQ(evict(gpu->device, {all[i]}), STATUS_SUCCESS);
  }
  for (UINT i = 0; i < all.size(); ++i) EXPECT_EQ(content(all[i]), static_cast<int>(16 + i)) << i;
  const std::vector<std::string> calls = gpu->engine.take_calls();
  for (const std::string_view physical : {"in", "out", "fill", "paging"})
    EXPECT_EQ(std::ranges::count(calls, physical), 0) << physical;
}

TEST_F(VirtualPaging, K341TablesOfThePagingProcessAreWrittenAtOnceWithoutABuffer) {
  begin_virtual();
  const D3DKMT_HANDLE one = resident();
  const UINT64 at = map_for_writing(one);
  EXPECT_EQ(run({fill_at(at, 1)}), STATUS_SUCCESS);
  EXPECT_EQ(content(one), 1);
  std::size_t of_system = 0, of_client = 0;
  for (const Update& each : updates) {
    const bool is_own = is_of_system(each);
    ++(is_own ? of_system : of_client);
    EXPECT_EQ(each.buffer == nullptr, is_own);
    EXPECT_EQ(each.arguments.UpdateMode,
              is_own ? DXGK_PAGETABLEUPDATE_CPU_VIRTUAL : DXGK_PAGETABLEUPDATE_GPU_VIRTUAL);
  }
  EXPECT_GT(of_system, 0U);
  EXPECT_GT(of_client, 0U);
}

// Pages 1 and 2 have a driver protection that no other mapping contradicts.
TEST_F(VirtualPaging, K307MovesHaveTheDriversProtectionOnlyWhenItIsTheOnlyOne) {
  begin_virtual();
  constexpr UINT64 kUnique = D3DGPU_UNIQUE_DRIVER_PROTECTION | 5;
  const D3DKMT_HANDLE one = resident();
  D3DDDI_MAPGPUVIRTUALADDRESS some = mapping(*queue, one, 2);
  some.OffsetInPages = 1;
  some.DriverProtection = kUnique;
  map(some);
  D3DDDI_MAPGPUVIRTUALADDRESS any = mapping(*queue, one, 1);
  any.DriverProtection = 7;
  const UINT64 at = map_for_writing(code);
  map(any);
  EXPECT_EQ(run({fill_at(at + kPage, 1, kPage)}), STATUS_SUCCESS);
  clear_updates();
  EXPECT_EQ(content(one), 0);
  std::map<UINT64, UINT64> by_offset;
  for (const Update& each : updates) {
    if (!is_of_system(each) || each.arguments.hAllocation == nullptr) continue;
    const auto added =
        by_offset.emplace(each.arguments.AllocationOffsetInBytes, each.arguments.DriverProtection);
    EXPECT_EQ(added.first->second, each.arguments.DriverProtection);
  }
  EXPECT_THAT(by_offset, ElementsAre(std::pair(UINT64{0}, UINT64{0}), std::pair(kPage, kUnique),
                                     std::pair(3 * kPage, UINT64{0})));
}

// The driver asks for a buffer although there is none.
TEST_F(VirtualPaging, ATableOfThePagingProcessThatIsNotWrittenAtOnceIsFound) {
  begin_virtual();
  const D3DKMT_HANDLE one = gpu->one();
  gpu->engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const bool is_wrong =
        wanted.Operation == DXGK_OPERATION_UPDATE_PAGE_TABLE && wanted.pDmaBuffer == nullptr;
    return is_wrong ? std::optional<NTSTATUS>(STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER)
                    : std::nullopt;
  };
  make_resident(*queue, {one});
  settle(*gpu);
  EXPECT_GE(gpu->count("K-324"), 1U) << gpu->findings_text();
  gpu->engine.misdeeds.build = nullptr;
  queue.reset();
  gpu->end();
  gpu = nullptr;
  world.reset();
}

TEST_F(VirtualPaging, AResetOfTheAdapterLosesNoAddressEither) {
  begin_virtual();
  const D3DKMT_HANDLE one = resident();
  const UINT64 at = map_for_writing(one);
  EXPECT_EQ(run({fill_at(at, 1)}), STATUS_SUCCESS);
  clear_updates();
  gpu->adapter->scheduler()->force_timeout(sched::Scheduler::Reset::kAdapter);
  EXPECT_EQ(run({fill_at(at, 2)}), STATUS_SUCCESS);
  EXPECT_EQ(content(one), 2);
  EXPECT_EQ(roots.size(), 2U) << "the client's context and the system's";
}

TEST_F(TablesAtRandom, LeadWhereTheModelSays) {
  begin_at_random(DXGK_PAGETABLEUPDATE_GPU_PHYSICAL);
  play();
}

TEST_F(TablesAtRandom, LeadThereWhenPagingIsByAddressesToo) {
  begin_at_random(DXGK_PAGETABLEUPDATE_GPU_VIRTUAL);
  play();
}

TEST_F(VirtualPaging, K344OffsetsThatAreAddedAreFound) {
  begin_virtual();
  gpu->engine.misdeeds.adds_offsets = true;
  on_strand([](vidmm::VideoMemory& memory) { memory.probe_paging(nullptr); });
  EXPECT_EQ(gpu->count("K-344"), 1U) << gpu->findings_text();
  gpu->engine.misdeeds.adds_offsets = false;
  queue.reset();
  gpu->end();
  gpu = nullptr;
  world.reset();
}

TEST_F(VirtualPaging, K344BytesComeBackPageByPageSilently) {
  begin_virtual();
  bool done = false;
  on_strand([&](vidmm::VideoMemory& memory) { done = memory.probe_paging(nullptr); });
  EXPECT_TRUE(done);
  EXPECT_EQ(gpu->count("K-344"), 0U) << gpu->findings_text();
}

}  // namespace
}  // namespace drydock::testing
