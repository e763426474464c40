#include "src/dxgk/memory/retire.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/memory/capture.h"
#include "src/dxgk/memory/driver_destroy.h"
#include "src/dxgk/memory/gpu_addresses.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/memory/lock.h"
#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/rename.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/dxgk/object/share.h"
#include "src/dxgk/object/short_list.h"
#include "src/dxgk/work/idleness_watch.h"
#include "src/dxgk/work/process.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/client_call.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

using BindingGroup = ShortList<Binding*, 32>;

void enter_phase(Binding& binding, Phase phase) {
  binding.life.enter(phase);
  trace::event("allocation", name_of(phase), {{"handle", binding.handle()}});
  sim::switch_point();
}

// Takes bindings that have no claims through the phases Closed, Destroyed and Freed.
struct LeavingGroup {
  Device& device;
  std::span<Binding* const> group;
  // The opening of a resource that ends with them; null when they belong to none.
  AdapterResource* body;
  // The resource that is destroyed with them; null when it stays or there is none.
  Resource* resource;

  void leave();

 private:
  void bar_from_gpu();
  void close();
  bool destroy(std::span<Binding* const> last);
};

// Work that is still queued although the client promised that there is none must not reach what
// the driver is about to destroy.
void LeavingGroup::bar_from_gpu() {
  const auto is_named = [](const Binding* binding) { return binding->claims.is_used_by_gpu(); };
  sched::Scheduler* const gpu = device.adapter().scheduler();
  if (gpu == nullptr || std::ranges::none_of(group, is_named)) return;
  gpu->run_on_strand([&](vidmm::VideoMemory&) {
    for (Binding* binding : group) binding->is_barred_from_gpu = true;
  });
}

bool was_placed(const Binding& binding) {
  bool any = false;
  each_instance(binding.allocation(), [&](const Instance& each) {
    any |= each.tenant.cpu.was_placed.load(std::memory_order_relaxed);
  });
  return any;
}

// Moves the group out of video memory before the driver destroys it, because paging names the
// driver's handles. The contents are retained only for allocations that others have open; another
// device becomes their owner. `device` is the driver's handle of the device, or null when no device
// had them.
void leave_video_memory(Adapter& adapter, HANDLE device, std::span<Binding* const> group) {
  BindingGroup last;
  for (Binding* binding : group) {
    if (binding->allocation().bindings.begin_leave()) last.push_back(binding);
  }
  end_captures(adapter, last);
  // An allocation that others have open gets another owner even if it never was in video memory: it
  // may move there later.
  const bool all_end = last.size() == group.size();
  sched::Scheduler* const gpu = adapter.scheduler();
  if (gpu == nullptr ||
      (all_end && std::ranges::none_of(group, [](Binding* each) { return was_placed(*each); })))
    return;
  gpu->run_on_strand([&](vidmm::VideoMemory& memory) {
    for (Binding* binding : last)
      each_instance(binding->allocation(), [&](Instance& each) { memory.discard(each.tenant); });
    for (Binding* binding : group) memory.lose_owner(binding->allocation().tenant, device);
  });
}

// Destroys the driver's allocations, and its resource if this was the last opening. Returns whether
// the resource was destroyed.
bool destroy_with_resource(Adapter& adapter, std::span<Binding* const> last,
                           AdapterResource* body) {
  if (body == nullptr) {
    destroy_in_driver(adapter, last, nullptr, false);
    return false;
  }
  const sim::Alone turn(body->driver_turn);
  for (Binding* binding : last) body->remove_member(binding->first());
  const bool resource_goes = close_share(*body);
  destroy_in_driver(adapter, last, body, resource_goes);
  return resource_goes;
}

void LeavingGroup::close() {
  bar_from_gpu();
  for (Binding* binding : group) {
    end_locks(*binding);
    free_addresses_of(*binding);
  }
  leave_video_memory(device.adapter(), device.driver(), group);
  close_in_driver(device, group);
  for (Binding* binding : group) {
    if (&binding->first() == binding)
      device.legacy_memory.release(binding->allocation().tenant.size());
    enter_phase(*binding, Phase::kClosed);
  }
}

// K-117: the memory that the client lent is gone before the allocation is.
void report_heap(const Device& device, const Binding& binding) {
  nt::Breach("K-117", nt::Offender::client())
      .message(
          "the existing system memory of allocation {:#x} was gone before the allocation was "
          "destroyed",
          binding.handle())
      .object(fmt::format("allocation {:#x} of device {:#x}", binding.handle(), device.handle()))
      .raise_later();
}

