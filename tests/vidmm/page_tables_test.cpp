// Page tables: what the GPU finds when it walks them is what the address space says.
#include "src/vidmm/page_tables.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "src/rules/finding.h"
#include "tests/vidmm/model_gpu.h"

namespace drydock::vidmm {
namespace {

// Where tables lie, and how many levels there are.
struct TableShape {
  UINT segment = 0;  // 0: system memory, which the processor writes
  std::vector<UINT> index_bits = {4, 0};
  bool has_zero = false;
};

class TablesOfAProcess {
 public:
  explicit TablesOfAProcess(const TableShape& shape, std::size_t memory_pages = 64)
      : gpu(memory_pages, 16) {
    GpuMmu mmu;
    mmu.caps.VirtualAddressBitCount = kBits;
    mmu.caps.ReadOnlyMemorySupported = 1;
    mmu.caps.NoExecuteMemorySupported = 1;
    mmu.caps.ZeroInPteSupported = shape.has_zero ? 1 : 0;
    mmu.caps.PageTableUpdateMode =
        shape.segment == 0 ? DXGK_PAGETABLEUPDATE_CPU_VIRTUAL : DXGK_PAGETABLEUPDATE_GPU_PHYSICAL;
    for (const UINT bits : shape.index_bits) {
      DXGK_PAGE_TABLE_LEVEL_DESC level{};
      level.PageTableIndexBitCount = bits;
      level.PageTableSegmentId = shape.segment;
      level.PageTableSizeInBytes = static_cast<UINT>(kGpuPage);
      mmu.levels.push_back(level);
    }
    gpu.caps().gpu_mmu = mmu;
    EXPECT_TRUE(PageTables::are_built_for(gpu, false));
    memory = std::make_unique<VideoMemory>(gpu, gpu);
    space = std::make_unique<AddressSpace>(gpu.caps().gpu_mmu->first_address(), kBits);
    tables = memory->make_tables(*space, reinterpret_cast<HANDLE>(1));
  }
  ~TablesOfAProcess() {
    for (ModelTenant& each : tenants) space->free_all(each.tenant, &each);
    tables->end();
    for (ModelTenant& each : tenants) memory->discard(each.tenant);
    EXPECT_EQ(memory->usage(kMemory).free, memory->usage(kMemory).size) << "tables are freed too";
  }
  TablesOfAProcess(const TablesOfAProcess&) = delete;
  TablesOfAProcess& operator=(const TablesOfAProcess&) = delete;

  ModelTenant& add(std::size_t pages, UINT segments) {
    ModelTenant& made = tenants.emplace_back(tenants.size() + 1, pages, segments);
    made.tenant.is_addressed = true;
    return made;
  }
  std::uint64_t reserve(std::size_t pages, AddressSpace::Target unmapped = {}) {
    std::uint64_t at = 0;
    EXPECT_EQ(space->reserve({0, 0, 0, pages * kGpuPage}, unmapped, at),
              AddressSpace::Outcome::kDone);
    return at;
  }
  void map(std::uint64_t at, std::size_t pages, ModelTenant* tenant, std::size_t first = 0,
           D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection = {}) {
    AddressSpace::Target target;
    if (tenant != nullptr)
      target = {tenant, &tenant->tenant, first * kGpuPage, protection, 0, nullptr};
    std::uint64_t out = 0;
    EXPECT_EQ(
        space->map({at, 0, 0, pages * kGpuPage}, target, AddressSpace::Base::kFreeOrInside, out),
        AddressSpace::Outcome::kDone);
  }
  std::optional<DXGK_PTE> walk(std::uint64_t address) const {
    return gpu.walk(tables->root(), address);
  }

  // True when the GPU comes to the page that the address space leads to, or nowhere if that does.
  bool agrees_at(std::uint64_t address) {
    const std::optional<DXGK_PTE> found = walk(address);
    const auto parts = space->parts({address, address + kGpuPage});
    const bool leads = parts.size() == 1 && parts[0].target.tenant != nullptr;
    Tenant* const tenant = leads ? parts[0].target.tenant : nullptr;
    if (tenant == nullptr || (!tenant->place.is_settled() && tenant->wishes.segments != 0)) {
      const bool reads_zeros = parts.size() == 1 && parts[0].target.protection.Zero != 0 &&
                               gpu.caps().gpu_mmu->caps.ZeroInPteSupported != 0;
      return reads_zeros ? found && found->Zero != 0 : !found;
    }
    if (!found || found->Zero != 0) return false;
    const std::uint64_t page = parts[0].target.offset / kGpuPage;
    if (tenant->place.segment() == kMemory)
      return found->Segment == kMemory && found->PageAddress == tenant->place.range()->first + page;
    const PFN_NUMBER* const frames = MmGetMdlPfnArray(tenant->backing.mdl(tenant->size()));
    return found->Segment == 0 && found->PageAddress == frames[page];
  }

  static constexpr UINT kBits = 26;

