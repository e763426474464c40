// The driver of an adapter, as video memory sees it: what it reported about its memory, and the
// entry points that move and map memory.
//
// Owner: the graphics kernel implements it and owns it; it outlives the video memory. A call
// returns when the driver's entry point has returned. It returns STATUS_DEVICE_REMOVED, or nothing,
// when the driver has failed.
//
// Threads: the strand that pages, except for probe_host_apertures(), which runs before that strand
// exists.
//
// Cost: one virtual call for each call of the driver, which costs far more itself.
#pragma once

#include <optional>
#include <vector>

#include "src/nt/watch/breach.h"
#include "src/vidmm/gpu_mmu.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {

struct Tenant;

// The driver's report of its memory when it was started. Constant from then on.
struct MemoryCaps {
  std::vector<DXGK_SEGMENTDESCRIPTOR4> segments;  // in the newest form; segment n + 1 is [n]
  UINT budgeted = 0;                              // segments that count for budgets, as a set
  // Per segment: where its banks end; empty when it has none.
  std::vector<std::vector<SIZE_T>> banks;
  std::optional<GpuMmu> gpu_mmu;  // nothing: clients have no GPU virtual addresses
};

// The entry points and operations that it has.
struct Abilities {
  bool builds_paging_buffers = false;
  bool sets_root_page_tables = false;
  bool sizes_root_page_tables = false;
  bool has_processes = false;
  bool has_contexts = false;
  bool submits_by_address = false;
  bool maps_address_lists = false;  // DXGK_OPERATION_MAP_APERTURE_SEGMENT2
};

class Driver {
 public:
  virtual ~Driver() = default;

  virtual const MemoryCaps& caps() const = 0;
  virtual Abilities abilities() const = 0;
  // False when a breach or a crash has ended the driver; it is not called again.
  virtual bool is_alive() const = 0;
  // Its process object for the host's own work; null when it has none.
  virtual HANDLE system_process() const = 0;

  virtual NTSTATUS build_paging_buffer(DXGKARG_BUILDPAGINGBUFFER& operation) = 0;
  virtual NTSTATUS map_cpu_host_aperture(DXGKARG_MAPCPUHOSTAPERTURE& pages) = 0;
  virtual void unmap_cpu_host_aperture(DXGKARG_UNMAPCPUHOSTAPERTURE& pages) = 0;
  virtual SIZE_T root_page_table_size(DXGKARG_GETROOTPAGETABLESIZE& entries) = 0;
  virtual void set_root_page_table(const DXGKARG_SETROOTPAGETABLE& root) = 0;
  // The tenant leaves its segment: releases the swizzling ranges that map it, locked or not.
  virtual void release_swizzling_ranges(const Tenant& tenant) = 0;

  // The offender of breaches about calls that have returned. A fatal one fails the driver.
  virtual nt::Offender offender() = 0;
};

// An operation that no driver can know: the largest number that its bits allow (K-347).
inline constexpr auto kUnknownOperation = static_cast<DXGK_BUILDPAGINGBUFFER_OPERATION>(31);

}  // namespace drydock::vidmm
