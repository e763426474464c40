#include "src/vidmm/paging_process.h"

#include <algorithm>
#include <utility>

#include "src/vidmm/page_tables.h"

namespace drydock::vidmm {
namespace {

constexpr std::uint64_t kWindowPage = AddressSpace::kPage;

}  // namespace

bool PagingProcess::is_wanted_by(const Driver& driver) {
  const std::optional<GpuMmu>& mmu = driver.caps().gpu_mmu;
  const Abilities has = driver.abilities();
  return mmu && mmu->caps.PageTableUpdateMode == DXGK_PAGETABLEUPDATE_GPU_VIRTUAL &&
         has.sets_root_page_tables && has.has_processes && has.builds_paging_buffers &&
         has.submits_by_address && has.has_contexts &&
         (mmu->levels.size() != DXGK_MIN_PAGE_TABLE_LEVEL_COUNT || has.sizes_root_page_tables) &&
         PageTables::are_possible(*mmu) &&
         std::ranges::all_of(mmu->levels, [](const DXGK_PAGE_TABLE_LEVEL_DESC& level) {
           return level.PagingProcessPageTableSegmentId == 0;
         });
}

PagingProcess::PagingProcess(Driver& driver, Paging& paging, const Names& names)
    : driver_(driver), paging_(paging), mmu_(*driver.caps().gpu_mmu), names_(names) {}

PagingProcess::~PagingProcess() = default;

std::uint64_t PagingProcess::address_of_page(std::size_t page) const {
  return mmu_.first_address() + page * kWindowPage;
}

bool PagingProcess::start(const PagingBuffer& buffer) {
  if (buffer.memory == nullptr) return false;
  const std::size_t of_buffer = nt::pages_of(buffer.size);
  pages_ = kBufferPage + of_buffer;
  root_ = make(static_cast<UINT>(mmu_.levels.size()) - 1, 0);
  if (root_ == nullptr) return false;
  std::vector<PFN_NUMBER> frames(of_buffer);
  for (std::size_t i = 0; i < of_buffer; ++i) frames[i] = buffer.physical / nt::kPageBytes + i;
  if (!write_pages(kBufferPage, {.frames = frames.data(), .count = of_buffer})) return false;
  have_root();
  return driver_.is_alive();
}

// Makes a table and all tables below it that the windows need. Null when there is no memory.
PagingProcess::Table* PagingProcess::make(UINT level, std::uint64_t begin) {
  const bool is_root = level + 1 == mmu_.levels.size();
  const std::uint64_t end = address_of_page(pages_);
  RootSize size{mmu_.levels[level].PageTableSizeInBytes,
                1U << mmu_.levels[level].PageTableIndexBitCount};
  if (is_root) {
    const std::uint64_t bytes = mmu_.bytes_of_entry(level);
    const auto asked =
        ask_root_size(driver_, /*segment=*/0, static_cast<UINT>((end + bytes - 1) / bytes));
    if (!asked) return nullptr;
    size = *asked;
  }
  auto made = std::make_unique<Table>();
  made->level = level;
  made->begin = begin;
  made->entries = size.entries;
  made->tenant.describe({.size = nt::pages_of(size.bytes) * nt::kPageBytes});
  if (!made->tenant.backing.use_frames(made->tenant.size())) return nullptr;
  Table& table = *made;
  tables_.push_back(std::move(made));
  if (level == 0) leaves_.push_back(&table);
  if (!write(table, 0, table.entries, {DXGK_PTE{}}, {})) return nullptr;
  return level == 0 || write_lower(table) ? &table : nullptr;
}

bool PagingProcess::write_lower(Table& table) {
  const std::uint64_t bytes = mmu_.bytes_of_entry(table.level);
  const std::uint64_t reach = table.begin + table.entries * bytes;
  const std::uint64_t first = std::max(table.begin, address_of_page(0));
  const std::uint64_t end = std::min(reach, address_of_page(pages_));
  for (std::uint64_t at = first / bytes * bytes; at < end; at += bytes) {
    const Table* const lower = make(table.level - 1, at);
    if (lower == nullptr) return false;
    DXGK_PTE entry{};
    entry.Valid = 1;
    entry.PageTableAddress = lower->tenant.backing.frames().front();
    if (!write(table, static_cast<UINT>((at - table.begin) / bytes), 1, {entry}, {})) return false;
  }
  return true;
}

// K-341: the processor writes the table, while the driver is called and without a buffer.
bool PagingProcess::write(Table& table, UINT first, UINT count, std::vector<DXGK_PTE> entries,
                          const Pages& pages) {
  DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE update{};
  update.PageTableLevel = table.level;
  update.hAllocation = pages.allocation;
  update.AllocationOffsetInBytes = pages.offset;
  update.DriverProtection = pages.driver_protection;
  update.UpdateMode = DXGK_PAGETABLEUPDATE_CPU_VIRTUAL;
  update.StartIndex = first;
  update.NumPageTableEntries = count;
  update.Flags.Repeat = entries.size() == 1 && count != 1 ? 1 : 0;
  update.Flags.InitialUpdate = first == 0 && count == table.entries ? 1 : 0;
  update.hProcess = names_.process;
  update.FirstPteVirtualAddress = table.begin + first * mmu_.bytes_of_entry(table.level);
  return paging_.update_page_table_now(table.tenant, update, entries);
}

// Writes leaf entries from a page of the windows on. Without pages they lead nowhere.
bool PagingProcess::write_pages(std::size_t page, const Pages& pages) {
  const bool leads = pages.frames != nullptr || pages.segment != 0;
  for (std::size_t done = 0; done < pages.count;) {
    const std::uint64_t at = address_of_page(page + done);
    Table& leaf = *leaves_[(at - leaves_.front()->begin) / mmu_.bytes_of_leaf()];
    const auto first = static_cast<UINT>((at - leaf.begin) / kWindowPage);
    const auto count =
        static_cast<UINT>(std::min<std::size_t>(leaf.entries - first, pages.count - done));
    std::vector<DXGK_PTE> entries(leads ? count : 1);
    for (std::size_t i = 0; leads && i < count; ++i) {
      entries[i].Valid = 1;
      entries[i].Segment = pages.segment;
      entries[i].PageAddress =
          pages.frames != nullptr ? pages.frames[done + i] : pages.first + done + i;
    }
    Pages part = pages;
    part.offset += done * kWindowPage;
    if (!write(leaf, first, count, std::move(entries), leads ? part : Pages{})) return false;
    done += count;
  }
  return true;
}

bool PagingProcess::flush(std::size_t page, std::size_t count) {
  DXGK_BUILDPAGINGBUFFER_FLUSHTLB flush{};
  flush.RootPageTableAddress = address_of_table(root_->tenant);
  flush.hProcess = names_.process;
  flush.StartVirtualAddress = address_of_page(page);
  flush.EndVirtualAddress = address_of_page(page + count);
  return paging_.flush_tlb(root_->tenant, flush);
}

D3DGPU_VIRTUAL_ADDRESS PagingProcess::map(Window window, const Pages& pages) {
  const std::size_t page = static_cast<std::size_t>(window) * kWindowPages;
  if (pages.count > kWindowPages || !write_pages(page, pages) || !flush(page, pages.count))
    return 0;
  return address_of_page(page);
}

void PagingProcess::unmap(Window window, std::size_t pages) {
  write_pages(static_cast<std::size_t>(window) * kWindowPages, {.count = pages});
}

void PagingProcess::have_root() {
  if (std::exchange(has_root_, true)) return;
  DXGKARG_SETROOTPAGETABLE arguments{};
  arguments.hContext = names_.context;
  arguments.Address = address_of_table(root_->tenant);
  arguments.NumEntries = root_->entries;
  driver_.set_root_page_table(arguments);
}

}  // namespace drydock::vidmm
