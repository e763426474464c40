#include "src/dxgk/creation/create.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <ranges>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/creation/backing_store.h"
#include "src/dxgk/creation/check_allocation.h"
#include "src/dxgk/creation/describe.h"
#include "src/dxgk/creation/handle_hoard.h"
#include "src/dxgk/creation/open.h"
#include "src/dxgk/hostile/private_data.h"
#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/object/share.h"
#include "src/dxgk/object/short_list.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/client_call.h"
#include "src/rules/evaluated.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"
#include "src/trace/trace.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

// The fault address of a thread on which no driver has crashed since. The driver may have ended
// otherwise, or on another thread.
constexpr std::uintptr_t kNoCrash = ~std::uintptr_t{0};

constexpr std::size_t kCreatedInPlace = 16;  // allocations of a call for which no list is allocated

// A place where the host's own memory may run out.
bool out_of_memory() { return nt::fails_here(sim::FaultKind::kObject); }

// K-119: a driver may fail with any status; a client gets only those that the documents list.
NTSTATUS documented(NTSTATUS status) {
  switch (status) {
    case STATUS_SUCCESS:
    case STATUS_DEVICE_REMOVED:
    case STATUS_INVALID_PARAMETER:
    case STATUS_INVALID_HANDLE:  // Windows returns it for hResource (K-097)
    case STATUS_NO_MEMORY:
    case STATUS_GRAPHICS_NO_VIDEO_MEMORY:
    case STATUS_GRAPHICS_DRIVER_MISMATCH:
    case STATUS_NOT_SUPPORTED:  // a driver without allocations returns it
      return status;
    default:
      return NT_SUCCESS(status) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
  }
}

Bytes copy_of(std::span<const std::byte> data) { return {data.begin(), data.end()}; }

// A creation under way. Until commit(), its destructor undoes everything in reverse order.
class Creation {
 public:
  Creation(Device& device, CreateSpec& spec)
      : device_(device), adapter_(device.adapter()), spec_(spec) {}
  ~Creation() {
    if (!committed_) roll_back();
  }
  Creation(const Creation&) = delete;
  Creation& operator=(const Creation&) = delete;

  NTSTATUS run() {
    NTSTATUS status = find_resource();
    if (NT_SUCCESS(status)) status = make_objects();
    if (NT_SUCCESS(status)) status = spec_.hidden ? create_hidden() : create_in_driver();
    if (NT_SUCCESS(status)) status = name_objects();
    if (NT_SUCCESS(status) && !spec_.hidden) status = open_in_driver();
    if (NT_SUCCESS(status)) status = commit();
    return status;
  }

 private:
  // The existing resource that allocations are added to. It gets a reference, and its body one more
  // opening, so that it is not destroyed meanwhile.
  NTSTATUS find_resource() {
    if (spec_.add_to == 0) return STATUS_SUCCESS;
    const ReadSection reading;
    auto* const found = as<Resource>(device_.process().handles().look_up(spec_.add_to));
    const nt::ClientField field("hResource", spec_.add_to);
    if (nt::names_nothing(found == nullptr, field, {.otherwise = "K-097"_rule}))
      return STATUS_INVALID_HANDLE;
    if (nt::client_breaks("K-097", spec_.resource, field,
                          "CreateResource makes another resource") ||
        nt::client_breaks("K-037", &found->device() != &device_, field,
                          "it is a resource of another device than hDevice"))
      return STATUS_INVALID_PARAMETER;
    const DeviceHold hold(device_);
    if (!found->is_live() ||
        nt::client_breaks("K-103", found->body().shared, field, "the resource is shared already") ||
        !found->body().try_open())
      return STATUS_INVALID_PARAMETER;
    resource_ = Ref<Resource>(*found);
    body_ = &found->body();
    return STATUS_SUCCESS;
  }

  NTSTATUS make_objects() {
    if (out_of_memory()) return STATUS_NO_MEMORY;
    if (spec_.resource) {
      new_body_ = std::make_unique<AdapterResource>(adapter_);
      body_ = new_body_.get();
      body_->shared = spec_.shared;
      body_->nt_shared = spec_.nt_shared;
      if (spec_.restricted) body_->only_opener = device_.process().id();
      body_->hidden = spec_.hidden;
      body_->cross_adapter = spec_.cross_adapter;
      body_->runtime_data = copy_of(spec_.runtime_data);
      body_->driver_data = copy_of(spec_.driver_data);
      resource_ = Ref<Resource>::adopt(new Resource(device_, *body_));
    }
    bindings_.reserve(spec_.allocations.size());
    infos_.resize(spec_.allocations.size());
    for (std::size_t i = 0; i < spec_.allocations.size(); ++i) {
      bindings_.push_back(new Binding(device_));
      bindings_[i]->resource = resource_.get();
      infos_[i].pPrivateDriverData = spec_.allocations[i].private_data.empty()
                                         ? nullptr
                                         : spec_.allocations[i].private_data.data();
      infos_[i].PrivateDriverDataSize = static_cast<UINT>(spec_.allocations[i].private_data.size());
    }
    return STATUS_SUCCESS;
  }

