// Doorbells of hardware queues for user-mode submission.
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/doorbell.h"
#include "src/dxgk/work/host_claim.h"
#include "src/sim/gate.h"
#include "src/thunks/client/client.h"
#include "src/thunks/work/hw_queue_use.h"
#include "src/wdk/hostile.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// Excludes other calls about a queue's doorbell. A call names the doorbell or its queue.
class DoorbellTurn {
 public:
  explicit DoorbellTurn(dxgk::Handle handle) : queue_(HwQueueUse::of_doorbell(caller(), handle)) {
    if (!queue_) return;
    claim_.emplace(*queue_);
    if (*claim_) turn_.emplace(queue_->doorbell_turn);
  }

  // False when the handle names neither, or a queue that is being destroyed.
  explicit operator bool() const { return turn_.has_value(); }
  dxgk::HwQueue& queue() const { return *queue_; }

 private:
  const HwQueueUse queue_;
  std::optional<dxgk::HostClaim<dxgk::HwQueue>> claim_;
  std::optional<sim::Alone> turn_;
};

NTSTATUS check_doorbell_request(const dxgk::HwQueue& queue, const D3DKMT_CREATE_DOORBELL& data) {
  const dxgk::Adapter& adapter = queue.context().device().adapter();
  if (!queue.is_for_user_mode()) return STATUS_INVALID_PARAMETER;
  return data.Flags.RequireSecondaryCpuVA != 0 &&
                 adapter.caps().user_mode_submission.Flags.SecondaryDoorbellSupported == 0
             ? STATUS_NOT_SUPPORTED
             : STATUS_SUCCESS;
}

bool write_answer(D3DKMT_CREATE_DOORBELL* to, const dxgk::HwQueue& queue,
                  const dxgk::Doorbell::Names& names) {
  return write(&to->DoorbellCPUVirtualAddress, names.ring_at) &&
         write(&to->DoorbellSecondaryCPUVirtualAddress, names.second_at) &&
         write(&to->DoorbellStatusCPUVirtualAddress, names.status) &&
         write(&to->HwQueueProgressFenceLastQueuedValueCPUVirtualAddress,
               queue.last_queued_address()) &&
         write(&to->hDoorbell, names.doorbell);
}

NTSTATUS create_doorbell(D3DKMT_CREATE_DOORBELL* to) {
  D3DKMT_CREATE_DOORBELL data;
  if (!read(to, data) || !can_write(to) ||
      client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved) ||
      data.PrivateDriverDataSize > D3DDDI_DOORBELL_PRIVATEDATA_MAX_BYTES_WDDM3_1)
    return STATUS_INVALID_PARAMETER;
  std::vector<std::byte> private_data;
  NTSTATUS status =
      read_private_data(data.PrivateDriverData, data.PrivateDriverDataSize, private_data);
  if (!NT_SUCCESS(status)) return status;
  const DoorbellTurn turn(data.hHwQueue);
  if (names_nothing(!turn, {"hHwQueue", data.hHwQueue})) return STATUS_INVALID_PARAMETER;
  status = check_doorbell_request(turn.queue(), data);
  if (!NT_SUCCESS(status)) return status;
  dxgk::Doorbell::Names names;
  status = dxgk::Doorbell::create(turn.queue(),
                                  {.ring = data.hRingBuffer,
                                   .control = data.hRingBufferControl,
                                   .flags = data.Flags,
                                   .private_data = private_data},
                                  names);
  if (!NT_SUCCESS(status)) return status;
  if (write_bytes(data.PrivateDriverData, private_data) && write_answer(to, turn.queue(), names))
    return STATUS_SUCCESS;
  if (const auto made = turn.queue().doorbell(); made) made->destroy();
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS connect_doorbell(const D3DKMT_CONNECT_DOORBELL* from) {
  D3DKMT_CONNECT_DOORBELL data;
  if (!read(from, data) ||
      client_breaks("K-043", data.Flags.Value != 0, {"Flags.Value", data.Flags.Value}, kReserved))
    return STATUS_INVALID_PARAMETER;
  const DoorbellTurn turn(data.hHwQueue);
  const auto doorbell = turn ? turn.queue().doorbell() : dxgk::Ref<dxgk::Doorbell>();
  return doorbell ? doorbell->connect() : STATUS_INVALID_PARAMETER;
}

NTSTATUS destroy_doorbell(const D3DKMT_DESTROY_DOORBELL* from) {
  D3DKMT_DESTROY_DOORBELL data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const DoorbellTurn turn(data.hHwQueue);
  const auto doorbell = turn ? turn.queue().doorbell() : dxgk::Ref<dxgk::Doorbell>();
  return doorbell && doorbell->destroy() ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// Notifies the driver that there is work, and does nothing else.
NTSTATUS notify_work_submission(const D3DKMT_NOTIFY_WORK_SUBMISSION* from) {
  D3DKMT_NOTIFY_WORK_SUBMISSION data;
  if (!read(from, data) ||
      client_breaks("K-043", data.Flags.Value != 0, {"Flags.Value", data.Flags.Value}, kReserved))
    return STATUS_INVALID_PARAMETER;
  const HwQueueUse queue = HwQueueUse::of_doorbell(caller(), data.hHwQueue);
  if (!queue || !queue->is_for_user_mode()) return STATUS_INVALID_PARAMETER;
  const dxgk::HostClaim claim(*queue);
  if (!claim) return STATUS_INVALID_PARAMETER;
  dxgk::Device& device = queue->context().device();
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  const auto entry = device.adapter().table().DxgkDdiNotifyWorkSubmission;
  if (entry == nullptr) return STATUS_NOT_SUPPORTED;
  DXGKARG_NOTIFYWORKSUBMISSION arguments{};
  arguments.hHwQueue = queue->driver();
  const Passed<DXGKARG_NOTIFYWORKSUBMISSION> passed(arguments);
  return device.adapter().call(dxgk::ddi::kNotifyWorkSubmission, device.seat(),
                               [&] { return entry(passed.data()); });
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCreateDoorbell(D3DKMT_CREATE_DOORBELL* pData) {
  return thunk([&] { return create_doorbell(pData); });
}

NTSTATUS APIENTRY D3DKMTConnectDoorbell(CONST D3DKMT_CONNECT_DOORBELL* pData) {
  return thunk([&] { return connect_doorbell(pData); });
}

NTSTATUS APIENTRY D3DKMTDestroyDoorbell(CONST D3DKMT_DESTROY_DOORBELL* pData) {
  return thunk([&] { return destroy_doorbell(pData); });
}

NTSTATUS APIENTRY D3DKMTNotifyWorkSubmission(CONST D3DKMT_NOTIFY_WORK_SUBMISSION* pData) {
  return thunk([&] { return notify_work_submission(pData); });
}

}  // extern "C"
