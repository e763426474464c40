#include "src/vidmm/page_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/trace.h"

namespace drydock::vidmm {
namespace {

using Extent = PageTables::Extent;

constexpr std::uint64_t kTablePage = AddressSpace::kPage;
// No GPU has tables with more entries.
constexpr UINT kMostIndexBits = 20;
constexpr std::uint64_t kMostRootEntries = 1 << 24;
// More parts than this are flushed by one flush of everything.
constexpr std::size_t kMostFlushes = 4;

Extent common(const Extent& one, const Extent& other) {
  return {std::max(one.begin, other.begin), std::min(one.end, other.end)};
}

bool is_place_of_tables(const MemoryCaps& caps, const DXGK_PAGE_TABLE_LEVEL_DESC& level,
                        DXGK_PAGETABLEUPDATEMODE mode) {
  const UINT segment = level.PageTableSegmentId;
  // The processor can write only tables in system memory.
  if (mode == DXGK_PAGETABLEUPDATE_CPU_VIRTUAL && segment != 0) return false;
  return segment <= caps.segments.size();
}

std::uint64_t page_of_segment(const MemoryCaps& caps, UINT segment) {
  const bool is_large = segment != 0 && caps.segments[segment - 1].Flags.Use64KBPages != 0;
  return is_large ? FreeRanges::kBlock : kTablePage;
}

}  // namespace

std::optional<RootSize> ask_root_size(Driver& driver, UINT segment, UINT entries) {
  const GpuMmu& mmu = *driver.caps().gpu_mmu;
  if (mmu.levels.size() != DXGK_MIN_PAGE_TABLE_LEVEL_COUNT)
    return RootSize{mmu.levels.back().PageTableSizeInBytes, entries};
  DXGKARG_GETROOTPAGETABLESIZE arguments{};
  arguments.NumberOfPte = entries;
  const SIZE_T bytes = driver.root_page_table_size(arguments);
  if (!driver.is_alive()) return std::nullopt;
  const std::uint64_t page = page_of_segment(driver.caps(), segment);
  if (rules::breaks("K-315", bytes == 0 || bytes % page != 0)) {
    nt::Breach("K-315", driver.offender())
        .message(
            "DxgkDdiGetRootPageTableSize returned {} bytes for {} "
            "entries, in a segment with pages of {} bytes",
            bytes, entries, page)
        .raise_later();
    return std::nullopt;
  }
  if (arguments.NumberOfPte < entries) return std::nullopt;
  return RootSize{bytes, arguments.NumberOfPte};
}

bool PageTables::are_possible(const GpuMmu& mmu) {
  return std::ranges::all_of(mmu.levels, [](const DXGK_PAGE_TABLE_LEVEL_DESC& level) {
    return level.PageTableIndexBitCount <= kMostIndexBits;
  });
}

bool PageTables::are_built_for(const Driver& driver, bool pages_by_address) {
  const std::optional<GpuMmu>& mmu = driver.caps().gpu_mmu;
  const Abilities has = driver.abilities();
  if (!mmu || !has.sets_root_page_tables || !has.has_processes || !has.builds_paging_buffers)
    return false;
  const DXGK_PAGETABLEUPDATEMODE mode = mmu->caps.PageTableUpdateMode;
  if (mode == DXGK_PAGETABLEUPDATE_GPU_VIRTUAL && !pages_by_address) return false;
  if (mmu->levels.size() == DXGK_MIN_PAGE_TABLE_LEVEL_COUNT && !has.sizes_root_page_tables)
    return false;
  return are_possible(*mmu) &&
         std::ranges::all_of(mmu->levels, [&](const DXGK_PAGE_TABLE_LEVEL_DESC& level) {
           return is_place_of_tables(driver.caps(), level, mode);
         });
}

PageTables::PageTables(VideoMemory& memory, Paging& paging, AddressSpace& addresses, HANDLE process)
    : memory_(memory),
      paging_(paging),
      driver_(memory.driver()),
      addresses_(addresses),
      process_(process),
      mmu_(*driver_.caps().gpu_mmu) {}

PageTables::~PageTables() { assert(all_.empty() && pins_ == 0); }

PageTable::PageTable(PageTables& whose, const DXGK_PAGE_TABLE_LEVEL_DESC& description,
                     UINT on_level, std::uint64_t first, UINT count, SIZE_T bytes)
    : tables(whose), level(on_level), begin(first), entries(count) {
  const bool is_in_segment = description.PageTableSegmentId != 0;
  tenant.describe({.size = (bytes + kTablePage - 1) / kTablePage * kTablePage,
                   .alignment = is_in_segment ? description.PageTableAlignmentInBytes : 0,
                   .table = this});
  if (!is_in_segment) return;
  tenant.wishes.segments = 1U << (description.PageTableSegmentId - 1);
  DXGK_SEGMENTPREFERENCE preferred{};
  preferred.SegmentId0 = description.PageTableSegmentId;
  tenant.wishes.preferred = preferred;
}

UINT PageTables::root_level() const { return static_cast<UINT>(mmu_.levels.size()) - 1; }

UINT PageTables::index_in(const PageTable& table, std::uint64_t address) const {
  return static_cast<UINT>((address - table.begin) / mmu_.bytes_of_entry(table.level));
}

PageTables::Extent PageTables::reach_of(const PageTable& table) const {
  return {table.begin, table.begin + table.entries * mmu_.bytes_of_entry(table.level)};
}

bool PageTables::is_in_place(const PageTable& table) const {
  return table.is_written && (table.tenant.wishes.segments == 0 || table.tenant.place.is_settled());
}

PageTables::Root PageTables::root() const {
  Root out;
  out.address = address_of_table(root_->tenant);
  out.entries = root_->entries;
  out.number = root_number_;
  return out;
}

void PageTables::pin() {
  ++pins_;
  for (const auto& table : all_) memory_.pin(table->tenant);
}

void PageTables::unpin() {
  assert(pins_ != 0);
  --pins_;
  for (const auto& table : all_) memory_.unpin(table->tenant);
}

PageTable& PageTables::add(std::unique_ptr<PageTable> table) {
  PageTable& added = *table;
  added.tenant.place.pins = pins_;
  all_.push_back(std::move(table));
  is_complete_ = false;
  return added;
}

// Null when the driver has no such root.
std::unique_ptr<PageTable> PageTables::make_root(UINT entries) {
  const auto size = ask_root_size(driver_, mmu_.levels[root_level()].PageTableSegmentId, entries);
  if (!size) return nullptr;
  return std::make_unique<PageTable>(*this, mmu_.levels[root_level()], root_level(), /*begin=*/0,
                                     size->entries, size->bytes);
}

// No work of the process runs. Its contexts get the new root before they run again.
void PageTables::replace_root(std::unique_ptr<PageTable> made) {
  PageTable* const old = std::exchange(root_, nullptr);
  PageTable& root = add(std::move(made));
  if (old != nullptr) {
    root.lower = std::exchange(old->lower, {});
    for (const auto& [index, table] : root.lower) table->upper = &root;
    free(*old);
  }
  root_ = &root;
  ++root_number_;
  trace::event("page tables", "root", {{"entries", root.entries}});
}

// Makes sure that the root reaches up to `end`.
bool PageTables::have_root(std::uint64_t end) {
  const std::uint64_t bytes = mmu_.bytes_of_entry(root_level());
  const std::uint64_t fixed = (std::uint64_t{1} << mmu_.bits()) / bytes;
  const std::uint64_t wanted =
      root_level() == 1 ? std::max<std::uint64_t>((end + bytes - 1) / bytes, 1) : fixed;
  if (root_ != nullptr && root_->entries >= wanted) return true;
  if (wanted > kMostRootEntries || (refused_ != 0 && wanted >= refused_)) return false;
  paging_.await([&] { return !is_pinned(); });
  std::unique_ptr<PageTable> root = make_root(static_cast<UINT>(wanted));
  if (root == nullptr) {
    refused_ = wanted;
    return false;
  }
  replace_root(std::move(root));
  return true;
}

void PageTables::free(PageTable& table) {
  memory_.discard(table.tenant);
  table.tenant.place.pins = 0;
  std::erase_if(all_, [&](const auto& each) { return each.get() == &table; });
}

// True when a part of the extent reads as zeros, so that only the table below can say which.
bool PageTables::is_partly_zero(const Extent& part, const Extent& entry) const {
  return mmu_.caps.ZeroInPteSupported != 0 && (part.begin > entry.begin || part.end < entry.end);
}

void PageTables::make_lower(PageTable& table, const Extent& extent) {
  if (table.level == 0) return;
  const std::uint64_t bytes = mmu_.bytes_of_entry(table.level);
  for (const auto& part : addresses_.parts(extent)) {
    const bool is_zero = part.target.tenant == nullptr && part.target.protection.Zero != 0;
    if (part.target.tenant == nullptr && !is_zero) continue;
    for (UINT index = index_in(table, part.begin); index <= index_in(table, part.end - 1);
         ++index) {
      const Extent entry{table.begin + index * bytes, table.begin + (index + 1) * bytes};
      if (is_zero && !is_partly_zero({part.begin, part.end}, entry)) continue;
      PageTable*& lower = table.lower[index];
      if (lower == nullptr) {
        const DXGK_PAGE_TABLE_LEVEL_DESC& level = mmu_.levels[table.level - 1];
        lower = &add(std::make_unique<PageTable>(*this, level, table.level - 1, entry.begin,
                                                 1U << level.PageTableIndexBitCount,
                                                 level.PageTableSizeInBytes));
        lower->upper = &table;
      }
      make_lower(*lower, common({part.begin, part.end}, entry));
    }
  }
}

// An entry that said "zeros" for all that it covers cannot say so when a part of that changes. So
// what lies beside a change counts too, up to the next entries of the root.
PageTables::Extent PageTables::with_zeros_beside(const Extent& change) const {
  if (mmu_.caps.ZeroInPteSupported == 0) return change;
  const std::uint64_t bytes = mmu_.bytes_of_entry(root_level());
  return {change.begin / bytes * bytes, (change.end + bytes - 1) / bytes * bytes};
}

// Makes the tables that a change needs. None of them is placed yet.
bool PageTables::make_for(const Extent& change) {
  const Extent extent = with_zeros_beside(change);
  std::uint64_t end = 0;
  for (const auto& part : addresses_.parts(extent)) {
    if (part.target.tenant != nullptr || part.target.protection.Zero != 0) end = part.end;
  }
  if (end == 0) return true;  // all of it leads nowhere
  if (!have_root(end)) return false;
  make_lower(*root_, common(extent, reach_of(*root_)));
  return true;
}

bool PageTables::follow() {
  std::vector<Extent> changes = std::exchange(postponed_, {});
  std::ranges::move(addresses_.take_changes(), std::back_inserter(changes));
  if (changes.empty()) return true;
  if (mmu_.caps.PageTableUpdateRequireAddressSpaceIdle != 0)
    paging_.await([&] { return !is_pinned(); });
  bool is_done = true;
  for (const Extent& each : changes) {
    if (!make_for(each)) {
      postponed_.push_back(each);
      is_done = false;
    } else if (root_ != nullptr) {
      is_done = write_extent(*root_, common(each, reach_of(*root_))) && is_done;
    }
  }
  // K-343: many parts are flushed as one.
  if (root_ == nullptr || !is_in_place(*root_)) return is_done;
  if (changes.size() > kMostFlushes) return flush({0, 0}) && is_done;
  for (const Extent& each : changes) is_done = flush(each) && is_done;
  return is_done;
}

Placed PageTables::bring(For what) {
  if (!follow() || (root_ == nullptr && !have_root(0)))
    return driver_.is_alive() ? Placed::kNoRoom : Placed::kLost;
  if (is_complete_ && what == For::kLater) return Placed::kYes;
  Placed placed = Placed::kYes;
  is_complete_ = true;  // cleared when one of them is evicted meanwhile
  pin();
  // The loop counts by index: no tables are made meanwhile, but a reset may evict them.
  for (std::size_t i = 0; i < all_.size() && placed == Placed::kYes; ++i) placed = place(*all_[i]);
  unpin();
  if (placed != Placed::kYes) is_complete_ = false;
  return placed;
}

Placed PageTables::place(PageTable& table) {
  Backing& backing = table.tenant.backing;
  if (table.tenant.wishes.segments != 0) {
    const Placed placed = memory_.make_resident(table.tenant);
    if (placed != Placed::kYes) return placed;
  } else if (backing.frames().empty() && !backing.use_frames(table.tenant.size())) {
    return Placed::kNoRoom;
  }
  return table.is_written || has_come(table) ? Placed::kYes : Placed::kLost;
}

void PageTables::end() {
  for (const auto& table : all_) table->lower.clear();
  root_ = nullptr;
  while (!all_.empty()) free(*all_.back());
  memory_.remove(*this);
}

bool PageTables::follow_tenant(const Tenant& tenant, bool has_come) {
  bool is_done = true;
  for (const Extent& each : addresses_.extents_of(tenant)) {
    if (root_ == nullptr || each.end > reach_of(*root_).end) continue;  // it will be written later
    is_done = write_extent(*root_, each) && is_done;
    // Some GPUs do not cache invalid entries in their look-aside buffers.
    if (has_come && mmu_.caps.InvalidTlbEntriesNotCached != 0) continue;
    if (is_in_place(*root_)) is_done = flush(each) && is_done;
  }
  return is_done;
}

// K-342: every entry of a table that has just been placed is written as invalid first.
bool PageTables::has_come(PageTable& table) {
  if (!write(table, all_invalid(table), Write::kInitial)) return false;
  table.is_written = true;
  if (!write(table, 0, table.entries)) return false;
  if (&table == root_) {
    ++root_number_;
    return flush({0, 0});
  }
  if (table.upper == nullptr || !is_in_place(*table.upper)) return true;
  return write(*table.upper, index_in(*table.upper, table.begin), 1) &&
         (root_ == nullptr || !is_in_place(*root_) || flush(reach_of(table)));
}

bool PageTables::leaves(PageTable& table, bool is_evicted) {
  const bool was_written = std::exchange(table.is_written, false);
  is_complete_ = false;
  bool is_done = true;
  if (table.upper != nullptr && root_ != nullptr && is_in_place(*table.upper)) {
    is_done = write(*table.upper, index_in(*table.upper, table.begin), 1);
    if (is_in_place(*root_)) is_done = flush(reach_of(table)) && is_done;
  }
  if (!was_written) return is_done;
  if (is_evicted) return write(table, all_invalid(table), Write::kEviction) && is_done;
  if (mmu_.caps.ExplicitPageTableInvalidation != 0)
    return write(table, all_invalid(table), Write::kUpdate) && is_done;
  return is_done;
}

void PageTables::were_lost() {
  for (const auto& table : all_) distrust(*table);
  ++root_number_;
}

// The table is written again before work needs it.
void PageTables::distrust(PageTable& table) {
  table.is_written = false;
  is_complete_ = false;
}

}  // namespace drydock::vidmm
