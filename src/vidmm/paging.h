// Moving memory: DxgkDdiBuildPagingBuffer for each step, run by the paging node.
#pragma once

#include <optional>

#include "src/dxgk/seat.h"
#include "src/dxgk/wdk.h"
#include "src/nt/physical.h"
#include "src/vidmm/tenant.h"

namespace drydock::vidmm {

// A DMA buffer for paging operations.
struct PagingBuffer {
  void* memory = nullptr;
  UINT size = 0;
  void* private_data = nullptr;
  UINT private_size = 0;
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
  virtual void let_go(Tenant& tenant) = 0;

  // Waits until nothing at the hardware uses it.
  virtual void wait_idle(Tenant& tenant) = 0;
};

// The operations, each from its beginning to its end on the paging node. False when the driver is
// gone, memory ran out, or the GPU was reset. For the strand that pages.
class Paging {
 public:
  Paging(dxgk::Adapter& adapter, dxgk::Seat& seat, PagingQueue& queue)
      : adapter_(adapter), seat_(seat), queue_(queue) {}
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
  bool init_context_resource(Tenant& tenant, void* cpu_address);
  bool update_context_allocation(Tenant& tenant, void* data, UINT bytes);

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
  NTSTATUS call_driver(DXGKARG_BUILDPAGINGBUFFER& operation);
  bool check_pointers(const DXGKARG_BUILDPAGINGBUFFER& operation, NTSTATUS status);
  bool is_stuck(const DXGKARG_BUILDPAGINGBUFFER& operation, UINT used, UINT calls);

  dxgk::Adapter& adapter_;
  dxgk::Seat& seat_;
  PagingQueue& queue_;
  std::optional<nt::PageFrame> dummy_;
  UINT room_ = 0;
  UINT last_used_ = 0;
};

}  // namespace drydock::vidmm