// Returns whether the resource was destroyed too.
bool LeavingGroup::destroy(std::span<Binding* const> last) {
  for (Binding* binding : last) {
    const Allocation& allocation = binding->allocation();
    rules::evaluated("K-117");
    if (!allocation.tenant.backing.is_there(allocation.tenant.size()))
      report_heap(device, *binding);
  }
  Adapter& adapter = body != nullptr ? body->adapter() : device.adapter();
  const bool resource_goes = destroy_with_resource(adapter, last, body);
  for (Binding* binding : last) {
    binding->allocation().secured = {};
    binding->allocation().shared_backing = {};  // K-166: the driver's object is destroyed
    enter_phase(*binding, Phase::kDestroyed);
  }
  return resource_goes;
}

void LeavingGroup::leave() {
  close();
  BindingGroup last;
  for (Binding* binding : group) {
    if (binding->allocation().bindings.end_leave()) last.push_back(binding);
  }
  const bool resource_goes = destroy(last);
  for (Binding* binding : group) {
    enter_phase(*binding, Phase::kFreed);
    binding->release();
  }
  if (resource_goes) delete body;
  if (resource != nullptr) resource->release();
}

// Leaves at once, for a device that waits for it at its end.
void leave_now(LeavingGroup leaving) {
  Device& device = leaving.device;
  device.retirement_begins();
  leaving.leave();
  device.retirement_ends();
}

}  // namespace

// Bindings that leave together, some of which still drain.
//
// Owner: itself. When the last claim that it waits for is released, the worker finishes and deletes
// it.
struct Retirement {
  Device& device;
  std::vector<Binding*> bindings;
  AdapterResource* body;
  Resource* resource;
  // Completed at the end, for the thread that waits; null when none waits.
  sim::Completion* completion;
  // Bindings and work that it waits for, and the thread that creates it.
  std::atomic<std::uint32_t> draining = 1;

  void await(Binding& binding);
  void await_virtual_work();
  void one_drained();

 private:
  void finish();
};

namespace {

// Marks a binding that drained before its retirement was known.
Retirement* const kDrainedEarly = reinterpret_cast<Retirement*>(1);

}  // namespace

void Retirement::await(Binding& binding) {
  enter_phase(binding, Phase::kDraining);
  draining.fetch_add(1, std::memory_order_relaxed);
  // The release lets the thread that drains the binding see a complete retirement.
  Retirement* const before = binding.retirement.exchange(this, std::memory_order_acq_rel);
  assert(before == nullptr || before == kDrainedEarly);
  if (before == kDrainedEarly) draining.fetch_sub(1, std::memory_order_relaxed);
}

// Waits for work that names memory by addresses, because it may use whatever is mapped.
void Retirement::await_virtual_work() {
  draining.fetch_add(1, std::memory_order_relaxed);
  const bool waits =
      device.adapter().scheduler()->after_virtual_work(device, [this] { one_drained(); });
  if (!waits) draining.fetch_sub(1, std::memory_order_relaxed);
}

void Retirement::one_drained() {
  const std::uint32_t before = draining.fetch_sub(1, std::memory_order_acq_rel);
  assert(before != 0);
  // The thread that releases the last claim may be in no position to call the driver.
  if (before == 1) run_later([this] { finish(); });
}

void Retirement::finish() {
  assert(draining.load(std::memory_order_relaxed) == 0);
  LeavingGroup{device, bindings, body, resource}.leave();
  if (completion != nullptr) completion->complete();
  Device& waiting = device;
  delete this;
  waiting.retirement_ends();
}

void drained(Binding& binding) {
  Retirement* const known = binding.retirement.exchange(kDrainedEarly, std::memory_order_acq_rel);
  assert(known != kDrainedEarly);
  if (known != nullptr) known->one_drained();
}

namespace {

// A client's destroy and the end of a device detach the handles. When an adapter stops, the handles
// stay.
enum class Names : std::uint8_t { kDropped, kStay };

constexpr std::size_t kRun = 256;  // allocations without a resource that are destroyed in one call

// Takes a part of a device from Live to Detached: what one call names, one resource, or a run of
// allocations without a resource.
class Detachment {
 public:
  Detachment(Device& device, Names names, bool waive_gpu = false)
      : device_(device), names_stay_(names == Names::kStay), waives_gpu_(waive_gpu) {}

