#include "src/dxgk/submit/render.h"

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/submit/packet_claims.h"
#include "src/dxgk/work/context_work.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/host_claim.h"
#include "src/dxgk/work/paging_queue.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/mm/user_copy.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/client_call.h"
#include "src/rules/evaluated.h"
#include "src/sched/scheduler.h"
#include "src/vidmm/buffer_end.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

constexpr char kOlderInstance[] = "a newer instance of the allocation was used already";

// K-275: an allocation list can offer in WDDM 1.2 and 1.3 only.
bool may_offer(const Adapter& adapter, UINT priority) {
  return priority == 0 || (priority <= D3DDDI_OFFER_PRIORITY_AUTO &&
                           adapter.version() >= DXGKDDI_INTERFACE_VERSION_WIN8 &&
                           adapter.version() < DXGKDDI_INTERFACE_VERSION_WDDM2_0);
}

// The allocations of a list, claimed for the GPU. The claims are released unless a packet takes
// them over.
class ClaimedUses {
 public:
  ClaimedUses() = default;
  ~ClaimedUses() {
    for (const GpuUse& use : uses_) release_by_gpu(*use.binding, *use.instance);
  }
  ClaimedUses(const ClaimedUses&) = delete;
  ClaimedUses& operator=(const ClaimedUses&) = delete;

  // K-370: each handle must be open on the device. An offered allocation must not be used (K-269),
  // nor an instance when a newer one was used already (K-251).
  NTSTATUS claim(const Context& context, std::span<const D3DDDI_ALLOCATIONLIST> list) {
    const ReadSection reading;
    Device& device = context.device();
    must_be_resident_ = device.adapter().has_paging_queues();
    uses_.reserve(list.size());
    if (must_be_resident_) awaited_.reserve(list.size());
    const DeviceHold hold(device);
    for (const D3DDDI_ALLOCATIONLIST& each : list) {
      const nt::ClientField field("pAllocationList[].hAllocation", each.hAllocation, uses_.size());
      Binding* const binding = find_binding(device, each.hAllocation);
      if (nt::names_nothing(binding == nullptr, field,
                            {.otherwise = "K-370"_rule, .if_gone = "K-026"_rule}))
        return STATUS_INVALID_HANDLE;
      Instance& instance = named_instance(*binding, each.hAllocation);
      if (nt::client_breaks("K-251", !is_valid(*binding, instance), field, kOlderInstance) ||
          !claim_for_gpu(*binding, instance))
        return STATUS_INVALID_HANDLE;
      any_renamed_ |= binding->allocation().renaming != nullptr;
      uses_.push_back({.binding = Ref<Binding>(*binding),
                       .instance = &instance,
                       .is_written = each.WriteOperation != 0,
                       .offer_priority = each.OfferPriority});
      if (instance.barring_locks.load(std::memory_order_acquire) != 0)
        return STATUS_GRAPHICS_CANT_RENDER_LOCKED_ALLOCATION;  // K-255
      if (nt::client_breaks("K-269", binding->offer.is_made(), field, "it is offered") ||
          nt::client_breaks("K-208", binding->read_only && each.WriteOperation != 0, field,
                            "it was opened without SHARED_ALLOCATION_WRITE and is written") ||
          !may_offer(device.adapter(), each.OfferPriority))
        return STATUS_INVALID_PARAMETER;
      if (context.is_unpatched()) {
        if (!is_written_primary(*binding, each)) return STATUS_INVALID_PARAMETER;
        uses_.back().is_unbound = true;  // the residency list decides where it has to be
      } else if (must_be_resident_ && rules::breaks("K-285", binding->listing.count == 0)) {
        not_resident_ = each.hAllocation;
        return STATUS_DEVICE_REMOVED;
      }
      binding->listing.last_named = device.residency.period;
      note_awaited(binding->listing);
    }
    return STATUS_SUCCESS;
  }

  // K-162: a use that an engine with physical addresses cannot reach; null when there is none. An
  // adapter without virtual addresses reaches everything. Memory without an object of the driver's
  // is not checked.
  const Binding* out_of_reach(const Adapter& adapter) const {
    if (!adapter.has_virtual_addresses()) return nullptr;
    if (!uses_.empty()) rules::evaluated("K-162");
    for (const GpuUse& use : uses_) {
      const Allocation& allocation = use.binding->allocation();
      if (allocation.driver.value != nullptr && !allocation.is_accessed_physically.load())
        return use.binding.get();
    }
    return nullptr;
  }

