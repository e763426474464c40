// DxgkDdiBuildPagingBuffer: transfers of contents into and out of the segments.
#include "allocation.h"
#include "render.h"

namespace {

constexpr SIZE_T kChunkBytes = 8 * 1024;  // that one command moves

// One end of a transfer: a place in a segment, or system memory.
struct End {
  UINT segment;
  UINT64 address;
  UCHAR* system;
};

Owner owner_of(HANDLE allocation) {
  return allocation == nullptr ? kGraphicsKernel : Paged::from(allocation)->owner();
}

void set_place(HANDLE allocation, UINT64 place) {
  if (allocation != nullptr) Paged::from(allocation)->set_place(place);
}

// The first page of a description; null when it cannot be mapped.
UCHAR* system_memory(PMDL mdl) {
  VOID* const address = MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority | MdlMappingNoExecute);
  return address == nullptr ? nullptr : static_cast<UCHAR*>(address) - MmGetMdlByteOffset(mdl);
}

// Writes the commands of one operation into the buffer, as many as go in.
class PagingBuffer {
 public:
  explicit PagingBuffer(DXGKARG_BUILDPAGINGBUFFER& wanted)
      : wanted_(wanted), begin_(static_cast<UCHAR*>(wanted.pDmaBuffer)) {}

  bool has_room() const {
    return wanted_.DmaSize - written_ >= sizeof(GpuCommand) &&
           wanted_.DmaBufferPrivateDataSize >= sizeof(DmaPart);
  }

  void add(const GpuCommand& command) {
    RtlCopyMemory(begin_ + written_, &command, sizeof command);
    written_ += sizeof command;
  }

  NTSTATUS finish(NTSTATUS status) {
    if (written_ == 0) return status;
    auto* const part = static_cast<DmaPart*>(wanted_.pDmaBufferPrivateData);
    *part = {begin_, written_, 0};
    wanted_.pDmaBufferPrivateData = part + 1;
    wanted_.DmaBufferPrivateDataSize -= sizeof *part;
    wanted_.pDmaBuffer = begin_ + written_;
    wanted_.DmaSize -= written_;
    return status;
  }

  // Writes one command that covers the whole operation.
  NTSTATUS only(const GpuCommand& command) {
    if (!has_room()) return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
    add(command);
    return finish(STATUS_SUCCESS);
  }

  // A command for each chunk; MultipassOffset counts those that are in earlier buffers.
  NTSTATUS chunks(const GpuCommand& first, SIZE_T bytes) {
    for (; wanted_.MultipassOffset * kChunkBytes < bytes; ++wanted_.MultipassOffset) {
      if (!has_room()) return finish(STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER);
      const SIZE_T done = wanted_.MultipassOffset * kChunkBytes;
      GpuCommand command = first;
      command.destination.address += done;
      command.source.address += done;
      if (command.system != nullptr) command.system += done;
      command.bytes = bytes - done < kChunkBytes ? bytes - done : kChunkBytes;
      add(command);
    }
    return finish(STATUS_SUCCESS);
  }

 private:
  DXGKARG_BUILDPAGINGBUFFER& wanted_;
  UCHAR* const begin_;
  UINT written_ = 0;
};

GpuCommand command_for(GpuOperation operation, HANDLE allocation) {
  GpuCommand command = {};
  command.operation = operation;
  command.destination.owner = command.source.owner = owner_of(allocation);
  return command;
}

template <typename Side>
bool read_end(const Side& side, UINT transfer_offset, UINT mdl_offset, End& out) {
  out.segment = side.SegmentId;
  if (side.SegmentId != 0) {
    out.address = static_cast<UINT64>(side.SegmentAddress.QuadPart) + transfer_offset;
    return true;
  }
  out.system = system_memory(side.pMdl);
  if (out.system == nullptr) return false;
  out.system += static_cast<SIZE_T>(mdl_offset) * PAGE_SIZE;
  return true;
}

// A transfer of no bytes means that the allocation has left its segment and its contents are lost.
NTSTATUS lose(Adapter& adapter, HANDLE allocation, UINT64 address) {
  if (allocation == nullptr) return STATUS_SUCCESS;
  const Paged& paged = *Paged::from(allocation);
  adapter.memory().take_back(address, paged.bytes(), paged.owner(), /*poison=*/false);
  return STATUS_SUCCESS;
}

template <typename Transfer>
NTSTATUS build_transfer(Adapter& adapter, DXGKARG_BUILDPAGINGBUFFER& wanted,
                        const Transfer& transfer, UINT mdl_offset) {
  if (transfer.TransferSize == 0) {
    return lose(adapter, transfer.hAllocation,
                static_cast<UINT64>(transfer.Source.SegmentAddress.QuadPart));
  }
  End from = {};
  End to = {};
  if (!read_end(transfer.Source, transfer.TransferOffset, mdl_offset, from) ||
      !read_end(transfer.Destination, transfer.TransferOffset, mdl_offset, to))
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  GpuOperation operation = GpuOperation::kPageMove;
  if (from.segment == 0) operation = GpuOperation::kPageIn;
  if (to.segment == 0) operation = GpuOperation::kPageOut;
  GpuCommand command = command_for(operation, transfer.hAllocation);
  command.source.address = from.address;
  command.destination.address = to.address;
  command.system = from.system != nullptr ? from.system : to.system;
  if (to.segment != 0) set_place(transfer.hAllocation, to.address - transfer.TransferOffset);
  return PagingBuffer(wanted).chunks(command, transfer.TransferSize);
}

