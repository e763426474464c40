#include "src/vidmm/paging.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/dxgk/adapter.h"
#include "src/nt/report.h"
#include "src/trace/trace.h"

namespace drydock::vidmm {
namespace {

// The most that one sub-transfer moves.
constexpr SIZE_T kMostTransfer = 4 << 20;

LARGE_INTEGER as_address(std::uint64_t value) {
  LARGE_INTEGER out{};
  out.QuadPart = static_cast<LONGLONG>(value);
  return out;
}
LARGE_INTEGER address_of(const Tenant& tenant) { return as_address(tenant.address); }

const char* name_of(DXGK_BUILDPAGINGBUFFER_OPERATION operation) {
  switch (operation) {
    case DXGK_OPERATION_TRANSFER:
      return "transfer";
    case DXGK_OPERATION_FILL:
      return "fill";
    case DXGK_OPERATION_DISCARD_CONTENT:
      return "discard content";
    case DXGK_OPERATION_MAP_APERTURE_SEGMENT:
      return "map aperture";
    case DXGK_OPERATION_UNMAP_APERTURE_SEGMENT:
      return "unmap aperture";
    case DXGK_OPERATION_INIT_CONTEXT_RESOURCE:
      return "init context resource";
    case DXGK_OPERATION_UPDATE_CONTEXT_ALLOCATION:
      return "update context allocation";
    default:
      return "paging";
  }
}

// Operations whose allocation may turn out to be busy.
bool may_be_busy(DXGK_BUILDPAGINGBUFFER_OPERATION operation) {
  return operation == DXGK_OPERATION_TRANSFER || operation == DXGK_OPERATION_DISCARD_CONTENT;
}

bool is_aperture_operation(DXGK_BUILDPAGINGBUFFER_OPERATION operation) {
  return operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT ||
         operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT;
}

void say_idle(DXGKARG_BUILDPAGINGBUFFER& operation) {
  if (operation.Operation == DXGK_OPERATION_TRANSFER) {
    operation.Transfer.Flags.AllocationIsIdle = 1;
  } else {
    operation.DiscardContent.Flags.AllocationIsIdle = 1;
  }
}

bool says_idle(const DXGKARG_BUILDPAGINGBUFFER& operation) {
  return operation.Operation == DXGK_OPERATION_TRANSFER
             ? operation.Transfer.Flags.AllocationIsIdle != 0
             : operation.DiscardContent.Flags.AllocationIsIdle != 0;
}

// How far a driver moved a pointer; a pointer that moved back is as bad as one far behind.
std::size_t moved(const void* to, const void* from) {
  return reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
}

}  // namespace

Paging::~Paging() {
  if (dummy_) nt::give_back({&*dummy_, 1});
}

bool Paging::is_ready_for(Tenant& tenant) {
  return queue_.buffer().memory != nullptr && tenant.backing.mdl(tenant.size) != nullptr;
}

// K-319: who has an aperture maps and unmaps. A dead driver refuses nothing.
void Paging::check_aperture(DXGK_BUILDPAGINGBUFFER_OPERATION operation, NTSTATUS status) {
  if (!is_aperture_operation(operation) || status == STATUS_SUCCESS ||
      status == STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER || status == STATUS_DEVICE_REMOVED)
    return;
  adapter_.accuse("K-319", fmt::format("DxgkDdiBuildPagingBuffer ({}) returned {:#010x} for an "
                                       "aperture segment",
                                       name_of(operation), static_cast<ULONG>(status)));
}

// One call of the driver, with its buffer checked: K-324, K-325.
NTSTATUS Paging::build(DXGKARG_BUILDPAGINGBUFFER& operation) {
  if (adapter_.table().DxgkDdiBuildPagingBuffer == nullptr) {
    if (is_aperture_operation(operation.Operation))
      adapter_.accuse("K-319", "an aperture segment without DxgkDdiBuildPagingBuffer");
    return STATUS_NOT_SUPPORTED;
  }
  const PagingBuffer& buffer = queue_.buffer();
  if (buffer.memory == nullptr) return STATUS_NO_MEMORY;
  operation.pDmaBuffer = buffer.memory;
  operation.DmaSize = buffer.size;
  operation.pDmaBufferPrivateData = buffer.private_data;
  operation.DmaBufferPrivateDataSize = buffer.private_size;
  NTSTATUS status = adapter_.call(dxgk::ddi::kBuildPagingBuffer, seat_, [&] {
    return adapter_.table().DxgkDdiBuildPagingBuffer(adapter_.context(), &operation);
  });
  check_aperture(operation.Operation, status);
  if (!adapter_.driver().alive()) return STATUS_DEVICE_REMOVED;
  if (status == STATUS_GRAPHICS_ALLOCATION_BUSY &&
      (!may_be_busy(operation.Operation) || says_idle(operation))) {
    adapter_.accuse("K-324", fmt::format("DxgkDdiBuildPagingBuffer ({}) returned "
                                         "STATUS_GRAPHICS_ALLOCATION_BUSY for {}",
                                         name_of(operation.Operation),
                                         may_be_busy(operation.Operation)
                                             ? "an allocation that is idle"
                                             : "an operation that cannot be busy"));
    return STATUS_DEVICE_REMOVED;
  }
  const std::size_t used = moved(operation.pDmaBuffer, buffer.memory);
  const std::size_t used_private = moved(operation.pDmaBufferPrivateData, buffer.private_data);
  if (used <= buffer.size && used_private <= buffer.private_size) return status;
  adapter_.accuse("K-325",
                  fmt::format("DxgkDdiBuildPagingBuffer ({}) moved pDmaBuffer by {} of {} bytes "
                              "and pDmaBufferPrivateData by {} of {}",
                              name_of(operation.Operation), used, buffer.size, used_private,
                              buffer.private_size));
  return STATUS_DEVICE_REMOVED;
}

// As many calls as the driver needs: a buffer that is full is run and the operation goes on in the
// next one; an allocation that is busy is waited for.
bool Paging::run(DXGKARG_BUILDPAGINGBUFFER& operation, Tenant& tenant) {
  const trace::Span span("paging", name_of(operation.Operation));
  operation.MultipassOffset = 0;
  for (;;) {
    const NTSTATUS status = build(operation);
    if (status == STATUS_GRAPHICS_ALLOCATION_BUSY) {
      queue_.wait_idle(tenant);
      say_idle(operation);
      continue;
    }
    if (status != STATUS_SUCCESS && status != STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER) return false;
    const PagingBuffer& buffer = queue_.buffer();
    const auto used = static_cast<UINT>(moved(operation.pDmaBuffer, buffer.memory));
    const auto used_private =
        static_cast<UINT>(moved(operation.pDmaBufferPrivateData, buffer.private_data));
    if (used != 0 && !queue_.run(tenant, used, used_private)) return false;
    if (status == STATUS_SUCCESS) return true;
    if (used != 0) continue;
    adapter_.accuse("K-324",
                    fmt::format("DxgkDdiBuildPagingBuffer ({}) returned "
                                "STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER for an empty buffer of "
                                "PagingBufferSize {}",
                                name_of(operation.Operation), buffer.size));
    return false;
  }
}

bool Paging::transfer_part(Tenant& tenant, bool in, SIZE_T offset, SIZE_T size,
                           const Window* through) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_TRANSFER;
  auto& transfer = operation.Transfer;
  transfer.hAllocation = tenant.driver;
  transfer.TransferOffset = static_cast<UINT>(offset);
  transfer.TransferSize = size;
  transfer.MdlOffset = static_cast<UINT>(offset / PAGE_SIZE);
  transfer.Flags.TransferStart = offset == 0 ? 1 : 0;
  transfer.Flags.TransferEnd = size == 0 || offset + size == tenant.size ? 1 : 0;
  PMDL const mdl = tenant.backing.mdl(tenant.size);
  if (mdl == nullptr) return false;
  if (in) {
    transfer.Source.pMdl = mdl;
    transfer.Destination.SegmentId = tenant.segment;
    transfer.Destination.SegmentAddress = address_of(tenant);
  } else {
    transfer.Source.SegmentId = tenant.segment;
    transfer.Source.SegmentAddress = address_of(tenant);
    if (through != nullptr) {
      transfer.Destination.SegmentId = through->segment;
      transfer.Destination.SegmentAddress = as_address(through->address);
    } else {
      transfer.Destination.pMdl = mdl;
    }
  }
  return run(operation, tenant);
}