  // K-251: records the references in the order of use. Returns false when one is to an older
  // instance.
  bool note_instances(Device& device, std::span<const D3DDDI_PATCHLOCATIONLIST> patches) const {
    if (!any_renamed_) return true;
    std::vector<InstanceUse> in_order;
    in_order.reserve(patches.size());
    for (const D3DDDI_PATCHLOCATIONLIST& patch : patches) {
      const GpuUse& use = uses_[patch.AllocationIndex];
      in_order.push_back({use.binding.get(), use.instance});
    }
    return !nt::client_breaks("K-251", !note_used(device, in_order),
                              {"pPatchLocationList", in_order.size()}, kOlderInstance);
  }

  // An allocation that a paging queue has not made resident yet.
  struct Awaited {
    Handle allocation;
    const SyncObject* fence;
    UINT64 value;
  };
  const std::vector<Awaited>& awaited() const { return awaited_; }
  // K-285: the allocation for which the device is lost; 0 when there is none.
  Handle not_resident() const { return not_resident_; }
  bool must_be_resident() const { return must_be_resident_; }

  // Claims everything again, for one more packet. The last packet makes the pending offers.
  std::unique_ptr<PacketClaims> copy(Device& device, bool is_last) const {
    std::vector<GpuUse> out = uses_;
    for (GpuUse& use : out) {
      claim_again_for_gpu(*use.binding, *use.instance);
      if (!is_last) use.offer_priority = 0;
    }
    return std::make_unique<PacketClaims>(device, std::move(out));
  }
  const std::vector<GpuUse>& uses() const { return uses_; }

  // K-377: the list for the driver has the last known place of each allocation, which may change
  // before the submission.
  std::vector<DXGK_ALLOCATIONLIST> as_driver_sees(const Adapter& adapter) const {
    std::vector<DXGK_ALLOCATIONLIST> out(uses_.size());
    for (std::size_t i = 0; i < uses_.size(); ++i) {
      out[i].hDeviceSpecificAllocation = uses_[i].binding->driver.value;
      out[i].WriteOperation = uses_[i].is_written ? 1 : 0;
      fill_place(adapter, uses_[i].instance->tenant, out[i]);
    }
    return out;
  }

 private:
  // K-286: a driver that does not patch gets only primaries that the work writes.
  static bool is_written_primary(const Binding& binding, const D3DDDI_ALLOCATIONLIST& entry)
      DRYDOCK_REQUIRES(some_device_lock) {
    return binding.allocation().is_primary && entry.WriteOperation != 0 &&
           binding.listing.count != 0;
  }

  void note_awaited(const Listing& listing) {
    if (listing.count == 0 || !listing.queue || listing.queue->is_done(listing.awaited)) return;
    awaited_.push_back({listing.binding.handle(), listing.queue->fence(), listing.awaited});
  }

  static void fill_place(const Adapter& adapter, const vidmm::Tenant& tenant,
                         DXGK_ALLOCATIONLIST& entry) {
    const std::uint64_t known = tenant.cpu.last_known.load(std::memory_order_relaxed);
    const UINT segment = known & ((1U << vidmm::CpuView::kSegmentBits) - 1);
    if (segment == 0) return;
    entry.SegmentId = segment;
    entry.PhysicalAddress.QuadPart =
        adapter.caps().segments[segment - 1].BaseAddress.QuadPart +
        static_cast<LONGLONG>((known >> vidmm::CpuView::kSegmentBits) * vidmm::SegmentSpace::kPage);
  }

  std::vector<GpuUse> uses_;
  bool any_renamed_ = false;
  std::vector<Awaited> awaited_;
  bool must_be_resident_ = false;
  Handle not_resident_ = 0;
};

void raise_about(const Device& device, rules::RuleId rule, std::string message) {
  nt::Breach(rule, nt::Offender::client())
      .message(std::move(message))
      .object(fmt::format("device {:#x}", device.handle()))
      .raise_later();
}

