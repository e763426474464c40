#include "src/dxgk/creation/open.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <numeric>
#include <optional>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/creation/create.h"
#include "src/dxgk/creation/describe.h"
#include "src/dxgk/creation/open_across.h"
#include "src/dxgk/hostile/private_data.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/object/share.h"
#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/trace.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

NTSTATUS call_open(Device& device, std::span<DXGK_OPENALLOCATIONINFO> infos,
                   std::span<const std::byte> resource_data, Opener opener) {
  Adapter& adapter = device.adapter();
  ReadOnlyData read_only_data(resource_data);
  Passed<DXGK_OPENALLOCATIONINFO> opened(infos);
  for (DXGK_OPENALLOCATIONINFO& info : opened.items()) spoil(info.hDeviceSpecificAllocation);
  std::optional<PassedData<DXGK_OPENALLOCATIONINFO>> own;
  if (opener == Opener::kCreator && are_arguments_hostile()) own.emplace(opened.items());
  DXGKARG_OPENALLOCATION arguments{};
  arguments.NumAllocations = static_cast<UINT>(infos.size());
  arguments.pOpenAllocation = opened.data();
  arguments.pPrivateDriverData = read_only_data.data();
  arguments.PrivateDriverSize = static_cast<UINT>(read_only_data.size());
  arguments.Flags.Create = opener == Opener::kCreator ? 1 : 0;
  if (adapter.version() >= DXGKDDI_INTERFACE_VERSION_WIN8)
    arguments.Flags.ReadOnly = opener == Opener::kReader ? 1 : 0;  // K-185
  const Passed<DXGKARG_OPENALLOCATION> passed(arguments);
  const NTSTATUS status = adapter.call(ddi::kOpenAllocation, device.seat(), [&] {
    return adapter.table().DxgkDdiOpenAllocation(device.driver(), passed.data());
  });
  for (DXGK_OPENALLOCATIONINFO& info : opened.items()) unspoil(info.hDeviceSpecificAllocation);
  if (own) own->copy_back();
  opened.copy_back();
  if (rules::breaks("K-183", read_only_data.was_written())) {
    nt::Breach("K-183", adapter.driver())
        .message(
            "DxgkDdiOpenAllocation changed DXGKARG_OPENALLOCATION."
            "pPrivateDriverData[0..{}]",
            read_only_data.size())
        .raise_later();
  }
  return status;
}

}  // namespace

void withdraw_name(HandleTable& handles, Object& object) {
  if (object.handle() == 0) return;
  handles.withdraw(object.handle(), object);
  object.set_handle(0);
}

NTSTATUS open_bindings(Device& device, std::span<Binding* const> bindings,
                       std::span<DXGK_OPENALLOCATIONINFO> infos,
                       std::span<const std::byte> resource_data, Opener opener) {
  Adapter& adapter = device.adapter();
  if (adapter.table().DxgkDdiOpenAllocation == nullptr) return STATUS_NOT_SUPPORTED;
  for (std::size_t i = 0; i < bindings.size(); ++i) infos[i].hAllocation = bindings[i]->handle();
  const NTSTATUS status = call_open(device, infos, resource_data, opener);
  if (!NT_SUCCESS(status)) return status;
  bool all = true;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    bindings[i]->driver.value = infos[i].hDeviceSpecificAllocation;
    adapter.handle_offsets().note(HandleKind::kBinding, infos[i].hDeviceSpecificAllocation);
    if (!rules::breaks("K-181", infos[i].hDeviceSpecificAllocation == nullptr)) continue;
    all = false;
    nt::Breach("K-181", adapter.offender())
        .message(
            "DxgkDdiOpenAllocation succeeded and left pOpenAllocation[{}]."
            "hDeviceSpecificAllocation NULL (hAllocation {:#x})",
            i, infos[i].hAllocation)
        .raise_later();
  }
  return all ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

