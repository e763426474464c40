// Moving memory: DxgkDdiBuildPagingBuffer for each step, run by the paging node.
#pragma once

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

// Who runs paging buffers: the scheduler.
class PagingQueue {
 public:
  virtual ~PagingQueue() = default;

  // An empty buffer, the same one until it is run; without memory when there is none.
  virtual PagingBuffer& buffer() = 0;

  // Runs what the driver wrote for this tenant and waits for its end. False when the GPU was reset
  // meanwhile or is gone: what was moved is lost.
  virtual bool run(Tenant& tenant, UINT bytes, UINT private_bytes) = 0;

  // It is about to leave its place: contexts that the GPU still has loaded and that used it there
  // are switched away from (K-392).
  virtual void switch_away_from(Tenant& tenant) = 0;

  // Waits until nothing at the hardware uses it.
  virtual void wait_idle(Tenant& tenant) = 0;

  // Between the reset of the adapter and its restart: what is built is not run.
  virtual bool is_resetting() const = 0;

  // Waits until it is so, which the end of work at the hardware may bring about.
  virtual void await(const std::function<bool()>& is_over) = 0;
};

// Where the GPU finds a page table: one that is in place.
D3DGPU_PHYSICAL_ADDRESS address_of_table(const Tenant& table);

// The operations, each from its beginning to its end on the paging node. False when the driver is
// gone, memory ran out, or the GPU was reset. For the strand that pages.
class Paging {
 public:
  Paging(Driver& driver, PagingQueue& queue) : driver_(driver), queue_(queue) {}
  ~Paging();
  Paging(const Paging&) = delete;
  Paging& operator=(const Paging&) = delete;

  // What moving a tenant takes: a paging buffer, and its pages in system memory. False when memory
  // is short; then nothing has changed.
  bool is_ready_for(Tenant& tenant);

  // A part of an aperture.
  struct Window {
    UINT segment;
    const SegmentSpace::Range* range;
    std::uint64_t address;
  };

  bool transfer_in(Tenant& tenant);   // system memory to its place
  bool transfer_out(Tenant& tenant);  // its place to system memory
  // The same through a part of an aperture that is its own for that long.
  bool transfer_out_through(Tenant& tenant, const Window& window);
  bool fill(Tenant& tenant, UINT pattern);
  bool discard(Tenant& tenant);
  bool map_aperture(Tenant& tenant);
  bool unmap_aperture(Tenant& tenant);
  // It is about to leave an aperture.
  bool notify_eviction(Tenant& tenant);
  // It is in a segment of memory, or about to leave it.
  bool notify_residency(Tenant& tenant, bool is_there);
  bool init_context_resource(Tenant& tenant, void* cpu_address);
  bool update_context_allocation(Tenant& tenant, void* data, UINT bytes);

  // Entries of a page table (paging_tables.cpp). Where it lies and what it holds is filled in.
  // One of the paging process is written before the call returns.
  bool update_page_table_now(Tenant& table, DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE update,
                             std::span<const DXGK_PTE> entries);
  bool update_page_table(Tenant& table, DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE update,
                         std::span<const DXGK_PTE> entries);
  // `root` is where its process's tables begin.
  bool flush_tlb(Tenant& root, const DXGK_BUILDPAGINGBUFFER_FLUSHTLB& flush);
  void await(const std::function<bool()>& is_over) { queue_.await(is_over); }

  // From now on what is moved is named by addresses of the paging process (paging_virtual.cpp).
  bool start_process(const PagingProcess::Names& names);
  void end_process();
  const PagingProcess* process() const { return process_.get(); }
  void lose_root() {
    if (process_ != nullptr) process_->lose_root();
  }
  // The driver protection of a page of the tenant when it has only one (K-307), else 0; and for how
  // many bytes from there on that is so, which are at most as many as they were.
  using ProtectionAt =
      std::function<UINT64(const Tenant& tenant, std::uint64_t offset, std::uint64_t& bytes)>;
  void set_protection(ProtectionAt protection_at) { protection_at_ = std::move(protection_at); }
  // One operation moves no more.
  void set_chunk(SIZE_T bytes) { chunk_ = bytes; }

  // After an adapter reset: evictions are announced and nothing is copied.
  bool announce_lost(Tenant& tenant);

  // For paging_probe.cpp. Memory of the host's own onto a part of an aperture, and away from it.
  bool map(Tenant& tenant, const Window& window);
  bool unmap(Tenant& tenant, const Window& window);
  // Apertures are mapped by address descriptor lists instead of MDLs.
  bool maps_lists() const;
  // Its place to whatever a part of an aperture leads to.
  bool transfer_out_to(Tenant& tenant, const Window& window) {
    return transfer(tenant, false, &window);
  }
  // An operation that no driver can know (K-347).
  void build_unknown();
  // Buffers of so many bytes, as the rest of one that other operations are in; 0: whole ones. An
  // operation that takes too many of them makes no progress (K-330).
  void set_room(UINT bytes) { room_ = bytes; }
  // How much the driver wrote for the last operation.
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
