#include "src/dxgk/creation/nt_share.h"

#include <memory>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/creation/retained_resource.h"
#include "src/dxgk/memory/named.h"
#include "src/dxgk/work/device.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object_create.h"
#include "src/nt/watch/client_call.h"

namespace drydock::dxgk {

_OBJECT_TYPE shared_resource_type{"DxgkSharedResource"};
_OBJECT_TYPE shared_sync_type{"DxgkSharedSyncObject"};

// The objects that one NT handle shares. It has an opening of each that is not null.
struct NtShare {
  explicit NtShare(const Kernel& of) : kernel(&of) {}
  ~NtShare() {
    if (resource) resource->release();
    if (mutex != nullptr) KeyedMutex::close(*mutex);
    if (sync != nullptr) SyncObject::close(*sync);
  }
  NtShare(const NtShare&) = delete;
  NtShare& operator=(const NtShare&) = delete;

  POBJECT_TYPE type() const { return resource ? &shared_resource_type : &shared_sync_type; }

  const Kernel* const kernel;  // compared, never used
  std::shared_ptr<RetainedResource> resource;
  KeyedMutex* mutex = nullptr;
  SyncObject* sync = nullptr;
};

namespace {

// Translates generic rights into the rights of these objects.
ACCESS_MASK specific(ACCESS_MASK access) {
  ACCESS_MASK out = access & ~(GENERIC_READ | GENERIC_WRITE | GENERIC_ALL);
  if ((access & GENERIC_READ) != 0) out |= STANDARD_RIGHTS_READ;
  if ((access & GENERIC_WRITE) != 0) out |= STANDARD_RIGHTS_WRITE | SHARED_ALLOCATION_WRITE;
  if ((access & GENERIC_ALL) != 0) out |= SHARED_ALLOCATION_ALL_ACCESS;
  return out;
}

bool lacks_flag(bool is_missing, const nt::ClientField& object) {
  return nt::client_breaks("K-204", is_missing, object,
                           "the object was created without NtSecuritySharing");
}

// Opens the body of a client's resource once more. The device does not stop meanwhile.
class SharedResource {
 public:
  SharedResource(Process& process, Handle handle) {
    Handle device = 0;
    {
      const ReadSection reading;
      auto* const found = as<Resource>(process.handles().look_up(handle));
      if (found == nullptr || !found->try_add_ref()) return;
      resource_ = Ref<Resource>::adopt(found);
      device = found->device().handle();  // the device is live while the resource has its handle
    }
    operation_.emplace(process, device);
  }

  explicit operator bool() const { return operation_ && *operation_; }

  NTSTATUS retain(NtShare& share) {
    Device& device = **operation_;
    if (!device.is_working()) return STATUS_DEVICE_REMOVED;
    AdapterResource& body = resource_->body();
    {
      const DeviceHold hold(device);
      if (!resource_->is_live() ||
          lacks_flag(!body.nt_shared, {"hObjects[]", resource_->handle()}) || !body.try_open())
        return STATUS_INVALID_PARAMETER;
    }
    share.resource = RetainedResource::retain(body);
    if (!share.resource) return STATUS_INVALID_PARAMETER;
    device.adapter().retained_resources().add(share.resource);
    return STATUS_SUCCESS;
  }