  ModelGpu gpu;
  std::deque<ModelTenant> tenants;
  std::unique_ptr<VideoMemory> memory;
  std::unique_ptr<AddressSpace> space;
  std::unique_ptr<PageTables> tables;
};

TEST(PageTables, LeadWhereTheAddressSpaceDoes) {
  TablesOfAProcess process({});
  ModelTenant& one = process.add(4, set_of({kMemory}));
  const std::uint64_t at = process.reserve(16);
  process.map(at + 2 * kGpuPage, 2, &one, /*first=*/1);
  ASSERT_EQ(process.memory->make_resident(one.tenant), Placed::kYes);
  ASSERT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kYes);
  for (std::uint64_t page = 0; page < 16; ++page)
    EXPECT_TRUE(process.agrees_at(at + page * kGpuPage)) << page;
  EXPECT_TRUE(process.walk(at + 2 * kGpuPage));
  EXPECT_FALSE(process.walk(at));
}

TEST(PageTables, FollowATenantThatMoves) {
  TablesOfAProcess process({});
  ModelTenant& one = process.add(2, set_of({kMemory}));
  const std::uint64_t at = process.reserve(16);
  process.map(at, 2, &one);
  ASSERT_EQ(process.memory->make_resident(one.tenant), Placed::kYes);
  ASSERT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kYes);
  const std::size_t flushes = process.gpu.count(DXGK_OPERATION_FLUSH_TLB);
  EXPECT_TRUE(process.memory->evict(one.tenant));
  EXPECT_FALSE(process.walk(at)) << "before the memory is another's";
  EXPECT_GT(process.gpu.count(DXGK_OPERATION_FLUSH_TLB), flushes);
  ASSERT_EQ(process.memory->make_resident(one.tenant), Placed::kYes);
  EXPECT_TRUE(process.agrees_at(at + kGpuPage));
}

// K-314: contexts get the root anew whenever its number changes.
TEST(PageTables, RootGrowsAndGetsAnotherNumber) {
  TablesOfAProcess process({});
  ModelTenant& one = process.add(1, 0);
  const std::uint64_t low = process.reserve(16);
  process.map(low, 1, &one);
  ASSERT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kYes);
  const PageTables::Root before = process.tables->root();
  const std::uint64_t reach = before.entries * process.gpu.caps().gpu_mmu->bytes_of_leaf();
  ASSERT_LT(reach, std::uint64_t{1} << TablesOfAProcess::kBits) << "there is something to grow to";
  std::uint64_t high = 0;
  ASSERT_EQ(process.space->reserve({0, reach, 0, 16 * kGpuPage}, {}, high),
            AddressSpace::Outcome::kDone);
  process.map(high, 1, &one);
  ASSERT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kYes);
  EXPECT_GT(process.tables->root().entries, before.entries);
  EXPECT_NE(process.tables->root().number, before.number);
  EXPECT_TRUE(process.agrees_at(low));
  EXPECT_TRUE(process.agrees_at(high));
}

TEST(PageTables, RootThatTheDriverHasNotIsNoRoom) {
  rules::FindingLog log;
  TablesOfAProcess process({});
  process.gpu.root_size = [](DXGKARG_GETROOTPAGETABLESIZE& entries) -> SIZE_T {
    entries.NumberOfPte = 1;
    return kGpuPage;
  };
  ModelTenant& one = process.add(1, 0);
  const std::uint64_t at = process.reserve(16);
  process.map(at, 1, &one);
  EXPECT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kNoRoom);
  EXPECT_TRUE(log.findings().empty());
}

TEST(PageTables, K315RootOfHalfAPageIsFound) {
  rules::FindingLog log;
  TablesOfAProcess process({});
  process.gpu.root_size = [](DXGKARG_GETROOTPAGETABLESIZE&) -> SIZE_T { return kGpuPage / 2; };
  ModelTenant& one = process.add(1, 0);
  process.map(process.reserve(16), 1, &one);
  EXPECT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kNoRoom);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "K-315");
}

TEST(PageTables, AreWrittenAgainAfterAReset) {
  TablesOfAProcess process({.segment = kMemory});
  ModelTenant& one = process.add(2, 0);
  const std::uint64_t at = process.reserve(16);
  process.map(at, 2, &one);
  ASSERT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kYes);
  const std::uint64_t number = process.tables->root().number;
  process.memory->lose_all();
  process.gpu.tables.clear();
  ASSERT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kYes);
  EXPECT_NE(process.tables->root().number, number);
  EXPECT_TRUE(process.agrees_at(at));
}

TEST(PageTables, PinnedTablesAreNotEvicted) {
  TablesOfAProcess process({.segment = kMemory}, /*memory_pages=*/4);
  ModelTenant& mapped = process.add(1, 0);
  ModelTenant& large = process.add(4, set_of({kMemory}));
  const std::uint64_t at = process.reserve(16);
  process.map(at, 1, &mapped);
  ASSERT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kYes);
  process.tables->pin();
  EXPECT_TRUE(process.tables->is_pinned());
  EXPECT_EQ(process.memory->make_resident(large.tenant), Placed::kBusy);
  EXPECT_TRUE(process.agrees_at(at));
  process.tables->unpin();
  EXPECT_EQ(process.memory->make_resident(large.tenant), Placed::kYes);
  EXPECT_TRUE(process.memory->evict(large.tenant));
  ASSERT_EQ(process.tables->bring(PageTables::For::kWork), Placed::kYes);
  EXPECT_TRUE(process.agrees_at(at)) << "they came back and were written";
}

