// Renaming: a lock with Discard gets another instance of an allocation when the GPU uses the
// current one, or when a command buffer that is not submitted yet may use it.
//
// An instance has memory of its own behind the driver's one allocation. The driver only sees that
// the allocation is paged in at another place (K-250). Each instance has a name (instance.h). In
// most calls any of the names stands for the allocation, as its newest instance; only work of the
// GPU uses the instance that it names. A list has as many instances as the driver allows (K-143),
// and reuses them in turn.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// The client's current instance.
Instance& current_instance(Binding& binding) DRYDOCK_REQUIRES(some_device_lock);
// The instance that a handle of this binding names.
Instance& named_instance(Binding& binding, Handle handle) DRYDOCK_REQUIRES(some_device_lock);
// The name of an instance of the binding.
Handle name_of(const Binding& binding, const Instance& instance) DRYDOCK_REQUIRES(some_device_lock);

// Calls the body for each instance, for threads that end the allocation or have it alone.
template <typename Body>
void each_instance(Allocation& allocation, Body&& body) {
  some_device_lock.is_not_needed();
  body(static_cast<Instance&>(allocation));
  if (allocation.renaming == nullptr) return;
  for (unsigned i = 0; i < allocation.renaming->count; ++i) body(*allocation.renaming->more[i]);
}

// The instance for a lock with Discard. It may still be in use; while the current one is locked, it
// is that one. STATUS_GRAPHICS_ALLOCATION_BUSY: there is none before the client submits (K-252).
// STATUS_RETRY: another call took the last one. No lock is held.
NTSTATUS choose_instance(Device& device, Binding& binding, bool no_existing_reference,
                         Instance*& out);
// Makes the instance the current one.
void make_current(Device& device, Binding& binding, Instance& instance)
    DRYDOCK_REQUIRES(device.lock, some_device_lock);

// K-251: true when no submission has used a newer instance.
bool is_valid(const Binding& binding, const Instance& instance) DRYDOCK_REQUIRES(some_device_lock);

// One reference of a submission.
struct InstanceUse {
  Binding* binding;
  Instance* instance;
};
// K-251, for the references of one submission in their order. False, and nothing is noted, when one
// names an instance that is older than an earlier one's.
bool note_used(Device& device, std::span<const InstanceUse> in_order);

}  // namespace drydock::dxgk
