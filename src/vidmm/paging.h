// Moves memory: calls DxgkDdiBuildPagingBuffer for each step, and runs the buffers on the paging
// node.
//
// Owner: the video memory. Threads: only the strand that pages. Cost: each operation waits for the
// GPU.
#pragma once

#include <cassert>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "src/nt/mm/physical.h"
#include "src/vidmm/driver.h"
#include "src/vidmm/paging_process.h"
#include "src/vidmm/tenant.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {

// A DMA buffer for paging operations.
struct PagingBuffer {
  void* memory = nullptr;
  UINT size = 0;
  void* private_data = nullptr;
  UINT private_size = 0;
  std::uint64_t physical = 0;
};

// Runs paging buffers. The scheduler implements it.
class PagingQueue {
 public:
  virtual ~PagingQueue() = default;

  // An empty buffer; the same one until it is run. It has no memory when none is left.
  virtual PagingBuffer& buffer() = 0;

  // Runs what the driver wrote for this tenant, and waits for its end. False when the GPU was reset
  // meanwhile, or cannot be reached: then what was moved is lost.
  virtual bool run(Tenant& tenant, UINT bytes, UINT private_bytes) = 0;

  // The tenant is about to leave its place: switches away from contexts that the GPU has loaded and
  // that used it there (K-392).
  virtual void switch_away_from(Tenant& tenant) = 0;

  // Waits until no work at the hardware uses the tenant.
  virtual void wait_idle(Tenant& tenant) = 0;

  // True between the reset of the adapter and its restart: buffers are built and not run.
  virtual bool is_resetting() const = 0;

  // Waits until `is_over` is true. The end of work at the hardware can make it true.
  virtual void await(const std::function<bool()>& is_over) = 0;

  // True on the strand that pages.
  virtual bool is_here() const = 0;
};

// Returns the address at which the GPU finds a page table that is placed.
D3DGPU_PHYSICAL_ADDRESS address_of_table(const Tenant& table);

// The paging operations. Each runs on the paging node from its beginning to its end. False when the
// driver has failed, memory ran out, or the GPU was reset. Only for the strand that pages.
class Paging {
 public:
  Paging(Driver& driver, PagingQueue& queue) : driver_(driver), queue_(queue) {}
  ~Paging();
  Paging(const Paging&) = delete;
  Paging& operator=(const Paging&) = delete;

  // Of everything that only the strand that pages may touch.
  void assert_here() const { assert(queue_.is_here()); }

  // Makes sure that a paging buffer and the tenant's pages in system memory exist. False, without a
  // change, when memory is short.
  bool is_ready_for(Tenant& tenant);

  // A part of an aperture.
  struct Window {
    UINT segment;
    const SegmentSpace::Range* range;
    std::uint64_t address;
  };

  bool transfer_in(Tenant& tenant);   // copies it from system memory to its place
  bool transfer_out(Tenant& tenant);  // copies it from its place to system memory
  // As transfer_out(), through a part of an aperture that is reserved for the transfer.
  bool transfer_out_through(Tenant& tenant, const Window& window);
  bool fill(Tenant& tenant, UINT pattern);
  bool discard(Tenant& tenant);
  bool map_aperture(Tenant& tenant);
  bool unmap_aperture(Tenant& tenant);
  // The tenant is about to leave an aperture.
  bool notify_eviction(Tenant& tenant);
  // The tenant is in a memory segment, or is about to leave it.
  bool notify_residency(Tenant& tenant, bool is_there);
  bool init_context_resource(Tenant& tenant, void* cpu_address);
  bool update_context_allocation(Tenant& tenant, void* data, UINT bytes);

  // Writes entries of a page table (paging_tables.cpp). Fills in the table's place and contents. A
  // table of the paging process is written before the call returns.
  bool update_page_table_now(Tenant& table, const DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE& update,
                             std::span<const DXGK_PTE> entries);
  bool update_page_table(Tenant& table, const DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE& update,
                         std::span<const DXGK_PTE> entries);
  // `root` is the root of its process's tables.
  bool flush_tlb(Tenant& root, const DXGK_BUILDPAGINGBUFFER_FLUSHTLB& flush);
  void await(const std::function<bool()>& is_over) { queue_.await(is_over); }