// K-329: the whole allocation, in parts.
bool Paging::transfer(Tenant& tenant, bool in, const Window* through) {
  for (SIZE_T offset = 0; offset < tenant.size; offset += kMostTransfer) {
    const SIZE_T size = std::min(kMostTransfer, tenant.size - offset);
    if (!transfer_part(tenant, in, offset, size, through)) return false;
  }
  return true;
}

bool Paging::transfer_in(Tenant& tenant) { return transfer(tenant, true, nullptr); }
bool Paging::transfer_out(Tenant& tenant) { return transfer(tenant, false, nullptr); }

// What was mapped is unmapped, whatever came of it.
bool Paging::transfer_out_through(Tenant& tenant, const Window& window) {
  if (!map(tenant, window)) return false;
  const bool moved = transfer(tenant, false, &window);
  return unmap(tenant, window) && moved;
}

bool Paging::announce_lost(Tenant& tenant) { return transfer_part(tenant, false, 0, 0, nullptr); }

bool Paging::fill(Tenant& tenant, UINT pattern) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_FILL;
  operation.Fill.hAllocation = tenant.driver;
  operation.Fill.FillSize = tenant.size;
  operation.Fill.FillPattern = pattern;
  operation.Fill.Destination.SegmentId = tenant.segment;
  operation.Fill.Destination.SegmentAddress = address_of(tenant);
  return run(operation, tenant);
}

