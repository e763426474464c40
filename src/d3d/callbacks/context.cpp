// Contexts, submission and presents: pfnCreateContextCb, pfnDestroyContextCb, pfnRenderCb,
// pfnPresentCb.
#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/callbacks/context_request.h"
#include "src/d3d/callbacks/paging.h"
#include "src/d3d/core/shared_resource.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

nt::Concerning about(const Context& context) {
  return {.object = fmt::format("context {}", context.number), .history = context.history};
}

BatchSizes sizes_of(const D3DKMT_CREATECONTEXT& made) {
  return {made.CommandBufferSize, made.AllocationListSize, made.PatchLocationListSize};
}

// Throws std::bad_alloc, and then the context is destroyed.
std::unique_ptr<Batch> batch_for(const D3DKMT_CREATECONTEXT& made) {
  try {
    return std::make_unique<Batch>(sizes_of(made));
  } catch (const std::bad_alloc&) {
    destroy_in_kernel({made.hContext});
    throw;
  }
}

constexpr char kCreateContext[] = "pfnCreateContextCb";

HRESULT create_context(Frame& frame, D3DDDICB_CREATECONTEXT* user) {
  constexpr std::size_t kPart = offsetof(D3DDDICB_CREATECONTEXT, CommandBuffer);
  D3DDDICB_CREATECONTEXT data;
  if (!read_part(user, data, kPart)) return E_INVALIDARG;
  if (!begin_creation(frame, kCreateContext)) return E_OUTOFMEMORY;
  auto request = context_request<D3DKMT_CREATECONTEXT>(frame, data);
  const HRESULT result = to_result(D3DKMTCreateContext(&request));
  if (FAILED(result)) return result;
  std::unique_ptr<Batch> batch = batch_for(request);
  Context& context = add_context(frame, request.hContext, kCreateContext);
  context.kernel_commands = request.pCommandBuffer;
  context.kernel_allocations = request.pAllocationList;
  context.kernel_patches = request.pPatchLocationList;
  context.kernel_sizes = sizes_of(request);
  context.batch = std::move(batch);
  data.hContext = context.handle.as_given();
  data.pCommandBuffer = context.batch->commands();
  data.CommandBufferSize = context.kernel_sizes.commands;
  data.pAllocationList = context.batch->allocations();
  data.AllocationListSize = context.kernel_sizes.allocations;
  data.pPatchLocationList = context.batch->patches();
  data.PatchLocationListSize = context.kernel_sizes.patches;
  return write_part(user, data, kPart) ? S_OK : undo_creation(context);
}

HRESULT destroy_context(Frame& frame, const D3DDDICB_DESTROYCONTEXT* user) {
  D3DDDICB_DESTROYCONTEXT data;
  if (!thunks::read(user, data)) return E_INVALIDARG;
  Context* const context = named_context(frame, data.hContext);
  if (context == nullptr) return E_INVALIDARG;
  const D3DKMT_DESTROYCONTEXT request{context->kernel.value};
  const HRESULT result = to_result(D3DKMTDestroyContext(&request));
  rules::evaluated("U-152");
  if (FAILED(result)) {
    // The kernel refuses for other reasons too, such as a device that is lost or being destroyed.
    const bool may_own = result == E_INVALIDARG && !frame.device.is_removed() &&
                         std::ranges::any_of(frame.objects().syncs, [](const auto& each) {
                           return each.second->is_alive;
                         });
    if (!may_own) return result;
    nt::Breach("U-152", nt::Offender::running())
        .message(
            "pfnDestroyContextCb of a context that owns a "
            "synchronization object is answered {}",
            name_of(result))
        .about(about(*context))
        .raise_later();
    return result;
  }
  context->is_alive = false;
  note(context->history, "destroyed");
  return result;
}

class Rendering {
 public:
  Rendering(Frame& frame, D3DDDICB_RENDER* user) : frame_(frame), user_(user) {}

