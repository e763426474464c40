#include "src/sched/submit_virtual.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/hostile/hostile.h"
#include "src/dxgk/hostile/user_pointers.h"
#include "src/dxgk/memory/lock.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/named.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/sched/context_call.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

using dxgk::Claims;

// What the client says that it writes. The packet holds it as long as it runs; where it has to be
// says the device's residency list, and it has to be there (K-286).
bool claim_primaries(dxgk::Device& device, std::span<const D3DKMT_HANDLE> primaries,
                     std::vector<Use>& uses) {
  const dxgk::Visit visit;
  uses.reserve(primaries.size());
  const sim::SpinHold hold(device.lock);
  for (const D3DKMT_HANDLE handle : primaries) {
    dxgk::Binding* const binding = dxgk::find_binding(device, handle);
    if (binding == nullptr || binding->listing.count == 0) return false;
    dxgk::Instance& instance = dxgk::named_instance(*binding, handle);
    if (!dxgk::begin_gpu_use(*binding, instance)) return false;
    uses.push_back({.binding = dxgk::Ref<dxgk::Binding>(*binding),
                    .instance = &instance,
                    .is_written = true,
                    .is_unbound = true});
  }
  return true;
}

// DxgkDdiValidateSubmitCommand, in no client's process.
NTSTATUS validate(dxgk::Context& context, const VirtualRequest& request,
                  std::span<std::byte> private_data) {
  dxgk::Adapter& adapter = context.device().adapter();
  const auto entry = adapter.table().DxgkDdiValidateSubmitCommand;
  if (entry == nullptr || request.private_data.empty()) return STATUS_SUCCESS;
  const dxgk::UserPointers pointers(private_data.first(request.private_data.size()));
  dxgk::Passed<std::byte> data(private_data);
  DXGKARG_VALIDATESUBMITCOMMAND arguments{};
  arguments.Commands = request.commands;
  arguments.CommandLength = request.command_bytes;
  arguments.ContextCount = 1;
  arguments.Context[0] = request.queue != nullptr ? request.queue->driver() : context.driver();
  arguments.Flags.HardwareQueueSubmission = request.queue != nullptr ? 1 : 0;
  arguments.HwQueueProgressFenceId = request.progress;
  arguments.pPrivateDriverData = data.data();
  arguments.PrivateDriverDataSize = static_cast<UINT>(private_data.size());
  arguments.UmdPrivateDataSize = static_cast<UINT>(request.private_data.size());
  dxgk::Passed<DXGKARG_VALIDATESUBMITCOMMAND> passed(arguments);
  const NTSTATUS status = adapter.call(dxgk::ddi::kValidateSubmitCommand, adapter.system_seat(),
                                       [&] { return entry(adapter.context(), passed.data()); });
  data.take_back();
  pointers.accuse_who_touched(adapter);
  return status;
}

// K-302: the GPU is sent to commands whose address leads nowhere yet, and neither the client nor
// the context has waited.
void check_commands(dxgk::Context& context, const VirtualRequest& request) {
  const auto mapping = context.device().seat().addresses()->mapping_at(request.commands);
  const dxgk::MapFence* const fence = mapping ? mapping->target.fence.get() : nullptr;
  if (fence == nullptr || fence->is_reached.load(std::memory_order_acquire)) return;
  const UINT64 value = fence->value.load(std::memory_order_acquire);
  {
    const sim::Hold hold(dxgk::SyncState::lock());
    const auto wait = context.work().paging_waits.find(fence->fence);
    if (wait != context.work().paging_waits.end() && wait->second >= value) return;
  }
  nt::Breach("K-302", nt::Offender::client())
      .message(
          "{} names commands at {:#x}, which are mapped at value {} of a paging queue's fence, and "
          "nobody has waited for that",
          request.queue != nullptr ? "D3DKMTSubmitCommandToHwQueue" : "D3DKMTSubmitCommand",
          request.commands, value)
      .object(fmt::format("device {:#x}", context.device().handle()))
      .raise_later();
}

std::unique_ptr<Packet> make_packet(dxgk::Context& context, const VirtualRequest& request) {
  auto packet = std::make_unique<Packet>();
  packet->kind = Packet::Kind::kVirtual;
  packet->context = dxgk::Ref<dxgk::Context>(context);
  packet->node = context.node();
  packet->bytes = request.command_bytes;
  packet->null_rendering = request.null_rendering;
  packet->by_address.commands = request.commands;
  packet->by_address.client_private_bytes = static_cast<UINT>(request.private_data.size());
  packet->dma = &packet->by_address.no_buffer;
  if (request.queue != nullptr) packet->queue = dxgk::Ref<dxgk::HwQueue>(*request.queue);
  packet->progress = request.progress;
  // K-375: as much room as the driver asked for, of which the client fills the beginning.
  packet->dma->private_data.resize(context.info().DmaBufferPrivateDataSize);
  std::ranges::copy(request.private_data, packet->dma->private_data.begin());
  return packet;
}

}  // namespace