 private:
  Ref<Resource> resource_;
  std::optional<Operation> operation_;
};

NTSTATUS retain_mutex(Process& process, Handle handle, NtShare& share) {
  const MutexUse use(process, handle);
  const nt::ClientField field("hObjects[]", handle, 1);
  if (nt::names_nothing(!use, field, {.otherwise = "K-205"_rule}) ||
      lacks_flag(!use->is_nt_shared(), field) || !use->try_open())
    return STATUS_INVALID_PARAMETER;
  share.mutex = &*use;
  return STATUS_SUCCESS;
}

NTSTATUS retain_sync(Process& process, Handle handle, std::size_t at, NtShare& share) {
  const SyncUse use(process, handle);
  const nt::ClientField field("hObjects[]", handle, at);
  if (nt::names_nothing(!use, field, {.otherwise = "K-205"_rule}) ||
      lacks_flag(use->info().Flags.NtSecuritySharing == 0, field) || !use->try_open())
    return STATUS_INVALID_PARAMETER;
  share.sync = &*use;
  return STATUS_SUCCESS;
}

bool is_allocation(Process& process, Handle handle) {
  const ReadSection reading;
  return look_up_binding(process, handle) != nullptr;
}

// K-205: retains the objects of the handles, which must be one of the three allowed combinations.
NTSTATUS retain_all(Process& process, std::span<const Handle> objects, NtShare& share) {
  if (nt::client_breaks("K-205", objects.size() != 1 && objects.size() != 3,
                        {"cObjects", objects.size()}, "it is 1 or 3"))
    return STATUS_INVALID_PARAMETER;
  if (objects.size() == 1 && SyncUse(process, objects[0]))
    return retain_sync(process, objects[0], 0, share);
  const nt::ClientField first("hObjects[]", objects[0]);
  SharedResource resource(process, objects[0]);
  if (!resource && nt::client_breaks("K-206", is_allocation(process, objects[0]), first,
                                     "it is an allocation; its resource can be shared"))
    return STATUS_INVALID_PARAMETER;
  if (nt::names_nothing(!resource, first, {.otherwise = "K-205"_rule}))
    return STATUS_INVALID_PARAMETER;
  NTSTATUS status = resource.retain(share);
  if (objects.size() == 1 || !NT_SUCCESS(status)) return status;
  status = retain_mutex(process, objects[1], share);
  return NT_SUCCESS(status) ? retain_sync(process, objects[2], 2, share) : status;
}

// Makes the share an object of the executive, which owns the share after a success.
NTSTATUS add_named(std::unique_ptr<NtShare>& share, const std::u16string& name) {
  if (!name.empty() && name.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  if (nt::object_named(name) != nullptr) return STATUS_OBJECT_NAME_COLLISION;
  NtShare* const object = share.get();
  nt::add_object(object, object->type(), nt::description_of(object->type()->name, name), [object] {
    nt::unname_object(object);
    delete object;
  });
  share.release();
  if (name.empty() || nt::name_object(name, object)) return STATUS_SUCCESS;
  nt::release_object(object);  // another thread has taken the name meanwhile
  return STATUS_OBJECT_NAME_COLLISION;
}

}  // namespace

NTSTATUS share_objects(Process& process, std::span<const Handle> objects,
                       const std::u16string& name, ACCESS_MASK access, HANDLE& out) {
  auto share = std::make_unique<NtShare>(process.kernel());
  NTSTATUS status = retain_all(process, objects, *share);
  if (!NT_SUCCESS(status)) return status;
  const sim::Passage passage(process.openings());
  if (process.has_ended()) return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  NtShare* const object = share.get();
  status = add_named(share, name);
  if (!NT_SUCCESS(status)) return status;
  out = process.nt_handles().make(object, object->type(), specific(access));
  nt::release_object(object);  // the handle has a reference
  return STATUS_SUCCESS;
}

NTSTATUS open_shared_name(Process& process, const std::u16string& name, POBJECT_TYPE type,
                          ACCESS_MASK access, HANDLE& out) {
  const sim::Passage passage(process.openings());
  if (process.has_ended()) return STATUS_INVALID_PARAMETER;
  void* const object = nt::object_named(name);
  if (object == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (!nt::try_pin_object(object, type))
    return nt::object_exists(object) ? STATUS_OBJECT_TYPE_MISMATCH : STATUS_OBJECT_NAME_NOT_FOUND;
  NTSTATUS status = STATUS_SUCCESS;
  if (static_cast<NtShare*>(object)->kernel != &process.kernel()) {
    status = STATUS_OBJECT_NAME_NOT_FOUND;
  } else if (access == 0) {
    status = STATUS_ACCESS_DENIED;
  } else {
    out = process.nt_handles().make(object, type, specific(access));
  }
  nt::unpin_object(object);
  return status;
}

NtShareUse::NtShareUse(const Process& process, HANDLE handle, POBJECT_TYPE type) {
  nt::HandleEntry entry;
  status_ = nt::pin_by_handle(handle, type, entry);
  if (!NT_SUCCESS(status_)) return;
  share_ = static_cast<NtShare*>(entry.object);
  access_ = entry.access;
  if (share_->kernel != &process.kernel()) {
    status_ = STATUS_INVALID_HANDLE;
  } else if (nt::client_breaks("K-208", (access_ & STANDARD_RIGHTS_READ) == 0,
                               {"hNtHandle", handle},
                               "the handle was made without STANDARD_RIGHTS_READ")) {
    status_ = STATUS_ACCESS_DENIED;
  }
}

NtShareUse::~NtShareUse() {
  if (share_ != nullptr) nt::unpin_object(share_);
}

bool NtShareUse::is_read_only() const { return (access_ & SHARED_ALLOCATION_WRITE) == 0; }

const KeyedMutex* NtShareUse::mutex() const { return share_->mutex; }

AdapterResource* NtShareUse::open_resource() const {
  return share_->resource ? share_->resource->open() : nullptr;
}

// The share has openings, so another opening cannot fail.
KeyedMutex* NtShareUse::open_mutex() const {
  if (share_->mutex != nullptr) share_->mutex->try_open();
  return share_->mutex;
}

SyncObject* NtShareUse::open_sync() const {
  if (share_->sync != nullptr) share_->sync->try_open();
  return share_->sync;
}

}  // namespace drydock::dxgk