  HRESULT run() {
    const bool is_long = frame_.device.is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM1_3);
    if (!read_part(user_, data_, is_long ? sizeof data_ : kPart)) return E_INVALIDARG;
    context_ = frame_.objects().find_context(RuntimeHandle(data_.hContext));
    if (rules::breaks("U-133", context_ == nullptr)) {
      nt::Breach("U-133", nt::Offender::running())
          .message(data_.hContext == nullptr
                       ? "pfnRenderCb names no context; a device has none by itself"
                       : "pfnRenderCb names no context of the device")
          .raise_later();
      return E_INVALIDARG;
    }
    if (rules::breaks("U-146", context_->is_virtual())) {
      raise_later("U-146"_rule,
                  "pfnRenderCb names a context that pfnCreateContextVirtualCb made: its work is "
                  "submitted by pfnSubmitCommandCb");
      return E_INVALIDARG;
    }
    if (rules::breaks("U-130", context_->batch->was_written_behind())) stay_in_old_buffers();
    if (is_long) check_sequence(frame_, data_.RenderCBSequence, *context_);
    check_async();
    HRESULT result = check();
    if (SUCCEEDED(result) && nt::fails_here(sim::FaultKind::kObject)) result = E_OUTOFMEMORY;
    if (SUCCEEDED(result)) result = submit();
    if (FAILED(result)) context_->batch->note_dropped();
    return answer() ? result : E_INVALIDARG;
  }

 private:
  static constexpr std::size_t kPart = offsetof(D3DDDICB_RENDER, NewCommandBuffer);

  void raise_later(rules::RuleId rule, std::string message) {
    nt::Breach(rule, nt::Offender::running())
        .message(std::move(message))
        .about(about(*context_))
        .raise_later();
  }

  // Windows gives the same buffers again, and there such a driver works.
  void stay_in_old_buffers() {
    nt::Breach("U-130", nt::Offender::running())
        .message(
            "the driver went on writing in the buffers of its last submission, which "
            "pfnRenderCb had replaced")
        .about(about(*context_))
        .tolerated()
        .raise_later();
    context_->batch->stay_behind(context_->kernel_sizes);
  }

  // U-182: LockAsync may come while another thread builds the batch.
  void check_async() {
    const Call* const call = frame_.call();
    if (call != nullptr && rules::breaks("U-182", &call->entry() == &entry::kLockAsync))
      raise_later("U-182"_rule, "LockAsync submits the batch");
  }

  bool has_room(const BatchSizes& sizes) const {
    return data_.CommandLength <= sizes.commands && data_.NumAllocations <= sizes.allocations &&
           data_.NumPatchLocations <= sizes.patches;
  }

  HRESULT check() {
    const BatchSizes& sizes = context_->batch->sizes();
    if (rules::breaks("U-143", data_.Flags.Reserved != 0 || data_.Flags.NullRendering != 0)) {
      raise_later("U-143"_rule,
                  fmt::format("pfnRenderCb was given the flags {:#x}", data_.Flags.Value));
      return E_INVALIDARG;
    }
    if (rules::breaks("U-134", data_.BroadcastContextCount > D3DDDI_MAX_BROADCAST_CONTEXT ||
                                   broadcasts_to_itself())) {
      raise_later(
          "U-134"_rule,
          fmt::format("pfnRenderCb broadcasts to {} contexts{}", data_.BroadcastContextCount,
                      data_.BroadcastContextCount > D3DDDI_MAX_BROADCAST_CONTEXT
                          ? ""
                          : ", its own among them"));
      return E_INVALIDARG;
    }
    if (!(sizes == context_->batch->sizes_before())) rules::evaluated("U-131");
    if (rules::breaks("U-129", !has_room(sizes) || data_.CommandOffset > data_.CommandLength)) {
      // A driver that uses the sizes of the batch before has not looked at the new ones.
      raise_later(
          !has_room(sizes) && has_room(context_->batch->sizes_before()) ? "U-131"_rule
                                                                        : "U-129"_rule,
          fmt::format("pfnRenderCb submits {} bytes from {} on, {} allocations and {} patches; "
                      "there is room for {}, {} and {}",
                      data_.CommandLength, data_.CommandOffset, data_.NumAllocations,
                      data_.NumPatchLocations, sizes.commands, sizes.allocations, sizes.patches));
      return E_INVALIDARG;
    }
    if (!copy()) return E_INVALIDARG;
    if (const HRESULT result = check_allocations(); FAILED(result)) return result;
    check_substitutes();
    return check_patches();
  }

  bool broadcasts_to_itself() const {
    const std::span all(data_.BroadcastContext,
                        std::min<UINT>(data_.BroadcastContextCount, D3DDDI_MAX_BROADCAST_CONTEXT));
    return std::ranges::find(all, data_.hContext) != all.end();
  }

  // Copies the lists once, so that the runtime submits exactly what it has checked.
  bool copy() {
    commands_.resize(data_.CommandLength);
    allocations_.resize(data_.NumAllocations);
    patches_.resize(data_.NumPatchLocations);
    const Batch& batch = *context_->batch;
    return nt::copy_from_user(commands_.data(), batch.commands(), commands_.size()) &&
           nt::copy_from_user(allocations_.data(), batch.allocations(),
                              allocations_.size() * sizeof allocations_[0]) &&
           nt::copy_from_user(patches_.data(), batch.patches(),
                              patches_.size() * sizeof patches_[0]);
  }

  HRESULT check_allocations() {
    for (std::size_t i = 0; i < allocations_.size(); ++i) {
      if (const HRESULT result = check_entry(allocations_[i], i); FAILED(result)) return result;
      const KernelHandle handle{allocations_[i].hAllocation};
      rules::evaluated("U-136");
      Allocation* const found = frame_.objects().find_allocation(handle);
      if (found != nullptr && rules::breaks("U-290", found->is_offered)) {
        nt::Breach("U-290", nt::Offender::running())
            .message(
                "pfnRenderCb names in pAllocationList[{}] what is "
                "offered and was not reclaimed",
                i)
            .about({.object = "allocation", .history = found->history})
            .raise_later();
        return E_INVALIDARG;
      }
      if (found != nullptr) {
        check_cached_lock(*found, i);
        if (!check_locked(*found, i)) return D3DDDIERR_CANTRENDERLOCKEDALLOCATION;
        if (!check_instance(*found, found->renaming_of(handle), i)) return D3DDDIERR_INVALIDHANDLE;
        check_residency(frame_, *context_, *found, allocations_[i].WriteOperation != 0, {i});
        continue;
      }
      raise_unknown(frame_, handle, "U-136"_rule);
      return D3DDDIERR_INVALIDHANDLE;
    }
    return S_OK;
  }

  // U-119.
  void check_substitutes() {
    const auto is_named = [&](KernelHandle handle) {
      return std::ranges::any_of(allocations_, [&](const D3DDDI_ALLOCATIONLIST& each) {
        return without_instance({each.hAllocation}) == handle;
      });
    };
    for (const auto& [handle, resource] : frame_.objects().resources) {
      Traits9* const traits = std::get_if<Traits9>(&resource->traits);
      if (traits == nullptr || !traits->substitute || !is_named(traits->substitute)) continue;
      traits->substitute = {};
      if (!rules::breaks("U-119", std::ranges::none_of(resource->allocations, is_named))) continue;
      nt::Breach("U-119", nt::Offender::running())
          .message(
              "pfnRenderCb names, and the shared resource's own allocation not, what "
              "Lock of the resource showed instead: others go on with its own")
          .about({.object = resource->name(), .history = resource->history})
          .raise_later();
    }
  }

  // An allocation was in no batch when it was renamed, so an entry that names an older instance was
  // written after that. Returns false when the kernel would not accept it.
  bool check_instance(Allocation& allocation, unsigned instance, std::size_t at) {
    const bool is_too_old = instance < allocation.used;
    if (allocation.newest != 0) {
      rules::evaluated("U-141");
      rules::evaluated("U-175");
    }
    if (rules::breaks("U-183", instance > allocation.adopted))
      nt::Breach("U-183", nt::Offender::running())
          .message(
              "pfnRenderCb names in pAllocationList[{}] instance {} of an "
              "allocation, which LockAsync gave and Rename has not come "
              "for; {} is the one in use",
              at, instance, allocation.adopted)
          .about({.object = "allocation", .history = allocation.history})
          .raise_later();
    if (instance < allocation.adopted)
      nt::Breach(is_too_old ? "U-141"_rule : "U-175"_rule, nt::Offender::running())
          .message(
              "pfnRenderCb names in pAllocationList[{}] instance {} of an "
              "allocation of which {} is {}",
              at, instance, is_too_old ? allocation.used : allocation.adopted,
              is_too_old ? "in use" : "the last")
          .about({.object = "allocation", .history = allocation.history})
          .raise_later();
    allocation.used = std::max(allocation.used, instance);
    return !is_too_old;
  }

  // An allocation that stays locked makes the kernel move it.
  void check_cached_lock(const Allocation& allocation, std::size_t at) {
    const Resource* const resource = allocation.resource;
    // The driver cannot unlock anything on a removed device. A buffer of the driver's own, such as
    // one into which it streams, may stay locked as long as it lives.
    if (frame_.device.is_removed() || resource == nullptr || !resource->locked.empty()) return;
    if (!rules::breaks("U-138", allocation.locks != 0)) return;
    nt::Breach("U-138", nt::Offender::running())
        .message(
            "pfnRenderCb names in pAllocationList[{}] what is locked, and "
            "no application holds the lock",
            at)
        .about({.object = "allocation", .history = allocation.history})
        .raise_later();
  }

  // U-137: the GPU gets at what the processor has only where both reach it. A map of pfnLock2Cb
  // may stay.
  bool check_locked(const Allocation& allocation, std::size_t at) {
    if (frame_.device.is_removed() || allocation.locks == 0 ||
        !rules::breaks("U-137", !frame_.device.view().may_lie_in_aperture(allocation.handle.value)))
      return true;
    nt::Breach("U-137", nt::Offender::running())
        .message(
            "pfnRenderCb names in pAllocationList[{}] what is locked and "
            "fits into no aperture",
            at)
        .about({.object = "allocation", .history = allocation.history})
        .raise_later();
    return false;
  }

  // Checks the members of an entry besides its handle: U-139, U-295.
  HRESULT check_entry(const D3DDDI_ALLOCATIONLIST& entry, std::size_t at) {
    if (frame_.device.is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM2_0) &&
        rules::breaks("U-295", entry.OfferPriority != 0))
      raise_later("U-295"_rule, fmt::format("pAllocationList[{}] has OfferPriority {}", at,
                                            static_cast<UINT>(entry.OfferPriority)));
    if (!rules::breaks("U-139", entry.Reserved != 0)) return S_OK;
    raise_later("U-139"_rule, fmt::format("pAllocationList[{}] has {:#x} in its reserved bits", at,
                                          static_cast<UINT>(entry.Reserved)));
    return E_INVALIDARG;
  }

  HRESULT check_patches() {
    for (std::size_t i = 0; i < patches_.size(); ++i) {
      rules::evaluated("U-140");
      if (patches_[i].AllocationIndex < allocations_.size() && patches_[i].Reserved == 0) continue;
      raise_later("U-140"_rule,
                  fmt::format("pPatchLocationList[{}] has AllocationIndex {} of {} allocations "
                              "and {:#x} in its reserved bits",
                              i, patches_[i].AllocationIndex, allocations_.size(),
                              static_cast<UINT>(patches_[i].Reserved)));
      return E_INVALIDARG;
    }
    return S_OK;
  }

  HRESULT submit() {
    Device& device = frame_.device;
    if (!device.knows_residency() && device.has_paging_queues()) {
      const HRESULT result = device.residency.need(device, *context_, allocations_);
      if (FAILED(result)) return result;
    }
    const bool is_handed_over =
        nt::copy_to_user(context_->kernel_commands, commands_.data(), commands_.size()) &&
        nt::copy_to_user(context_->kernel_allocations, allocations_.data(),
                         allocations_.size() * sizeof allocations_[0]) &&
        nt::copy_to_user(context_->kernel_patches, patches_.data(),
                         patches_.size() * sizeof patches_[0]);
    if (!is_handed_over) return E_INVALIDARG;
    D3DKMT_RENDER request{};
    request.hContext = context_->kernel.value;
    request.CommandOffset = data_.CommandOffset;
    request.CommandLength = data_.CommandLength;
    request.AllocationCount = data_.NumAllocations;
    request.PatchLocationCount = data_.NumPatchLocations;
    request.NewCommandBufferSize = data_.NewCommandBufferSize;
    request.NewAllocationListSize = data_.NewAllocationListSize;
    request.NewPatchLocationListSize = data_.NewPatchLocationListSize;
    request.Flags.ResizeCommandBuffer = data_.Flags.ResizeCommandBuffer;
    request.Flags.ResizeAllocationList = data_.Flags.ResizeAllocationList;
    request.Flags.ResizePatchLocationList = data_.Flags.ResizePatchLocationList;
    const D3DKMT_RENDER asked = request;
    const HRESULT result = to_result(D3DKMTRender(&request));
    check_unwritten(result, asked);
    if (FAILED(result)) return result;
    adopt_buffers(request);
    data_.QueuedBufferCount = request.QueuedBufferCount;
    context_->batch->rotate(next_sizes(), context_->kernel_sizes);
    frame_.device.submissions.fetch_add(1, std::memory_order_relaxed);
    note_written();
    return S_OK;
  }

  // U-131: as the kernel has them, and less every other time.
  BatchSizes next_sizes() const {
    BatchSizes out = context_->kernel_sizes;
    constexpr UINT kFew = 4;
    const bool is_large = context_->batch->sizes().allocations > kFew;
    if (frame_.device.options().shrink_batches && is_large)
      out.allocations = std::min(out.allocations, kFew);
    return out;
  }

  void note_written() const {
    Call* const call = frame_.call();
    if (call == nullptr) return;
    for (const D3DDDI_ALLOCATIONLIST& each : allocations_) {
      if (each.WriteOperation != 0) call->note_written({each.hAllocation});
    }
  }

  // U-139: what the kernel's driver refused, and takes when the list says that all is written. It
  // is taken for nothing: the GPU does not execute it.
  void check_unwritten(HRESULT result, D3DKMT_RENDER request) {
    const auto is_written = [](const D3DDDI_ALLOCATIONLIST& each) {
      return each.WriteOperation != 0;
    };
    if (result != E_INVALIDARG || data_.CommandLength == 0 || allocations_.empty() ||
        std::ranges::any_of(allocations_, is_written))
      return;
    std::vector<D3DDDI_ALLOCATIONLIST> written = allocations_;
    for (D3DDDI_ALLOCATIONLIST& each : written) each.WriteOperation = 1;
    request.Flags.NullRendering = 1;
    if (!nt::copy_to_user(context_->kernel_allocations, written.data(),
                          written.size() * sizeof written[0]) ||
        FAILED(to_result(D3DKMTRender(&request))))
      return;
    adopt_buffers(request);
    raise_later("U-139"_rule,
                "the kernel-mode driver refused a batch whose allocation list has no entry with "
                "WriteOperation, and takes it with them");
  }

  void adopt_buffers(const D3DKMT_RENDER& answered) {
    context_->kernel_commands = answered.pNewCommandBuffer;
    context_->kernel_allocations = answered.pNewAllocationList;
    context_->kernel_patches = answered.pNewPatchLocationList;
    context_->kernel_sizes = {answered.NewCommandBufferSize, answered.NewAllocationListSize,
                              answered.NewPatchLocationListSize};
  }

  // Returns the buffers to the driver. After a failed submission they are those that it has.
  bool answer() {
    const Batch& batch = *context_->batch;
    data_.pNewCommandBuffer = batch.commands();
    data_.NewCommandBufferSize = batch.sizes().commands;
    data_.pNewAllocationList = batch.allocations();
    data_.NewAllocationListSize = batch.sizes().allocations;
    data_.pNewPatchLocationList = batch.patches();
    data_.NewPatchLocationListSize = batch.sizes().patches;
    return write_part(user_, data_, kPart);
  }

  Frame& frame_;
  D3DDDICB_RENDER* const user_;
  D3DDDICB_RENDER data_{};
  Context* context_ = nullptr;
  std::vector<std::byte> commands_;
  std::vector<D3DDDI_ALLOCATIONLIST> allocations_;
  std::vector<D3DDDI_PATCHLOCATIONLIST> patches_;
};