  NTSTATUS create_in_driver() {
    if (adapter_.table().DxgkDdiCreateAllocation == nullptr) return STATUS_NOT_SUPPORTED;
    std::optional<sim::Alone> turn;
    if (body_ != nullptr) turn.emplace(body_->driver_turn);
    const Passed<const std::byte> group(spec_.driver_data);
    Passed<DXGK_ALLOCATIONINFO> infos{std::span<DXGK_ALLOCATIONINFO>(infos_)};
    for (DXGK_ALLOCATIONINFO& info : infos.items()) spoil_answers(info);
    std::optional<PassedData<DXGK_ALLOCATIONINFO>> data;
    if (are_arguments_hostile()) data.emplace(infos.items());
    DXGKARG_CREATEALLOCATION arguments{};
    arguments.pPrivateDriverData = spec_.driver_data.empty() ? nullptr : group.data();
    arguments.PrivateDriverDataSize = static_cast<UINT>(spec_.driver_data.size());
    arguments.NumAllocations = static_cast<UINT>(infos_.size());
    arguments.pAllocationInfo = infos.data();
    arguments.hResource = body_ != nullptr ? body_->driver.value.load() : nullptr;
    arguments.Flags.Resource = body_ != nullptr ? 1 : 0;
    nt::self().fault_address = kNoCrash;
    const std::vector<std::optional<DescribedRows>> rows = rows_described();
    Passed<DXGKARG_CREATEALLOCATION> passed(arguments);
    const NTSTATUS status = adapter_.call(ddi::kCreateAllocation, device_.seat(), [&] {
      return adapter_.table().DxgkDdiCreateAllocation(adapter_.context(), passed.data());
    });
    passed.copy_back();
    if (data) data->copy_back();
    copy_back(infos);
    if (!spec_.standard && !infos_.empty() &&
        rules::breaks("K-127", nt::self().fault_address != kNoCrash))
      nt::Breach("K-127", adapter_.driver())
          .message("DxgkDdiCreateAllocation did not survive private data from user mode")
          .raise_later();
    if (!NT_SUCCESS(status)) return status;
    created_ = true;
    note_handles(arguments);
    bool usable = true, fits = true;
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      const AllocationKind kind{.is_primary = spec_.allocations[i].is_primary,
                                .is_shared = spec_.shared,
                                .is_existing = spec_.standard,
                                .is_cross_adapter = spec_.cross_adapter,
                                .has_memory = spec_.allocations[i].system_memory != nullptr ||
                                              spec_.allocations[i].section_view != nullptr,
                                .rows = rows.empty() ? std::nullopt : rows[i]};
      usable &= check_allocation(adapter_, infos_[i], static_cast<UINT>(i), kind);
      fits &= fits_segments(adapter_, infos_[i]);
      fits &= describe(bindings_[i]->allocation(), infos_[i], spec_.allocations[i]);
    }
    if (!adapter_.driver().alive()) return STATUS_DEVICE_REMOVED;  // a fatal answer ended it
    if (!usable) return STATUS_INVALID_PARAMETER;
    return fits ? share_backing_stores(device_, bindings_, infos_)
                : STATUS_GRAPHICS_NO_VIDEO_MEMORY;
  }

  // Before the driver may edit the private data. Empty when it described none.
  std::vector<std::optional<DescribedRows>> rows_described() {
    std::vector<std::optional<DescribedRows>> out;
    if (!adapter_.described_surfaces().has_any()) return out;
    for (const AllocationSpec& each : spec_.allocations)
      out.push_back(adapter_.described_surfaces().find(each.private_data, spec_.driver_data));
    return out;
  }

  void note_handles(const DXGKARG_CREATEALLOCATION& arguments) {
    if (body_ != nullptr) {
      body_->driver.value = arguments.hResource;
      adapter_.handle_offsets().note(HandleKind::kResource, arguments.hResource);
    }
    for (const DXGK_ALLOCATIONINFO& info : infos_)
      adapter_.handle_offsets().note(HandleKind::kAllocation, info.hAllocation);
  }

  // Spoils the fields that the driver fills for an allocation.
  static void spoil_answers(DXGK_ALLOCATIONINFO& info) {
    spoil(info.Alignment, info.Size, info.PitchAlignedSize, info.HintedBank, info.PreferredSegment,
          info.SupportedReadSegmentSet, info.SupportedWriteSegmentSet, info.EvictionSegmentSet,
          info.MaximumRenamingListLength, info.hAllocation, info.Flags, info.pAllocationUsageHint,
          info.AllocationPriority);
  }

  // Copies back everything but the private data, which did not move.
  static void copy_back(Passed<DXGK_ALLOCATIONINFO>& infos) {
    for (DXGK_ALLOCATIONINFO& info : infos.items()) {
      unspoil(info.Alignment, info.Size, info.PitchAlignedSize, info.HintedBank,
              info.PreferredSegment, info.SupportedReadSegmentSet, info.SupportedWriteSegmentSet,
              info.EvictionSegmentSet, info.MaximumRenamingListLength, info.hAllocation, info.Flags,
              info.pAllocationUsageHint, info.AllocationPriority);
    }
    infos.copy_back();
  }

  // Creates allocations on existing memory for which the driver has no object.
  NTSTATUS create_hidden() {
    created_ = true;
    bool fits = true;
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      infos_[i].Size = spec_.allocations[i].system_size;
      infos_[i].AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
      infos_[i].Flags.CpuVisible = infos_[i].Flags.Cached = infos_[i].Flags.ExistingSysMem = 1;
      fits &= describe(bindings_[i]->allocation(), infos_[i], spec_.allocations[i]);
    }
    return fits ? STATUS_SUCCESS : STATUS_GRAPHICS_NO_VIDEO_MEMORY;
  }

  vidmm::TenantShape shape_of(const DXGK_ALLOCATIONINFO& info, const AllocationSpec& wanted) const {
    vidmm::TenantShape out{
        .size = (info.Size + PAGE_SIZE - 1) & ~static_cast<SIZE_T>(PAGE_SIZE - 1),
        .alignment = info.Alignment,
        .banks = info.HintedBank,
        .eviction = info.EvictionSegmentSet,
        .account = device_.seat().account(),
        .from_end = info.Flags.FromEndOfSegment != 0,
        .is_cached = info.Flags.Cached != 0,
        .is_permanent = info.Flags.PermanentSysMem != 0,
    };
    describe_views(adapter_, info, wanted, out);
    return out;
  }

  // Fills the allocation from the driver's answers. Returns false when a legacy-mode device would
  // have too much memory.
  bool describe(Allocation& allocation, const DXGK_ALLOCATIONINFO& info, AllocationSpec& wanted) {
    allocation.adapter = &adapter_;
    allocation.resource = body_;
    allocation.creator = device_.process().id();
    allocation.is_primary = wanted.is_primary;
    allocation.driver.value = info.hAllocation;
    vidmm::Tenant& tenant = allocation.tenant;
    tenant.driver = info.hAllocation;
    tenant.set_device(wanted.is_primary ? nullptr : device_.driver());
    tenant.wishes.segments = info.SupportedWriteSegmentSet;
    tenant.wishes.preferred = info.PreferredSegment;
    tenant.describe(shape_of(info, wanted));
    if (wanted.system_memory != nullptr) {
      if (!spec_.standard && tenant.size() > wanted.system_size) return false;
      tenant.backing.use_client_memory(wanted.system_memory);
      allocation.secured = nt::SecuredMemory(wanted.system_memory, wanted.system_size);
    }
    allocation.priority = wanted.priority != 0 ? wanted.priority : info.AllocationPriority;
    allocation.flags = info.Flags;
    allocation.is_accessed_physically = info.FlagsWddm2.AccessedPhysically != 0;
    tenant.wishes.is_virtual = allocation.is_virtual();
    // From WDDM 2.0 on the same member is the number of a physical adapter.
    if (adapter_.version() < DXGKDDI_INTERFACE_VERSION_WDDM2_0 &&
        info.MaximumRenamingListLength != 0)
      allocation.most_instances = info.MaximumRenamingListLength;
    allocation.memory_owner = std::move(wanted.memory_owner);
    if (!has_frames_for_views(allocation, info, wanted)) return false;
    if (wanted.section_view != nullptr)
      tenant.backing.use_section_view(std::exchange(wanted.section_view, nullptr));
    return device_.legacy_memory.take(tenant.size());
  }

  // Issues handles for the resource and then for the allocations in order. Clients cannot use the
  // handles before commit(). The driver gets them when it opens the allocations.
  NTSTATUS name_objects() {
    if (out_of_memory()) return STATUS_NO_MEMORY;
    HandleTable& handles = device_.process().handles();
    const auto name = [&](Object& object) {
      const Handle handle = handles.issue(object);
      object.set_handle(handle);
      return handle != 0;
    };
    if (new_body_ != nullptr && !name(*resource_)) return STATUS_NO_MEMORY;
    for (Binding* binding : bindings_) {
      if (!name(*binding)) return STATUS_NO_MEMORY;
      binding->allocation().tenant.label = binding->handle();
    }
    return STATUS_SUCCESS;
  }

  NTSTATUS open_in_driver() {
    if (bindings_.empty()) return STATUS_SUCCESS;
    ShortList<DXGK_OPENALLOCATIONINFO, kCreatedInPlace> opened(bindings_.size());
    for (std::size_t i = 0; i < opened.size(); ++i) {
      opened[i].pPrivateDriverData = infos_[i].pPrivateDriverData;
      opened[i].PrivateDriverDataSize = infos_[i].PrivateDriverDataSize;
    }
    const NTSTATUS status =
        open_bindings(device_, bindings_, opened, spec_.driver_data, Opener::kCreator);
    if (!NT_SUCCESS(status)) return status;
    describe_primaries(device_, bindings_);
    look_for_hoard(device_, bindings_);
    return status;
  }

  NTSTATUS commit() {
    for (std::size_t i = 0; i < bindings_.size(); ++i) {
      Binding& binding = *bindings_[i];
      binding.allocation().private_data = copy_of(spec_.allocations[i].private_data);
      if (body_ != nullptr) body_->add_member(binding);
      spec_.allocations[i].handle = binding.handle();
      trace::event("allocation", "live", {{"handle", binding.handle()}});
    }
    if (spec_.shared && !spec_.nt_shared) {
      spec_.global = publish(*body_);
      if (spec_.global == 0) return STATUS_NO_MEMORY;
    }
    // Once it is in the device's lists, another thread may destroy it by its handle.
    const bool is_new = new_body_ != nullptr;
    if (is_new) {
      spec_.new_resource = resource_->handle();
      resource_->add_ref();  // the device's
    }
    {
      const DeviceHold hold(device_);
      if (is_new) {
        resource_->become(Resource::State::kLive);
        device_.resources.add(*resource_);
        new_body_.release();
      } else if (resource_ && !resource_->is_live()) {
        return STATUS_INVALID_PARAMETER;  // the client destroyed it meanwhile
      }
      for (Binding* binding : bindings_) {
        list_of(device_, *binding).add(*binding);
        binding->life.enter(Phase::kLive);
        binding->claims.open();
      }
    }
    committed_ = true;
    // Closes the opening of find_resource().
    if (!is_new && body_ != nullptr) undo(device_, {}, body_, nullptr);
    return STATUS_SUCCESS;
  }

  void roll_back() {
    withdraw_names();
    if (!created_) {
      for (Binding* binding : bindings_) binding->release();
      if (new_body_ == nullptr && body_ != nullptr) undo(device_, {}, body_, nullptr);
      return;
    }
    if (new_body_ != nullptr) {
      new_body_.release();
      resource_->add_ref();
      undo(device_, bindings_, body_, resource_.get());
    } else {
      undo(device_, bindings_, body_, nullptr);
    }
  }

  // Detaches the handles in reverse order, so that the same numbers can be issued again.
  void withdraw_names() {
    HandleTable& handles = device_.process().handles();
    for (Binding* binding : std::views::reverse(bindings_)) withdraw_name(handles, *binding);
    if (new_body_ != nullptr && resource_) withdraw_name(handles, *resource_);
  }

  Device& device_;
  Adapter& adapter_;
  CreateSpec& spec_;
  Ref<Resource> resource_;
  AdapterResource* body_ = nullptr;  // opened by this creation, or new
  std::unique_ptr<AdapterResource> new_body_;
  ShortList<Binding*, kCreatedInPlace> bindings_;
  ShortList<DXGK_ALLOCATIONINFO, kCreatedInPlace> infos_;
  bool created_ = false;
  bool committed_ = false;
};

}  // namespace

NTSTATUS create_allocations(Device& device, CreateSpec& spec) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  return documented(Creation(device, spec).run());
}

}  // namespace drydock::dxgk
