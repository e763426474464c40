// From a client's command buffer to a DMA buffer: render and patch.
#include "render.h"

#include "allocation.h"

namespace {

// Copies one command of the client out of its memory, which may go or change at any time.
NTSTATUS fetch(const DXGKARG_RENDER& wanted, UINT index, SOFTGPU_COMMAND& out) {
  const auto* const commands = static_cast<const SOFTGPU_COMMAND*>(wanted.pCommand);
  __try {
    ProbeForRead(&commands[index], sizeof out, sizeof(ULONG));
    RtlCopyMemory(&out, &commands[index], sizeof out);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    return STATUS_INVALID_USER_BUFFER;
  }
  return STATUS_SUCCESS;
}

bool is_range_of(const DXGKARG_RENDER& wanted, UINT index, UINT64 offset, UINT64 bytes) {
  if (index >= wanted.AllocationListSize) return false;
  const auto* const binding =
      Binding::from(wanted.pAllocationList[index].hDeviceSpecificAllocation);
  if (binding == nullptr) return false;
  const UINT64 size = binding->allocation().bytes();
  return bytes != 0 && offset <= size && bytes <= size - offset;
}

bool is_written(const DXGKARG_RENDER& wanted, const SOFTGPU_COMMAND& command, UINT64 bytes) {
  return is_range_of(wanted, command.Destination, command.DestinationOffset, bytes) &&
         wanted.pAllocationList[command.Destination].WriteOperation != 0;
}

// The addresses come later, with the patching.
NTSTATUS translate(const DXGKARG_RENDER& wanted, const SOFTGPU_COMMAND& command, GpuCommand& out) {
  RtlZeroMemory(&out, sizeof out);
  out.destination.address = out.source.address = kNowhere;
  bool is_good = false;
  switch (command.Operation) {
    case SOFTGPU_COMMAND_FILL:
      out.operation = GpuOperation::kFill;
      is_good = is_written(wanted, command, command.Bytes) && command.Bytes % 4 == 0 &&
                command.DestinationOffset % 4 == 0;
      break;
    case SOFTGPU_COMMAND_COPY:
      out.operation = GpuOperation::kCopy;
      is_good = is_written(wanted, command, command.Bytes) &&
                is_range_of(wanted, command.Source, command.SourceOffset, command.Bytes);
      break;
    case SOFTGPU_COMMAND_WRITE:
    case SOFTGPU_COMMAND_ADD:
      out.operation =
          command.Operation == SOFTGPU_COMMAND_WRITE ? GpuOperation::kWrite : GpuOperation::kAdd;
      is_good = is_written(wanted, command, sizeof command.Value) &&
                command.DestinationOffset % sizeof command.Value == 0;
      break;
    default:
      return STATUS_ILLEGAL_INSTRUCTION;
  }
  out.pattern = command.Pattern;
  out.bytes = command.Bytes;
  out.value = command.Value;
  return is_good ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// Puts an allocation's place into a DMA buffer. One that is in no segment is nowhere.
void patch_one(const DXGK_ALLOCATIONLIST* allocations, const D3DDDI_PATCHLOCATIONLIST& patch,
               UCHAR* dma) {
  const DXGK_ALLOCATIONLIST& named = allocations[patch.AllocationIndex];
  auto& location = *reinterpret_cast<GpuLocation*>(dma + patch.PatchOffset);
  location.owner = Binding::from(named.hDeviceSpecificAllocation)->allocation().owner();
  location.address = named.SegmentId == 0 ? kNowhere
                                          : static_cast<UINT64>(named.PhysicalAddress.QuadPart) +
                                                patch.AllocationOffset;
}

constexpr UINT kDestinationSlot = 0;
constexpr UINT kSourceSlot = 1;

// Writes one DMA buffer, as much of the command buffer as goes into it.
class Translation {
 public:
  explicit Translation(DXGKARG_RENDER& wanted)
      : wanted_(wanted),
        begin_(static_cast<UCHAR*>(wanted.pDmaBuffer)),
        patches_left_(wanted.PatchLocationListOutSize) {}

  NTSTATUS run() {
    const UINT count = wanted_.CommandLength / sizeof(SOFTGPU_COMMAND);
    while (wanted_.MultipassOffset < count) {
      SOFTGPU_COMMAND command;
      NTSTATUS status = fetch(wanted_, wanted_.MultipassOffset, command);
      if (NT_SUCCESS(status)) status = add(command);
      if (status == STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER && written_ != 0) finish();
      if (!NT_SUCCESS(status)) return status;
      ++wanted_.MultipassOffset;
    }
    finish();
    return STATUS_SUCCESS;
  }

 private:
  NTSTATUS add(const SOFTGPU_COMMAND& command) {
    GpuCommand out;
    const NTSTATUS status = translate(wanted_, command, out);
    if (!NT_SUCCESS(status)) return status;
    const UINT patches = out.operation == GpuOperation::kCopy ? 2 : 1;
    if (wanted_.DmaSize - written_ < sizeof out || patches_left_ < patches)
      return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
    RtlCopyMemory(begin_ + written_, &out, sizeof out);
    refer(command.Destination, kDestinationSlot, command.DestinationOffset,
          FIELD_OFFSET(GpuCommand, destination));
    if (patches == 2) {
      refer(command.Source, kSourceSlot, command.SourceOffset, FIELD_OFFSET(GpuCommand, source));
    }
    written_ += sizeof out;
    return STATUS_SUCCESS;
  }

  // Lists a reference, and patches it now when the place is known: it may stay.
  void refer(UINT allocation, UINT slot, UINT64 offset, UINT member) {
    D3DDDI_PATCHLOCATIONLIST& patch = *wanted_.pPatchLocationListOut++;
    --patches_left_;
    RtlZeroMemory(&patch, sizeof patch);
    patch.AllocationIndex = allocation;
    patch.SlotId = slot;
    patch.AllocationOffset = static_cast<UINT>(offset);
    patch.PatchOffset = written_ + member;
    patch.SplitOffset = written_;
    patch_one(wanted_.pAllocationList, patch, begin_);
  }

  void finish() {
    auto* const part = static_cast<DmaPart*>(wanted_.pDmaBufferPrivateData);
    *part = {begin_, written_, 0};
    wanted_.pDmaBufferPrivateData = part + 1;
    wanted_.pDmaBuffer = begin_ + written_;
  }

  DXGKARG_RENDER& wanted_;
  UCHAR* const begin_;
  UINT written_ = 0;
  UINT patches_left_;
};

}  // namespace

// What the client's patch-location list says is not looked at: the commands name everything.
NTSTATUS SoftGpuRender(CONST HANDLE, DXGKARG_RENDER* wanted) {
  PAGED_CODE();
  if (wanted->CommandLength == 0 || wanted->CommandLength % sizeof(SOFTGPU_COMMAND) != 0)
    return STATUS_INVALID_PARAMETER;
  if (wanted->DmaBufferPrivateDataSize < sizeof(DmaPart))
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  return Translation(*wanted).run();
}

// May come several times for one buffer, and for paging buffers, which name no allocations.
NTSTATUS SoftGpuPatch(CONST HANDLE, CONST DXGKARG_PATCH* wanted) {
  PAGED_CODE();
  auto* const dma = static_cast<UCHAR*>(wanted->pDmaBuffer);
  for (UINT i = 0; i < wanted->PatchLocationListSubmissionLength; ++i) {
    const D3DDDI_PATCHLOCATIONLIST& patch =
        wanted->pPatchLocationList[wanted->PatchLocationListSubmissionStart + i];
    NT_ASSERT(patch.AllocationIndex < wanted->AllocationListSize);
    NT_ASSERT(patch.PatchOffset + sizeof(GpuLocation) <= wanted->DmaBufferSize);
    patch_one(wanted->pAllocationList, patch, dma);
  }
  return STATUS_SUCCESS;
}
