#include "src/ks/object/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "src/ks/base/request.h"
#include "src/ks/object/object.h"
#include "src/nt/ob/object.h"
#include "src/nt/ob/object_names.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::ks {
namespace {

// The headers of one kind that live. A driver's pointer is looked up before it is followed.
template <class Header>
class LiveHeaders {
 public:
  static LiveHeaders& instance() {
    static sim::NeverDestroyed<LiveHeaders> live;
    return *live;
  }

  void add(const Header* header) {
    const sim::Hold hold(lock_);
    all_.insert(header);
  }
  void remove(const Header* header) {
    const sim::Hold hold(lock_);
    all_.erase(header);
  }
  bool contains(const Header* header) {
    const sim::Hold hold(lock_);
    return all_.contains(header);
  }
  template <typename Visit>
  void for_each(Visit&& visit) {
    const sim::Hold hold(lock_);
    for (const Header* header : all_) visit(*header);
  }

 private:
  sim::Lock lock_;
  std::unordered_set<const Header*> all_ DRYDOCK_GUARDED_BY(lock_);
};

template <class Header>
bool is_live(const Header* header) {
  return LiveHeaders<Header>::instance().contains(header);
}

template <class Header>
Header* given(void* face, const char* call) {
  auto* header = static_cast<Header*>(face);
  if (!rules::breaks("N-005", !is_live(header))) return header;
  nt::Breach("N-005", nt::Offender::running())
      .message("{} was given {}, which is no header that lives", call, fmt::ptr(face))
      .raise();
  return nullptr;
}

std::u16string_view name_in(const UNICODE_STRING& text) {
  return {reinterpret_cast<const char16_t*>(text.Buffer), text.Length / sizeof(WCHAR)};
}

// "\GLOBAL\…" and "GLOBAL" begin with the same name.
std::u16string_view first_part(std::u16string_view path) {
  if (!path.empty() && path.front() == u'\\') path.remove_prefix(1);
  return path.substr(0, path.find(u'\\'));
}

}  // namespace

NTSTATUS Target::cleanup(PIRP irp) { return finish(irp, STATUS_SUCCESS); }
NTSTATUS Target::read(PIRP irp) { return finish(irp, STATUS_INVALID_DEVICE_REQUEST); }
NTSTATUS Target::write(PIRP irp) { return finish(irp, STATUS_INVALID_DEVICE_REQUEST); }
NTSTATUS Target::flush(PIRP irp) { return finish(irp, STATUS_INVALID_DEVICE_REQUEST); }
void Target::complete_pending(PIRP irp) { IofCompleteRequest(irp, IO_NO_INCREMENT); }

void OpenedTarget::complete_pending(PIRP irp) {
  object()->check_marked(irp);
  switch (IoGetCurrentIrpStackLocation(irp)->MajorFunction) {
    case IRP_MJ_CREATE:
      finish_create(irp, irp->IoStatus.Status);
      break;
    case IRP_MJ_CLOSE:
      finish_close(irp);
      break;
    default:
      Target::complete_pending(irp);
  }
}

