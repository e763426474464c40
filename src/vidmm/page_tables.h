// The page tables of a process, by which the GPU of a driver with an MMU translates addresses.
//
// Their contents depend on two things only: where the address space leads, and where tenants and
// tables lie. The host reads nothing back. The driver writes the tables, in its own format and
// where the GPU sees them; the host says what to write whenever it changes
// (DXGK_OPERATION_UPDATE_PAGE_TABLE, then DXGK_OPERATION_FLUSH_TLB).
//
//   an address space changes          it records the change; follow() writes it
//   a tenant is placed or evicted     VideoMemory calls follow_tenant() of every process's tables
//   a table is placed                 it is written completely, then the table above leads to it
//   a table is evicted                the table above stops leading to it before that
//
// A table is a tenant for which the driver has no object (K-313). It lies in the segment that the
// driver named for its level. It is made when something within its reach is mapped, and stays until
// the process ends. While a packet runs, all tables of its process are in place.
//
// Threads: only the scheduler's strand. Cost: a write is one operation for each run of pages. A
// tenant that moves is looked up in every process with tables on the adapter.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "src/vidmm/address_space.h"
#include "src/vidmm/tenant.h"
#include "src/vidmm/video_memory.h"

namespace drydock::vidmm {

class PageTables;

struct PageTable {
  // A table of so many bytes that covers addresses from `begin` on (K-313: the driver has no handle
  // for the tenant).
  PageTable(PageTables& tables, const DXGK_PAGE_TABLE_LEVEL_DESC& description, UINT level,
            std::uint64_t begin, UINT entries, SIZE_T bytes);

  PageTables& tables;
  const UINT level;           // 0: a leaf
  const std::uint64_t begin;  // the first address in its reach
  const UINT entries;
  Tenant tenant;
  PageTable* upper = nullptr;        // null: the root
  std::map<UINT, PageTable*> lower;  // by entry
  bool is_written = false;           // all its entries were written since it was placed
};

// K-315: the size and segment of a root with at least so many entries. Nothing when the driver has
// none.
struct RootSize {
  SIZE_T bytes = 0;
  UINT entries = 0;
};
std::optional<RootSize> ask_root_size(Driver& driver, UINT segment, UINT entries);

class PageTables {
 public:
  using Extent = AddressSpace::Extent;

  // True when no level has more index bits than the tables of a GPU. Tables of other levels are not
  // built, those of the paging process included.
  static bool are_possible(const GpuMmu& mmu);
  // False for a driver that has no such tables, or lacks something that is needed to build them.
  // `pages_by_address`: the paging process runs.
  static bool are_built_for(const Driver& driver, bool pages_by_address);

  // `process` is the driver's handle, and must outlive the tables.
  PageTables(VideoMemory& memory, Paging& paging, AddressSpace& addresses, HANDLE process);
  ~PageTables();
  PageTables(const PageTables&) = delete;
  PageTables& operator=(const PageTables&) = delete;

  // Writes what has changed in the address space since the last call. False when that failed.
  bool follow();
  // Does what follow() does, then places every table. For kWork the tables also count as used.
  enum class For : std::uint8_t { kLater, kWork };
  Placed bring(For what);
  // A pinned table is not evicted.
  void pin();
  void unpin();
  // True while work of the process is at the hardware.
  bool is_pinned() const { return pins_ != 0; }

  // The root, as contexts get it (K-314). The number changes whenever the root has moved or has
  // another size.
  struct Root {
    D3DGPU_PHYSICAL_ADDRESS address{};
    UINT entries = 0;
    std::uint64_t number = 0;
  };
  Root root() const;

  // Called when the process ends, or its driver has failed.
  void end();

  const AddressSpace& addresses() const { return addresses_; }

  // VideoMemory calls these.
  bool follow_tenant(const Tenant& tenant, bool has_come);
  bool has_come(PageTable& table);
  bool leaves(PageTable& table, bool is_evicted);
  // After a reset of the adapter their contents are unknown.
  void were_lost();

 private:
  // Entries that one operation writes.
  struct Piece {
    UINT first = 0;
    UINT count = 0;
    std::vector<DXGK_PTE> entries;  // a single entry is repeated
    bool repeats = false;
    HANDLE allocation = nullptr;
    std::uint64_t offset = 0;
    UINT64 driver_protection = 0;
  };
  enum class Write : std::uint8_t { kUpdate, kInitial, kEviction };

  UINT root_level() const;
  UINT index_in(const PageTable& table, std::uint64_t address) const;
  Extent reach_of(const PageTable& table) const;
  bool is_in_place(const PageTable& table) const;

  Extent with_zeros_beside(const Extent& change) const;
  bool make_for(const Extent& change);
  bool have_root(std::uint64_t end);
  std::unique_ptr<PageTable> make_root(UINT entries);
  Placed place(PageTable& table);
  void replace_root(std::unique_ptr<PageTable> root);
  PageTable& add(std::unique_ptr<PageTable> table);
  void make_lower(PageTable& table, const Extent& extent);
  bool is_partly_zero(const Extent& part, const Extent& entry) const;
  void free(PageTable& table);

  std::vector<Piece> pieces(const PageTable& table, UINT first, UINT count);
  std::vector<Piece> leaf_pieces(const PageTable& table, UINT first, UINT count);
  std::vector<Piece> upper_pieces(const PageTable& table, UINT first, UINT count) const;
  DXGK_PTE entry_of(const PageTable& lower) const;
  DXGK_PTE nothing(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection) const;
  std::vector<DXGK_PTE> pages_of(const AddressSpace::Mapping& part) const;

  bool write_extent(PageTable& table, const Extent& extent);
  bool write(PageTable& table, UINT first, UINT count);
  bool write(PageTable& table, const Piece& piece, Write kind);
  Piece all_invalid(const PageTable& table) const;
  bool flush(const Extent& extent);
  void distrust(PageTable& table);

  VideoMemory& memory_;
  Paging& paging_;
  Driver& driver_;
  AddressSpace& addresses_;
  const HANDLE process_;
  const GpuMmu& mmu_;
  std::vector<std::unique_ptr<PageTable>> all_;
  PageTable* root_ = nullptr;
  std::uint64_t root_number_ = 0;
  std::vector<Extent> postponed_;  // extents for which no tables could be made
  std::uint64_t refused_ = 0;      // the driver has no root with so many entries
  bool is_complete_ = false;       // all tables have been in place since bring()
  std::uint32_t pins_ = 0;
};

}  // namespace drydock::vidmm
