// pfnDeallocateCb and pfnDeallocate2Cb.
#include <fmt/format.h>

#include <cassert>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

class Releasing {
 public:
  Releasing(Frame& frame, const D3DDDICB_DEALLOCATE2& data, bool is_second)
      : frame_(frame), data_(data), is_second_(is_second) {}

  HRESULT run() {
    const rules::RuleId of_flags = is_of_12() ? "U-305"_rule : "U-205"_rule;
    if (is_second_ &&
        rules::breaks(of_flags, (data_.Flags.Reserved | data_.Flags.SystemUseOnly) != 0)) {
      nt::Breach(of_flags, nt::Offender::running())
          .message("{} was given the flags {:#x}", frame_.name, data_.Flags.Value)
          .raise_later();
      return E_INVALIDARG;
    }
    if (rules::breaks("U-305", frame_.is_past_core_layer()))
      nt::Breach("U-305", nt::Offender::running())
          .message(
              "{} of pKTCallbacks was called; Direct3D 12 releases by "
              "pfnDeallocateCb of the core layer",
              frame_.name)
          .raise_later();
    check_closing();
    if (!(data_.hResource != nullptr ? find_resource() : find_listed())) return E_INVALIDARG;
    check_batches();
    if (!check_locks()) return E_INVALIDARG;
    const bool is_lost = frame_.device.is_lost();
    const HRESULT result = ask_kernel();
    // A lost device takes its allocations along, and this callback may be the first to report it.
    if (is_lost) return D3DDDIERR_DEVICEREMOVED;
    if (SUCCEEDED(result)) record();
    return result;
  }

 private:
  Objects& objects() const { return frame_.objects(); }
  bool is_of_12() const { return frame_.device.adapter().is_of_12(); }

  nt::Concerning about(const Resource& resource) const {
    return {.object = resource.name(), .history = resource.history};
  }
  static nt::Concerning about(const Allocation& allocation) {
    return {.object = "allocation", .history = allocation.history};
  }

  // U-035: what a deferred context closes is the immediate one's.
  void check_closing() {
    const Call* const call = frame_.call();
    if (call != nullptr && &call->entry() == &entry::kCloseLocal10)
      nt::Breach("U-035", nt::Offender::running())
          .message("{} was called while a deferred context closes its handle", frame_.name)
          .raise_later();
  }

  bool find_resource() {
    resource_ = objects().find_resource(RuntimeHandle(data_.hResource));
    if (rules::breaks("U-194", resource_ == nullptr)) {
      nt::Breach("U-194", nt::Offender::running())
          .message("{} was given {} in hResource", frame_.name,
                   what_is(frame_.device, data_.hResource))
          .raise_later();
      return false;
    }
    frame_.about = resource_->kernel;
    if (rules::breaks("U-199", resource_->release == Release::kWhole)) {
      nt::Breach("U-199", nt::Offender::running())
          .message("{} releases a resource a second time", frame_.name)
          .about(about(*resource_))
          .raise_later();
      return false;
    }
    // The resource never had an allocation.
    if (!resource_->kernel) return false;
    if (rules::breaks("U-217", is_swapped())) {
      nt::Breach("U-217", nt::Offender::running())
          .message(
              "after RotateResourceIdentities {} in DestroyResource names another resource "
              "that took part",
              frame_.name)
          .about(about(*resource_))
          .raise_later();
      return false;
    }
    if (resource_->is_shared() && rules::breaks("U-117", data_.NumAllocations != 0))
      nt::Breach("U-117", nt::Offender::running())
          .message("{} of a shared resource has NumAllocations {}", frame_.name,
                   data_.NumAllocations)
          .about(about(*resource_))
          .raise_later();
    released_ = objects().living_of(*resource_);
    return true;
  }

  // RotateResourceIdentities rotates the kernel's handles; a driver that releases by another
  // resource's runtime handle has rotated those.
  bool is_swapped() const {
    const Call* const call = frame_.call();
    return call != nullptr && &call->entry() == &entry::kDestroyResource10 &&
           call->subject() != resource_ && call->subject()->of10().was_rotated &&
           resource_->of10().was_rotated && resource_->is_live();
  }