  // Takes what a client names. It takes all of it or nothing.
  NTSTATUS take_named(const DestroyRequest& request) {
    const ReadSection reading;
    return request.resource != 0 ? take_resource(request.resource) : take_list(request.allocations);
  }
  // Takes a resource with its bindings, or a run of allocations without a resource. Returns false
  // when nothing is left on the device.
  bool take_some();

  // The handle of an allocation that was taken while a doorbell has it as its ring buffer; 0 when
  // there is none.
  Handle ring_buffer() const { return ring_buffer_; }

  // Detaches the handles, unless they stay. Retires what is drained at once, and the rest when it
  // is drained.
  void retire(sim::Completion* completion);

 private:
  void take(Binding& binding) DRYDOCK_REQUIRES(device_.lock, some_device_lock);
  void take(Resource& resource) DRYDOCK_REQUIRES(device_.lock, some_device_lock);
  void close(Binding& binding) DRYDOCK_REQUIRES(some_device_lock);
  NTSTATUS take_list(std::span<const Handle> handles);
  NTSTATUS take_resource(Handle handle);
  Binding* find_named(Handle handle, std::uint64_t call, std::size_t at)
      DRYDOCK_REQUIRES(some_device_lock);
  void drop_names();
  void drop_name(Object& object);
  void retire_later(std::span<Binding* const> group, std::span<Binding* const> draining,
                    sim::Completion* completion, bool is_addressed);
  bool has_virtual_work() const;

  Device& device_;
  const bool names_stay_;
  const bool waives_gpu_;
  Handle ring_buffer_ = 0;

  BindingGroup named_;                  // bindings whose handles are detached
  Resource* named_resource_ = nullptr;  // a resource whose handle is detached
  // The adapter had stopped: only the handle of that resource was left.
  bool has_only_name_ = false;