// K-279: raises a breach for paging for which neither the client nor the context has waited.
void check_awaited(Context& context, const std::vector<ClaimedUses::Awaited>& awaited) {
  for (const ClaimedUses::Awaited& each : awaited) {
    rules::evaluated("K-279");
    {
      const sim::Hold hold(sync_lock());
      const auto wait = context.work().paging_waits.find(each.fence);
      if (wait != context.work().paging_waits.end() && wait->second >= each.value) continue;
    }
    raise_about(
        context.device(), "K-279",
        fmt::format("work names allocation {:#x}, which is resident at value {} of its paging "
                    "queue's fence, and nobody has waited for that",
                    each.allocation, each.value));
  }
}

// K-285: refuses the work and sets its device in error.
void lose_device(Device& device, Handle allocation) {
  device.set_error(D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
  raise_about(
      device, "K-285",
      fmt::format("an allocation list names allocation {:#x}, which is not on the residency "
                  "list of its device",
                  allocation));
}

// K-381: the driver may leave an entry unchanged, or set it to NULL to unbind the slot.
bool check_entries(Adapter& adapter, std::span<const DXGK_ALLOCATIONLIST> before,
                   std::span<const DXGK_ALLOCATIONLIST> after) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    const HANDLE entry = after[i].hDeviceSpecificAllocation;
    const bool is_unchanged = entry == nullptr || entry == before[i].hDeviceSpecificAllocation;
    if (!rules::breaks("K-381", !is_unchanged)) continue;
    nt::Breach("K-381", adapter.offender())
        .message(
            "pAllocationList[{}].hDeviceSpecificAllocation was {} and "
            "came back as {}",
            i, before[i].hDeviceSpecificAllocation, entry)
        .raise_later();
    return false;
  }
  return true;
}

// K-381: the driver's patch list must be in the order of use. Entries for the same place have the
// same split point.
bool check_patches(Adapter& adapter, std::span<const D3DDDI_PATCHLOCATIONLIST> patches,
                   std::size_t allocations, std::size_t bytes) {
  const UINT slots = adapter.caps().driver.MaxAllocationListSlotId;
  for (std::size_t i = 0; i < patches.size(); ++i) {
    const D3DDDI_PATCHLOCATIONLIST& patch = patches[i];
    const bool in_list = patch.AllocationIndex < allocations;
    const bool in_order = i == 0 || patch.SplitOffset >= patches[i - 1].SplitOffset;
    const bool in_buffer = patch.SplitOffset <= bytes && patch.PatchOffset < bytes;
    const bool has_slot = patch.SlotId <= slots;
    if (!rules::breaks("K-381", !in_list || !in_order || !in_buffer || !has_slot)) continue;
    nt::Breach("K-381", adapter.offender())
        .message(
            "pPatchLocationListOut[{}] has AllocationIndex {} of {}, SlotId {} of "
            "{}, PatchOffset {:#x} and SplitOffset {:#x} after {:#x}, in {} bytes",
            i, patch.AllocationIndex, allocations, UINT{patch.SlotId}, slots, patch.PatchOffset,
            patch.SplitOffset, i == 0 ? 0 : patches[i - 1].SplitOffset, bytes)
        .raise_later();
    return false;
  }
  return true;
}

std::size_t moved(const void* to, const void* from) {
  return reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
}

// Translates one command buffer, with as many calls of the driver as it needs.
class Translation {
 public:
  Translation(Context& context, CommandBuffers::Set& buffers, const RenderRequest& request)
      : context_(context),
        adapter_(context.device().adapter()),
        buffers_(buffers),
        request_(request),
        ddi_(request.by_kernel ? ddi::kRenderKm : ddi::kRender) {}

  NTSTATUS run() {
    // The client may change or free its list while it is read: only the copy counts.
    std::vector<D3DDDI_ALLOCATIONLIST> list(request_.allocations);
    if (!list.empty() && !nt::copy_from_user(list.data(), buffers_.allocations.data(),
                                             list.size() * sizeof(D3DDDI_ALLOCATIONLIST)))
      return STATUS_INVALID_PARAMETER;
    if (request_.by_kernel && !copy_commands()) return STATUS_INVALID_PARAMETER;
    const NTSTATUS claimed = claimed_.claim(context_, list);
    if (claimed_.not_resident() != 0) lose_device(context_.device(), claimed_.not_resident());
    if (!NT_SUCCESS(claimed)) return claimed;
    if (!is_reachable()) return STATUS_INVALID_PARAMETER;
    check_awaited(context_, claimed_.awaited());
    for (;;) {
      const NTSTATUS status = translate_some();
      if (status != STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER) return status;
    }
  }