NTSTATUS CreateItems::add(std::shared_ptr<CreateItem> item) {
  const bool wildcard = (item->face.Flags & KSCREATE_ITEM_WILDCARD) != 0;
  const bool has_parameters = (item->face.Flags & KSCREATE_ITEM_NOPARAMETERS) == 0;
  if (rules::breaks("S-097", wildcard && !has_parameters)) {
    nt::Breach("S-097", nt::Offender::running())
        .message("a create item is KSCREATE_ITEM_WILDCARD and KSCREATE_ITEM_NOPARAMETERS")
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  bool second_wildcard = false;
  {
    const sim::Hold hold(lock_);
    // A wildcard has a name, by which it is removed; the name stands for nothing that clients open.
    const bool is_taken = std::ranges::any_of(items_, [&](const auto& one) {
      const bool is_wildcard = (one->face.Flags & KSCREATE_ITEM_WILDCARD) != 0;
      return is_wildcard == wildcard && (wildcard || nt::same_name(one->name, item->name));
    });
    if (is_taken && !wildcard) return STATUS_OBJECT_NAME_COLLISION;
    second_wildcard = is_taken;
    if (!second_wildcard) items_.push_back(std::move(item));
  }
  if (!second_wildcard) return STATUS_SUCCESS;
  nt::Breach("S-097", nt::Offender::running())
      .message("a second KSCREATE_ITEM_WILDCARD was added to one list")
      .raise();
  return STATUS_INVALID_PARAMETER;
}

template <class Wanted>
std::vector<std::shared_ptr<CreateItem>> CreateItems::take_if(const Wanted& wanted) {
  std::vector<std::shared_ptr<CreateItem>> gone;
  const sim::Hold hold(lock_);
  std::erase_if(items_, [&](const auto& one) {
    if (!wanted(*one)) return false;
    gone.push_back(one);
    return true;
  });
  return gone;
}

std::vector<std::shared_ptr<CreateItem>> CreateItems::remove(std::u16string_view name) {
  return take_if([&](const CreateItem& one) { return nt::same_name(one.name, name); });
}

std::vector<std::shared_ptr<CreateItem>> CreateItems::remove_by_context(const void* context) {
  return take_if([&](const CreateItem& one) { return one.face.Context == context; });
}

std::vector<std::shared_ptr<CreateItem>> CreateItems::remove_flagged(ULONG flags) {
  return take_if([&](const CreateItem& one) { return (one.face.Flags & flags) != 0; });
}

std::vector<std::shared_ptr<CreateItem>> CreateItems::remove_all() {
  return take_if([](const CreateItem&) { return true; });
}

std::shared_ptr<CreateItem> CreateItems::find(std::u16string_view path) const {
  const std::u16string name(first_part(path));
  const sim::Hold hold(lock_);
  std::shared_ptr<CreateItem> wildcard;
  for (const auto& item : items_) {
    if ((item->face.Flags & KSCREATE_ITEM_WILDCARD) != 0) {
      wildcard = item;
    } else if (nt::same_name(item->name, name)) {
      return item;
    }
  }
  return wildcard;
}

bool CreateItems::has_context(const void* context) const {
  const sim::Hold hold(lock_);
  return std::ranges::any_of(items_, [&](const auto& one) { return one->face.Context == context; });
}

std::shared_ptr<CreateItem> make_item(std::u16string name, PDRIVER_DISPATCH create, void* context,
                                      ULONG flags) {
  auto item = std::make_shared<CreateItem>();
  item->name = std::move(name);
  item->face.Create = create;
  item->face.Context = context;
  item->face.Flags = flags;
  item->face.ObjectClass.Buffer = reinterpret_cast<PWCH>(item->name.data());
  item->face.ObjectClass.Length = static_cast<USHORT>(item->name.size() * sizeof(WCHAR));
  item->face.ObjectClass.MaximumLength = item->face.ObjectClass.Length;
  return item;
}

ObjectHeader::ObjectHeader() { LiveHeaders<ObjectHeader>::instance().add(this); }
ObjectHeader::~ObjectHeader() { LiveHeaders<ObjectHeader>::instance().remove(this); }

DeviceHeader::DeviceHeader() {
  KeInitializeEvent(&security, SynchronizationEvent, TRUE);
  LiveHeaders<DeviceHeader>::instance().add(this);
}

DeviceHeader::~DeviceHeader() { LiveHeaders<DeviceHeader>::instance().remove(this); }

DeviceHeader* header_of(PDEVICE_OBJECT device) {
  if (device->DeviceExtension == nullptr) return nullptr;
  auto* header = *static_cast<DeviceHeader**>(device->DeviceExtension);
  return is_live(header) ? header : nullptr;
}

ObjectHeader* header_of(PFILE_OBJECT file) {
  if (file == nullptr || file->FsContext == nullptr) return nullptr;
  auto* header = *static_cast<ObjectHeader**>(file->FsContext);
  return is_live(header) ? header : nullptr;
}

DeviceHeader* device_header(KSDEVICE_HEADER header, const char* call) {
  return given<DeviceHeader>(header, call);
}

ObjectHeader* object_header(KSOBJECT_HEADER header, const char* call) {
  return given<ObjectHeader>(header, call);
}

std::vector<PDEVICE_OBJECT> enabled_targets(PDEVICE_OBJECT device) {
  std::vector<PDEVICE_OBJECT> targets;
  LiveHeaders<ObjectHeader>::instance().for_each([&](const ObjectHeader& header) {
    const bool counts = header.device == device && header.target_device != nullptr;
    if (counts && header.target_state == KSTARGET_STATE_ENABLED)
      targets.push_back(header.target_device);
  });
  return targets;
}

ObjectHeader& attach_target(PIRP irp, std::shared_ptr<Target> target) {
  const PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  auto* header = new ObjectHeader;
  header->target = std::move(target);
  const PKSOBJECT_CREATE_ITEM item = KSCREATE_ITEM_IRP_STORAGE(irp);
  header->item = item;
  header->device = location->DeviceObject;
  header->access = location->Parameters.Create.SecurityContext->DesiredAccess;
  header->parent = location->FileObject->RelatedFileObject;
  if (header->parent != nullptr) nt::pin_object(header->parent);
  location->FileObject->FsContext = &header->self;
  return *header;
}

void detach_target(PFILE_OBJECT file) {
  ObjectHeader* header = header_of(file);
  if (header == nullptr) return;
  file->FsContext = nullptr;
  const PFILE_OBJECT parent = header->parent;
  delete header;
  if (parent != nullptr) nt::unpin_object(parent);
}

std::vector<std::byte> create_parameters(PIRP irp) {
  std::u16string_view path = name_in(IoGetCurrentIrpStackLocation(irp)->FileObject->FileName);
  if (!path.empty() && path.front() == u'\\') path.remove_prefix(1);
  const std::size_t end = path.find(u'\\');
  if (end == std::u16string_view::npos) return {};
  path.remove_prefix(end + 1);
  std::vector<std::byte> bytes(path.size() * sizeof(char16_t));
  if (!bytes.empty()) std::memcpy(bytes.data(), path.data(), bytes.size());
  return bytes;
}

NTSTATUS store_parameters(PIRP irp, void** parameters) {
  constexpr ULONG kTag = 0x7063734B;  // "Kscp"
  if (irp->AssociatedIrp.SystemBuffer == nullptr) {
    const std::vector<std::byte> bytes = create_parameters(irp);
    void* copy = ExAllocatePoolWithTag(NonPagedPool, std::max<std::size_t>(bytes.size(), 1), kTag);
    if (copy == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
    if (!bytes.empty()) std::memcpy(copy, bytes.data(), bytes.size());
    irp->AssociatedIrp.SystemBuffer = copy;
    irp->Flags |= IRP_BUFFERED_IO | IRP_DEALLOCATE_BUFFER;
  }
  *parameters = irp->AssociatedIrp.SystemBuffer;
  return STATUS_SUCCESS;
}

NTSTATUS dispatch_create(PDEVICE_OBJECT device, PIRP irp) {
  const PFILE_OBJECT file = IoGetCurrentIrpStackLocation(irp)->FileObject;
  DeviceHeader* header = header_of(device);
  irp->IoStatus.Information = 0;
  if (header == nullptr || file == nullptr) return finish(irp, STATUS_INVALID_DEVICE_REQUEST);
  const CreateItems* items = &header->items;
  if (file->RelatedFileObject != nullptr) {
    ObjectHeader* parent = header_of(file->RelatedFileObject);
    if (parent == nullptr) return finish(irp, STATUS_INVALID_PARAMETER);
    items = &parent->items;
  }
  if (header->device != nullptr) {
    const NTSTATUS status = file->RelatedFileObject == nullptr   ? header->device->may_open()
                            : header->device->accepts_requests() ? STATUS_SUCCESS
                                                                 : STATUS_DEVICE_REMOVED;
    if (!NT_SUCCESS(status)) return finish(irp, status);
  }
  const std::shared_ptr<CreateItem> item = items->find(name_in(file->FileName));
  if (item == nullptr || item->face.Create == nullptr) {
    return finish(irp, STATUS_OBJECT_NAME_NOT_FOUND);
  }
  const bool parameters = !create_parameters(irp).empty();
  if (parameters && (item->face.Flags & KSCREATE_ITEM_NOPARAMETERS) != 0) {
    return finish(irp, STATUS_OBJECT_NAME_INVALID);
  }
  KSCREATE_ITEM_IRP_STORAGE(irp) = &item->face;
  const NTSTATUS status = item->face.Create(device, irp);
  return status;
}

namespace {

// After a surprise removal a file accepts only its clean-up and its close (S-255).
bool is_refused(PDEVICE_OBJECT device, UCHAR major) {
  const DeviceHeader* header = header_of(device);
  if (header == nullptr || header->device == nullptr) return false;
  if (major == IRP_MJ_CLOSE || major == IRP_MJ_CLEANUP) return false;
  return !header->device->accepts_requests();
}

}  // namespace

NTSTATUS dispatch_file(PDEVICE_OBJECT device, PIRP irp) {
  const PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  ObjectHeader* header = header_of(location->FileObject);
  irp->IoStatus.Information = 0;
  if (header == nullptr) return finish(irp, STATUS_INVALID_DEVICE_REQUEST);
  if (is_refused(device, location->MajorFunction)) return finish(irp, STATUS_DEVICE_REMOVED);
  const std::shared_ptr<Target> target = header->target;
  switch (location->MajorFunction) {
    case IRP_MJ_DEVICE_CONTROL:
      return target->control(irp);
    case IRP_MJ_CLEANUP:
      return target->cleanup(irp);
    case IRP_MJ_CLOSE:
      return target->close(irp);
    case IRP_MJ_READ:
      return target->read(irp);
    case IRP_MJ_WRITE:
      return target->write(irp);
    case IRP_MJ_FLUSH_BUFFERS:
      return target->flush(irp);
    default:
      return finish(irp, STATUS_INVALID_DEVICE_REQUEST);
  }
}

}  // namespace drydock::ks