std::optional<UINT> total_private_data(std::span<const std::size_t> sizes) {
  UINT total = 0;
  for (const std::size_t size : sizes) {
    if (__builtin_add_overflow(total, size, &total)) return std::nullopt;
  }
  return total;
}

namespace {

// Describes the members as they are now, because an opener needs all of them.
NTSTATUS fill_info(const AdapterResource& body, std::span<const Ref<Binding>> members,
                   ShareInfo& out) {
  std::vector<std::size_t> sizes;
  sizes.reserve(members.size());
  for (const Ref<Binding>& member : members)
    sizes.push_back(member->allocation().private_data.size());
  const std::optional<UINT> total = total_private_data(sizes);
  if (!total) return STATUS_INTEGER_OVERFLOW;
  out = {.runtime_size = static_cast<UINT>(body.runtime_data.size()),
         .resource_size = static_cast<UINT>(body.driver_data.size()),
         .total_size = *total,
         .allocations = static_cast<UINT>(members.size())};
  return STATUS_SUCCESS;
}

// An opening of a shared resource, which ends with this object unless somebody takes it.
class OpenedBody {
 public:
  // Takes over an opening, if there is one.
  OpenedBody(Device& device, AdapterResource* opened) : device_(device), body_(opened) {
    if (body_ != nullptr && is_across() && !can_open_across(device, *body_)) close();
  }
  ~OpenedBody() { close(); }
  OpenedBody(const OpenedBody&) = delete;
  OpenedBody& operator=(const OpenedBody&) = delete;

  AdapterResource* get() const { return body_; }
  // True when the resource belongs to another adapter than the device.
  bool is_across() const { return &body_->adapter() != &device_.adapter(); }
  AdapterResource* take() { return std::exchange(body_, nullptr); }

 private:
  void close() {
    if (body_ != nullptr) undo(device_, {}, std::exchange(body_, nullptr), nullptr);
  }

  Device& device_;
  AdapterResource* body_;
};

// An opening under way. Until run() has succeeded, the destructor undoes everything.
class Opening {
 public:
  Opening(Device& device, OpenedBody& body, bool read_only)
      : device_(device), body_(body), read_only_(read_only) {}
  ~Opening() {
    if (!committed_) roll_back();
  }
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

  NTSTATUS run(std::span<const Ref<Binding>> members, Opened& out) {
    if (!make_objects(members)) return STATUS_INVALID_PARAMETER;
    if (!name_objects()) return STATUS_NO_MEMORY;
    std::vector<DXGK_OPENALLOCATIONINFO> infos(bindings_.size());
    std::deque<ReadOnlyData> read_only_data;
    for (std::size_t i = 0; i < bindings_.size(); ++i) {
      read_only_data.emplace_back(bindings_[i]->allocation().private_data);
      infos[i].pPrivateDriverData = read_only_data[i].data();
      infos[i].PrivateDriverDataSize = static_cast<UINT>(read_only_data[i].size());
    }
    const NTSTATUS status = body_.get()->hidden
                                ? STATUS_SUCCESS
                                : open_bindings(device_, bindings_, infos, body_.get()->driver_data,
                                                read_only_ ? Opener::kReader : Opener::kWriter);
    for (std::size_t i = 0; i < read_only_data.size(); ++i) {
      if (rules::breaks("K-182", read_only_data[i].was_written())) report_changed(i);
    }
    if (!NT_SUCCESS(status)) return status;
    describe_primaries(device_, bindings_);
    commit(out);
    return STATUS_SUCCESS;
  }

 private:
  // Makes a binding for each member. Returns false when a member is being destroyed.
  bool make_objects(std::span<const Ref<Binding>> members) {
    resource_ = Ref<Resource>::adopt(new Resource(device_, *body_.get()));
    for (const Ref<Binding>& first : members) {
      if (!first->allocation().bindings.try_add()) return false;
      bindings_.push_back(new Binding(device_, *first));
      bindings_.back()->resource = resource_.get();
      bindings_.back()->read_only = read_only_;
    }
    return true;
  }