  bool find_listed() {
    if (rules::breaks("U-192", data_.NumAllocations == 0 ||
                                   !thunks::read_list(data_.HandleList, data_.NumAllocations,
                                                      kMostListed, list_))) {
      nt::Breach("U-192", nt::Offender::running())
          .message("{} names neither a resource nor a list", frame_.name)
          .raise_later();
      return false;
    }
    frame_.about = {list_.front()};
    for (D3DKMT_HANDLE& handle : list_) {
      if (!find_one({handle})) return false;
      handle = released_.back()->handle.value;  // any instance stands for all
    }
    Resource* const owner = released_.front()->resource;
    const bool is_mixed = std::ranges::any_of(
        released_, [&](const Allocation* each) { return each->resource != owner; });
    if (is_mixed) raise_list("allocations that do not all belong to one resource, or all to none");
    return !is_mixed && (owner == nullptr || check_attached(*owner));
  }

  void raise_list(const char* what) {
    nt::Breach("U-192", nt::Offender::running())
        .message("{} was given a list of {}", frame_.name, what)
        .about(about(*released_.front()))
        .raise_later();
  }

  bool find_one(KernelHandle handle) {
    rules::evaluated("U-026");
    rules::evaluated("U-199");
    rules::evaluated("U-016");
    if (Allocation* const found = objects().find_allocation(handle)) {
      if (std::ranges::find(released_, found) != released_.end()) {
        raise_list("allocations in which one is named twice");
        return false;
      }
      released_.push_back(found);
      return true;
    }
    const bool was_there = objects().allocations.contains(without_instance(handle));
    raise_unknown(frame_, handle,
                  was_there                       ? "U-199"_rule
                  : is_context_allocation(handle) ? "U-016"_rule
                                                  : "U-026"_rule);
    return false;
  }

  // The miniport has allocations of its own for contexts. Their handles are wider; this is a part
  // of one.
  bool is_context_allocation(KernelHandle handle) const {
    return std::ranges::any_of(objects().contexts, [&](const auto& each) {
      return frame_.device.view().is_context_allocation(each.second->kernel.value, handle.value);
    });
  }

  // Allocations of a resource, released one by one.
  bool check_attached(Resource& owner) {
    const bool is_whole = released_.size() == objects().living_of(owner).size();
    rules::evaluated(is_whole ? "U-117"_rule : "U-118"_rule);
    if (owner.is_shared()) {
      nt::Breach(is_whole ? "U-117"_rule : "U-118"_rule, nt::Offender::running())
          .message("{} releases allocations of a shared resource by list", frame_.name)
          .about(about(owner))
          .raise_later();
      // Windows tolerates a list of all of them: it stands for the resource.
      if (is_whole) resource_ = &owner;
      return is_whole;
    }
    const Call* const call = frame_.call();
    const bool is_going =
        !owner.is_live() ||
        (call != nullptr && (call->subject() == &owner || frame_.device.is_dying()));
    if (!is_going && rules::breaks("U-008", parts_a_group(owner)))
      nt::Breach("U-008", nt::Offender::running())
          .message(
              "{} releases a part of what one pfnAllocateCb made for a "
              "resource that lives",
              frame_.name)
          .about(about(owner))
          .raise_later();
    return true;
  }

  bool parts_a_group(const Resource& owner) const {
    const auto is_released = [&](const Allocation* each) {
      return std::ranges::find(released_, each) != released_.end();
    };
    return std::ranges::any_of(objects().living_of(owner), [&](const Allocation* each) {
      return !is_released(each) && std::ranges::any_of(released_, [&](const Allocation* other) {
        return other->group == each->group;
      });
    });
  }

  // Early, by looking at what the driver has written so far; a submission that names it makes sure.
  void check_batches() {
    if (frame_.device.is_removed()) return;
    for (const Allocation* each : released_) {
      for (const auto& [handle, context] : objects().contexts) {
        if (!context->is_alive || context->is_virtual() ||
            !rules::breaks("U-004", context->batch->names(each->handle)))
          continue;
        nt::Breach("U-004", nt::Offender::running())
            .message(
                "{} releases an allocation that the batch of context {}, "
                "not submitted yet, uses",
                frame_.name, context->number)
            .about(each->resource != nullptr ? about(*each->resource) : about(*each))
            .raise_later();
        return;
      }
    }
  }