NTSTATUS build_fill(DXGKARG_BUILDPAGINGBUFFER& wanted) {
  const auto& fill = wanted.Fill;
  GpuCommand command = command_for(GpuOperation::kPageFill, fill.hAllocation);
  command.destination.address = static_cast<UINT64>(fill.Destination.SegmentAddress.QuadPart);
  command.pattern = fill.FillPattern;
  set_place(fill.hAllocation, command.destination.address);
  return PagingBuffer(wanted).chunks(command, fill.FillSize);
}

NTSTATUS build_discard(DXGKARG_BUILDPAGINGBUFFER& wanted) {
  const auto& discard = wanted.DiscardContent;
  if (discard.hAllocation == nullptr) return STATUS_SUCCESS;
  GpuCommand command = command_for(GpuOperation::kPageDiscard, discard.hAllocation);
  command.source.address = static_cast<UINT64>(discard.SegmentAddress.QuadPart);
  command.bytes = Paged::from(discard.hAllocation)->bytes();
  return PagingBuffer(wanted).only(command);
}

NTSTATUS build_map(DXGKARG_BUILDPAGINGBUFFER& wanted) {
  const auto& map = wanted.MapApertureSegment;
  UCHAR* const system = system_memory(map.pMdl);
  if (system == nullptr) return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  GpuCommand command = command_for(GpuOperation::kMapAperture, map.hAllocation);
  command.destination.address = kApertureBase + map.OffsetInPages * PAGE_SIZE;
  command.bytes = map.NumberOfPages * PAGE_SIZE;
  command.system = system + static_cast<SIZE_T>(map.MdlOffset) * PAGE_SIZE;
  set_place(map.hAllocation, command.destination.address);
  return PagingBuffer(wanted).only(command);
}

// After a reset no commands run, so the table is changed at once.
NTSTATUS build_unmap(Adapter& adapter, DXGKARG_BUILDPAGINGBUFFER& wanted) {
  const auto& unmap = wanted.UnmapApertureSegment;
  adapter.memory().set_dummy(unmap.DummyPage);
  if (adapter.is_frozen()) {
    adapter.memory().unmap(unmap.OffsetInPages, unmap.NumberOfPages);
    return STATUS_SUCCESS;
  }
  GpuCommand command = command_for(GpuOperation::kUnmapAperture, unmap.hAllocation);
  command.destination.address = kApertureBase + unmap.OffsetInPages * PAGE_SIZE;
  command.bytes = unmap.NumberOfPages * PAGE_SIZE;
  return PagingBuffer(wanted).only(command);
}

NTSTATUS build_init(DXGKARG_BUILDPAGINGBUFFER& wanted) {
  const auto& init = wanted.InitContextResource;
  GpuCommand command = command_for(GpuOperation::kPageInit, init.hAllocation);
  command.destination.address = static_cast<UINT64>(init.Destination.SegmentAddress.QuadPart);
  command.bytes = SaveArea::from(init.hAllocation)->bytes();
  set_place(init.hAllocation, command.destination.address);
  return PagingBuffer(wanted).only(command);
}

}  // namespace

// An operation that the driver does not know must not fail. Reads and writes of the engines are
// never late, so that ReadPhysical and WritePhysical have nothing to wait for.
NTSTATUS SoftGpuBuildPagingBuffer(CONST HANDLE context, DXGKARG_BUILDPAGINGBUFFER* wanted) {
  PAGED_CODE();
  Adapter& adapter = *Adapter::from(context);
  switch (wanted->Operation) {
    case DXGK_OPERATION_TRANSFER:
      return build_transfer(adapter, *wanted, wanted->Transfer, wanted->Transfer.MdlOffset);
    case DXGK_OPERATION_SPECIAL_LOCK_TRANSFER:
      return build_transfer(adapter, *wanted, wanted->SpecialLockTransfer, 0);
    case DXGK_OPERATION_FILL:
      return build_fill(*wanted);
    case DXGK_OPERATION_DISCARD_CONTENT:
      return build_discard(*wanted);
    case DXGK_OPERATION_MAP_APERTURE_SEGMENT:
      return build_map(*wanted);
    case DXGK_OPERATION_UNMAP_APERTURE_SEGMENT:
      return build_unmap(adapter, *wanted);
    case DXGK_OPERATION_INIT_CONTEXT_RESOURCE:
      return build_init(*wanted);
    default:
      return STATUS_SUCCESS;
  }
}
