#include "src/dxgk/memory/rename.h"

#include <cassert>
#include <memory>
#include <new>

#include "src/dxgk/memory/named.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/client_call.h"

namespace drydock::dxgk {
namespace {

bool is_idle(const Instance& instance) {
  return instance.gpu_uses.load(std::memory_order_acquire) == 0;
}

// Memory of the client's own has one place and is not renamed.
bool may_rename(const Allocation& allocation) {
  return !allocation.tenant.backing.is_client_memory() && allocation.most_instances > 1;
}

// Makes another instance like the one that the driver created.
std::unique_ptr<Instance> make_instance(const Allocation& allocation) {
  if (nt::fails_here(sim::FaultKind::kObject)) return nullptr;
  auto out = std::make_unique<Instance>();
  const vidmm::Tenant& from = allocation.tenant;
  vidmm::Tenant& to = out->tenant;
  to.driver = from.driver;
  to.set_device(from.device());
  to.wishes.segments = from.wishes.segments.load();
  to.wishes.preferred = from.wishes.preferred.load();
  vidmm::TenantShape shape = from.shape();
  shape.is_cpu_visible = shape.notifies_eviction = shape.shows_mapping = false;
  to.describe(std::move(shape));
  return out;
}

// Looks for an instance to give to the client.
class Search {
 public:
  Search(Device& device, Binding& binding, bool no_existing_reference)
      DRYDOCK_REQUIRES(device.lock, some_device_lock)
      : binding_(binding),
        allocation_(binding.allocation()),
        current_(current_instance(binding)),
        submissions_(device.submissions),
        is_unreferenced_(no_existing_reference) {}

  // Returns the available instance that was given the longest time ago; null when none is
  // available.
  Instance* find(bool idle_only) DRYDOCK_REQUIRES(some_device_lock) {
    Instance* best = nullptr;
    each_instance(allocation_, [&](Instance& each) DRYDOCK_REQUIRES(some_device_lock) {
      if (!may_be_had(each) || (idle_only && !is_idle(each))) return;
      if (best == nullptr || each.given < best->given) best = &each;
    });
    return best;
  }
  bool may_grow() const DRYDOCK_REQUIRES(some_device_lock) {
    const unsigned count = allocation_.renaming == nullptr ? 0 : allocation_.renaming->count;
    return count < kMostRenamings && count + 1 < allocation_.most_instances;
  }
  Instance& current() const { return current_; }
  // True when the current instance can be given again.
  bool is_current_good() const DRYDOCK_REQUIRES(some_device_lock) {
    return binding_.locks.is_locked() || (is_unreferenced_ && is_idle(current_));
  }

 private:
  // Commands that the client has not submitted may name the current instance. They may also name an
  // earlier one, until the client has submitted something since it was replaced.
  bool may_be_had(const Instance& each) const DRYDOCK_REQUIRES(some_device_lock) {
    return is_unreferenced_ || (&each != &current_ && each.replaced_at < submissions_);
  }