  AdapterResource* body_ = nullptr;  // the opening of a resource that ends with the bindings
  Resource* resource_ = nullptr;     // the resource that is destroyed with them
  BindingGroup idle_;
  BindingGroup draining_;
};

// Closes the binding to new claims and ends the client's locks, offer and residency.
void Detachment::close(Binding& binding) {
  CpuLocks& locks = binding.locks;
  rules::evaluated("K-254");
  if (const std::uint32_t count = std::exchange(locks.count, 0); count != 0) {
    // The client cannot unlock anything of a lost device.
    if (device_.is_working())
      nt::note_client_breach("K-254", {"hAllocation", binding.handle()},
                             "it is destroyed while it is locked", nt::RaisedFor::kAllClients);
    // A lock by a range does not count in system memory.
    if (!locks.view.is_by_range)
      locks.view.instance->tenant.cpu.locks.fetch_sub(count, std::memory_order_relaxed);
  }
  binding.offer.end();
  unlist(binding);
  if (binding.doorbells != 0) ring_buffer_ = binding.handle();
  if (waives_gpu_ && rules::breaks("K-220", is_named_by_gpu(binding))) {
    nt::note_client_breach("K-220", {"hAllocation", binding.handle()},
                           "AssumeNotInUse is set, and submitted work still names it",
                           nt::RaisedFor::kAllClients);
    IdlenessWatch::note_broken();
  }
  const Claims::Closed closed = binding.claims.close(waives_gpu_);
  assert(closed != Claims::Closed::kAlready);
  (closed == Claims::Closed::kDrained ? idle_ : draining_).push_back(&binding);
}

// Removes the binding from its list, or moves it to the list of stopped ones, and closes it.
void Detachment::take(Binding& binding) {
  const bool was_stopped = binding.is_stopped;
  if (!names_stay_) {
    list_of(device_, binding).remove(binding);
    named_.push_back(&binding);
  } else if (!was_stopped) {
    List<Binding>& before = list_of(device_, binding);
    binding.is_stopped = true;
    binding.add_ref();  // the name's
    if (&list_of(device_, binding) != &before) {
      before.remove(binding);
      list_of(device_, binding).add(binding);
    }
  }
  if (!was_stopped) close(binding);
}

void Detachment::take(Resource& resource) {
  const bool was_stopped = resource.state() == Resource::State::kStopped;
  assert(!names_stay_ || !was_stopped);
  list_of(device_, resource).remove(resource);
  resource.become(names_stay_ ? Resource::State::kStopped : Resource::State::kDetached);
  if (names_stay_) {
    resource.add_ref();  // the name's
    list_of(device_, resource).add(resource);
    for (Binding* each = resource.bindings.first(); each != nullptr;
         each = resource.bindings.after(*each))
      take(*each);
  } else {
    named_resource_ = &resource;
    has_only_name_ = was_stopped;
    while (Binding* const binding = resource.bindings.first()) take(*binding);
  }
  if (was_stopped) return;
  resource_ = &resource;
  body_ = &resource.body();
}

// The binding that a handle of a destroy list names; null when it may not be named there. `at` is
// the handle's place in the list.
Binding* Detachment::find_named(Handle handle, std::uint64_t call, std::size_t at) {
  const nt::ClientField field("phAllocationList[]", handle, at);
  Binding* const binding = look_up_binding(device_.process(), handle);
  if (nt::names_nothing(binding == nullptr || !has_instance(*binding, handle), field,
                        {.otherwise = "K-012"_rule, .if_gone = "K-009"_rule}) ||
      nt::client_breaks("K-001", &binding->device() != &device_, field,
                        "it is an allocation of another device than hDevice") ||
      nt::client_breaks("K-009", !binding->claims.is_open() && !binding->is_stopped, field,
                        "the allocation is being destroyed") ||
      nt::client_breaks("K-009", std::exchange(binding->named_by, call) == call, field,
                        "the list names it twice"))
    return nullptr;
  return binding;
}

NTSTATUS Detachment::take_list(std::span<const Handle> handles) {
  BindingGroup found;
  const DeviceHold hold(device_);
  const std::uint64_t call = device_.next_call();
  for (const Handle handle : handles) {
    Binding* const binding = find_named(handle, call, found.size());
    if (binding == nullptr) return STATUS_INVALID_PARAMETER;
    if (nt::client_breaks("K-004", !found.empty() && found.front()->resource != binding->resource,
                          {"phAllocationList[]", handle, found.size()},
                          "the first of the list belongs to another resource, or to none"))
      return STATUS_INVALID_PARAMETER;
    found.push_back(binding);
  }
  for (Binding* binding : found) take(*binding);
  // The opening stays until the last binding has drained, although the client may destroy the
  // resource before.
  if (!found.empty() && found.front()->resource != nullptr && !found.front()->is_stopped) {
    body_ = &found.front()->resource->body();
    body_->try_open();
  }
  return STATUS_SUCCESS;
}

// Takes a resource with all of its bindings that are left.
NTSTATUS Detachment::take_resource(Handle handle) {
  const nt::ClientField field("hResource", handle);
  auto* const resource = as<Resource>(device_.process().handles().look_up(handle));
  if (nt::names_nothing(resource == nullptr, field,
                        {.if_gone = "K-011"_rule, .if_global = "K-038"_rule}) ||
      nt::client_breaks("K-001", &resource->device() != &device_, field,
                        "it is a resource of another device than hDevice"))
    return STATUS_INVALID_PARAMETER;
  const DeviceHold hold(device_);
  if (nt::client_breaks("K-011", !resource->is_named(), field, "another call destroys it"))
    return STATUS_INVALID_PARAMETER;
  take(*resource);
  return STATUS_SUCCESS;
}

bool Detachment::take_some() {
  const DeviceHold hold(device_);
  Resource* resource = device_.resources.first();
  if (resource == nullptr && !names_stay_) resource = device_.stopped_resources.first();
  if (resource != nullptr) {
    take(*resource);
    return true;
  }
  std::size_t taken = 0;
  for (; taken < kRun && !device_.loose.empty(); ++taken) take(*device_.loose.first());
  if (names_stay_) return taken != 0;
  for (; taken < kRun && !device_.stopped_loose.empty(); ++taken)
    take(*device_.stopped_loose.first());
  return taken != 0;
}

void Detachment::drop_name(Object& object) {
  if (object.handle() != 0) device_.process().handles().remove(object.handle(), object);
}

// Detaches the handles. Objects that were stopped before have nothing but their handle, and are
// released.
void Detachment::drop_names() {
  some_device_lock.is_not_needed();  // nobody else ends them
  for (Binding* binding : named_) drop_name(*binding);
  if (named_resource_ != nullptr) drop_name(*named_resource_);
  for (Binding* binding : named_) {
    if (binding->is_stopped) {
      binding->release();
    } else {
      enter_phase(*binding, Phase::kDetached);
    }
  }
  if (has_only_name_) named_resource_->release();
}

// True while work of virtual contexts is under way, which may use whatever is mapped.
bool Detachment::has_virtual_work() const {
  return device_.seat().addresses() != nullptr && device_.adapter().scheduler() != nullptr &&
         device_.adapter().scheduler()->has_virtual_work(device_);
}

// Finishes the retirement later, when the last of the group has drained.
void Detachment::retire_later(std::span<Binding* const> group, std::span<Binding* const> draining,
                              sim::Completion* completion, bool is_addressed) {
  auto* const retirement =
      new Retirement{device_, {group.begin(), group.end()}, body_, resource_, completion};
  device_.retirement_begins();
  for (Binding* binding : draining) retirement->await(*binding);
  if (is_addressed) retirement->await_virtual_work();
  retirement->one_drained();  // the count of this thread, which delayed the end meanwhile
}

// Members of a resource are retired together. Each allocation without a resource is retired at its
// own time.
void Detachment::retire(sim::Completion* completion) {
  drop_names();
  const bool together = body_ != nullptr || completion != nullptr;
  const bool is_addressed = !waives_gpu_ && has_virtual_work();
  if (together && (!draining_.empty() || is_addressed)) {
    std::vector<Binding*> all(idle_.begin(), idle_.end());
    all.insert(all.end(), draining_.begin(), draining_.end());
    return retire_later(all, draining_, completion, is_addressed);
  }
  assert(draining_.empty() || body_ == nullptr);
  for (Binding*& binding : draining_)
    retire_later({&binding, 1}, {&binding, 1}, nullptr, is_addressed);
  if (is_addressed && !idle_.empty()) {
    retire_later(idle_, {}, nullptr, is_addressed);
  } else if (!idle_.empty() || body_ != nullptr) {
    leave_now({device_, idle_, body_, resource_});
  }
  if (completion != nullptr) completion->complete();
}

// U-226: the doorbell has a claim on the allocation, whose handle is detached.
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

void retire_everything(Device& device, Names names) {
  for (;;) {
    Detachment detachment(device, names);
    if (!detachment.take_some()) return;
    detachment.retire(nullptr);
  }
}

}  // namespace

