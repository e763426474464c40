// Device and object headers: how an IRP finds the object it is for.
//
// The first pointer in the extension of a device object leads to a DeviceHeader; FsContext of a
// file object leads to a pointer to an ObjectHeader. Both hold create items: names that clients may
// open below. An IRP_MJ_CREATE without a related file is looked up among the device's items, one
// with a related file among those of that file's header: "GLOBAL", "{146F1A80-…}\<parameters>".
//
// Cost: one short lock to look a header up. Owner: the device object and the file object. Threads:
// any; a file's header is read by the requests of that file, which the I/O manager keeps alive.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/ks/base/wdk.h"
#include "src/sim/lock.h"

namespace drydock::ks {

class Object;

// KSSTRING_Pin and its kin: what is opened below filters and pins.
inline constexpr char16_t kPinClass[] = u"{146F1A80-4791-11D0-A5D6-28DB04C10000}";
inline constexpr char16_t kClockClass[] = u"{53172480-4791-11D0-A5D6-28DB04C10000}";
inline constexpr char16_t kAllocatorClass[] = u"{642F5D00-4791-11D0-A5D6-28DB04C10000}";
inline constexpr char16_t kNodeClass[] = u"{0621061A-EE75-11D0-B915-00A0C9223196}";

// The object behind a file object on a KS device. Each routine completes the IRP, or marks it
// pending and returns STATUS_PENDING.
class Target {
 public:
  virtual ~Target() = default;
  virtual NTSTATUS control(PIRP irp) = 0;
  // The last handle is closed; requests of this file may still be on their way.
  virtual NTSTATUS cleanup(PIRP irp);
  // The last reference to the file was released. The target detaches itself.
  virtual NTSTATUS close(PIRP irp) = 0;
  virtual NTSTATUS read(PIRP irp);
  virtual NTSTATUS write(PIRP irp);
  virtual NTSTATUS flush(PIRP irp);
  // KsCompletePendingRequest: the minidriver has put the status into an IRP that it left pending.
  virtual void complete_pending(PIRP irp);
  // The AVStream object, for KsGetObjectFromFileObject and its kin; null when it is none.
  virtual Object* object() { return nullptr; }
  // A pin of a driver that dispatches for itself: frames reach it by IRPs (S-210).
  virtual bool takes_streams() const { return false; }
};

// A filter or pin: the minidriver may leave the IRPs that open and close it pending and complete
// them later.
class OpenedTarget : public Target {
 public:
  void complete_pending(PIRP irp) final;

 private:
  virtual NTSTATUS finish_create(PIRP irp, NTSTATUS status) = 0;
  virtual NTSTATUS finish_close(PIRP irp) = 0;
};

struct CreateItem {
  KSOBJECT_CREATE_ITEM face{};  // the item that KSCREATE_ITEM_IRP_STORAGE returns
  std::u16string name;          // behind face.ObjectClass
  PFNKSITEMFREECALLBACK freed = nullptr;
};

// The names below a device or an object. Thread-safe.
class CreateItems {
 public:
  // STATUS_OBJECT_NAME_COLLISION when the name is there; S-097 for wildcards.
  NTSTATUS add(std::shared_ptr<CreateItem> item);
  // Each returns the items that it removed.
  std::vector<std::shared_ptr<CreateItem>> remove(std::u16string_view name);
  std::vector<std::shared_ptr<CreateItem>> remove_by_context(const void* context);
  std::vector<std::shared_ptr<CreateItem>> remove_flagged(ULONG flags);
  std::vector<std::shared_ptr<CreateItem>> remove_all();
  // The item whose name begins the path up to '\\', or the wildcard's.
  std::shared_ptr<CreateItem> find(std::u16string_view path) const;
  bool has_context(const void* context) const;

 private:
  template <class Wanted>
  std::vector<std::shared_ptr<CreateItem>> take_if(const Wanted& wanted);

  mutable sim::Lock lock_;
  std::vector<std::shared_ptr<CreateItem>> items_ DRYDOCK_GUARDED_BY(lock_);
};

// The AVStream device behind a header, as the dispatcher of requests and the create items see it.
class DeviceFront {
 public:
  virtual ~DeviceFront() = default;
  // Returns whether something may be opened on the device. Waits for PostStart.
  virtual NTSTATUS may_open() = 0;
  // False after a surprise removal: requests other than close and clean-up are refused (S-255).
  virtual bool accepts_requests() const = 0;
  // A create item of the factory with this face was removed. A factory is destroyed with its last
  // item.
  virtual void remove_factory(const void* face) = 0;
};

struct DeviceHeader {
  DeviceHeader();
  ~DeviceHeader();
  DeviceHeader(const DeviceHeader&) = delete;
  DeviceHeader& operator=(const DeviceHeader&) = delete;

  CreateItems items;
  PDEVICE_OBJECT pnp = nullptr;
  PDEVICE_OBJECT base = nullptr;
  DeviceFront* device = nullptr;  // null: a driver that dispatches for itself
  KEVENT security;                // signalled while the security lock is free
};

struct ObjectHeader {
  ObjectHeader();
  ~ObjectHeader();
  ObjectHeader(const ObjectHeader&) = delete;
  ObjectHeader& operator=(const ObjectHeader&) = delete;

  ObjectHeader* self = this;  // FsContext of our own files points here
  CreateItems items;
  std::shared_ptr<Target> target;
  PKSOBJECT_CREATE_ITEM item = nullptr;  // that made it
  PFILE_OBJECT parent = nullptr;         // pinned while this file is open
  PDEVICE_OBJECT device = nullptr;       // that it was opened on
  PDEVICE_OBJECT target_device = nullptr;
  KSTARGET_STATE target_state = KSTARGET_STATE_DISABLED;
  ACCESS_MASK access = 0;
  PFNKSCONTEXT_DISPATCH power = nullptr;
  PVOID power_context = nullptr;
};

// Returns the header that a driver passed to `call`. Returns null, after raising N-005, when no
// such header is live.
DeviceHeader* device_header(KSDEVICE_HEADER header, const char* call);
ObjectHeader* object_header(KSOBJECT_HEADER header, const char* call);

// The targets that files of this device may send their requests to.
std::vector<PDEVICE_OBJECT> enabled_targets(PDEVICE_OBJECT device);

// Null when the device or file has none.
DeviceHeader* header_of(PDEVICE_OBJECT device);
ObjectHeader* header_of(PFILE_OBJECT file);

// The file of an IRP's current location gets a header that leads to the target, and keeps the file
// that it was opened below.
ObjectHeader& attach_target(PIRP irp, std::shared_ptr<Target> target);
// Deletes the header and unpins the file above, which may be closed by that: hold no mutex.
void detach_target(PFILE_OBJECT file);

// Returns the bytes behind the name of the create item and its '\\' in a create request, in memory
// that is aligned for any structure.
std::vector<std::byte> create_parameters(PIRP irp);
// The same as a copy for a driver, which lives as long as the IRP. STATUS_INSUFFICIENT_RESOURCES
// without memory.
NTSTATUS store_parameters(PIRP irp, void** parameters);

// An item of the class driver's own.
std::shared_ptr<CreateItem> make_item(std::u16string name, PDRIVER_DISPATCH create, void* context,
                                      ULONG flags = 0);

// The dispatch routines that KsInitializeDriver and KsSetMajorFunctionHandler install.
NTSTATUS dispatch_create(PDEVICE_OBJECT device, PIRP irp);
NTSTATUS dispatch_file(PDEVICE_OBJECT device, PIRP irp);  // every other request on a file

}  // namespace drydock::ks
