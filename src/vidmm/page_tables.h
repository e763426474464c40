// The page tables of a process: how the GPU of a driver with an MMU finds what addresses lead to.
//
// Two things alone decide what stands in them: what the address space leads to, and where tenants
// and tables lie. Nothing is read back: the driver writes the tables, in its own format
// and where the GPU sees them, and the host says what to write whenever that changes
// (DXGK_OPERATION_UPDATE_PAGE_TABLE, then DXGK_OPERATION_FLUSH_TLB).
//
//   an address space changes     it is noted there; follow() writes it
//   a tenant comes or leaves     VideoMemory tells every process's tables (follow_tenant())
//   a table comes or leaves      it is written from its beginning; the table above leads to it,
//                                or does not before it leaves
//
// A table is a tenant without an object of the driver's (K-313). It lies in the segment that the
// driver named for its level, is made when something in its reach is mapped and stays until the
// process goes. A packet has all tables of its process in place.
//
// Everything runs on the scheduler's strand. Cost: a write is one operation for each run of pages;
// a tenant that moves asks every process with tables on the adapter whether it leads there.
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
  // One of so many bytes that leads to addresses from `begin` on (K-313: a tenant that the driver
  // has no handle of).
  PageTable(PageTables& tables, const DXGK_PAGE_TABLE_LEVEL_DESC& description, UINT level,
            std::uint64_t begin, UINT entries, SIZE_T bytes);

  PageTables& tables;
  const UINT level;           // 0: a leaf
  const std::uint64_t begin;  // the first address in its reach
  const UINT entries;
  Tenant tenant;
  PageTable* upper = nullptr;        // null: the root
  std::map<UINT, PageTable*> lower;  // by entry
  bool is_written = false;           // all that it holds, since it came
};

// K-315: how large a root with at least so many entries is, in a segment; nothing when there is
// none.
struct RootSize {
  SIZE_T bytes = 0;
  UINT entries = 0;
};
std::optional<RootSize> ask_root_size(Driver& driver, UINT segment, UINT entries);

class PageTables {
 public:
  using Extent = AddressSpace::Extent;

  // False for a driver that has no such tables, or not all that it takes to build them.
  // `pages_by_address`: the paging process runs.
  static bool are_built_for(const Driver& driver, bool pages_by_address);

  // `process` is the driver's, and stays as long as the tables do.
  PageTables(VideoMemory& memory, Paging& paging, AddressSpace& addresses, HANDLE process);
  ~PageTables();
  PageTables(const PageTables&) = delete;
  PageTables& operator=(const PageTables&) = delete;

  // What has changed in the address space since the last time. False when that could not be.
  bool follow();
  // The same, and then every table is in place. For work they count as used, too.
  enum class For : std::uint8_t { kLater, kWork };
  Placed bring(For what);
  // While pinned none of them leaves.
  void pin();
  void unpin();
  // Work of the process is at the hardware.
  bool is_pinned() const { return pins_ != 0; }

  // The root as contexts get it (K-314). The number is another one whenever the root is elsewhere,
  // or has another size.
  struct Root {
    D3DGPU_PHYSICAL_ADDRESS address{};
    UINT entries = 0;
    std::uint64_t number = 0;
  };
  Root root() const;

  // The process ends, or its driver has ended.
  void end();

  const AddressSpace& addresses() const { return addresses_; }

  // For VideoMemory.
  bool follow_tenant(const Tenant& tenant, bool has_come);
  bool has_come(PageTable& table);
  bool leaves(PageTable& table, bool is_evicted);
  // After a reset of the adapter nobody knows what they hold.
  void were_lost();

 private:
  // Entries that one operation writes.
  struct Piece {
    UINT first = 0;
    UINT count = 0;
    std::vector<DXGK_PTE> entries;  // one: it is repeated
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

  bool make_for(const Extent& extent);
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
  std::vector<Extent> owed_;   // that no tables could be made for
  std::uint64_t refused_ = 0;  // entries: its driver has no root with so many
  bool is_complete_ = false;   // all are in place, since bring()
  std::uint32_t pins_ = 0;
};

}  // namespace drydock::vidmm