NTSTATUS destroy_allocations(Device& device, const DestroyRequest& request) {
  Detachment detachment(device, Names::kDropped, request.assume_not_in_use);
  if (const NTSTATUS status = detachment.take_named(request); !NT_SUCCESS(status)) return status;
  const Handle ring_buffer = detachment.ring_buffer();
  // The call does not wait for a doorbell, because this thread may be the one that is to destroy
  // it.
  const bool waits = request.synchronous && ring_buffer == 0;
  sim::Completion completion;
  detachment.retire(waits ? &completion : nullptr);
  if (waits) completion.wait();
  if (ring_buffer != 0) report_ring_buffer(device, ring_buffer);
  return STATUS_SUCCESS;
}

void stop_all(Device& device) { retire_everything(device, Names::kStay); }

void detach_all(Device& device) { retire_everything(device, Names::kDropped); }

void unbind(AdapterResource& body, std::span<const Ref<Binding>> members) {
  BindingGroup group;
  for (const Ref<Binding>& member : members) group.push_back(member.get());
  leave_video_memory(body.adapter(), nullptr, group);
  BindingGroup last;
  for (Binding* binding : group) {
    if (binding->allocation().bindings.end_leave()) last.push_back(binding);
  }
  if (destroy_with_resource(body.adapter(), last, &body)) delete &body;
  for (Binding* binding : last)
    trace::event("allocation", name_of(Phase::kDestroyed), {{"handle", binding->handle()}});
}

void undo(Device& device, std::span<Binding* const> bindings, AdapterResource* body,
          Resource* resource) {
  HandleTable& handles = device.process().handles();
  for (Binding* binding : bindings) {
    if (binding->handle() != 0) handles.remove(binding->handle(), *binding);
  }
  if (resource != nullptr && resource->handle() != 0) handles.remove(resource->handle(), *resource);
  leave_now({device, bindings, body, resource});
}

}  // namespace drydock::dxgk
