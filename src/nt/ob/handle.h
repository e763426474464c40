// Kernel handles.
//
// A handle is a multiple of four; with OBJ_KERNEL_HANDLE the upper 33 bits are set, as on Windows.
// A value is not used again until 2^29 others have been.
//
// Cost: one lock and one hash look-up a call. Owner: a handle pins its object until it is closed.
// Threads: any.
#pragma once

#include <cstddef>
#include <functional>

#include "src/nt/base/wdk.h"
#include "src/nt/ob/object.h"

namespace drydock::nt {

struct HandleEntry {
  void* object = nullptr;
  POBJECT_TYPE type = nullptr;
  ACCESS_MASK access = 0;
  ULONG attributes = 0;
};

// A handle for the object, which lives at least as long. The driver that runs owes its closing.
// `closed` is called when this handle is closed, before the object can be destroyed.
HANDLE make_handle(void* object, POBJECT_TYPE type, ACCESS_MASK access, ULONG attributes = 0,
                   std::function<void()> closed = {});

// STATUS_INVALID_HANDLE, or STATUS_OBJECT_TYPE_MISMATCH when a type is asked for and the object has
// another. On success the object is pinned: the caller unpins it. The handles of the current
// process and thread are known.
NTSTATUS pin_by_handle(HANDLE handle, POBJECT_TYPE type, HandleEntry& entry);

// Calls `body` with the entry of the handle; the object is pinned until it returns. The status of
// `body`, or that of pin_by_handle() when there is no such object.
template <typename Body>
NTSTATUS with_object(HANDLE handle, POBJECT_TYPE type, Body&& body) {
  HandleEntry entry;
  NTSTATUS status = pin_by_handle(handle, type, entry);
  if (!NT_SUCCESS(status)) return status;
  status = body(entry);
  unpin_object(entry.object);
  return status;
}

// The dispatcher object of a handle, for a thread that waits by it; null when nobody can wait for
// it. A file is waited for by the event inside it.
DISPATCHER_HEADER* waited_by(const HandleEntry& entry);

// The status that pinning would have; nothing is pinned.
NTSTATUS check_handle(HANDLE handle, POBJECT_TYPE type);

// False when there is no such handle.
bool close_handle(HANDLE handle);

// The same for a driver in kernel mode. What it has opened and closed itself nobody else can have
// closed meanwhile; of such handles the last 64 are known.
enum class Closing : std::uint8_t { kDone, kDoneBefore, kNotOpen };
Closing close_as_driver(HANDLE handle);

// Returns whether a value can be a handle in the table of a client. A kernel handle and values
// beyond every table cannot. The handles of the current process and thread belong to every client.
bool can_be_a_clients(HANDLE handle);

std::size_t open_handles();

}  // namespace drydock::nt