  bool check_locks() {
    const rules::RuleId rule = is_of_12()                 ? "U-308"_rule
                               : frame_.device.is_dying() ? "U-221"_rule
                                                          : "U-198"_rule;
    for (Allocation* each : released_) {
      if (!rules::breaks(rule, each->is_locked())) continue;
      if (!frame_.device.is_removed())
        nt::Breach(rule, nt::Offender::running())
            .message("{} releases an allocation that is locked", frame_.name)
            .about(about(*each))
            .raise_later();
      if (frame_.device.options().refuse_locked) return false;
      unlock(*each);
    }
    return true;
  }

  void unlock(Allocation& allocation) const {
    allocation.locks += std::exchange(allocation.maps, 0);
    for (; allocation.locks > 0; --allocation.locks) {
      const D3DKMT_UNLOCK request{frame_.device.kernel().value, 1, &allocation.handle.value};
      D3DKMTUnlock(&request);
    }
  }

  HRESULT ask_kernel() {
    D3DKMT_DESTROYALLOCATION2 request{};
    request.hDevice = frame_.device.kernel().value;
    if (resource_ != nullptr) {
      request.hResource = resource_->kernel.value;
    } else {
      request.phAllocationList = list_.data();
      request.AllocationCount = static_cast<UINT>(list_.size());
    }
    if (is_second_) {
      request.Flags = data_.Flags;
      const dxgk::IdlenessWatch watch;
      const HRESULT result = to_result(D3DKMTDestroyAllocation2(&request));
      const rules::RuleId rule = is_of_12() ? "U-305"_rule : "U-203"_rule;
      if (data_.Flags.AssumeNotInUse != 0 && rules::breaks(rule, watch.is_broken()))
        nt::Breach(rule, nt::Offender::running())
            .message("{} assumes not in use what submitted work still uses", frame_.name)
            .about(about(*released_.front()))
            .raise_later();
      return result;
    }
    const D3DKMT_DESTROYALLOCATION first{request.hDevice, request.hResource,
                                         request.phAllocationList, request.AllocationCount};
    return to_result(D3DKMTDestroyAllocation(&first));
  }

  void record() {
    if (frame_.call() != nullptr) frame_.call()->note_room();
    for (Allocation* each : released_) {
      assert(each->is_alive && !each->is_locked());
      each->is_alive = false;
      note(each->history, "released");
      objects().addresses.release(each->handle, each->mapped_at);
      if (resource_ == nullptr && each->resource != nullptr)
        each->resource->note_release(Release::kByList);
    }
    if (resource_ == nullptr) return;
    // Rules about partial releases of the resource, and changes of shared ones, were checked up to
    // now.
    if (resource_->is_shared()) rules::evaluated("U-116");
    if (resource_->is_shared()) rules::evaluated("U-118");
    if (released_.size() > 1) rules::evaluated("U-008");
    resource_->kernel = {};
    resource_->note_release(Release::kWhole);
    note(resource_->history, "released");
  }

  Frame& frame_;
  const D3DDDICB_DEALLOCATE2 data_;
  const bool is_second_;
  Resource* resource_ = nullptr;
  std::vector<D3DKMT_HANDLE> list_;
  std::vector<Allocation*> released_;
};

HRESULT APIENTRY deallocate(HANDLE device, const D3DDDICB_DEALLOCATE* user) {
  return answer(device, "pfnDeallocateCb", [&](Frame& frame) -> HRESULT {
    D3DDDICB_DEALLOCATE data;
    if (!thunks::read(user, data)) return E_INVALIDARG;
    const D3DDDICB_DEALLOCATE2 request{data.hResource, data.NumAllocations, data.HandleList, {}};
    return Releasing(frame, request, /*is_second=*/false).run();
  });
}

HRESULT APIENTRY deallocate2(HANDLE device, const D3DDDICB_DEALLOCATE2* user) {
  const char* const name = FromCoreLayer::is_active() ? "pfnDeallocateCb" : "pfnDeallocate2Cb";
  return answer(device, name, [&](Frame& frame) -> HRESULT {
    D3DDDICB_DEALLOCATE2 data;
    if (!thunks::read(user, data)) return E_INVALIDARG;
    return Releasing(frame, data, /*is_second=*/true).run();
  });
}

}  // namespace

void add_release_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnDeallocateCb = deallocate;
  table.pfnDeallocate2Cb = deallocate2;
}

}  // namespace drydock::d3d
