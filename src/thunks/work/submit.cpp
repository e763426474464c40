// Submitting command buffers.
#include "src/dxgk/submit/render.h"
#include "src/dxgk/submit/submit_virtual.h"
#include "src/thunks/client/client.h"
#include "src/thunks/client/context_use.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// K-372: what the client requests for its next buffers.
dxgk::RenderRequest request_of(const D3DKMT_RENDER& data) {
  return {.command_offset = data.CommandOffset,
          .command_bytes = data.CommandLength,
          .allocations = data.AllocationCount,
          .patches = data.PatchLocationCount,
          .null_rendering = data.Flags.NullRendering != 0,
          .by_kernel = data.Flags.RenderKm != 0,
          .new_command_bytes = data.Flags.ResizeCommandBuffer ? data.NewCommandBufferSize : 0,
          .new_allocations = data.Flags.ResizeAllocationList ? data.NewAllocationListSize : 0,
          .new_patches = data.Flags.ResizePatchLocationList ? data.NewPatchLocationListSize : 0};
}

bool write_buffers(D3DKMT_RENDER* to, const dxgk::ClientBuffers& buffers) {
  return write(&to->pNewCommandBuffer, buffers.commands) &&
         write(&to->NewCommandBufferSize, buffers.command_bytes) &&
         write(&to->pNewAllocationList, buffers.allocations) &&
         write(&to->NewAllocationListSize, buffers.allocation_count) &&
         write(&to->pNewPatchLocationList, buffers.patches) &&
         write(&to->NewPatchLocationListSize, buffers.patch_count);
}

// The call names a context, or the device of a driver without contexts; both share one member.
NTSTATUS render_as(const D3DKMT_RENDER& data, dxgk::ClientBuffers& next) {
  const ContextUse context(caller(), data.hContext);
  if (context) return dxgk::render(*context, request_of(data), next);
  const ContextUse device = ContextUse::of_device(caller(), data.hDevice);
  if (names_nothing(!device, {"hContext", data.hContext})) return STATUS_INVALID_PARAMETER;
  return dxgk::render(*device, request_of(data), next);
}

NTSTATUS render(D3DKMT_RENDER* to) {
  D3DKMT_RENDER data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  // K-373. The host has no broadcast to several engines.
  if (client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved) ||
      breaks_context_count(data.BroadcastContextCount, 0))
    return STATUS_INVALID_PARAMETER;
  if (data.BroadcastContextCount != 0) return STATUS_NOT_SUPPORTED;
  dxgk::ClientBuffers next;
  const NTSTATUS status = render_as(data, next);
  if (!NT_SUCCESS(status)) return status;
  return write_buffers(to, next) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// The host has no broadcast to several engines.
NTSTATUS submit_command(const D3DKMT_SUBMITCOMMAND* from) {
  D3DKMT_SUBMITCOMMAND data;
  if (!read(from, data) || breaks_context_count(data.BroadcastContextCount, 1) ||
      data.NumPrimaries > D3DDDI_MAX_WRITTEN_PRIMARIES ||
      client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved))
    return STATUS_INVALID_PARAMETER;
  const ContextUse context(caller(), data.BroadcastContext[0]);
  if (names_nothing(!context, {"BroadcastContext[]", data.BroadcastContext[0]}))
    return STATUS_INVALID_PARAMETER;
  const bool is_working = context->device().is_working();
  if (is_working && client_breaks("K-374", !context->is_virtual(),
                                  {"BroadcastContext[]", data.BroadcastContext[0]},
                                  "work of this context goes through D3DKMTRender"))
    return STATUS_INVALID_PARAMETER;
  if (is_working && data.BroadcastContextCount > 1) return STATUS_NOT_SUPPORTED;
  std::vector<std::byte> private_data;
  // Longer private data is refused before it is read.
  if (client_breaks("K-375", data.PrivateDriverDataSize > context->info().DmaBufferPrivateDataSize,
                    {"PrivateDriverDataSize", data.PrivateDriverDataSize},
                    "the miniport reported less for this context"))
    return is_working ? STATUS_INVALID_PARAMETER : STATUS_DEVICE_REMOVED;
  const NTSTATUS status =
      read_bytes(data.pPrivateDriverData, data.PrivateDriverDataSize, private_data);
  if (!NT_SUCCESS(status)) return status;
  return dxgk::submit_virtual(
      *context, {.commands = data.Commands,
                 .command_bytes = data.CommandLength,
                 .null_rendering = data.Flags.NullRendering != 0,
                 .private_data = private_data,
                 .primaries = std::span(data.WrittenPrimaries).first(data.NumPrimaries)});
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTRender(D3DKMT_RENDER* pData) {
  return thunk([&] { return render(pData); });
}

NTSTATUS APIENTRY D3DKMTSubmitCommand(CONST D3DKMT_SUBMITCOMMAND* pData) {
  return thunk([&] { return submit_command(pData); });
}

}  // extern "C"
