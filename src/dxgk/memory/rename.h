// Renaming: a lock with Discard gets another instance of an allocation when the GPU uses the one
// there is, or a command buffer may that its client has not submitted yet.
//
// An instance is memory of its own behind the driver's one allocation, which hears nothing but that
// it is paged in at another place (K-250). Each has a name (instance.h). Wherever a client passes a
// name it stands for the allocation, as its newest instance; only work of the GPU means the
// instance that it names. A list has as many as the driver allows (K-143), and goes round.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// What an allocation is to its client now. Under the device's lock.
Instance& current_instance(Binding& binding);
// The one that a handle of this binding names. Under the device's lock.
Instance& named_instance(Binding& binding, Handle handle);
// The name of one of the binding's own. Under the device's lock.
Handle name_of(const Binding& binding, const Instance& instance);

// Each instance, for those who end the allocation or have it alone.
template <typename Body>
void each_instance(Allocation& allocation, Body&& body) {
  body(static_cast<Instance&>(allocation));
  if (allocation.renaming == nullptr) return;
  for (unsigned i = 0; i < allocation.renaming->count; ++i) body(*allocation.renaming->more[i]);
}

// What a lock with Discard is to show; it may be in use still, and is no other than the current one
// while that is locked. STATUS_GRAPHICS_ALLOCATION_BUSY: none is to be had, and will not be before
// the client has submitted (K-252). STATUS_RETRY: another call had the last one. No lock is held.
NTSTATUS choose_instance(Device& device, Binding& binding, bool no_existing_reference,
                         Instance*& out);
// From now on it is the current one. Under the device's lock.
void make_current(Device& device, Binding& binding, Instance& instance)
    DRYDOCK_REQUIRES(device.lock);

// K-251: no submission has used a newer one. Under the device's lock.
bool is_valid(const Binding& binding, const Instance& instance);

// One reference of a submission.
struct InstanceUse {
  Binding* binding;
  Instance* instance;
};
// K-251, of the references of one submission in their order: false when one is to an instance that
// is older than one before it, and then nothing is noted.
bool note_used(Device& device, std::span<const InstanceUse> in_order);

}  // namespace drydock::dxgk