bool Paging::discard(Tenant& tenant) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_DISCARD_CONTENT;
  operation.DiscardContent.hAllocation = tenant.driver;
  operation.DiscardContent.SegmentId = tenant.segment;
  operation.DiscardContent.SegmentAddress = address_of(tenant);
  return run(operation, tenant);
}

bool Paging::map_aperture(Tenant& tenant) {
  return map(tenant, {tenant.segment, tenant.range, tenant.address});
}

bool Paging::unmap_aperture(Tenant& tenant) {
  return unmap(tenant, {tenant.segment, tenant.range, tenant.address});
}

bool Paging::map(Tenant& tenant, const Window& window) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_MAP_APERTURE_SEGMENT;
  auto& map = operation.MapApertureSegment;
  map.hDevice = tenant.device;
  map.hAllocation = tenant.driver;
  map.SegmentId = window.segment;
  map.OffsetInPages = window.range->first;
  map.NumberOfPages = window.range->pages;
  map.pMdl = tenant.backing.mdl(tenant.size);
  map.Flags.CacheCoherent = tenant.cached ? 1 : 0;
  return map.pMdl != nullptr && run(operation, tenant);
}

bool Paging::unmap(Tenant& tenant, const Window& window) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_UNMAP_APERTURE_SEGMENT;
  auto& unmap = operation.UnmapApertureSegment;
  unmap.hDevice = tenant.device;
  unmap.hAllocation = tenant.driver;
  unmap.SegmentId = window.segment;
  unmap.OffsetInPages = window.range->first;
  unmap.NumberOfPages = window.range->pages;
  unmap.DummyPage = dummy_page();
  return run(operation, tenant);
}

bool Paging::init_context_resource(Tenant& tenant, void* cpu_address) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_INIT_CONTEXT_RESOURCE;
  auto& init = operation.InitContextResource;
  init.hAllocation = tenant.driver;
  init.Destination.SegmentId = tenant.segment;
  if (tenant.segment != 0) {
    init.Destination.SegmentAddress = address_of(tenant);
  } else {
    init.Destination.pMdl = tenant.backing.mdl(tenant.size);
    if (init.Destination.pMdl == nullptr) return false;
  }
  init.Destination.VirtualAddress = cpu_address;
  return run(operation, tenant);
}

bool Paging::update_context_allocation(Tenant& tenant, void* data, UINT bytes) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_UPDATE_CONTEXT_ALLOCATION;
  auto& update = operation.UpdateContextAllocation;
  update.ContextAllocation = tenant.address;
  update.ContextAllocationSize = tenant.size;
  update.pDriverPrivateData = data;
  update.DriverPrivateDataSize = bytes;
  return run(operation, tenant);
}

// A page of the machine that unmapped parts of an aperture lead to.
PHYSICAL_ADDRESS Paging::dummy_page() {
  if (!dummy_) dummy_ = nt::take_run(1, {});
  PHYSICAL_ADDRESS out{};
  out.QuadPart = static_cast<LONGLONG>(dummy_.value_or(0) * nt::kPageBytes);
  return out;
}

}  // namespace drydock::vidmm
