// Paging operations on page tables.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/vidmm/paging.h"
#include "src/wdk/hostile.h"

namespace drydock::vidmm {

namespace {

// An update, with the copy of its entries that the driver may look at.
class TableUpdate {
 public:
  TableUpdate(const DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE& update,
              std::span<const DXGK_PTE> entries)
      : copies_(entries.begin(), entries.end()), passed_(copies_) {
    operation.Operation = DXGK_OPERATION_UPDATE_PAGE_TABLE;
    operation.UpdatePageTable = update;
    operation.UpdatePageTable.pPageTableEntries = passed_.data();
  }

  DXGKARG_BUILDPAGINGBUFFER operation{};

 private:
  std::vector<DXGK_PTE> copies_;
  const Passed<DXGK_PTE> passed_;
};

}  // namespace

D3DGPU_PHYSICAL_ADDRESS address_of_table(const Tenant& table) {
  D3DGPU_PHYSICAL_ADDRESS out{};
  out.SegmentId = table.place.segment();
  out.SegmentOffset = table.place.segment() != 0 ? table.place.range()->offset()
                                                 : table.backing.frames().front() * nt::kPageBytes;
  return out;
}

bool Paging::update_page_table(Tenant& table, const DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE& update,
                               std::span<const DXGK_PTE> entries) {
  TableUpdate passed(update, entries);
  DXGKARG_BUILDPAGINGBUFFER& operation = passed.operation;
  if (update.UpdateMode == DXGK_PAGETABLEUPDATE_GPU_VIRTUAL)
    return process_ != nullptr && update_through_window(table, operation);
  if (update.UpdateMode == DXGK_PAGETABLEUPDATE_CPU_VIRTUAL) {
    operation.UpdatePageTable.PageTableAddress.CpuVirtual = table.backing.map(table.size());
  } else {
    operation.UpdatePageTable.PageTableAddress.GpuPhysical = address_of_table(table);
  }
  return run_whole(operation, table);
}

bool Paging::flush_tlb(Tenant& root, const DXGK_BUILDPAGINGBUFFER_FLUSHTLB& flush) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_FLUSH_TLB;
  operation.FlushTlb = flush;
  return run_whole(operation, root);
}

// Runs the operation in whole buffers, even inside an operation with a limit (set_room()).
bool Paging::run_whole(DXGKARG_BUILDPAGINGBUFFER& operation, Tenant& tenant) {
  const UINT room = std::exchange(room_, 0);
  const bool is_done = run(operation, tenant);
  room_ = room;
  return is_done;
}

// K-341: the driver has no buffer to write into, and nothing remains to be done after the call.
bool Paging::update_page_table_now(Tenant& table,
                                   const DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE& update,
                                   std::span<const DXGK_PTE> entries) {
  TableUpdate passed(update, entries);
  DXGKARG_BUILDPAGINGBUFFER& operation = passed.operation;
  operation.UpdatePageTable.PageTableAddress.CpuVirtual = table.backing.map(table.size());
  const NTSTATUS status = driver_.build_paging_buffer(operation);
  if (!driver_.is_alive()) return false;
  rules::evaluated("K-324");
  rules::evaluated("K-325");
  if (status == STATUS_SUCCESS && operation.pDmaBuffer == nullptr) return true;
  nt::Breach(status == STATUS_SUCCESS ? "K-325"_rule : "K-324"_rule, driver_.offender())
      .message(
          "DxgkDdiBuildPagingBuffer (update page table) {} {:#x} for a table of the paging "
          "process, without a buffer to write into",
          status == STATUS_SUCCESS ? "moved pDmaBuffer to" : "returned",
          status == STATUS_SUCCESS ? reinterpret_cast<std::uintptr_t>(operation.pDmaBuffer)
                                   : static_cast<ULONG>(status))
      .raise_later();
  return false;
}

}  // namespace drydock::vidmm