  bool name_objects() {
    if (nt::fails_here(sim::FaultKind::kHandle)) return false;
    HandleTable& handles = device_.process().handles();
    resource_->set_handle(handles.issue(*resource_));
    if (resource_->handle() == 0) return false;
    return std::ranges::all_of(bindings_, [&](Binding* binding) {
      binding->set_handle(handles.issue(*binding));
      return binding->handle() != 0;
    });
  }

  void report_changed(std::size_t i) {
    nt::Breach("K-182", device_.adapter().driver())
        .message(
            "DxgkDdiOpenAllocation changed pOpenAllocation[{}]."
            "pPrivateDriverData without Flags.Create",
            i)
        .raise_later();
  }

  void commit(Opened& out) {
    AdapterResource& body = *body_.take();  // from now on the opening belongs to the resource
    out.resource = resource_->handle();
    out.runtime_data = body.runtime_data;
    out.driver_data = body.driver_data;
    resource_->add_ref();  // the device's
    for (Binding* binding : bindings_) {
      out.allocations.push_back({binding->handle(), binding->allocation().private_data});
      trace::event("allocation", "live", {{"handle", binding->handle()}});
    }
    committed_ = true;
    // From here on another thread may destroy the resource by its handle.
    const DeviceHold hold(device_);
    resource_->become(Resource::State::kLive);
    device_.resources.add(*resource_);
    for (Binding* binding : bindings_) {
      resource_->bindings.add(*binding);
      binding->life.enter(Phase::kLive);
      binding->claims.open();
    }
  }

  void roll_back() {
    HandleTable& handles = device_.process().handles();
    for (auto each = bindings_.rbegin(); each != bindings_.rend(); ++each)
      withdraw_name(handles, **each);
    withdraw_name(handles, *resource_);
    resource_->add_ref();
    undo(device_, bindings_, body_.take(), resource_.get());
  }

  Device& device_;
  OpenedBody& body_;
  const bool read_only_;
  Ref<Resource> resource_;
  std::vector<Binding*> bindings_;
  bool committed_ = false;
};

}  // namespace

namespace {

NTSTATUS query(Device& device, AdapterResource* opened, ShareInfo& out) {
  const OpenedBody body(device, opened);
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (body.get() == nullptr) return STATUS_INVALID_PARAMETER;
  if (body.is_across()) return query_across(device, *body.get(), out);
  return fill_info(*body.get(), body.get()->members(), out);
}

NTSTATUS open(Device& device, AdapterResource* opened, bool read_only, const Fits& fits,
              Opened& out) {
  OpenedBody body(device, opened);
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (body.get() == nullptr) return STATUS_INVALID_PARAMETER;
  if (body.is_across()) return open_across(device, *body.get(), fits, out);
  const std::vector<Ref<Binding>> members = body.get()->members();
  ShareInfo info;
  NTSTATUS status = fill_info(*body.get(), members, info);
  if (NT_SUCCESS(status)) status = fits(info);
  if (!NT_SUCCESS(status)) return status;
  return Opening(device, body, read_only).run(members, out);
}

}  // namespace

NTSTATUS query_share(Device& device, Handle global, ShareInfo& out) {
  return query(device, open_global<AdapterResource>(global), out);
}

NTSTATUS query_share(Device& device, AdapterResource& opened, ShareInfo& out) {
  return query(device, &opened, out);
}

NTSTATUS open_share(Device& device, Handle global, const Fits& fits, Opened& out) {
  AdapterResource* const opened = open_global<AdapterResource>(global);
  if (opened != nullptr && !opened->may_be_opened_by(device.process().id())) {
    const OpenedBody given_back(device, opened);
    return STATUS_ACCESS_DENIED;  // K-124
  }
  return open(device, opened, /*read_only=*/false, fits, out);
}

NTSTATUS open_share(Device& device, AdapterResource& opened, bool read_only, const Fits& fits,
                    Opened& out) {
  return open(device, &opened, read_only, fits, out);
}

}  // namespace drydock::dxgk
