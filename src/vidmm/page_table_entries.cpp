// The entries of page tables, and the operations by which the driver writes them.
#include <algorithm>
#include <utility>

#include "src/vidmm/page_tables.h"

namespace drydock::vidmm {
namespace {

using Protection = D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE;

bool is_same(const DXGK_PTE& one, const DXGK_PTE& other) {
  return one.Flags == other.Flags && one.PageAddress == other.PageAddress;
}

// True when its pages are page frames of the machine: it is in no segment, or an aperture maps it.
bool is_in_system_memory(const MemoryCaps& caps, const Tenant& tenant) {
  return tenant.place.segment() == 0 ||
         caps.segments[tenant.place.segment() - 1].Flags.Aperture != 0;
}

// True when the tenant is in place, or may lie in system memory only.
bool leads_somewhere(const Tenant* tenant) {
  return tenant != nullptr && (tenant->place.is_settled() || tenant->wishes.segments == 0);
}

}  // namespace

DXGK_PTE PageTables::nothing(Protection protection) const {
  DXGK_PTE out{};
  if (protection.Zero != 0 && mmu_.caps.ZeroInPteSupported != 0) out.Valid = out.Zero = 1;
  return out;
}

// K-303: read access always, the other rights as the mapping asked for them.
std::vector<DXGK_PTE> PageTables::pages_of(const AddressSpace::Mapping& part) const {
  constexpr std::uint64_t kBytes = AddressSpace::kPage;
  Tenant& tenant = *part.target.tenant;
  DXGK_PTE entry{};
  entry.Valid = 1;
  entry.ReadOnly =
      mmu_.caps.ReadOnlyMemorySupported != 0 && part.target.protection.Write == 0 ? 1 : 0;
  entry.NoExecute =
      mmu_.caps.NoExecuteMemorySupported != 0 && part.target.protection.Execute == 0 ? 1 : 0;
  const PFN_NUMBER* frames = nullptr;
  if (is_in_system_memory(driver_.caps(), tenant)) {
    PMDL const mdl = tenant.backing.mdl(tenant.size());
    if (mdl == nullptr) return {};
    frames = MmGetMdlPfnArray(mdl);
    entry.CacheCoherent =
        tenant.shape().is_cached && mmu_.caps.CacheCoherentMemorySupported != 0 ? 1 : 0;
  } else {
    entry.Segment = tenant.place.segment();
  }
  std::vector<DXGK_PTE> out((part.end - part.begin) / kBytes, entry);
  const std::uint64_t first = part.target.offset / kBytes;
  for (std::size_t page = 0; page < out.size(); ++page)
    out[page].PageAddress =
        frames != nullptr ? frames[first + page] : tenant.place.range()->first + first + page;
  return out;
}

// One piece for each run of an allocation's pages, and one for each run of equal entries without
// memory.
std::vector<PageTables::Piece> PageTables::leaf_pieces(const PageTable& table, UINT first,
                                                       UINT count) {
  const std::uint64_t bytes = mmu_.bytes_of_entry(0);
  const Extent extent{table.begin + first * bytes, table.begin + (first + count) * bytes};
  std::vector<Piece> out;
  const auto add_nothing = [&](std::uint64_t begin, std::uint64_t end, const DXGK_PTE& entry,
                               UINT64 driver_protection) {
    if (begin == end) return;
    const auto pages = static_cast<UINT>((end - begin) / bytes);
    if (!out.empty() && out.back().repeats && is_same(out.back().entries.front(), entry) &&
        out.back().driver_protection == driver_protection) {
      out.back().count += pages;
      return;
    }
    out.push_back({.first = index_in(table, begin),
                   .count = pages,
                   .entries = {entry},
                   .repeats = true,
                   .driver_protection = driver_protection});
  };
  std::uint64_t reached = extent.begin;
  for (const AddressSpace::Mapping& part : addresses_.parts(extent)) {
    add_nothing(reached, part.begin, {}, 0);
    reached = part.end;
    const UINT64 driver_protection = part.target.driver_protection;
    std::vector<DXGK_PTE> pages;
    if (leads_somewhere(part.target.tenant)) pages = pages_of(part);
    if (pages.empty()) {
      add_nothing(part.begin, part.end, nothing(part.target.protection), driver_protection);
      continue;
    }
    out.push_back({.first = index_in(table, part.begin),
                   .count = static_cast<UINT>(pages.size()),
                   .entries = std::move(pages),
                   .allocation = part.target.tenant->driver,
                   .offset = part.target.offset,
                   .driver_protection = driver_protection});
  }
  add_nothing(reached, extent.end, {}, 0);
  return out;
}

DXGK_PTE PageTables::entry_of(const PageTable& lower) const {
  DXGK_PTE out{};
  if (!is_in_place(lower)) return out;
  const D3DGPU_PHYSICAL_ADDRESS address = address_of_table(lower.tenant);
  out.Valid = 1;
  out.Segment = address.SegmentId;
  out.PageTableAddress = address.SegmentOffset / AddressSpace::kPage;
  return out;
}

// K-307: entries of these levels have no driver protection.
std::vector<PageTables::Piece> PageTables::upper_pieces(const PageTable& table, UINT first,
                                                        UINT count) const {
  const std::uint64_t bytes = mmu_.bytes_of_entry(table.level);
  std::vector<Piece> out;
  for (UINT index = first; index < first + count; ++index) {
    const auto lower = table.lower.find(index);
    DXGK_PTE entry{};
    if (lower != table.lower.end()) {
      entry = entry_of(*lower->second);
    } else if (mmu_.caps.ZeroInPteSupported != 0) {
      const std::uint64_t begin = table.begin + index * bytes;
      const auto parts = addresses_.parts({begin, begin + bytes});
      if (parts.size() == 1 && parts[0].end - parts[0].begin == bytes)
        entry = nothing(parts[0].target.protection);
    }
    const bool leads = entry.Valid != 0 && entry.Zero == 0;
    Piece* const last = out.empty() ? nullptr : &out.back();
    if (last != nullptr && last->repeats == !leads &&
        (leads || is_same(last->entries.front(), entry))) {
      ++last->count;
      if (leads) last->entries.push_back(entry);
    } else {
      out.push_back({.first = index, .count = 1, .entries = {entry}, .repeats = !leads});
    }
  }
  return out;
}

std::vector<PageTables::Piece> PageTables::pieces(const PageTable& table, UINT first, UINT count) {
  return table.level == 0 ? leaf_pieces(table, first, count) : upper_pieces(table, first, count);
}

PageTables::Piece PageTables::all_invalid(const PageTable& table) const {
  return {.count = table.entries, .entries = {DXGK_PTE{}}, .repeats = true};
}

bool PageTables::write(PageTable& table, UINT first, UINT count) {
  return std::ranges::all_of(pieces(table, first, count), [&](const Piece& piece) {
    return write(table, piece, Write::kUpdate);
  });
}

// Writes one piece. `kind` becomes the flags of the operation (K-342).
bool PageTables::write(PageTable& table, const Piece& piece, Write kind) {
  DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE update{};
  update.PageTableLevel = table.level;
  update.hAllocation = piece.allocation;
  update.UpdateMode = mmu_.caps.PageTableUpdateMode;
  update.StartIndex = piece.first;
  update.NumPageTableEntries = piece.count;
  update.Flags.Repeat = piece.repeats ? 1 : 0;
  update.Flags.InitialUpdate = kind == Write::kInitial ? 1 : 0;
  update.Flags.NotifyEviction = kind == Write::kEviction ? 1 : 0;
  update.DriverProtection = piece.driver_protection;
  update.AllocationOffsetInBytes = piece.offset;
  update.hProcess = process_;
  update.FirstPteVirtualAddress = table.begin + piece.first * mmu_.bytes_of_entry(table.level);
  if (paging_.update_page_table(table.tenant, update, piece.entries)) return true;
  distrust(table);
  return false;
}

// Writes every entry in the extent whose table is in place. Entries that lead to tables are written
// when those tables are placed and evicted.
bool PageTables::write_extent(PageTable& table, const Extent& extent) {
  if (extent.begin >= extent.end) return true;
  const UINT first = index_in(table, extent.begin);
  const UINT last = index_in(table, extent.end - 1);
  if (table.level == 0) return !is_in_place(table) || write(table, first, last - first + 1);
  bool is_done = true;
  const auto end = table.lower.upper_bound(last);
  UINT next = first;
  const auto write_between = [&](UINT until) {
    if (mmu_.caps.ZeroInPteSupported != 0 && next < until && is_in_place(table))
      is_done = write(table, next, until - next) && is_done;
    next = until + 1;
  };
  for (auto lower = table.lower.lower_bound(first); lower != end; ++lower) {
    write_between(lower->first);
    const Extent reach = reach_of(*lower->second);
    is_done = write_extent(*lower->second, {std::max(extent.begin, reach.begin),
                                            std::min(extent.end, reach.end)}) &&
              is_done;
  }
  write_between(last + 1);
  return is_done;
}

// K-343: an extent from zero to zero means everything.
bool PageTables::flush(const Extent& extent) {
  DXGK_BUILDPAGINGBUFFER_FLUSHTLB flush{};
  flush.RootPageTableAddress = address_of_table(root_->tenant);
  flush.hProcess = process_;
  flush.StartVirtualAddress = extent.begin;
  flush.EndVirtualAddress = extent.end;
  if (paging_.flush_tlb(root_->tenant, flush)) return true;
  distrust(*root_);
  return false;
}

}  // namespace drydock::vidmm