  Binding& binding_;
  Allocation& allocation_;
  Instance& current_;
  const std::uint64_t submissions_;
  const bool is_unreferenced_;
};

// Adds an instance to the list. Returns null when the list has become full meanwhile.
Instance* add(Device& device, Allocation& allocation, std::unique_ptr<RenamingList>& list,
              std::unique_ptr<Instance>& made) {
  const DeviceHold hold(device);
  if (allocation.renaming == nullptr) {
    list->current = &allocation;
    allocation.renaming = std::move(list);
  }
  RenamingList& into = *allocation.renaming;
  if (into.count == kMostRenamings || into.count + 1 >= allocation.most_instances) return nullptr;
  Instance& added = *made;
  added.tenant.label = allocation.tenant.label | (into.count + 1) << kInstanceShift;
  into.more[into.count++] = std::move(made);
  return &added;
}

NTSTATUS grow(Device& device, Allocation& allocation, Instance*& out) {
  std::unique_ptr<Instance> made = make_instance(allocation);
  if (made == nullptr) return STATUS_NO_MEMORY;
  auto list = std::make_unique<RenamingList>();
  out = add(device, allocation, list, made);
  return out != nullptr ? STATUS_SUCCESS : STATUS_RETRY;
}

// K-252: notes a discard that follows a failed one without NoExistingReference.
void note_attempt(Allocation& allocation, bool no_existing_reference)
    DRYDOCK_REQUIRES(some_device_lock) {
  if (allocation.discard_failed && rules::breaks("K-252", !no_existing_reference))
    nt::note_client_breach("K-252", {"Flags.Discard", 1},
                           "the Discard before failed; the next one comes after a flush and with "
                           "NoExistingReference",
                           nt::RaisedFor::kAllClients);
  allocation.discard_failed = false;
}

}  // namespace

Instance& current_instance(Binding& binding) {
  Allocation& allocation = binding.allocation();
  return allocation.renaming == nullptr ? allocation : *allocation.renaming->current;
}

Instance& named_instance(Binding& binding, Handle handle) {
  const unsigned number = instance_number(handle);
  assert(has_instance(binding, handle));
  return number == 0 ? binding.allocation() : *binding.allocation().renaming->more[number - 1];
}

Handle name_of(const Binding& binding, const Instance& instance) {
  const RenamingList* const list = binding.allocation().renaming.get();
  for (unsigned i = 0; list != nullptr && i < list->count; ++i) {
    if (list->more[i].get() == &instance) return binding.handle() | (i + 1) << kInstanceShift;
  }
  return binding.handle();
}

NTSTATUS choose_instance(Device& device, Binding& binding, bool no_existing_reference,
                         Instance*& out) {
  Allocation& allocation = binding.allocation();
  {
    const DeviceHold hold(device);
    note_attempt(allocation, no_existing_reference);
    Search search(device, binding, no_existing_reference);
    out = &search.current();
    if (!may_rename(allocation) || search.is_current_good()) return STATUS_SUCCESS;
    out = search.find(/*idle_only=*/true);
    if (out != nullptr) return STATUS_SUCCESS;
    if (!search.may_grow()) out = search.find(/*idle_only=*/false);
    if (out != nullptr) return STATUS_SUCCESS;
    if (!search.may_grow()) {
      allocation.discard_failed = true;
      return STATUS_GRAPHICS_ALLOCATION_BUSY;
    }
  }
  return grow(device, allocation, out);
}

void make_current(Device& device, Binding& binding, Instance& instance) {
  Instance& before = current_instance(binding);
  if (&before == &instance) return;
  assert(binding.allocation().renaming != nullptr);
  RenamingList& list = *binding.allocation().renaming;
  before.replaced_at = device.submissions;
  instance.given = ++list.namings;
  list.current = &instance;
}

bool is_valid(const Binding& binding, const Instance& instance) {
  const RenamingList* const list = binding.allocation().renaming.get();
  return list == nullptr || instance.given >= list->newest_used;
}

bool note_used(Device& device, std::span<const InstanceUse> in_order) {
  const DeviceHold hold(device);
  const auto list_of = [](const InstanceUse& use) DRYDOCK_REQUIRES(some_device_lock) {
    return use.binding->allocation().renaming.get();
  };
  for (const InstanceUse& use : in_order) {
    if (RenamingList* const list = list_of(use)) list->newest_in_list = list->newest_used;
  }
  for (const InstanceUse& use : in_order) {
    RenamingList* const list = list_of(use);
    if (list == nullptr) continue;
    if (use.instance->given < list->newest_in_list) return false;
    list->newest_in_list = use.instance->given;
  }
  for (const InstanceUse& use : in_order) {
    if (RenamingList* const list = list_of(use)) list->newest_used = list->newest_in_list;
  }
  return true;
}

}  // namespace drydock::dxgk