HRESULT present(Frame& frame, const D3DDDICB_PRESENT* user) {
  constexpr std::size_t kPart = offsetof(D3DDDICB_PRESENT, BroadcastSrcAllocation);
  D3DDDICB_PRESENT data;
  if (!read_part(user, data, kPart)) return E_INVALIDARG;
  return end_present(frame, data.hContext, data.hSrcAllocation, data.hDstAllocation);
}

HRESULT APIENTRY create_context_cb(HANDLE device, D3DDDICB_CREATECONTEXT* user) {
  return answer(device, kCreateContext, [&](Frame& frame) { return create_context(frame, user); });
}

HRESULT APIENTRY destroy_context_cb(HANDLE device, const D3DDDICB_DESTROYCONTEXT* user) {
  return answer(
      device, "pfnDestroyContextCb", [&](Frame& frame) { return destroy_context(frame, user); },
      context_in(user));
}

HRESULT APIENTRY render_cb(HANDLE device, D3DDDICB_RENDER* user) {
  return answer(
      device, "pfnRenderCb", [&](Frame& frame) { return Rendering(frame, user).run(); },
      context_in(user));
}

HRESULT APIENTRY present_cb(HANDLE device, D3DDDICB_PRESENT* user) {
  return answer(
      device, "pfnPresentCb", [&](Frame& frame) { return present(frame, user); }, context_in(user));
}

}  // namespace

