// Hardware queues: creating and destroying them, and submitting work to them.
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/submit/submit_virtual.h"
#include "src/dxgk/work/host_claim.h"
#include "src/dxgk/work/hw_queue.h"
#include "src/thunks/client/client.h"
#include "src/thunks/client/context_use.h"
#include "src/thunks/work/hw_queue_use.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

NTSTATUS check_queue_request(const dxgk::Context& context, const D3DKMT_CREATEHWQUEUE& data) {
  const dxgk::Adapter& adapter = context.device().adapter();
  if (!dxgk::has_hw_queues(adapter)) return STATUS_NOT_SUPPORTED;
  if (client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved) ||
      !context.takes_queues())
    return STATUS_INVALID_PARAMETER;
  if (data.Flags.UserModeSubmission != 0 &&
      !dxgk::has_user_mode_submission(adapter, context.node()))
    return STATUS_NOT_SUPPORTED;
  return STATUS_SUCCESS;
}

bool destroy_queue(const HwQueueUse& queue) {
  // A context is destroyed only after its queues.
  const dxgk::HostClaim claim(queue->context());
  return claim && queue->destroy();
}

NTSTATUS create_hw_queue(D3DKMT_CREATEHWQUEUE* to) {
  D3DKMT_CREATEHWQUEUE data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  std::vector<std::byte> private_data;
  NTSTATUS status =
      read_private_data(data.pPrivateDriverData, data.PrivateDriverDataSize, private_data);
  if (!NT_SUCCESS(status)) return status;
  const ContextUse context(caller(), data.hHwContext);
  if (names_nothing(!context, {"hHwContext", data.hHwContext})) return STATUS_INVALID_PARAMETER;
  status = check_queue_request(*context, data);
  if (!NT_SUCCESS(status)) return status;
  dxgk::QueueNames names;
  {
    const dxgk::HostClaim claim(*context);
    if (!claim) return STATUS_INVALID_PARAMETER;
    status =
        dxgk::HwQueue::create(*context, {.flags = data.Flags, .private_data = private_data}, names);
    if (!NT_SUCCESS(status)) return status;
  }
  if (write_bytes(data.pPrivateDriverData, private_data) && write(&to->hHwQueue, names.queue) &&
      write(&to->hHwQueueProgressFence, names.fence) &&
      write(&to->HwQueueProgressFenceCPUVirtualAddress, names.fence_value) &&
      write(&to->HwQueueProgressFenceGPUVirtualAddress, D3DGPU_VIRTUAL_ADDRESS{0}))
    return STATUS_SUCCESS;
  if (const HwQueueUse queue(caller(), names.queue); queue) destroy_queue(queue);
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS destroy_hw_queue(const D3DKMT_DESTROYHWQUEUE* from) {
  D3DKMT_DESTROYHWQUEUE data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const HwQueueUse queue(caller(), data.hHwQueue);
  if (names_nothing(!queue, {"hHwQueue", data.hHwQueue})) return STATUS_INVALID_PARAMETER;
  return destroy_queue(queue) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

NTSTATUS submit_to_hw_queue(const D3DKMT_SUBMITCOMMANDTOHWQUEUE* from) {
  D3DKMT_SUBMITCOMMANDTOHWQUEUE data;
  std::vector<D3DKMT_HANDLE> primaries;
  if (!read(from, data) ||
      !read_list(data.WrittenPrimaries, data.NumPrimaries, D3DDDI_MAX_WRITTEN_PRIMARIES, primaries))
    return STATUS_INVALID_PARAMETER;
  const HwQueueUse queue(caller(), data.hHwQueue);
  if (names_nothing(!queue, {"hHwQueue", data.hHwQueue})) return STATUS_INVALID_PARAMETER;
  const dxgk::HostClaim claim(*queue);
  // A queue for user-mode submission takes work in no other way.
  if (!claim || queue->is_for_user_mode()) return STATUS_INVALID_PARAMETER;
  dxgk::Context& context = queue->context();
  // Longer private data is refused before it is read.
  if (client_breaks("K-375", data.PrivateDriverDataSize > context.info().DmaBufferPrivateDataSize,
                    {"PrivateDriverDataSize", data.PrivateDriverDataSize},
                    "the miniport reported less for this context"))
    return context.device().is_working() ? STATUS_INVALID_PARAMETER : STATUS_DEVICE_REMOVED;
  std::vector<std::byte> private_data;
  const NTSTATUS status =
      read_bytes(data.pPrivateDriverData, data.PrivateDriverDataSize, private_data);
  if (!NT_SUCCESS(status)) return status;
  return dxgk::submit_virtual(context, {.commands = data.CommandBuffer,
                                        .command_bytes = data.CommandLength,
                                        .private_data = private_data,
                                        .primaries = primaries,
                                        .queue = &*queue,
                                        .progress = data.HwQueueProgressFenceId});
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCreateHwQueue(D3DKMT_CREATEHWQUEUE* pData) {
  return thunk([&] { return create_hw_queue(pData); });
}

NTSTATUS APIENTRY D3DKMTDestroyHwQueue(CONST D3DKMT_DESTROYHWQUEUE* pData) {
  return thunk([&] { return destroy_hw_queue(pData); });
}

NTSTATUS APIENTRY D3DKMTSubmitCommandToHwQueue(CONST D3DKMT_SUBMITCOMMANDTOHWQUEUE* pData) {
  return thunk([&] { return submit_to_hw_queue(pData); });
}

}  // extern "C"
