// Locking: the CPU's view of an allocation.
//
// The address of a lock does not change when the allocation moves between segments. A lock ends
// with the unlock, or with the allocation. A lock that must wait for the GPU waits here.
#pragma once

#include <span>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// D3DKMTLock. `pages` is the list of pages of a partial lock.
struct LockRequest {
  Handle allocation = 0;
  D3DDDICB_LOCKFLAGS flags{};
  UINT private_data = 0;  // the part of the allocation that a swizzling range maps
  std::span<const UINT> pages;
  void* data = nullptr;  // out; with Discard so is `allocation`, the new name
};
NTSTATUS lock(Device& device, LockRequest& request);

// D3DKMTLock2: does not wait.
NTSTATUS lock2(Device& device, Handle allocation, void*& data);

// D3DKMTUnlock and D3DKMTUnlock2: all of them or none.
NTSTATUS unlock(Device& device, std::span<const Handle> allocations);

// Releases what the locks of a binding that is being destroyed use of the adapter. No lock is held.
void end_locks(Binding& binding);

}  // namespace drydock::dxgk
