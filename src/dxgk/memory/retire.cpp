#include "src/dxgk/memory/retire.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/driver_block.h"
#include "src/dxgk/hostile/adapter_data.h"
#include "src/dxgk/hostile/hostile.h"
#include "src/dxgk/memory/capture.h"
#include "src/dxgk/memory/gpu_addresses.h"
#include "src/dxgk/memory/lock.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/dxgk/object/share.h"
#include "src/dxgk/object/short_list.h"
#include "src/dxgk/work/named.h"
#include "src/dxgk/work/process.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/report.h"
#include "src/rules/finding.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"

namespace drydock::dxgk {

// Bindings that leave together, some of which still drain.
struct Retirement {
  Device& device;
  std::vector<Binding*> bindings;
  AdapterResource* body;        // an opening that ends with them; null when they stand alone
  Resource* resource;           // goes with them; null when it stays or there is none
  sim::Completion* completion;  // somebody waits for the end; null when nobody does
  std::atomic<std::uint32_t> draining;
};

namespace {

// Drained before its retirement was known.
Retirement* const kEarly = reinterpret_cast<Retirement*>(1);

// Lists for a call into the driver.
constexpr std::size_t kLeavingInPlace = 32;
using Bindings = ShortList<Binding*, kLeavingInPlace>;
using DriverHandles = ShortList<HANDLE, kLeavingInPlace>;

void enter_phase(Binding& binding, Phase phase) {
  binding.phase.store(phase, std::memory_order_release);
  trace::event("allocation", name_of(phase), {{"handle", binding.handle()}});
  sim::switch_point();
}

// Work that is still queued although the client promised that there is none must not reach what
// the driver is about to forget.
void bar_from_gpu(Device& device, std::span<Binding* const> group) {
  const auto is_named = [](const Binding* binding) { return binding->claims.is_used_by_gpu(); };
  sched::Scheduler* const gpu = device.adapter().scheduler();
  if (gpu == nullptr || std::ranges::none_of(group, is_named)) return;
  gpu->run_on_strand([&](vidmm::VideoMemory&) {
    for (Binding* binding : group) binding->is_gone = true;
  });
}

// Those that lie in video memory leave it before the driver forgets them: paging names them. What
// they hold is kept only for those that others have open; of these another device becomes the
// owner. `device` is the driver's; null when it was none that had them.
void leave_video_memory(Adapter& adapter, HANDLE device, std::span<Binding* const> group) {
  Bindings last;
  for (Binding* binding : group) {
    if (binding->allocation().bindings.begin_leave()) last.push_back(binding);
  }
  end_captures(adapter, last);
  const auto was_placed = [](const Binding* binding) {
    bool any = false;
    each_instance(binding->allocation(), [&](const Instance& each) {
      any |= each.tenant.was_placed.load(std::memory_order_relaxed);
    });
    return any;
  };
  sched::Scheduler* const gpu = adapter.scheduler();
  if (gpu == nullptr || std::ranges::none_of(group, was_placed)) return;
  gpu->run_on_strand([&](vidmm::VideoMemory& memory) {
    for (Binding* binding : last)
      each_instance(binding->allocation(), [&](Instance& each) { memory.discard(each.tenant); });
    for (Binding* binding : group) memory.lose_owner(binding->allocation().tenant, device);
  });
}

// DxgkDdiCloseAllocation: one call for all of them.
void close_in_driver(Device& device, std::span<Binding* const> group) {
  Adapter& adapter = device.adapter();
  DriverHandles handles;
  for (Binding* binding : group) {
    if (binding->driver.value != nullptr) handles.push_back(binding->driver.value);
  }
  if (handles.empty() || adapter.table().DxgkDdiCloseAllocation == nullptr) return;
  DXGKARG_CLOSEALLOCATION arguments{};
  arguments.NumAllocations = static_cast<UINT>(handles.size());
  const Passed<const HANDLE> list(handles);
  arguments.pOpenHandleList = list.data();
  const Passed<DXGKARG_CLOSEALLOCATION> passed(arguments);
  // A driver may know a binding by the allocation's own structure, which stays.
  DriverHandles bindings, allocations;
  for (Binding* binding : group) {
    allocations.push_back(binding->allocation().driver.value);
    if (binding->driver.value != binding->allocation().driver.value)
      bindings.push_back(binding->driver.value);
  }
  const DriverBlocks own(bindings), kept(allocations);
  adapter.call(ddi::kCloseAllocation, adapter.system_seat(), [&] {
    return adapter.table().DxgkDdiCloseAllocation(device.driver(), passed.data());
  });
  for (Binding* binding : group) check_adapter_data(device, *binding);
  own.expect_gone(adapter, "K-191", "DxgkDdiCloseAllocation kept what it closed:");
  kept.expect_there(adapter, "K-191", "DxgkDdiCloseAllocation freed an allocation that stays:");
}

// K-016, K-017: the flag alone says whether the driver's resource goes. One that stays may get
// another handle.
void check_resource_block(Adapter& adapter, const DriverBlocks& before,
                          const DXGKARG_DESTROYALLOCATION& arguments, HANDLE handle) {
  if (arguments.Flags.DestroyResource != 0) {
    before.expect_gone(adapter, "K-016",
                       "DxgkDdiDestroyAllocation with DestroyResource kept the resource:");
  } else if (arguments.hResource == handle) {
    before.expect_there(adapter, "K-017",
                        "DxgkDdiDestroyAllocation without DestroyResource freed the resource:");
  }
}

// K-237: the pages and what describes them are the system's to give back.
void check_system_memory(Adapter& adapter, std::span<Binding* const> destroyed) {
  for (Binding* binding : destroyed) {
    bool has_lost = false;
    each_instance(binding->allocation(),
                  [&](Instance& each) { has_lost |= each.tenant.backing.has_lost_mdl(); });
    if (has_lost)
      adapter.accuse("K-237", "DxgkDdiDestroyAllocation freed the MDL of the allocation's memory",
                     {.object = fmt::format("allocation {:#x}", binding->allocation().tenant.label),
                      .history = {},
                      .stacks = {}});
  }
}

// DxgkDdiDestroyAllocation: one call for all of them, with their resource if that goes too.
void destroy_in_driver(Adapter& adapter, std::span<Binding* const> last, AdapterResource* resource,
                       bool resource_goes) {
  DriverHandles handles;
  for (Binding* binding : last) {
    assert(!binding->allocation().tenant.is_resident());  // K-235
    if (binding->allocation().driver.value != nullptr)
      handles.push_back(binding->allocation().driver.value);
  }
  if (resource != nullptr && resource->hidden) return;
  if ((handles.empty() && !resource_goes) || adapter.table().DxgkDdiDestroyAllocation == nullptr)
    return;
  DXGKARG_DESTROYALLOCATION arguments{};
  arguments.NumAllocations = static_cast<UINT>(handles.size());
  const Passed<const HANDLE> list(handles);
  arguments.pAllocationList = list.data();
  arguments.hResource = resource != nullptr ? resource->driver.value.load() : nullptr;
  arguments.Flags.DestroyResource = resource_goes ? 1 : 0;
  const bool was_alive = adapter.driver().alive();
  const HANDLE driver_resource = arguments.hResource;
  const DriverBlocks allocations(handles), resources(driver_resource);
  Passed<DXGKARG_DESTROYALLOCATION> passed(arguments);
  adapter.call(ddi::kDestroyAllocation, adapter.system_seat(), [&] {
    return adapter.table().DxgkDdiDestroyAllocation(adapter.context(), passed.data());
  });
  passed.take_back();
  for (Binding* binding : last) {
    // K-422: the pointer that the driver was given is worth nothing from now on.
    const HANDLE data = binding->allocation().driver.value;
    if (binding->allocation().data_given.load(std::memory_order_relaxed) &&
        !nt::is_live_pool_block(data))
      nt::set_rule_of_freed_block(data, "K-422");
  }
  check_system_memory(adapter, last);
  allocations.expect_gone(adapter, "K-015", "DxgkDdiDestroyAllocation kept what it destroyed:");
  check_resource_block(adapter, resources, arguments, driver_resource);
  if (arguments.NumAllocations == 0 && was_alive && !adapter.driver().alive())
    nt::report_about(adapter.driver().name(), "K-019",
                     "DxgkDdiDestroyAllocation did not survive NumAllocations 0");
  // A resource that stays may get another handle from the driver.
  if (resource != nullptr && !resource_goes) resource->driver.value = arguments.hResource;
}

void free_binding(Binding& binding) {
  enter_phase(binding, Phase::kFreed);
  binding.release();
}

// The driver's allocations go, with the resource if this was its last opening: then true.
bool leave_resource(Adapter& adapter, std::span<Binding* const> last, AdapterResource* body) {
  if (body == nullptr) {
    destroy_in_driver(adapter, last, nullptr, false);
    return false;
  }
  const sim::Passage turn(body->driver_turn, sim::Passage::Kind::kAlone);
  for (Binding* binding : last) body->remove_member(binding->first());
  const bool resource_goes = close_share(*body);
  destroy_in_driver(adapter, last, body, resource_goes);
  return resource_goes;
}

// Closed, Destroyed, Freed. Nobody is at work on any of them.
void leave(Device& device, std::span<Binding* const> group, AdapterResource* body,
           Resource* resource) {
  bar_from_gpu(device, group);
  for (Binding* binding : group) {
    end_locks(*binding);
    free_addresses_of(*binding);
  }
  leave_video_memory(device.adapter(), device.driver(), group);
  close_in_driver(device, group);
  Bindings last;
  for (Binding* binding : group) {
    if (&binding->first() == binding)
      device.legacy_memory.give_back(binding->allocation().tenant.size);
    enter_phase(*binding, Phase::kClosed);
    if (binding->allocation().bindings.end_leave()) last.push_back(binding);
  }
  for (Binding* binding : last) {
    const Allocation& allocation = binding->allocation();
    if (!allocation.tenant.backing.is_there(allocation.tenant.size))
      device.lints.note(ClientLint::kHeapGoneEarly);
  }
  Adapter& adapter = body != nullptr ? body->adapter() : device.adapter();
  const bool resource_goes = leave_resource(adapter, last, body);
  for (Binding* binding : last) {
    binding->allocation().secured = {};
    binding->allocation().shared_backing = {};  // K-166: the driver's object is gone
    enter_phase(*binding, Phase::kDestroyed);
  }
  for (Binding* binding : group) free_binding(*binding);
  if (resource_goes) delete body;
  if (resource != nullptr) resource->release();
}

void finish(Retirement& retirement) {
  Device& device = retirement.device;
  leave(device, retirement.bindings, retirement.body, retirement.resource);
  if (retirement.completion != nullptr) retirement.completion->complete();
  delete &retirement;
  device.retirement_ends();
}

void one_drained(Retirement& retirement) {
  if (retirement.draining.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  // Whoever gave the last claim back may be in no position to call the driver.
  run_later([&retirement] { finish(retirement); });
}

// Work of virtual contexts is under way: it may use whatever is mapped.
bool has_virtual_work(Device& device) {
  return device.seat().addresses() != nullptr && device.adapter().scheduler() != nullptr &&
         device.adapter().scheduler()->has_virtual_work(device);
}

// The group leaves after that work too.
void await_virtual_work(Retirement& retirement) {
  retirement.draining.fetch_add(1, std::memory_order_relaxed);
  const bool waits = retirement.device.adapter().scheduler()->after_virtual_work(
      retirement.device, [&retirement] { one_drained(retirement); });
  if (!waits) retirement.draining.fetch_sub(1, std::memory_order_relaxed);
}

// Some of the group still drain, or nobody knows: the rest of the way comes when they are done.
void retire_later(Device& device, std::span<Binding* const> group, AdapterResource* body,
                  Resource* resource, std::span<Binding* const> draining,
                  sim::Completion* completion, bool is_addressed) {
  auto* const retirement =
      new Retirement{device, {group.begin(), group.end()}, body, resource, completion, 1};
  device.retirement_begins();
  for (Binding* binding : draining) {
    enter_phase(*binding, Phase::kDraining);
    retirement->draining.fetch_add(1, std::memory_order_relaxed);
    if (binding->retirement.exchange(retirement, std::memory_order_acq_rel) == kEarly)
      retirement->draining.fetch_sub(1, std::memory_order_relaxed);
  }
  if (is_addressed) await_virtual_work(*retirement);
  one_drained(*retirement);  // the one that kept it from finishing meanwhile
}

// What a call has detached.
struct Detached {
  Device& device;
  bool waives_gpu = false;
  Handle kept_by_doorbell = 0;  // one of those that a doorbell needs
  AdapterResource* body = nullptr;
  Resource* resource = nullptr;
  Bindings idle;
  Bindings draining;

  explicit Detached(Device& on) : device(on) {}

  // Under the device's lock.
  void detach(Binding& binding, bool waive_gpu) {
    if (const std::uint32_t locks = std::exchange(binding.locks, 0); locks != 0) {
      // Of a device that is lost nobody can unlock anything.
      if (device.is_working()) device.lints.note(ClientLint::kDestroyedWhileLocked);
      // What a range shows is out of system memory, and its lock does not count there.
      if (!binding.locked_range)
        binding.locked->tenant.cpu_locks.fetch_sub(locks, std::memory_order_relaxed);
    }
    binding.offered = false;
    unlist(binding);
    if (binding.doorbells != 0) kept_by_doorbell = binding.handle();
    if (waive_gpu && binding.claims.is_used_by_gpu()) {
      device.lints.note(ClientLint::kInUseAfterAll);
      IdlenessWatch::note_broken();
    }
    (binding.claims.close(waive_gpu) == Claims::Closed::kDrained ? idle : draining)
        .push_back(&binding);
  }

  // Members of a resource leave together; allocations that stand alone each at their own time.
  void retire(sim::Completion* completion) {
    const bool together = body != nullptr || completion != nullptr;
    const bool is_addressed = !waives_gpu && has_virtual_work(device);
    if (together && (!draining.empty() || is_addressed)) {
      std::vector<Binding*> all(idle.begin(), idle.end());
      all.insert(all.end(), draining.begin(), draining.end());
      return retire_later(device, all, body, resource, draining, completion, is_addressed);
    }
    for (Binding* binding : draining)
      retire_later(device, {&binding, 1}, nullptr, nullptr, {&binding, 1}, nullptr, is_addressed);
    if (is_addressed && !idle.empty()) {
      retire_later(device, idle, nullptr, nullptr, {}, nullptr, is_addressed);
    } else if (!idle.empty() || body != nullptr) {
      device.retirement_begins();
      leave(device, idle, body, resource);
      device.retirement_ends();
    }
    if (completion != nullptr) completion->complete();
  }
};

void drop_name(Device& device, Object& object) {
  const Handle handle = object.handle();
  if (handle != 0) device.process().handles().remove(handle, object);
}

// The names go at once; what the driver had left before goes with them.
void drop_names(Device& device, std::span<Binding* const> names, Resource* resource) {
  for (Binding* binding : names) drop_name(device, *binding);
  if (resource != nullptr) drop_name(device, *resource);
  for (Binding* binding : names) {
    if (binding->stopped) {
      binding->release();
    } else {
      enter_phase(*binding, Phase::kDetached);
    }
  }
  if (resource != nullptr && resource->stopped) resource->release();
}

// The binding that a handle of a destroy list names; null when it may not be named there.
Binding* named_binding(Device& device, Handle handle, std::uint64_t call) {
  Binding* const binding = look_up_binding(device.process(), handle);
  if (binding == nullptr || &binding->device() != &device || !has_instance(*binding, handle))
    return nullptr;
  if (!binding->claims.is_open() && !binding->stopped) return nullptr;
  return std::exchange(binding->named_by, call) == call ? nullptr : binding;
}

// All of the list or nothing. Inside a Visit.
NTSTATUS detach_list(Device& device, const DestroyRequest& request, Detached& out,
                     Bindings& names) {
  const sim::SpinHold hold(device.lock);
  const std::uint64_t call = device.next_call();
  for (const Handle handle : request.allocations) {
    Binding* const binding = named_binding(device, handle, call);
    if (binding == nullptr) return STATUS_INVALID_PARAMETER;
    // K-004: one resource, or none, for the whole list.
    if (!names.empty() && names.front()->resource != binding->resource)
      return STATUS_INVALID_PARAMETER;
    names.push_back(binding);
  }
  for (Binding* binding : names) {
    device.list_of(*binding).remove(*binding);
    if (!binding->stopped) out.detach(*binding, request.assume_not_in_use);
  }
  // The resource may go before those that drain: they keep the driver's.
  if (!names.empty() && names.front()->resource != nullptr && !names.front()->stopped) {
    out.body = &names.front()->resource->body();
    out.body->try_open();
  }
  return STATUS_SUCCESS;
}

// A resource with everything that is left of it. Inside a Visit.
NTSTATUS detach_resource(Device& device, const DestroyRequest& request, Detached& out,
                         Bindings& names, Resource*& named) {
  auto* const resource = as<Resource>(device.process().handles().look_up(request.resource));
  if (resource == nullptr || &resource->device() != &device) return STATUS_INVALID_PARAMETER;
  const sim::SpinHold hold(device.lock);
  if (std::exchange(resource->detached, true)) return STATUS_INVALID_PARAMETER;
  device.list_of(*resource).remove(*resource);
  while (Binding* const binding = resource->bindings.first()) {
    resource->bindings.remove(*binding);
    names.push_back(binding);
    if (!binding->stopped) out.detach(*binding, request.assume_not_in_use);
  }
  named = resource;
  if (!resource->stopped) {
    out.resource = resource;
    out.body = &resource->body();
  }
  return STATUS_SUCCESS;
}

}  // namespace

void drained(Binding& binding) {
  Retirement* const known = binding.retirement.exchange(kEarly, std::memory_order_acq_rel);
  if (known != nullptr) one_drained(*known);
}

namespace {

// U-226: the doorbell keeps it, and the client has no name for it any more.
void report_ring_buffer(const Device& device, Handle allocation) {
  nt::Breach("U-226", nt::Offender::client())
      .message(
          "D3DKMTDestroyAllocation destroys allocation {:#x} while a doorbell has it as ring "
          "buffer or "
          "its control: D3DKMTDestroyDoorbell comes first",
          allocation)
      .object(fmt::format("allocation {:#x} of device {:#x}", allocation, device.handle()))
      .raise_later();
}

}  // namespace

NTSTATUS destroy_allocations(Device& device, const DestroyRequest& request) {
  Detached detached(device);
  Bindings names;
  Resource* resource = nullptr;
  {
    const Visit visit;
    const NTSTATUS status = request.resource != 0
                                ? detach_resource(device, request, detached, names, resource)
                                : detach_list(device, request, detached, names);
    if (!NT_SUCCESS(status)) return status;
  }
  drop_names(device, names, resource);
  detached.waives_gpu = request.assume_not_in_use;
  const Handle kept = detached.kept_by_doorbell;
  // Who is to end the doorbell may be the one that would wait.
  const bool waits = request.synchronous && kept == 0;
  sim::Completion completion;
  detached.retire(waits ? &completion : nullptr);
  if (waits) completion.wait();
  if (kept != 0) report_ring_buffer(device, kept);
  return STATUS_SUCCESS;
}

namespace {

constexpr std::size_t kRun = 256;  // allocations that stand alone and leave in one call

// A resource with its bindings, or a run of allocations that stand alone; false when nothing is
// left. Names stay: what they stand for moves to the lists of what is stopped.
bool stop_some(Device& device, Detached& out) {
  const sim::SpinHold hold(device.lock);
  const auto stop = [&](Binding& binding) {
    binding.stopped = true;
    binding.add_ref();  // the name's
    out.detach(binding, /*waive_gpu=*/false);
  };
  if (Resource* const resource = device.resources.first()) {
    device.resources.remove(*resource);
    resource->stopped = true;
    resource->add_ref();  // the name's
    device.stopped_resources.add(*resource);
    for (Binding* each = resource->bindings.first(); each != nullptr;
         each = resource->bindings.after(*each)) {
      if (!each->stopped) stop(*each);
    }
    out.resource = resource;
    out.body = &resource->body();
    return true;
  }
  for (std::size_t i = 0; i < kRun && !device.loose.empty(); ++i) {
    Binding& binding = *device.loose.first();
    device.loose.remove(binding);
    stop(binding);
    device.stopped_loose.add(binding);
  }
  return !out.idle.empty() || !out.draining.empty();
}

// The same, with the names.
bool drop_some(Device& device, Detached& out, Bindings& names, Resource*& resource) {
  const sim::SpinHold hold(device.lock);
  const auto take = [&](List<Binding>& list) {
    Binding& binding = *list.first();
    list.remove(binding);
    names.push_back(&binding);
    if (!binding.stopped) out.detach(binding, /*waive_gpu=*/false);
  };
  resource = device.resources.first();
  if (resource == nullptr) resource = device.stopped_resources.first();
  if (resource != nullptr) {
    device.list_of(*resource).remove(*resource);
    resource->detached = true;
    while (!resource->bindings.empty()) take(resource->bindings);
    if (!resource->stopped) {
      out.resource = resource;
      out.body = &resource->body();
    }
    return true;
  }
  for (List<Binding>* list : {&device.loose, &device.stopped_loose}) {
    while (names.size() < kRun && !list->empty()) take(*list);
  }
  return !names.empty();
}

}  // namespace

void stop_all(Device& device) {
  for (;;) {
    Detached detached(device);
    if (!stop_some(device, detached)) return;
    detached.retire(nullptr);
  }
}

void detach_all(Device& device) {
  for (;;) {
    Detached detached(device);
    Bindings names;
    Resource* resource = nullptr;
    if (!drop_some(device, detached, names, resource)) return;
    drop_names(device, names, resource);
    detached.retire(nullptr);
  }
}

void unbind(AdapterResource& body, std::span<const Ref<Binding>> members) {
  Bindings group;
  for (const Ref<Binding>& member : members) group.push_back(member.get());
  leave_video_memory(body.adapter(), nullptr, group);
  Bindings last;
  for (Binding* binding : group) {
    if (binding->allocation().bindings.end_leave()) last.push_back(binding);
  }
  if (leave_resource(body.adapter(), last, &body)) delete &body;
  for (Binding* binding : last)
    trace::event("allocation", name_of(Phase::kDestroyed), {{"handle", binding->handle()}});
}

void undo(Device& device, std::span<Binding* const> bindings, AdapterResource* body,
          Resource* resource) {
  for (Binding* binding : bindings) drop_name(device, *binding);
  if (resource != nullptr) drop_name(device, *resource);
  device.retirement_begins();
  leave(device, bindings, body, resource);
  device.retirement_ends();
}

}  // namespace drydock::dxgk