TEST(PageTables, AreBuiltOnlyForDriversThatHaveEverything) {
  TablesOfAProcess process({});
  ModelGpu& gpu = process.gpu;
  const Abilities all = gpu.abilities();
  for (bool Abilities::* const each :
       {&Abilities::sets_root_page_tables, &Abilities::has_processes,
        &Abilities::builds_paging_buffers, &Abilities::sizes_root_page_tables}) {
    gpu.abilities() = all;
    gpu.abilities().*each = false;
    EXPECT_FALSE(PageTables::are_built_for(gpu, true));
  }
  gpu.abilities() = all;
  GpuMmu& mmu = *gpu.caps().gpu_mmu;
  mmu.caps.PageTableUpdateMode = DXGK_PAGETABLEUPDATE_GPU_VIRTUAL;
  EXPECT_FALSE(PageTables::are_built_for(gpu, /*pages_by_address=*/false));
  EXPECT_TRUE(PageTables::are_built_for(gpu, /*pages_by_address=*/true));
  mmu.caps.PageTableUpdateMode = DXGK_PAGETABLEUPDATE_CPU_VIRTUAL;
  mmu.levels[0].PageTableSegmentId = kMemory;
  EXPECT_FALSE(PageTables::are_built_for(gpu, true)) << "the processor cannot write it there";
  mmu.levels[0].PageTableSegmentId = 0;
  mmu.levels[0].PageTableIndexBitCount = 20;
  EXPECT_TRUE(PageTables::are_built_for(gpu, true));
  mmu.levels[0].PageTableIndexBitCount = 21;
  EXPECT_FALSE(PageTables::are_built_for(gpu, true));
  mmu.levels[0].PageTableIndexBitCount = 4;
}

TEST(PageTables, AreBuiltOnlyInSegmentsThatExist) {
  TablesOfAProcess process({.segment = kMemory});
  ModelGpu& gpu = process.gpu;
  for (DXGK_PAGE_TABLE_LEVEL_DESC& level : gpu.caps().gpu_mmu->levels) {
    level.PageTableSegmentId = static_cast<UINT>(gpu.caps().segments.size());
    EXPECT_TRUE(PageTables::are_built_for(gpu, false));
    for (const UINT none : {level.PageTableSegmentId + 1, ~0U}) {
      level.PageTableSegmentId = none;
      EXPECT_FALSE(PageTables::are_built_for(gpu, false));
    }
    level.PageTableSegmentId = kMemory;
  }
}

// Any mappings, any moves of tenants and tables: the walk of the GPU agrees with the address space.
RC_GTEST_PROP(PageTablesProperty, WalkAgreesWithTheAddressSpace, ()) {
  TableShape shape;
  shape.segment = *rc::gen::element<UINT>(0, kMemory);
  shape.index_bits = *rc::gen::element(std::vector<UINT>{4, 0}, std::vector<UINT>{3, 3, 4},
                                       std::vector<UINT>{5, 0});
  shape.has_zero = *rc::gen::arbitrary<bool>();
  TablesOfAProcess process(shape);
  for (const UINT segments : {0U, set_of({kMemory}), set_of({kMemory}), set_of({kAperture})})
    process.add(*rc::gen::inRange<std::size_t>(1, 24), segments);
  constexpr std::size_t kPages = 64;
  AddressSpace::Target unmapped;
  unmapped.protection.Zero = shape.has_zero ? 1 : 0;
  const std::uint64_t at = process.reserve(kPages, unmapped);
  for (int step = 0; step < 12; ++step) {
    ModelTenant& tenant = process.tenants[*rc::gen::inRange<std::size_t>(0, 4)];
    const std::size_t size = tenant.tenant.size() / kGpuPage;
    const auto kind = *rc::gen::inRange(0, 5);
    if (kind <= 1) {
      const auto first = *rc::gen::inRange<std::size_t>(0, size);
      const auto count = *rc::gen::inRange<std::size_t>(1, size - first + 1);
      const auto page = *rc::gen::inRange<std::size_t>(0, kPages - count + 1);
      process.map(at + page * kGpuPage, count, &tenant, first);
    } else if (kind == 2) {
      const auto page = *rc::gen::inRange<std::size_t>(0, kPages - 4);
      process.map(at + page * kGpuPage, 4, nullptr);
    } else if (kind == 3) {
      process.memory->make_resident(tenant.tenant);
    } else {
      RC_ASSERT(process.memory->evict(tenant.tenant));
    }
    RC_ASSERT(process.tables->bring(PageTables::For::kWork) == Placed::kYes);
    for (std::size_t page = 0; page < kPages; ++page)
      RC_ASSERT(process.agrees_at(at + page * kGpuPage));
  }
}

}  // namespace
}  // namespace drydock::vidmm
