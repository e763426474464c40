// pfnAllocateCb.
#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/shared_resource.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

class Allocating {
 public:
  Allocating(Frame& frame, D3DDDICB_ALLOCATE* user) : frame_(frame), user_(user) {}

  HRESULT run() {
    if (!thunks::read(user_, data_) || !thunks::can_write(user_) || !read_infos())
      return E_INVALIDARG;
    check_trimming(frame_);
    check_opening();
    check_table();
    if (!find_resource() || !are_possible()) return refuse(E_INVALIDARG);
    check_private_data();
    if (nt::fails_here(sim::FaultKind::kObject)) return refuse(E_OUTOFMEMORY);
    const HRESULT result = ask_kernel();
    if (FAILED(result)) return refuse(result);
    if (answer()) return S_OK;
    undo();
    return E_INVALIDARG;
  }

 private:
  bool is_long() const { return frame_.device.is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM2_0); }
  Call* call() const { return frame_.call(); }
  // The resource that is being created while the driver allocates.
  Resource* being_created() const {
    Resource* const subject = call() != nullptr ? call()->subject() : nullptr;
    return subject != nullptr && subject->life.is_creating() ? subject : nullptr;
  }

  bool read_infos() {
    if (is_long())
      return thunks::read_list(data_.pAllocationInfo2, data_.NumAllocations, kMostListed, infos_);
    std::vector<D3DDDI_ALLOCATIONINFO> first;
    if (!thunks::read_list(data_.pAllocationInfo, data_.NumAllocations, kMostListed, first))
      return false;
    for (const D3DDDI_ALLOCATIONINFO& each : first) {
      D3DDDI_ALLOCATIONINFO2& info = infos_.emplace_back();
      info.pSystemMem = each.pSystemMem;
      info.pPrivateDriverData = each.pPrivateDriverData;
      info.PrivateDriverDataSize = each.PrivateDriverDataSize;
      info.VidPnSourceId = each.VidPnSourceId;
      info.Flags.Value = each.Flags.Value;
    }
    return true;
  }

  // U-035: what a deferred context opens has its memory already.
  void check_opening() {
    if (call() != nullptr && &call()->entry() == &entry::kOpenLocal10)
      nt::Breach("U-035", nt::Offender::running())
          .message("pfnAllocateCb was called while a deferred context opens its handle")
          .raise_later();
  }

  // U-105.
  void check_table() {
    if (rules::breaks("U-105", frame_.is_past_core_layer()))
      nt::Breach("U-105", nt::Offender::running())
          .message(
              "pfnAllocateCb of pKTCallbacks was called; Direct3D 12 allocates by that "
              "of the core layer")
          .raise_later();
  }

  bool find_resource() {
    if (data_.hResource == nullptr) return check_unattached();
    resource_ = frame_.objects().find_resource(RuntimeHandle(data_.hResource));
    rules::evaluated("U-019");
    rules::evaluated("U-086");
    if (resource_ == nullptr) {
      const bool other_name =
          !RuntimeHandle(data_.hResource).is_of(HandleKind::kResource) &&
          std::string_view(what_is(frame_.device, data_.hResource)) != "a handle of nothing";
      nt::Breach(other_name ? "U-019"_rule : "U-086"_rule, nt::Offender::running())
          .message("pfnAllocateCb was given {} in hResource",
                   what_is(frame_.device, data_.hResource))
          .raise_later();
      return false;
    }
    if (resource_->as12() != nullptr && rules::breaks("U-303", !resource_->as12()->is_heap())) {
      nt::Breach("U-303", nt::Offender::running())
          .message("pfnAllocateCb was given the handle of a placed resource")
          .about(about())
          .raise_later();
      return false;
    }
    if (resource_->life.is_creating() || resource_->is_live()) {
      if (being_created() == resource_)
        rules::evaluated(resource_->is_shared() ? "U-088"_rule : "U-087"_rule);
      return check_shared();
    }
    nt::Breach("U-086", nt::Offender::running())
        .message("pfnAllocateCb was given the handle of a resource that is gone")
        .about(about())
        .raise_later();
    return false;
  }

  bool check_unattached() {
    const Resource* const creating = being_created();
    // In Direct3D 12 the allocation is the driver's own. Whether a heap has one is checked when the
    // heap is created.
    if (creating == nullptr || frame_.device.adapter().is_of_12()) return true;
    if (rules::breaks("U-088", creating->is_shared())) {
      nt::Breach("U-088", nt::Offender::running())
          .message("pfnAllocateCb for a shared resource does not name it in hResource")
          .about({.object = creating->name()})
          .raise_later();
      return false;
    }
    nt::Breach("U-087", nt::Offender::running())
        .message("pfnAllocateCb in {} does not name the resource in hResource",
                 call()->entry().name)
        .about({.object = creating->name()})
        .raise_later();
    return true;
  }

  bool check_shared() {
    if (!resource_->is_shared()) return true;
    if (frame_.device.adapter().is_of_10() &&
        rules::breaks("U-260", being_created() != resource_)) {
      nt::Breach("U-260", nt::Offender::running())
          .message("pfnAllocateCb for a shared resource outside of the call that creates it")
          .about(about())
          .raise_later();
      return false;
    }
    const bool is_first = resource_->allocate_calls == 0;
    rules::evaluated(resource_->life.is_creating() ? "U-089"_rule : "U-116"_rule);
    if (resource_->life.is_creating() && is_first && !resource_->is_opened) return true;
    const bool in_creation = resource_->life.is_creating();
    if (resource_->is_opened) {
      nt::Breach(in_creation ? "U-102"_rule : "U-116"_rule, nt::Offender::running())
          .message("pfnAllocateCb adds to a resource that {} opened",
                   in_creation ? "is being" : "was")
          .about(about())
          .raise_later();
      return false;
    }
    nt::Breach(in_creation ? "U-089"_rule : "U-116"_rule, nt::Offender::running())
        .message(in_creation ? "a second pfnAllocateCb for one shared resource"
                             : "pfnAllocateCb adds to a shared resource after its creation")
        .about(about())
        .raise_later();
    return false;
  }

  nt::Concerning about() const {
    return {.object = resource_->name(), .history = resource_->history};
  }

  bool are_possible() {
    return std::ranges::all_of(infos_,
                               [&](D3DDDI_ALLOCATIONINFO2& each) { return is_possible(each); });
  }

  bool is_possible(D3DDDI_ALLOCATIONINFO2& info) {
    if (rules::breaks("U-096", (info.Flags.Stereo != 0 && info.Flags.Primary == 0) ||
                                   info.Flags.Reserved != 0)) {
      nt::Breach("U-096", nt::Offender::running())
          .message("pfnAllocateCb was given the flags {:#x}", info.Flags.Value)
          .raise_later();
      return false;
    }
    if (info.Flags.Primary == 0 &&
        rules::breaks("U-095",
                      info.VidPnSourceId != 0 && info.VidPnSourceId != D3DDDI_ID_NOTAPPLICABLE)) {
      nt::Breach("U-095", nt::Offender::running())
          .message("VidPnSourceId {} for what is no primary", info.VidPnSourceId)
          .raise_later();
      info.VidPnSourceId = 0;
    }
    if (is_long() && frame_.device.is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM2_2) &&
        rules::breaks("U-098", info.Priority != 0 && info.Flags.OverridePriority == 0))
      nt::Breach("U-098", nt::Offender::running())
          .message(
              "Priority {:#x} without OverridePriority means "
              "nothing",
              info.Priority)
          .raise_later();
    if (info.pSystemMem == nullptr || !rules::breaks("U-091", !is_surface(info.pSystemMem)))
      return true;
    nt::Breach("U-091", nt::Offender::running())
        .message("pSystemMem is the memory of no surface of the resource")
        .raise_later();
    return false;
  }

  bool is_surface(const void* memory) const {
    const Resource* const resource = resource_ != nullptr ? resource_ : being_created();
    return resource != nullptr &&
           std::ranges::any_of(resource->surfaces, [&](const D3DDDI_SURFACEINFO& each) {
             return each.pSysMem == memory;
           });
  }

  // U-094: what crosses to the kernel must mean the same to processes of another kind.
  void check_private_data() {
    bool has_pointer = has_address(data_.pPrivateDriverData, data_.PrivateDriverDataSize);
    for (const D3DDDI_ALLOCATIONINFO2& each : infos_)
      has_pointer = has_pointer || has_address(each.pPrivateDriverData, each.PrivateDriverDataSize);
    if (rules::breaks("U-094", has_pointer))
      nt::Breach("U-094", nt::Offender::running())
          .message("private data of pfnAllocateCb holds what looks like an address")
          .raise_later();
  }

  static bool has_address(const void* data, std::size_t bytes) {
    constexpr std::size_t kMostLooked = 4096;
    // Addresses of a process lie above this value. Two adjacent numbers such as a width and a
    // height, read as an address, do not.
    constexpr std::uintptr_t kLowest = 0x5000'0000'0000;
    std::vector<std::uintptr_t> words(std::min(bytes, kMostLooked) / sizeof(std::uintptr_t));
    return nt::copy_from_user(words.data(), data, words.size() * sizeof words[0]) &&
           std::ranges::any_of(words, [](std::uintptr_t each) {
             return each >= kLowest && each < std::uintptr_t{1} << 47 &&
                    nt::user_can_read(reinterpret_cast<const void*>(each), 1);
           });
  }

  HRESULT ask_kernel() {
    request_.hDevice = frame_.device.kernel().value;
    request_.pPrivateDriverData = data_.pPrivateDriverData;
    request_.PrivateDriverDataSize = data_.PrivateDriverDataSize;
    request_.NumAllocations = data_.NumAllocations;
    request_.pAllocationInfo2 = infos_.data();
    if (resource_ != nullptr) {
      request_.hPrivateRuntimeResourceHandle = data_.hResource;
      request_.hResource = resource_->kernel.value;
      request_.Flags.CreateResource = resource_->kernel ? 0 : 1;
      request_.Flags.CreateShared = resource_->is_shared() ? 1 : 0;
      runtime_data_ = describe(*resource_, frame_.device.view());
      request_.pPrivateRuntimeData = runtime_data_.data();
      request_.PrivateRuntimeDataSize = static_cast<UINT>(runtime_data_.size());
    }
    const std::vector<dxgk::RuntimeMemory::Piece> memory = memory_of_surfaces();
    const dxgk::RuntimeMemory borrowed(memory);
    return to_result(D3DKMTCreateAllocation2(&request_));
  }

  std::vector<dxgk::RuntimeMemory::Piece> memory_of_surfaces() const {
    std::vector<dxgk::RuntimeMemory::Piece> out;
    const Resource* const resource = resource_ != nullptr ? resource_ : being_created();
    if (resource == nullptr) return out;
    for (const D3DDDI_SURFACEINFO& each : resource->surfaces) {
      const SIZE_T slice = each.SysMemSlicePitch != 0 ? SIZE_T{each.SysMemSlicePitch}
                                                      : SIZE_T{each.SysMemPitch} * each.Height;
      out.push_back({each.pSysMem, slice * std::max(each.Depth, 1U)});
    }
    return out;
  }

  // Returns the place of the driver's handle of allocation `i`.
  D3DKMT_HANDLE* place(std::size_t i) const {
    return is_long() ? &data_.pAllocationInfo2[i].hAllocation
                     : &data_.pAllocationInfo[i].hAllocation;
  }

  // Fails the call: nothing stays allocated, and no output holds a value that could pass for a
  // handle.
  HRESULT refuse(HRESULT result) {
    set_refused(true);
    const D3DKMT_HANDLE none = frame_.device.options().spoil_outputs ? kNoHandle : 0;
    for (std::size_t i = 0; i < infos_.size(); ++i) (void)thunks::write(place(i), none);
    (void)thunks::write(&user_->hKMResource, none);
    return result;
  }

  void set_refused(bool is_refused) {
    Traits12* const traits = resource_ != nullptr ? resource_->as12() : nullptr;
    if (traits != nullptr && traits->is_heap()) traits->is_refused = is_refused;
  }

  bool answer() {
    if (resource_ != nullptr) {
      if (!resource_->kernel) resource_->kernel = {request_.hResource};
      resource_->reported_kernel = resource_->kernel;
      if (request_.hGlobalShare != 0) resource_->global = request_.hGlobalShare;
      ++resource_->allocate_calls;
      set_refused(false);
    }
    const unsigned group = frame_.objects().next_group();
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      Allocation& made = frame_.objects().add_allocation({infos_[i].hAllocation}, resource_,
                                                         "made by pfnAllocateCb");
      made.made_in = call() != nullptr ? call()->number() : 0;
      made.group = group;
    }
    const D3DKMT_HANDLE kernel = resource_ != nullptr ? resource_->kernel.value : 0;
    if (!thunks::write(&user_->hKMResource, kernel)) return false;
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      if (!thunks::write(place(i), infos_[i].hAllocation)) return false;
    }
    return true;
  }

  void undo() {
    for (const D3DDDI_ALLOCATIONINFO2& info : infos_) {
      D3DKMT_DESTROYALLOCATION request{};
      request.hDevice = frame_.device.kernel().value;
      request.phAllocationList = &info.hAllocation;
      request.AllocationCount = 1;
      D3DKMTDestroyAllocation(&request);
      frame_.objects().find_allocation({info.hAllocation})->is_alive = false;
    }
  }

  Frame& frame_;
  D3DDDICB_ALLOCATE* const user_;
  D3DDDICB_ALLOCATE data_{};
  std::vector<D3DDDI_ALLOCATIONINFO2> infos_;
  std::vector<std::byte> runtime_data_;
  D3DKMT_CREATEALLOCATION request_{};
  Resource* resource_ = nullptr;
};

HRESULT APIENTRY allocate(HANDLE device, D3DDDICB_ALLOCATE* user) {
  return answer(device, "pfnAllocateCb",
                [&](Frame& frame) { return Allocating(frame, user).run(); });
}

}  // namespace

void add_memory_callbacks(D3DDDI_DEVICECALLBACKS& table) { table.pfnAllocateCb = allocate; }

}  // namespace drydock::d3d
