// The Direct3D runtime's view of the graphics kernel, besides the D3DKMT entry points.
//
// The runtime is a client of the kernel: every change is a D3DKMT call. The functions here only
// read, so that the runtime can compare a driver's claims with the truth. It asks by kernel handle
// and gets plain values; no object of the kernel leaves. This is the only header of src/dxgk that
// src/d3d includes.
//
// Contract: a handle may be stale or another process's; the answer is then the one that each
// function names. Cost: one look-up in the process's handle table, without a lock, unless a
// function says otherwise. Owner: the view borrows the process, which has to outlive it. Threads:
// any; answers about things that others use may be old when they arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "src/dxgk/memory/runtime_memory.h"
#include "src/dxgk/object/floating_point.h"
#include "src/dxgk/work/idleness_watch.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Process;

class RuntimeView {
 public:
  explicit RuntimeView(Process& process) : process_(&process) {}

  // While one lives, D3DKMT calls of this thread belong to the process.
  class Scope {
   public:
    explicit Scope(const RuntimeView& view);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    alignas(void*) std::byte scope_[sizeof(void*)];  // a ProcessScope
  };

  // A number that tells processes apart, and means nothing else.
  std::uint64_t process_mark() const { return reinterpret_cast<std::uintptr_t>(process_); }

  // Return whether the miniport of an open adapter has these parts of WDDM 2.0. False for a handle
  // that names nothing.
  bool has_paging_queues(D3DKMT_HANDLE adapter) const;
  bool has_gpu_addresses(D3DKMT_HANDLE adapter) const;

  // The size of an allocation; 0 for one that is destroyed.
  std::uint64_t bytes_of(D3DKMT_HANDLE allocation) const;
  // True while submitted work names the allocation; false for one that is destroyed.
  bool is_used_by_gpu(D3DKMT_HANDLE allocation) const;
  // True when one of the segments that the miniport named for it is an aperture, and for an
  // allocation that is destroyed.
  bool may_lie_in_aperture(D3DKMT_HANDLE allocation) const;

  // The bytes of private data that the miniport asked for with each DMA buffer of the context; 0
  // for a handle that names nothing.
  UINT private_data_of_buffers(D3DKMT_HANDLE context) const;
  // True when the handle is the low part of one that the miniport has for a context allocation on
  // the adapter of this context.
  bool is_context_allocation(D3DKMT_HANDLE context, D3DKMT_HANDLE handle) const;

  // The functions below wait while the device stops or is destroyed. Afterwards they return the
  // default of their type.

  // The owner for whom a GPU virtual address is mapped, for comparison only; null when it is not
  // mapped.
  const void* owner_of_address(D3DKMT_HANDLE device, std::uint64_t address) const;
  // U-283: true when all that is changed lies in one reservation, and all that is copied too.
  bool are_in_one_reservation(
      D3DKMT_HANDLE device,
      std::span<const D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> operations) const;
  // The number of the last work that the device submitted by address.
  std::uint64_t last_work_by_address(D3DKMT_HANDLE device) const;
  // True when the GPU has finished the work of this number, or the device is destroyed.
  bool is_work_by_address_over(D3DKMT_HANDLE device, std::uint64_t number) const;

  // The arguments of pfnMapGpuVirtualAddressCb that the kernel accepts.
  static constexpr std::uint64_t kGpuPage = 4096;
  static bool is_protection_of_nothing(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection);
  static bool is_protection_of_memory(D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE protection);
  struct Place {
    std::uint64_t base, minimum, maximum, bytes;
  };
  static bool is_placed_by_pages(const Place& place);

  // The bits of an allocation's handle. An allocation that a lock with Discard renames gets another
  // handle, which differs from the first in the number of its instance:
  //
  //   31                       6 5      2 1  0
  //   | the allocation          | number | 0 |
  static constexpr unsigned kInstanceShift = 2;
  static constexpr unsigned kMostRenamings = 15;
  static constexpr unsigned instance_number(D3DKMT_HANDLE handle) {
    return handle >> kInstanceShift & kMostRenamings;
  }
  static constexpr D3DKMT_HANDLE without_instance(D3DKMT_HANDLE handle) {
    return handle & ~(kMostRenamings << kInstanceShift);
  }

 private:
  Process* process_;
};

}  // namespace drydock::dxgk