  // Lets operations name memory by addresses of the paging process from now on
  // (paging_virtual.cpp).
  bool start_process(const PagingProcess::Names& names);
  void end_process();
  const PagingProcess* process() const { return process_.get(); }
  void lose_root() {
    if (process_ != nullptr) process_->lose_root();
  }
  // The driver protection of a page of the tenant when it has only one (K-307), else 0. Sets
  // `bytes` to the length for which that holds, at most to what it was.
  using ProtectionAt =
      std::function<UINT64(const Tenant& tenant, std::uint64_t offset, std::uint64_t& bytes)>;
  void set_protection(ProtectionAt protection_at) { protection_at_ = std::move(protection_at); }
  // The most bytes that one operation moves.
  void set_chunk(SIZE_T bytes) { chunk_ = bytes; }

  // After a reset of the adapter: announces evictions and copies nothing.
  bool announce_lost(Tenant& tenant);

  // For paging_probe.cpp. Maps memory of the host's own to a part of an aperture, and unmaps it.
  bool map(Tenant& tenant, const Window& window);
  bool unmap(Tenant& tenant, const Window& window);
  // True when address descriptor lists map apertures, instead of MDLs.
  bool maps_lists() const;
  // Copies from its place to wherever a part of an aperture leads.
  bool transfer_out_to(Tenant& tenant, const Window& window) {
    return transfer(tenant, false, &window);
  }
  // An operation that no driver can know (K-347).
  void build_unknown();
  // Limits buffers to so many bytes, as if other operations filled the rest; 0: no limit. An
  // operation that needs too many of them makes no progress (K-330).
  void set_room(UINT bytes) { room_ = bytes; }
  // How many bytes the driver wrote for the last operation.
  UINT last_used() const { return last_used_; }
  // The page that unmapped parts of an aperture lead to.
  nt::PageFrame dummy_frame();

 private:
  bool run(DXGKARG_BUILDPAGINGBUFFER& operation, Tenant& tenant);
  NTSTATUS build(DXGKARG_BUILDPAGINGBUFFER& operation);
  void check_aperture(const DXGKARG_BUILDPAGINGBUFFER& operation, NTSTATUS status);
  bool map_mdl(Tenant& tenant, const Window& window, PMDL mdl);
  bool map_list(Tenant& tenant, const Window& window, PMDL mdl);
  bool transfer(Tenant& tenant, bool in, const Window* through);
  bool transfer_part(Tenant& tenant, bool in, SIZE_T offset, SIZE_T size, const Window* through);
  SIZE_T step_at(const Tenant& tenant, SIZE_T offset, SIZE_T left, UINT64& protection) const;
  bool transfer_virtual(Tenant& tenant, bool in, const Window* through);
  bool transfer_pages(Tenant& tenant, const PagingProcess::Pages& from,
                      const PagingProcess::Pages& to, bool in);
  bool fill_virtual(Tenant& tenant, UINT pattern);
  bool update_through_window(Tenant& table, DXGKARG_BUILDPAGINGBUFFER& operation);
  bool run_whole(DXGKARG_BUILDPAGINGBUFFER& operation, Tenant& tenant);
  NTSTATUS call_driver(DXGKARG_BUILDPAGINGBUFFER& operation);
  bool check_pointers(const DXGKARG_BUILDPAGINGBUFFER& operation, NTSTATUS status);
  bool is_stuck(const DXGKARG_BUILDPAGINGBUFFER& operation, UINT used, UINT calls);

  Driver& driver_;
  PagingQueue& queue_;
  std::optional<nt::PageFrame> dummy_;
  UINT room_ = 0;
  UINT last_used_ = 0;
  std::unique_ptr<PagingProcess> process_;  // null: paging is by physical addresses
  ProtectionAt protection_at_;
  SIZE_T chunk_ = ~SIZE_T{0};
};

}  // namespace drydock::vidmm
