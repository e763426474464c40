#include "src/dxgk/submit/submit_virtual.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/adapter/user_pointers.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/submit/packet_claims.h"
#include "src/dxgk/work/context_work.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/host_claim.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

// Claims what the client says that it writes, while the packet runs. It must be on the device's
// residency list (K-286), which decides where it lies.
bool claim_primaries(Device& device, std::span<const D3DKMT_HANDLE> primaries,
                     std::vector<GpuUse>& uses) {
  const ReadSection reading;
  uses.reserve(primaries.size());
  const DeviceHold hold(device);
  for (const D3DKMT_HANDLE handle : primaries) {
    Binding* const binding = find_binding(device, handle);
    if (binding == nullptr || binding->listing.count == 0) return false;
    Instance& instance = named_instance(*binding, handle);
    if (!claim_for_gpu(*binding, instance)) return false;
    uses.push_back({.binding = Ref<Binding>(*binding),
                    .instance = &instance,
                    .is_written = true,
                    .is_unbound = true});
  }
  return true;
}

// Calls DxgkDdiValidateSubmitCommand, in no client's process.
NTSTATUS validate(Context& context, const VirtualRequest& request,
                  std::span<std::byte> private_data) {
  Adapter& adapter = context.device().adapter();
  const auto entry = adapter.table().DxgkDdiValidateSubmitCommand;
  if (entry == nullptr || request.private_data.empty()) return STATUS_SUCCESS;
  const UserPointers pointers(private_data.first(request.private_data.size()));
  Passed<std::byte> data(private_data);
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
  Passed<DXGKARG_VALIDATESUBMITCOMMAND> passed(arguments);
  const NTSTATUS status = adapter.call(ddi::kValidateSubmitCommand, adapter.system_seat(),
                                       [&] { return entry(adapter.context(), passed.data()); });
  data.copy_back();
  pointers.raise_if_touched(adapter);
  return status;
}

// K-302: raises a breach when the address of the commands is not mapped yet and neither the client
// nor the context has waited.
void check_commands(Context& context, const VirtualRequest& request) {
  const auto mapping = context.device().seat().addresses()->mapping_at(request.commands);
  const vidmm::MapFence* const fence = mapping ? mapping->target.fence.get() : nullptr;
  if (fence == nullptr) return;
  rules::evaluated("K-302");
  if (fence->is_reached.load(std::memory_order_acquire)) return;
  const UINT64 value = fence->value.load(std::memory_order_acquire);
  {
    const sim::Hold hold(sync_lock());
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

std::unique_ptr<sched::Packet> make_packet(Context& context, const VirtualRequest& request) {
  auto packet = std::make_unique<sched::Packet>(sched::AddressedWork{}, context.node());
  sched::AddressedWork& work = packet->as<sched::AddressedWork>();
  packet->context = nt::Ref<sched::WorkSource>(context);
  packet->bytes = request.command_bytes;
  packet->null_rendering = request.null_rendering;
  packet->dma = &work.no_buffer;
  work.commands = request.commands;
  work.client_private_bytes = static_cast<UINT>(request.private_data.size());
  if (request.queue != nullptr) work.queue = nt::Ref<sched::HardwareQueue>(*request.queue);
  work.progress = request.progress;
  // K-375: the private data have the size that the driver asked for. The client fills the
  // beginning.
  packet->dma->private_data.resize(context.info().DmaBufferPrivateDataSize);
  std::ranges::copy(request.private_data, packet->dma->private_data.begin());
  return packet;
}

}  // namespace

NTSTATUS submit_virtual(Context& context, const VirtualRequest& request) {
  Device& device = context.device();
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  // The thunks have raised the rule that this breaks (K-374, K-375).
  if (!context.is_virtual() ||
      request.private_data.size() > context.info().DmaBufferPrivateDataSize)
    return STATUS_INVALID_PARAMETER;
  const HostClaim claim(context);
  if (!claim) return STATUS_INVALID_PARAMETER;
  check_commands(context, request);
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  std::unique_ptr<sched::Packet> packet = make_packet(context, request);
  const NTSTATUS status = validate(context, request, packet->dma->private_data);
  if (!NT_SUCCESS(status)) return status;
  if (request.queue != nullptr && !request.queue->take_value(request.progress))
    return STATUS_INVALID_PARAMETER;
  std::vector<GpuUse> primaries;
  const bool is_claimed = claim_primaries(device, request.primaries, primaries);
  auto claims = std::make_unique<PacketClaims>(device, std::move(primaries));
  if (!is_claimed || !sched::claim_for(*packet)) return STATUS_INVALID_PARAMETER;
  packet->uses = claims->tenants();
  claims->begin_virtual_work();
  packet->claims = std::move(claims);
  device.adapter().scheduler()->submit(std::move(packet));
  return STATUS_SUCCESS;
}

}  // namespace drydock::dxgk
