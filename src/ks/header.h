// Device and object headers: how an IRP finds the object it is for.
//
// The first pointer in the extension of a device object leads to a DeviceHeader; FsContext of a
// file object leads to a pointer to an ObjectHeader. Both hold create items: names that may be
// opened below. IRP_MJ_CREATE without a related file is looked up among the device's items, with
// one among those of the related file's header: "GLOBAL", "{146F1A80-…}\<parameters>".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/ks/wdk.h"
#include "src/sim/lock.h"

namespace drydock::ks {

class Device;
class Object;

// What a file object on a KS device stands for. Statuses other than STATUS_PENDING complete the
// IRP; whoever returns STATUS_PENDING has marked it and completes it later.
class Target {
 public:
  virtual ~Target() = default;
  virtual NTSTATUS control(PIRP irp) = 0;
  // The last handle is closed; requests of this file may still be on their way.
  virtual NTSTATUS cleanup(PIRP irp);
  // Nobody refers to the file any more. The target goes when the status is not STATUS_PENDING, or
  // when the pending IRP is completed.
  virtual NTSTATUS close(PIRP irp) = 0;
  virtual NTSTATUS read(PIRP irp);
  virtual NTSTATUS write(PIRP irp);
  virtual NTSTATUS flush(PIRP irp);
  // The AVStream object, for KsGetObjectFromFileObject and its kin; null when it is none.
  virtual Object* object() { return nullptr; }
};

struct CreateItem {
  KSOBJECT_CREATE_ITEM face{};               // what KSCREATE_ITEM_IRP_STORAGE shows
  std::u16string name;                       // behind face.ObjectClass
  PKSOBJECT_CREATE_ITEM original = nullptr;  // of an item that stays the driver's
  PFNKSITEMFREECALLBACK freed = nullptr;
};

// The names below a device or an object. Thread-safe.
class CreateItems {
 public:
  // STATUS_OBJECT_NAME_COLLISION when the name is there; S-097 for wildcards.
  NTSTATUS add(std::shared_ptr<CreateItem> item);
  NTSTATUS remove(std::u16string_view name);
  NTSTATUS remove_by_context(const void* context);
  void remove_flagged(ULONG flags);
  // The item whose name begins the path up to '\\', or the wildcard's.
  std::shared_ptr<CreateItem> find(std::u16string_view path) const;
  std::size_t size() const;

 private:
  mutable sim::Lock lock_;
  std::vector<std::shared_ptr<CreateItem>> items_ DRYDOCK_GUARDED_BY(lock_);
};

struct DeviceHeader {
  CreateItems items;
  PDEVICE_OBJECT pnp = nullptr;
  PDEVICE_OBJECT base = nullptr;
  Device* device = nullptr;  // of an AVStream device
};

struct ObjectHeader {
  ObjectHeader* self = this;  // what FsContext of our own files points to
  CreateItems items;
  std::shared_ptr<Target> target;
  std::shared_ptr<CreateItem> item;  // that made it
  PFILE_OBJECT parent = nullptr;     // pinned while this file is open
  PDEVICE_OBJECT target_device = nullptr;
  KSTARGET_STATE target_state = KSTARGET_STATE_DISABLED;
  ACCESS_MASK access = 0;
  PFNKSCONTEXT_DISPATCH power = nullptr;
  PVOID power_context = nullptr;
};

// Null when the device or file has none.
DeviceHeader* header_of(PDEVICE_OBJECT device);
ObjectHeader* header_of(PFILE_OBJECT file);

// The file of an IRP's current location gets a header that leads to the target. The header goes
// with the target.
ObjectHeader& attach_target(PIRP irp, std::shared_ptr<Target> target);
void detach_target(PFILE_OBJECT file);

// What follows the name of the create item and its '\\' in a create request, copied to memory that
// is aligned for any structure.
std::vector<std::byte> create_parameters(PIRP irp);

// The dispatch routines that KsInitializeDriver and KsSetMajorFunctionHandler install.
NTSTATUS dispatch_create(PDEVICE_OBJECT device, PIRP irp);
NTSTATUS dispatch_file(PDEVICE_OBJECT device, PIRP irp);  // every other request on a file
NTSTATUS dispatch_pnp(PDEVICE_OBJECT device, PIRP irp);
NTSTATUS dispatch_power(PDEVICE_OBJECT device, PIRP irp);

}  // namespace drydock::ks
