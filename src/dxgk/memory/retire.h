// The end of every allocation: one state machine, whatever the reason.
//
//   Live ──► Detached ──► Draining ──► Closed ──► Destroyed ──► Freed
//
// Detached: in the destroying call, the handle stops resolving, and no claim is granted any more.
// Draining: operations, holds of the driver and submitted work still have claims. Closed,
// Destroyed: the driver is called, once for all allocations of a resource, from the host's own
// process context and never before the GPU is done. A client's destroy, the end of a device or
// process, a stop and a removal differ only in what they detach.
//
// Cost: an allocation that is not in use goes the whole way in the destroying call, and nothing is
// allocated. One that drains costs a Retirement and a job of the worker. Threads: any. The last
// claim may be released at any IRQL; then the worker goes on.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

struct DestroyRequest {
  Handle resource = 0;
  std::span<const Handle> allocations;
  bool assume_not_in_use = false;
  bool synchronous = false;
};

// D3DKMTDestroyAllocation(2). The whole list is checked before anything changes. If one handle does
// not belong there, or stands there twice, the call only returns STATUS_INVALID_PARAMETER.
NTSTATUS destroy_allocations(Device& device, const DestroyRequest& request);

// Detaches everything on a device, at its end.
void detach_all(Device& device);

// Destroys the driver's half of everything on a device. The client's handles stay; a later destroy
// of them succeeds without the driver.
void stop_all(Device& device);

// Undoes a creation or opening that failed later: these bindings were never live. `body` is an
// opening that ends with them, and `resource` is destroyed too; both may be null.
void undo(Device& device, std::span<Binding* const> bindings, AdapterResource* body,
          Resource* resource);

// Ends a hold on a shared resource that belonged to no device (BindingCount::try_add, one opening
// of `body`). `members` are the first bindings.
void unbind(AdapterResource& body, std::span<const Ref<Binding>> members);

// The last claim on a binding that drains was released. At any IRQL.
void drained(Binding& binding);

}  // namespace drydock::dxgk