 private:
  bool is_reachable() const {
    if (context_.is_unpatched()) return true;
    Adapter& adapter = context_.device().adapter();
    const Binding* const wrong = claimed_.out_of_reach(adapter);
    if (wrong == nullptr) return true;
    // The driver says how the engine reaches memory; the client chose a context without addresses.
    if (!is_physical(adapter, context_.node())) return false;
    nt::Breach("K-162", adapter.offender())
        .message(
            "the allocation list of node {}, which has physical addresses only, "
            "names an allocation that DxgkDdiCreateAllocation returned without "
            "FlagsWddm2.AccessedPhysically",
            context_.node())
        .object(fmt::format("allocation {:#x}", wrong->handle()))
        .raise_later();
    return false;
  }

  // True when the driver said of the node that its engines translate no addresses. Without metadata
  // nothing is known of the node.
  static bool is_physical(const Adapter& adapter, UINT node) {
    const std::vector<DXGK_NODEMETADATA>& nodes = adapter.caps().nodes;
    return node < nodes.size() && !nodes[node].GpuMmuSupported && !nodes[node].IoMmuSupported;
  }

  // Copies the commands for DxgkDdiRenderKm, which reads its lists as kernel memory, without a
  // guard.
  bool copy_commands() {
    commands_.resize(request_.command_bytes);
    patches_in_.resize(request_.patches);
    return (commands_.empty() ||
            nt::copy_from_user(commands_.data(), client_commands(), commands_.size())) &&
           (patches_in_.empty() ||
            nt::copy_from_user(patches_in_.data(), buffers_.patches.data(),
                               patches_in_.size() * sizeof(D3DDDI_PATCHLOCATIONLIST)));
  }
  std::byte* client_commands() const { return buffers_.commands.data() + request_.command_offset; }

  NTSTATUS translate_some() {
    sched::DmaBuffers& pool = context_.work().dma;
    sched::DmaBuffer* const dma = pool.take();
    if (dma == nullptr) return STATUS_NO_MEMORY;
    return translate_into(*dma);
  }