bool claim_for(const Packet& packet) {
  if (!packet.context->claims.claim(Claims::By::kGpu)) return false;
  if (!packet.queue || packet.queue->claims.claim(Claims::By::kGpu)) return true;
  if (packet.context->claims.give_back(Claims::By::kGpu)) packet.context->drained();
  return false;
}

NTSTATUS submit_virtual(dxgk::Context& context, const VirtualRequest& request) {
  dxgk::Device& device = context.device();
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  // K-374, K-375.
  if (!context.is_virtual() ||
      request.private_data.size() > context.info().DmaBufferPrivateDataSize)
    return STATUS_INVALID_PARAMETER;
  const ContextCall call(context);
  if (!call) return STATUS_INVALID_PARAMETER;
  check_commands(context, request);
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  std::unique_ptr<Packet> packet = make_packet(context, request);
  const NTSTATUS status = validate(context, request, packet->dma->private_data);
  if (!NT_SUCCESS(status)) return status;
  if (request.queue != nullptr && !request.queue->take_value(request.progress))
    return STATUS_INVALID_PARAMETER;
  if (!claim_primaries(device, request.primaries, packet->uses) || !claim_for(*packet)) {
    for (const Use& use : packet->uses) dxgk::end_gpu_use(*use.binding, *use.instance);
    return STATUS_INVALID_PARAMETER;
  }
  packet->allocations.resize(packet->uses.size());
  dxgk::note_virtual_work(device, /*begins=*/true);
  device.adapter().scheduler()->submit(std::move(packet));
  return STATUS_SUCCESS;
}

void Scheduler::send_virtual(std::unique_ptr<Packet> packet) {
  if (packet->queue) return send_to_queue(std::move(packet));
  DXGKARG_SUBMITCOMMANDVIRTUAL arguments{};
  arguments.hContext = packet->context->driver();
  arguments.DmaBufferVirtualAddress = packet->by_address.commands;
  arguments.DmaBufferSize = packet->bytes;
  arguments.pDmaBufferPrivateData = packet->dma->private_data.data();
  arguments.DmaBufferPrivateDataSize = static_cast<UINT>(packet->dma->private_data.size());
  arguments.DmaBufferUmdPrivateDataSize = packet->by_address.client_private_bytes;
  arguments.SubmissionFenceId = packet->fence;
  arguments.Flags.NullRendering = packet->null_rendering ? 1 : 0;
  arguments.Flags.Resubmission = packet->was_preempted ? 1 : 0;
  arguments.NodeOrdinal = packet->node;
  trace::event(
      "gpu", "submitted",
      {{"node", packet->node}, {"fence", packet->fence}, {"address", packet->by_address.commands}});
  Packet& sent = *packet;
  note_sent(std::move(packet));
  const NTSTATUS status = adapter_.call(dxgk::ddi::kSubmitCommandVirtual, seat_, [&] {
    return adapter_.table().DxgkDdiSubmitCommandVirtual(adapter_.context(), &arguments);
  });
  if (status != STATUS_INVALID_PARAMETER) return;
  // Only this strand ends it.
  sent.by_address.is_refused = true;
  fail_device(sent, D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
  end_refused(sent.node);
}

// K-387: malformed work counts as complete as soon as all before it is.
void Scheduler::end_refused(UINT node) {
  for (;;) {
    Packets over;
    {
      const sim::Hold hold(lock_);
      const Packet* const oldest = nodes_[node].oldest_with_fence();
      if (oldest == nullptr || !oldest->by_address.is_refused) return;
      over = nodes_[node].complete(oldest->fence);
    }
    for (std::unique_ptr<Packet>& packet : over) {
      packet->was_aborted = true;
      finish(std::move(packet));
    }
  }
}

void Scheduler::end_virtual(const Packet& packet) {
  std::vector<VirtualWork::Then> waiting;
  {
    const sim::Hold hold(lock_);
    waiting = packet.context->device().virtual_work.end(packet.by_address.number);
  }
  dxgk::note_virtual_work(packet.context->device(), /*begins=*/false);
  for (const VirtualWork::Then& then : waiting) then();
}

bool Scheduler::has_virtual_work(const dxgk::Device& device) {
  const sim::Hold hold(lock_);
  return !device.virtual_work.is_over();
}

std::uint64_t Scheduler::last_virtual_work(const dxgk::Device& device) {
  const sim::Hold hold(lock_);
  return device.virtual_work.last();
}

bool Scheduler::is_virtual_work_over(const dxgk::Device& device, std::uint64_t number) {
  const sim::Hold hold(lock_);
  return device.virtual_work.is_over(number);
}

bool Scheduler::after_virtual_work(dxgk::Device& device, std::function<void()> then) {
  const sim::Hold hold(lock_);
  if (device.virtual_work.is_over()) return false;
  device.virtual_work.wait(std::move(then));
  return true;
}

}  // namespace drydock::sched
