// Sharing by NT handle. D3DKMTShareObjects makes an object of the executive, with a name if the
// client wants one. It retains the shared objects, and opens them for each process that has a
// handle.
//
// A handle ends with the process that it was made for. Until then other processes of the dock may
// use it too, as if it had been duplicated for them.
#pragma once

#include <span>
#include <string>

#include "src/dxgk/creation/create.h"
#include "src/dxgk/work/keyed_mutex.h"
#include "src/dxgk/work/process.h"
#include "src/dxgk/work/sync_object.h"

namespace drydock::dxgk {

// DxgkSharedResource stands for whatever contains a resource, DxgkSharedSyncObject for a
// synchronization object alone.
extern _OBJECT_TYPE shared_resource_type, shared_sync_type;

// Shares one resource, or a resource with a keyed mutex and a synchronization object, or one
// synchronization object. All were created for NT handles. `name` is absolute, or empty.
NTSTATUS share_objects(Process& process, std::span<const Handle> objects,
                       const std::u16string& name, ACCESS_MASK access, HANDLE& out);

// Returns a further handle for the object with this name.
NTSTATUS open_shared_name(Process& process, const std::u16string& name, POBJECT_TYPE type,
                          ACCESS_MASK access, HANDLE& out);

struct NtShare;

// The objects of an NT handle. They live at least as long as this.
class NtShareUse {
 public:
  NtShareUse(const Process& process, HANDLE handle, POBJECT_TYPE type);
  ~NtShareUse();
  NtShareUse(const NtShareUse&) = delete;
  NtShareUse& operator=(const NtShareUse&) = delete;

  // The reason why there are no objects.
  NTSTATUS status() const { return status_; }
  // True when the handle does not allow writing.
  bool is_read_only() const;

  // The keyed mutex of the share, which a synchronization object accompanies; null when there is
  // none.
  const KeyedMutex* mutex() const;

  // Each adds an opening. Null when there is no such object, or it was destroyed.
  AdapterResource* open_resource() const;
  KeyedMutex* open_mutex() const;
  SyncObject* open_sync() const;

 private:
  NTSTATUS status_;
  NtShare* share_ = nullptr;
  ACCESS_MASK access_ = 0;
};

}  // namespace drydock::dxgk