  // Translates into one DMA buffer. The packet takes the buffer over; without a packet it is
  // released.
  NTSTATUS translate_into(sched::DmaBuffer& dma) {
    const std::vector<DXGK_ALLOCATIONLIST> given = claimed_.as_driver_sees(adapter_);
    std::vector<DXGK_ALLOCATIONLIST> allocations = given;
    std::vector<D3DDDI_PATCHLOCATIONLIST> patches(buffers_.patches.size());
    const bool by_kernel = request_.by_kernel;
    Passed<DXGK_ALLOCATIONLIST> list{std::span(allocations)};
    Passed<D3DDDI_PATCHLOCATIONLIST> out{std::span(patches)};
    DXGKARG_RENDER arguments{by_kernel ? commands_.data() : client_commands(),
                             request_.command_bytes,
                             dma.memory,
                             dma.size,
                             dma.private_data.data(),
                             static_cast<UINT>(dma.private_data.size()),
                             list.data(),
                             static_cast<UINT>(allocations.size()),
                             by_kernel ? patches_in_.data() : buffers_.patches.data(),
                             request_.patches,
                             out.data(),
                             static_cast<UINT>(patches.size()),
                             multipass_,
                             0,
                             dma.tenant ? PHYSICAL_ADDRESS{} : dma.physical};
    const auto entry =
        by_kernel ? adapter_.table().DxgkDdiRenderKm : adapter_.table().DxgkDdiRender;
    Passed<DXGKARG_RENDER> passed(arguments);
    if (are_arguments_hostile()) vidmm::mark_unwritten(dma.memory, dma.size);
    const NTSTATUS status = adapter_.call(ddi_, context_.device().seat(),
                                          [&] { return entry(context_.driver(), passed.data()); });
    passed.copy_back();
    list.copy_back();
    out.copy_back();
    const std::size_t used =
        moved(arguments.pPatchLocationListOut, out.data()) / sizeof(D3DDDI_PATCHLOCATIONLIST);
    check_guards();
    const bool has_work =
        status == STATUS_SUCCESS || status == STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
    NTSTATUS queued = status;
    if (status == STATUS_GRAPHICS_GPU_EXCEPTION_ON_DEVICE)  // K-384
      context_.device().set_error(D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
    if (has_work)
      queued =
          queue(dma, arguments, used, status, given, std::move(allocations), std::move(patches));
    if (!has_work || queued != status) context_.work().dma.release(dma);
    multipass_ = arguments.MultipassOffset;
    return queued;
  }

  // K-378: the driver failed by an access to memory that its client freed.
  void check_guards() {
    if (!request_.by_kernel) rules::evaluated("K-378");
    if (adapter_.driver().alive() || request_.by_kernel ||
        (nt::user_can_read(client_commands(), request_.command_bytes) &&
         nt::user_can_read(buffers_.patches.data(),
                           request_.patches * sizeof(D3DDDI_PATCHLOCATIONLIST))))
      return;
    nt::Breach("K-378", adapter_.offender())
        .message(
            "{} read pCommand or pPatchLocationListIn, which the "
            "client took away, without a guard",
            ddi_.name)
        .raise_later();
  }

  // K-383: a driver that guaranteed enough room must not ask for more.
  bool breaks_guarantee(NTSTATUS status) {
    if (adapter_.has_contexts() ||
        context_.device().info().Flags.GuaranteedDmaBufferContract == 0 ||
        !rules::breaks("K-383", status == STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER))
      return false;
    nt::Breach("K-383", adapter_.offender())
        .message(
            "{} returned STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER under "
            "GuaranteedDmaBufferContract",
            ddi_.name)
        .raise_later();
    return true;
  }

  // K-382: the driver must move its pointers behind what it wrote.
  bool check_pointers(const sched::DmaBuffer& dma, NTSTATUS status, std::size_t bytes,
                      std::size_t private_bytes, std::size_t used,
                      std::span<const D3DDDI_PATCHLOCATIONLIST> patches) {
    const bool is_stuck = status != STATUS_SUCCESS && bytes == 0 && private_bytes == 0;
    const bool is_end_reported = bytes != 0 || used == 0;  // patched bytes must have been written
    const bool is_inside =
        bytes <= dma.size && private_bytes <= dma.private_data.size() && used <= patches.size();
    const char* more = nullptr;
    if (!vidmm::restore_end(dma.memory, dma.size)) {
      more = "the DMA buffer, behind its end";
    } else if (is_inside && status == STATUS_SUCCESS) {
      if (are_arguments_hostile() && vidmm::is_written_at(dma.memory, dma.size, bytes))
        more = "pDmaBuffer";
      if (used < patches.size() && !is_empty(patches[used])) more = "pPatchLocationListOut";
    }
    if (!rules::breaks("K-382", !is_inside || !is_end_reported || is_stuck || more != nullptr))
      return true;
    nt::Breach("K-382", adapter_.offender())
        .message(
            "{} returned {:#010x} and moved pDmaBuffer by {} of {} bytes, "
            "pDmaBufferPrivateData by {} of {} and pPatchLocationListOut by {} of {}{}{}",
            ddi_.name, static_cast<ULONG>(status), bytes, dma.size, private_bytes,
            dma.private_data.size(), used, patches.size(),
            more == nullptr ? "" : ", and wrote more to ", more == nullptr ? "" : more)
        .raise_later();
    return false;
  }
  static bool is_empty(const D3DDDI_PATCHLOCATIONLIST& patch) {
    const D3DDDI_PATCHLOCATIONLIST nothing{};
    return std::memcmp(&patch, &nothing, sizeof patch) == 0;
  }

  NTSTATUS queue(sched::DmaBuffer& dma, const DXGKARG_RENDER& arguments, std::size_t used,
                 NTSTATUS status, std::span<const DXGK_ALLOCATIONLIST> given,
                 std::vector<DXGK_ALLOCATIONLIST> allocations,
                 std::vector<D3DDDI_PATCHLOCATIONLIST> patches) {
    const std::size_t bytes = moved(arguments.pDmaBuffer, dma.memory);
    const std::size_t private_bytes =
        moved(arguments.pDmaBufferPrivateData, dma.private_data.data());
    if (breaks_guarantee(status)) return STATUS_DEVICE_REMOVED;
    if (!check_pointers(dma, status, bytes, private_bytes, used, patches))
      return STATUS_DEVICE_REMOVED;
    patches.resize(used);
    if (!check_entries(adapter_, given, allocations) ||
        !check_patches(adapter_, patches, allocations.size(), bytes))
      return STATUS_DEVICE_REMOVED;
    if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
    if (!claimed_.note_instances(context_.device(), patches)) return STATUS_INVALID_HANDLE;
    if (!context_.claims.claim(Claims::By::kGpu)) return STATUS_INVALID_PARAMETER;
    auto packet = std::make_unique<sched::Packet>(sched::RenderWork{}, context_.node());
    sched::RenderWork& work = packet->as<sched::RenderWork>();
    packet->context = nt::Ref<sched::WorkSource>(context_);
    packet->dma = &dma;
    packet->bytes = static_cast<UINT>(bytes);
    packet->private_bytes = static_cast<UINT>(private_bytes);
    packet->null_rendering = request_.null_rendering;
    work.is_under_residency = claimed_.must_be_resident();
    auto claims = claimed_.copy(context_.device(), /*is_last=*/status == STATUS_SUCCESS);
    packet->uses = claims->tenants();
    packet->claims = std::move(claims);
    for (std::size_t i = 0; i < allocations.size(); ++i) {
      sched::Use& use = packet->uses[i];
      use.is_unbound |= allocations[i].hDeviceSpecificAllocation == nullptr &&
                        claimed_.uses()[i].binding->driver.value != nullptr;
      use.rendered_segment = given[i].SegmentId;
      use.rendered_address = given[i].PhysicalAddress.QuadPart;
    }
    work.allocations = std::move(allocations);
    work.patch_count = static_cast<UINT>(patches.size());
    work.patches = std::move(patches);
    packet->when_over = [&context = context_, &dma] { context.work().dma.release(dma); };
    adapter_.scheduler()->submit(std::move(packet));
    return status;
  }

  Context& context_;
  Adapter& adapter_;
  CommandBuffers::Set& buffers_;
  const RenderRequest& request_;
  const Ddi& ddi_;
  ClaimedUses claimed_;
  std::vector<std::byte> commands_;  // for DxgkDdiRenderKm
  std::vector<D3DDDI_PATCHLOCATIONLIST> patches_in_;
  UINT multipass_ = 0;
};

ClientBuffers as_client_sees(CommandBuffers::Set& set) {
  return {set.commands.data(),    static_cast<UINT>(set.commands.size()),
          set.allocations.data(), static_cast<UINT>(set.allocations.size()),
          set.patches.data(),     static_cast<UINT>(set.patches.size())};
}

bool is_inside(const RenderRequest& request, const CommandBuffers::Set& buffers) {
  return request.command_offset <= buffers.commands.size() &&
         request.command_bytes <= buffers.commands.size() - request.command_offset &&
         request.allocations <= buffers.allocations.size() &&
         request.patches <= buffers.patches.size();
}

}  // namespace

