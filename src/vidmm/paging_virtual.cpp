// Paging by virtual addresses: windows of the paging process lead to the memory that is moved.
#include <algorithm>

#include "src/vidmm/paging.h"

namespace drydock::vidmm {
namespace {

using Seen = PagingProcess::Window;
using Pages = PagingProcess::Pages;

// The tenant's pages in video memory, from a byte of it on.
Pages placed_pages(const Tenant& tenant, SIZE_T offset, SIZE_T bytes) {
  return {.segment = tenant.place.segment(),
          .first = tenant.place.range()->first + offset / PAGE_SIZE,
          .count = bytes / PAGE_SIZE,
          .allocation = tenant.driver,
          .offset = offset};
}

}  // namespace

bool Paging::start_process(const PagingProcess::Names& names) {
  auto process = std::make_unique<PagingProcess>(driver_, *this, names);
  if (!process->start(queue_.buffer())) return false;
  process_ = std::move(process);
  return true;
}

void Paging::end_process() { process_ = nullptr; }

// How many bytes one operation moves from there on: as many as a window maps, with one protection
// (K-307).
SIZE_T Paging::step_at(const Tenant& tenant, SIZE_T offset, SIZE_T left, UINT64& protection) const {
  std::uint64_t bytes =
      std::min<std::uint64_t>({left, chunk_, PagingProcess::kWindowPages * PAGE_SIZE});
  protection = protection_at_ ? protection_at_(tenant, offset, bytes) : 0;
  return static_cast<SIZE_T>(bytes);
}

bool Paging::transfer_virtual(Tenant& tenant, bool in, const Window* through) {
  PMDL const mdl = tenant.backing.mdl(tenant.size());
  if (mdl == nullptr) return false;
  for (SIZE_T offset = 0, bytes = 0; offset < tenant.size(); offset += bytes) {
    Pages here = placed_pages(tenant, offset, 0);
    bytes = step_at(tenant, offset, tenant.size() - offset, here.driver_protection);
    here.count = bytes / PAGE_SIZE;
    Pages there = here;
    there.segment = through == nullptr ? 0 : through->segment;
    there.first = through == nullptr ? 0 : through->range->first + offset / PAGE_SIZE;
    if (through == nullptr) there.frames = MmGetMdlPfnArray(mdl) + offset / PAGE_SIZE;
    if (!transfer_pages(tenant, in ? there : here, in ? here : there, in)) return false;
  }
  return true;
}

bool Paging::transfer_pages(Tenant& tenant, const Pages& from, const Pages& to, bool in) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_VIRTUAL_TRANSFER;
  auto& transfer = operation.TransferVirtual;
  transfer.hAllocation = tenant.driver;
  transfer.AllocationOffsetInBytes = from.offset;
  transfer.TransferSizeInBytes = from.count * PAGE_SIZE;
  transfer.TransferDirection =
      in ? DXGK_MEMORY_TRANSFER_SYSTEM_TO_LOCAL : DXGK_MEMORY_TRANSFER_LOCAL_TO_SYSTEM;
  transfer.SourceVirtualAddress = process_->map(Seen::kSource, from);
  transfer.DestinationVirtualAddress = process_->map(Seen::kTarget, to);
  const bool is_moved = transfer.SourceVirtualAddress != 0 &&
                        transfer.DestinationVirtualAddress != 0 && run(operation, tenant);
  process_->unmap(Seen::kSource, from.count);
  process_->unmap(Seen::kTarget, to.count);
  return is_moved;
}

bool Paging::fill_virtual(Tenant& tenant, UINT pattern) {
  for (SIZE_T offset = 0, bytes = 0; offset < tenant.size(); offset += bytes) {
    Pages to = placed_pages(tenant, offset, 0);
    bytes = step_at(tenant, offset, tenant.size() - offset, to.driver_protection);
    to.count = bytes / PAGE_SIZE;
    DXGKARG_BUILDPAGINGBUFFER operation{};
    operation.Operation = DXGK_OPERATION_VIRTUAL_FILL;
    operation.FillVirtual.hAllocation = tenant.driver;
    operation.FillVirtual.AllocationOffsetInBytes = offset;
    operation.FillVirtual.FillSizeInBytes = bytes;
    operation.FillVirtual.FillPattern = pattern;
    operation.FillVirtual.DestinationVirtualAddress = process_->map(Seen::kTarget, to);
    const bool is_filled =
        operation.FillVirtual.DestinationVirtualAddress != 0 && run(operation, tenant);
    process_->unmap(Seen::kTarget, to.count);
    if (!is_filled) return false;
  }
  return true;
}

// Writes a table of another process through a window.
bool Paging::update_through_window(Tenant& table, DXGKARG_BUILDPAGINGBUFFER& operation) {
  Pages pages;
  pages.count = table.size() / PAGE_SIZE;
  if (table.is_resident()) {
    pages = placed_pages(table, 0, table.size());
  } else {
    PMDL const mdl = table.backing.mdl(table.size());
    if (mdl == nullptr) return false;
    pages.frames = MmGetMdlPfnArray(mdl);
  }
  const D3DGPU_VIRTUAL_ADDRESS at = process_->map(Seen::kTable, pages);
  operation.UpdatePageTable.PageTableAddress.GpuVirtual = at;
  const bool is_done = at != 0 && run_whole(operation, table);
  process_->unmap(Seen::kTable, pages.count);
  return is_done;
}

}  // namespace drydock::vidmm