void check_sequence(Frame& frame, UINT sequence, const Context& context) {
  UINT& last = frame.objects().last_sequence;
  if (rules::breaks("U-142", sequence <= last))
    nt::Breach("U-142", nt::Offender::running())
        .message("{} has RenderCBSequence {} after {}", frame.name, sequence, last)
        .about(about(context))
        .raise_later();
  last = std::max(last, sequence);
}

HRESULT end_present(Frame& frame, HANDLE context, D3DKMT_HANDLE from, D3DKMT_HANDLE to) {
  const bool has_context = frame.objects().find_context(RuntimeHandle(context)) != nullptr;
  const auto is_alive = [&](D3DKMT_HANDLE handle) {
    return handle == 0 || frame.objects().find_allocation({handle}) != nullptr;
  };
  rules::evaluated("U-133");
  if (has_context) rules::evaluated("U-145");
  if (!has_context || !is_alive(from) || !is_alive(to)) {
    nt::Breach(has_context ? "U-145"_rule : "U-133"_rule, nt::Offender::running())
        .message(has_context ? "pfnPresentCb names what is no allocation of the device"
                             : "pfnPresentCb names no context of the device")
        .raise_later();
    return E_INVALIDARG;
  }
  if (const Allocation* const presented = frame.objects().find_allocation({from});
      from != 0 && rules::breaks("U-290", presented->is_offered)) {
    nt::Breach("U-290", nt::Offender::running())
        .message("pfnPresentCb names what is offered and was not reclaimed")
        .about({.object = "allocation", .history = presented->history})
        .raise_later();
    return E_INVALIDARG;
  }
  rules::evaluated("U-144");
  for (const auto& [handle, allocation] : frame.objects().allocations) {
    if (!allocation->is_alive || !is_batched(frame.objects(), allocation->handle)) continue;
    nt::Breach("U-144", nt::Offender::running())
        .message(
            "pfnPresentCb comes before the batch that is being built is "
            "submitted")
        .about({.object = "allocation", .history = allocation->history})
        .raise_later();
    break;
  }
  frame.device.count_present();
  return nt::fails_here(sim::FaultKind::kObject) ? E_OUTOFMEMORY : S_OK;
}

void add_context_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnCreateContextCb = create_context_cb;
  table.pfnDestroyContextCb = destroy_context_cb;
  table.pfnRenderCb = render_cb;
  table.pfnPresentCb = present_cb;
}

}  // namespace drydock::d3d
