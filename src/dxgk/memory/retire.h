// The end of every allocation: one state machine, whatever the reason.
//
//   Live ──► Detached ──► Draining ──► Closed ──► Destroyed ──► Freed
//
// Detached: in the call that destroys, the handle stops resolving; no claim is granted any more.
// Draining: operations, holds of the driver and submitted work have claims still. Closed,
// Destroyed: the driver is called, once for all allocations of a resource, from the host's own
// process context and never before the GPU is done. A client's destroy, the end of a device or of a
// process, a stop and a removal differ only in what they detach.
//
// Cost: an allocation that nobody uses goes the whole way in the call that destroys it, and nothing
// is allocated; one that drains costs a Retirement and a job of the worker. Threads: any; the last
// claim may be released at any IRQL, and then the worker goes on.
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

// D3DKMTDestroyAllocation(2). The whole list is looked at before anything changes: one handle that
// does not belong there, or stands there twice, and STATUS_INVALID_PARAMETER is all that happens.
NTSTATUS destroy_allocations(Device& device, const DestroyRequest& request);

// Everything on a device, as at its end.
void detach_all(Device& device);

// Everything on a device towards the driver; the client's handles stay, and a later destroy of them
// succeeds without the driver.
void stop_all(Device& device);

// The undoing of a creation or opening that failed later: these bindings were never live. `body` is
// an opening that ends with them, `resource` goes too; both may be null.
void undo(Device& device, std::span<Binding* const> bindings, AdapterResource* body,
          Resource* resource);

// The end of a hold on a shared resource that no device had (BindingCount::try_add, one opening of
// `body`). `members` are the first bindings.
void unbind(AdapterResource& body, std::span<const Ref<Binding>> members);

// The last claim on a binding that drains was released. At any IRQL.
void drained(Binding& binding);

}  // namespace drydock::dxgk