ClientBuffers buffers_of(Context& context) {
  CommandBuffers& commands = context.work().commands;
  const sim::Alone turn(commands.turn);
  return as_client_sees(commands.current());
}

NTSTATUS render(Context& context, const RenderRequest& request, ClientBuffers& next) {
  Device& device = context.device();
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (nt::client_breaks("K-374", context.is_virtual(), {"hContext", context.handle()},
                        "work of a virtual context goes through D3DKMTSubmitCommand"))
    return STATUS_INVALID_PARAMETER;
  const DRIVER_INITIALIZATION_DATA& table = device.adapter().table();
  if ((request.by_kernel ? table.DxgkDdiRenderKm : table.DxgkDdiRender) == nullptr ||
      device.adapter().scheduler() == nullptr)
    return STATUS_NOT_SUPPORTED;
  const HostClaim claim(context);
  if (!claim) return STATUS_INVALID_PARAMETER;
  CommandBuffers& commands = context.work().commands;
  const sim::Alone turn(commands.turn);
  CommandBuffers::Set& buffers = commands.current();
  if (rules::breaks("K-372", commands.was_retired_written()))
    raise_about(device, "K-372",
                "a command buffer or list was written that D3DKMTRender had replaced");
  if (!is_inside(request, buffers)) return STATUS_INVALID_PARAMETER;
  const NTSTATUS status = Translation(context, buffers, request).run();
  if (!NT_SUCCESS(status)) return status;
  {
    const DeviceHold hold(device);
    ++device.submissions;
  }
  CommandBuffers::Sizes wanted{request.new_command_bytes, request.new_allocations,
                               request.new_patches};
  if (context.is_unpatched()) wanted.allocations = wanted.patches = 0;
  next = as_client_sees(commands.rotate(wanted));
  return STATUS_SUCCESS;
}

}  // namespace drydock::dxgk
