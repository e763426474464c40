#include "src/vidmm/paging.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/trace.h"
#include "src/vidmm/buffer_end.h"
#include "src/wdk/hostile.h"

namespace drydock::vidmm {
namespace {

// The most bytes that one sub-transfer moves. Hostile ones are small, so that small allocations
// are moved in parts.
constexpr SIZE_T kMostTransfer = 4 << 20;
constexpr SIZE_T kMostHostileTransfer = 64 << 10;

SIZE_T most_transfer() { return are_arguments_hostile() ? kMostHostileTransfer : kMostTransfer; }

// No probe needs more buffers than this, each of which has room for half of what it writes.
constexpr UINT kMostRepeats = 16;

LARGE_INTEGER as_address(std::uint64_t value) {
  LARGE_INTEGER out{};
  out.QuadPart = static_cast<LONGLONG>(value);
  return out;
}
LARGE_INTEGER address_of(const Tenant& tenant) { return as_address(tenant.place.address()); }

const char* name_of(DXGK_BUILDPAGINGBUFFER_OPERATION operation) {
  switch (operation) {
    case DXGK_OPERATION_TRANSFER:
      return "transfer";
    case DXGK_OPERATION_FILL:
      return "fill";
    case DXGK_OPERATION_DISCARD_CONTENT:
      return "discard content";
    case DXGK_OPERATION_MAP_APERTURE_SEGMENT:
    case DXGK_OPERATION_MAP_APERTURE_SEGMENT2:
      return "map aperture";
    case DXGK_OPERATION_UNMAP_APERTURE_SEGMENT:
      return "unmap aperture";
    case DXGK_OPERATION_INIT_CONTEXT_RESOURCE:
      return "init context resource";
    case DXGK_OPERATION_UPDATE_CONTEXT_ALLOCATION:
      return "update context allocation";
    case DXGK_OPERATION_NOTIFY_ALLOC:
      return "notify allocation";
    case DXGK_OPERATION_NOTIFY_RESIDENCY:
      return "notify residency";
    case DXGK_OPERATION_VIRTUAL_TRANSFER:
      return "virtual transfer";
    case DXGK_OPERATION_VIRTUAL_FILL:
      return "virtual fill";
    case DXGK_OPERATION_UPDATE_PAGE_TABLE:
      return "update page table";
    case DXGK_OPERATION_FLUSH_TLB:
      return "flush TLB";
    default:
      return "paging";
  }
}

// Operations whose allocation may be busy.
bool may_be_busy(DXGK_BUILDPAGINGBUFFER_OPERATION operation) {
  return operation == DXGK_OPERATION_TRANSFER || operation == DXGK_OPERATION_DISCARD_CONTENT;
}

bool is_aperture_operation(DXGK_BUILDPAGINGBUFFER_OPERATION operation) {
  return operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT ||
         operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT2 ||
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

// How far a driver moved a pointer. A pointer that moved back counts as one that moved very far.
std::size_t moved(const void* to, const void* from) {
  return reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
}

// The system memory that a transfer out of a segment writes to. Empty for other transfers, and for
// one that is marked as of an idle allocation.
std::span<const std::uint64_t> untouchable(const DXGKARG_BUILDPAGINGBUFFER& operation,
                                           const Tenant& tenant) {
  const auto& transfer = operation.Transfer;
  if (operation.Operation != DXGK_OPERATION_TRANSFER || transfer.Source.SegmentId == 0 ||
      transfer.Destination.SegmentId != 0 || says_idle(operation) ||
      !tenant.is_out_of_cpus_reach() || !are_arguments_hostile())
    return {};
  const auto* const first = static_cast<const std::uint64_t*>(tenant.backing.pages());
  if (first == nullptr) return {};
  return {first + transfer.TransferOffset / sizeof *first, transfer.TransferSize / sizeof *first};
}

// K-328: unless AllocationIsIdle is set, the driver must not copy before its buffer is submitted.
class Untouched {
 public:
  Untouched(Driver& driver, const DXGKARG_BUILDPAGINGBUFFER& operation, const Tenant& tenant)
      : driver_(driver),
        tenant_(tenant),
        words_(untouchable(operation, tenant)),
        times_locked_(tenant.cpu.times_locked.load()),
        before_(words_.begin(), words_.end()) {}
  void check() const {
    if (!words_.empty()) rules::evaluated("K-328");
    if (std::ranges::equal(words_, before_) || tenant_.cpu.locks.load() != 0 ||
        tenant_.cpu.times_locked.load() != times_locked_)
      return;
    nt::Breach("K-328", driver_.offender())
        .message(
            "DxgkDdiBuildPagingBuffer (transfer) copied by itself, before its buffer was "
            "submitted, although AllocationIsIdle is not set")
        .raise_later();
  }

 private:
  Driver& driver_;
  const Tenant& tenant_;
  const std::span<const std::uint64_t> words_;
  const std::uint32_t times_locked_;
  const std::vector<std::uint64_t> before_;
};

}  // namespace

Paging::~Paging() {
  if (dummy_) nt::free_frames({&*dummy_, 1});
}

bool Paging::is_ready_for(Tenant& tenant) {
  return queue_.buffer().memory != nullptr && tenant.backing.mdl(tenant.size()) != nullptr;
}

NTSTATUS Paging::call_driver(DXGKARG_BUILDPAGINGBUFFER& operation) {
  const PagingBuffer& buffer = queue_.buffer();
  operation.pDmaBuffer = buffer.memory;
  operation.DmaSize = room_ != 0 ? std::min(room_, buffer.size) : buffer.size;
  operation.pDmaBufferPrivateData = buffer.private_data;
  operation.DmaBufferPrivateDataSize = buffer.private_size;
  if (process_ != nullptr) {
    operation.hSystemContext = process_->context();
    operation.DmaBufferGpuVirtualAddress = process_->buffer_address();
  }
  if (are_arguments_hostile()) mark_unwritten(buffer.memory, buffer.size);
  return driver_.build_paging_buffer(operation);
}

// K-325: the pointers must stand behind what was written, and within the buffer.
bool Paging::check_pointers(const DXGKARG_BUILDPAGINGBUFFER& operation, NTSTATUS status) {
  const PagingBuffer& buffer = queue_.buffer();
  const std::size_t used = moved(operation.pDmaBuffer, buffer.memory);
  const std::size_t used_private = moved(operation.pDmaBufferPrivateData, buffer.private_data);
  const UINT room = room_ != 0 ? std::min(room_, buffer.size) : buffer.size;
  if (rules::breaks("K-325", used > room || used_private > buffer.private_size)) {
    nt::Breach("K-325", driver_.offender())
        .message(
            "DxgkDdiBuildPagingBuffer ({}) moved pDmaBuffer by {} of {} bytes "
            "and pDmaBufferPrivateData by {} of {}",
            name_of(operation.Operation), used, room, used_private, buffer.private_size)
        .raise_later();
    return false;
  }
  if (!restore_end(buffer.memory, buffer.size)) {
    nt::Breach("K-325", driver_.offender())
        .message(
            "DxgkDdiBuildPagingBuffer ({}) wrote behind the {} bytes "
            "of its buffer",
            name_of(operation.Operation), buffer.size)
        .raise_later();
    return false;
  }
  if (status == STATUS_SUCCESS && are_arguments_hostile() &&
      is_written_at(buffer.memory, buffer.size, used)) {
    nt::Breach("K-325", driver_.offender())
        .message(
            "DxgkDdiBuildPagingBuffer ({}) moved pDmaBuffer by {} "
            "bytes and wrote more",
            name_of(operation.Operation), used)
        .raise_later();
    return false;
  }
  return true;
}

// One call of the driver. Checks its buffer: K-324, K-325.
NTSTATUS Paging::build(DXGKARG_BUILDPAGINGBUFFER& operation) {
  if (process_ != nullptr && !queue_.is_resetting()) process_->have_root();
  if (!driver_.abilities().builds_paging_buffers) {
    if (rules::breaks("K-319", is_aperture_operation(operation.Operation)))
      nt::Breach("K-319", driver_.offender())
          .message("an aperture segment without DxgkDdiBuildPagingBuffer")
          .raise_later();
    return STATUS_NOT_SUPPORTED;
  }
  if (queue_.buffer().memory == nullptr) return STATUS_NO_MEMORY;
  const NTSTATUS status = call_driver(operation);
  if (is_aperture_operation(operation.Operation)) check_aperture(operation, status);
  if (!driver_.is_alive()) return STATUS_DEVICE_REMOVED;
  rules::evaluated("K-324");
  if (status == STATUS_GRAPHICS_ALLOCATION_BUSY &&
      (!may_be_busy(operation.Operation) || says_idle(operation))) {
    nt::Breach("K-324", driver_.offender())
        .message(
            "DxgkDdiBuildPagingBuffer ({}) returned "
            "STATUS_GRAPHICS_ALLOCATION_BUSY for {}",
            name_of(operation.Operation),
            may_be_busy(operation.Operation) ? "an allocation that is idle"
                                             : "an operation that cannot be busy")
        .raise_later();
    return STATUS_DEVICE_REMOVED;
  }
  return check_pointers(operation, status) ? status : STATUS_DEVICE_REMOVED;
}

// An operation that fills a buffer goes on in the next one. A driver that writes nothing into an
// empty buffer, or writes the same again, will never get on. The rest of a buffer may be too small.
bool Paging::is_stuck(const DXGKARG_BUILDPAGINGBUFFER& operation, UINT used, UINT calls) {
  if (room_ != 0 && used == 0) {
    room_ = 0;
    return false;
  }
  if (room_ != 0 && rules::breaks("K-330", calls > kMostRepeats)) {
    nt::Breach("K-330", driver_.offender())
        .message(
            "DxgkDdiBuildPagingBuffer ({}) filled {} buffers of {} bytes with "
            "an operation that it wrote in {} bytes before",
            name_of(operation.Operation), calls, room_, 2 * room_)
        .raise_later();
    return true;
  }
  if (used != 0) return false;
  nt::Breach("K-324", driver_.offender())
      .message(
          "DxgkDdiBuildPagingBuffer ({}) returned "
          "STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER for an empty "
          "buffer of PagingBufferSize {}",
          name_of(operation.Operation), queue_.buffer().size)
      .raise_later();
  return true;
}

// Calls the driver as often as it needs. A buffer that is full is run, and the operation goes on in
// the next one. A busy allocation is waited for.
bool Paging::run(DXGKARG_BUILDPAGINGBUFFER& operation, Tenant& tenant) {
  assert_here();
  const trace::Span span("paging", name_of(operation.Operation));
  operation.MultipassOffset = 0;
  last_used_ = 0;
  for (UINT calls = 1;; ++calls) {
    const Untouched destination(driver_, operation, tenant);
    const NTSTATUS status = build(operation);
    destination.check();
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
    last_used_ += used;
    if (used != 0 && !queue_.run(tenant, used, used_private)) return false;
    if (status == STATUS_SUCCESS) return true;
    if (is_stuck(operation, used, calls)) return false;
  }
}

void Paging::build_unknown() {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = kUnknownOperation;
  build(operation);
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
  transfer.Flags.TransferEnd = size == 0 || offset + size == tenant.size() ? 1 : 0;
  PMDL const mdl = tenant.backing.mdl(tenant.size());
  if (mdl == nullptr) return false;
  if (in) {
    transfer.Source.pMdl = mdl;
    transfer.Destination.SegmentId = tenant.place.segment();
    transfer.Destination.SegmentAddress = address_of(tenant);
  } else {
    transfer.Source.SegmentId = tenant.place.segment();
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

// K-329: transfers the whole allocation, in parts.
bool Paging::transfer(Tenant& tenant, bool in, const Window* through) {
  if (process_ != nullptr) return transfer_virtual(tenant, in, through);
  const SIZE_T most = most_transfer();
  for (SIZE_T offset = 0; offset < tenant.size(); offset += most) {
    const SIZE_T size = std::min(most, tenant.size() - offset);
    if (!transfer_part(tenant, in, offset, size, through)) return false;
  }
  return true;
}

bool Paging::transfer_in(Tenant& tenant) { return transfer(tenant, true, nullptr); }
bool Paging::transfer_out(Tenant& tenant) { return transfer(tenant, false, nullptr); }

// Unmaps the window again even when the transfer failed.
bool Paging::transfer_out_through(Tenant& tenant, const Window& window) {
  if (!map(tenant, window)) return false;
  const bool moved = transfer(tenant, false, &window);
  return unmap(tenant, window) && moved;
}

bool Paging::announce_lost(Tenant& tenant) { return transfer_part(tenant, false, 0, 0, nullptr); }

bool Paging::fill(Tenant& tenant, UINT pattern) {
  if (process_ != nullptr) return fill_virtual(tenant, pattern);
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_FILL;
  operation.Fill.hAllocation = tenant.driver;
  operation.Fill.FillSize = tenant.size();
  operation.Fill.FillPattern = pattern;
  operation.Fill.Destination.SegmentId = tenant.place.segment();
  operation.Fill.Destination.SegmentAddress = address_of(tenant);
  return run(operation, tenant);
}

bool Paging::discard(Tenant& tenant) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_DISCARD_CONTENT;
  operation.DiscardContent.hAllocation = tenant.driver;
  operation.DiscardContent.SegmentId = tenant.place.segment();
  operation.DiscardContent.SegmentAddress = address_of(tenant);
  return run(operation, tenant);
}

bool Paging::init_context_resource(Tenant& tenant, void* cpu_address) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_INIT_CONTEXT_RESOURCE;
  auto& init = operation.InitContextResource;
  init.hAllocation = tenant.driver;
  init.Destination.SegmentId = tenant.place.segment();
  if (tenant.place.segment() != 0) {
    init.Destination.SegmentAddress = address_of(tenant);
  } else {
    init.Destination.pMdl = tenant.backing.mdl(tenant.size());
    if (init.Destination.pMdl == nullptr) return false;
  }
  init.Destination.VirtualAddress = cpu_address;
  return run(operation, tenant);
}

// K-167: in parts; every notification is complete when this returns.
bool Paging::notify_eviction(Tenant& tenant) {
  const SIZE_T most = most_transfer();
  for (SIZE_T offset = 0; offset < tenant.size(); offset += most) {
    DXGKARG_BUILDPAGINGBUFFER operation{};
    operation.Operation = DXGK_OPERATION_NOTIFY_ALLOC;
    DXGK_BUILDPAGINGBUFFER_NOTIFYALLOC& notify = operation.NotifyAllocation;
    notify.hAllocation = tenant.driver;
    notify.hKmdProcessHandle = driver_.system_process();
    notify.Flags.Eviction = 1;
    notify.OffsetInBytes = offset;
    notify.SizeInBytes = std::min(most, tenant.size() - offset);
    if (!run(operation, tenant)) return false;
  }
  return true;
}

// A tenant that leaves has segment 0.
bool Paging::notify_residency(Tenant& tenant, bool is_there) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_NOTIFY_RESIDENCY;
  DXGK_BUILDPAGINGBUFFER_NOTIFYRESIDENCY& notify = operation.NotifyResidency;
  notify.hAllocation = tenant.driver;
  notify.Resident = is_there ? 1 : 0;
  if (is_there) {
    notify.PhysicalAddress.SegmentId = tenant.place.segment();
    notify.PhysicalAddress.SegmentOffset = tenant.place.range()->offset();
  }
  return run(operation, tenant);
}

bool Paging::update_context_allocation(Tenant& tenant, void* data, UINT bytes) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_UPDATE_CONTEXT_ALLOCATION;
  auto& update = operation.UpdateContextAllocation;
  update.ContextAllocation = tenant.place.address();
  update.ContextAllocationSize = tenant.size();
  update.pDriverPrivateData = data;
  update.DriverPrivateDataSize = bytes;
  return run(operation, tenant);
}

}  // namespace drydock::vidmm
