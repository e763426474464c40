// From a client's command buffer to a DMA buffer: render and patch.
#include "render.h"

#include "dma_writer.h"

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

// The addresses come later, with the patching.
NTSTATUS translate(const DXGKARG_RENDER& wanted, const SOFTGPU_COMMAND& command, GpuCommand& out) {
  RtlZeroMemory(&out, sizeof out);
  const Reference destination = {command.Destination, command.DestinationOffset};
  bool is_good = false;
  switch (command.Operation) {
    case SOFTGPU_COMMAND_FILL:
      out.operation = GpuOperation::kFill;
      is_good = is_written(wanted, destination, command.Bytes) && command.Bytes % 4 == 0 &&
                command.DestinationOffset % 4 == 0;
      break;
    case SOFTGPU_COMMAND_COPY:
      out.operation = GpuOperation::kCopy;
      is_good = is_written(wanted, destination, command.Bytes) &&
                is_inside(wanted, {command.Source, command.SourceOffset}, command.Bytes);
      break;
    case SOFTGPU_COMMAND_WRITE:
    case SOFTGPU_COMMAND_ADD:
      out.operation =
          command.Operation == SOFTGPU_COMMAND_WRITE ? GpuOperation::kWrite : GpuOperation::kAdd;
      is_good = is_written(wanted, destination, sizeof command.Value) &&
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

// Writes one DMA buffer, as much of the command buffer as goes into it.
class Translation {
 public:
  explicit Translation(DXGKARG_RENDER& wanted) : wanted_(wanted), writer_(wanted) {}

  NTSTATUS run() {
    const UINT count = wanted_.CommandLength / sizeof(SOFTGPU_COMMAND);
    while (wanted_.MultipassOffset < count) {
      SOFTGPU_COMMAND command;
      NTSTATUS status = fetch(wanted_, wanted_.MultipassOffset, command);
      if (NT_SUCCESS(status)) status = add(command);
      if (status == STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER && !writer_.is_empty())
        writer_.finish();
      if (!NT_SUCCESS(status)) return status;
      ++wanted_.MultipassOffset;
    }
    writer_.finish();
    return STATUS_SUCCESS;
  }

 private:
  NTSTATUS add(const SOFTGPU_COMMAND& command) {
    GpuCommand out;
    const NTSTATUS status = translate(wanted_, command, out);
    if (!NT_SUCCESS(status)) return status;
    const Reference source = {command.Source, command.SourceOffset};
    return writer_.add(out, {command.Destination, command.DestinationOffset},
                       out.operation == GpuOperation::kCopy ? &source : nullptr)
               ? STATUS_SUCCESS
               : STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  }

  DXGKARG_RENDER& wanted_;
  DmaWriter writer_;
};

}  // namespace

// The client's patch-location list is ignored, because the commands name everything.
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
    patch_location(wanted->pAllocationList, patch, dma);
  }
  return STATUS_SUCCESS;
}
