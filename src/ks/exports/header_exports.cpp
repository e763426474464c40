// Device and object headers, for drivers that dispatch their own requests.
#include <algorithm>
#include <vector>

#include "src/ks/base/out_of_memory.h"
#include "src/ks/base/request.h"
#include "src/ks/exports/exports.h"
#include "src/ks/object/header.h"
#include "src/ks/object/object.h"
#include "src/nt/io/device.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

// The routines that a driver gave for one of its files.
class DispatchTarget final : public Target {
 public:
  explicit DispatchTarget(const KSDISPATCH_TABLE& table) : table_(table) {}

  NTSTATUS control(PIRP irp) override { return send(irp, table_.DeviceIoControl); }
  NTSTATUS close(PIRP irp) override {
    return table_.Close == nullptr ? finish(irp, STATUS_SUCCESS) : send(irp, table_.Close);
  }
  NTSTATUS read(PIRP irp) override { return send(irp, table_.Read); }
  NTSTATUS write(PIRP irp) override { return send(irp, table_.Write); }
  NTSTATUS flush(PIRP irp) override { return send(irp, table_.Flush); }
  bool takes_streams() const override { return true; }

 private:
  static NTSTATUS send(PIRP irp, PDRIVER_DISPATCH routine) {
    if (routine == nullptr) return finish(irp, STATUS_INVALID_DEVICE_REQUEST);
    const PDEVICE_OBJECT device = IoGetCurrentIrpStackLocation(irp)->DeviceObject;
    NTSTATUS status = STATUS_DEVICE_REMOVED;
    nt::run_in(nt::driver_of(device), "KSDISPATCH_TABLE routine", [&] {
      status =
          trace::recorded_call("KSDISPATCH_TABLE routine", routine, "DRIVER_DISPATCH")(device, irp);
    });
    return status;
  }

  const KSDISPATCH_TABLE table_;
};

std::shared_ptr<CreateItem> copy_of(const KSOBJECT_CREATE_ITEM& item) {
  const auto* text = reinterpret_cast<const char16_t*>(item.ObjectClass.Buffer);
  auto copy = make_item({text, item.ObjectClass.Length / sizeof(WCHAR)}, item.Create, item.Context,
                        item.Flags);
  copy->face.SecurityDescriptor = item.SecurityDescriptor;
  return copy;
}

// Entries without a routine are empty places (DEFINE_KSCREATE_ITEMNULL).
NTSTATUS add_all(CreateItems& items, const KSOBJECT_CREATE_ITEM* list, ULONG count) {
  for (ULONG i = 0; i < count; ++i) {
    if (list[i].Create == nullptr) continue;
    const NTSTATUS status = items.add(copy_of(list[i]));
    if (!NT_SUCCESS(status)) return status;
  }
  return STATUS_SUCCESS;
}

// Calls the callbacks of items that were removed, then removes their factories.
void notify_freed(DeviceHeader& header, const std::vector<std::shared_ptr<CreateItem>>& gone) {
  for (const std::shared_ptr<CreateItem>& item : gone) {
    if (item->freed != nullptr) item->freed(&item->face);
    if (header.device != nullptr) header.device->remove_factory(item->face.Context);
  }
}

NTSTATUS freed(DeviceHeader& header, const std::vector<std::shared_ptr<CreateItem>>& gone) {
  notify_freed(header, gone);
  return gone.empty() ? STATUS_OBJECT_NAME_NOT_FOUND : STATUS_SUCCESS;
}

// `header` is of a device or of an object; null when the driver's pointer was none.
template <class Header>
NTSTATUS add_item(Header* header, PDRIVER_DISPATCH create, PVOID context, PWSTR name,
                  PSECURITY_DESCRIPTOR security) {
  if (header == nullptr) return STATUS_INVALID_PARAMETER;
  auto item = make_item(reinterpret_cast<const char16_t*>(name), create, context);
  item->face.SecurityDescriptor = security;
  return header->items.add(std::move(item));
}

}  // namespace
}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;

extern "C" NTSTATUS KsAllocateDeviceHeader(KSDEVICE_HEADER* Header, ULONG ItemsCount,
                                           PKSOBJECT_CREATE_ITEM ItemsList) {
  nt::require_irql_at_most(APC_LEVEL, "KsAllocateDeviceHeader");
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  auto made = std::make_unique<DeviceHeader>();
  const NTSTATUS status = add_all(made->items, ItemsList, ItemsCount);
  if (NT_SUCCESS(status)) *Header = made.release();
  return status;
}

extern "C" VOID KsFreeDeviceHeader(KSDEVICE_HEADER Header) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFreeDeviceHeader");
  DeviceHeader* header = device_header(Header, "KsFreeDeviceHeader");
  if (header == nullptr) return;
  notify_freed(*header, header->items.remove_all());
  delete header;
}

extern "C" NTSTATUS KsAllocateObjectHeader(KSOBJECT_HEADER* Header, ULONG ItemsCount,
                                           PKSOBJECT_CREATE_ITEM ItemsList, PIRP Irp,
                                           const KSDISPATCH_TABLE* Table) {
  nt::require_irql_at_most(APC_LEVEL, "KsAllocateObjectHeader");
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  auto made = std::make_unique<ObjectHeader>();
  const NTSTATUS status = add_all(made->items, ItemsList, ItemsCount);
  if (!NT_SUCCESS(status)) return status;
  const PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(Irp);
  made->target = std::make_shared<DispatchTarget>(*Table);
  made->item = KSCREATE_ITEM_IRP_STORAGE(Irp);
  made->device = location->DeviceObject;
  if (location->Parameters.Create.SecurityContext != nullptr) {
    made->access = location->Parameters.Create.SecurityContext->DesiredAccess;
  }
  *Header = made.release();
  return STATUS_SUCCESS;
}

extern "C" VOID KsFreeObjectHeader(KSOBJECT_HEADER Header) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFreeObjectHeader");
  delete object_header(Header, "KsFreeObjectHeader");
}

extern "C" NTSTATUS KsAllocateObjectCreateItem(KSDEVICE_HEADER Header,
                                               PKSOBJECT_CREATE_ITEM CreateItem_,
                                               BOOLEAN AllocateEntry,
                                               PFNKSITEMFREECALLBACK ItemFreeCallback) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsAllocateObjectCreateItem");
  DeviceHeader* header = device_header(Header, "KsAllocateObjectCreateItem");
  if (header == nullptr) return STATUS_INVALID_PARAMETER;
  // A free routine is only for an entry that the header allocates
  // (ks/nf-ks-ksallocateobjectcreateitem).
  if (!AllocateEntry && ItemFreeCallback != nullptr) return STATUS_INVALID_PARAMETER_4;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  auto item = copy_of(*CreateItem_);
  item->freed = ItemFreeCallback;
  return header->items.add(std::move(item));
}

extern "C" NTSTATUS KsFreeObjectCreateItem(KSDEVICE_HEADER Header, PUNICODE_STRING CreateItem_) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFreeObjectCreateItem");
  DeviceHeader* header = device_header(Header, "KsFreeObjectCreateItem");
  if (header == nullptr) return STATUS_INVALID_PARAMETER;
  return freed(*header,
               header->items.remove({reinterpret_cast<const char16_t*>(CreateItem_->Buffer),
                                     CreateItem_->Length / sizeof(WCHAR)}));
}

extern "C" NTSTATUS KsFreeObjectCreateItemsByContext(KSDEVICE_HEADER Header, PVOID Context) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFreeObjectCreateItemsByContext");
  DeviceHeader* header = device_header(Header, "KsFreeObjectCreateItemsByContext");
  if (header == nullptr) return STATUS_INVALID_PARAMETER;
  return freed(*header, header->items.remove_by_context(Context));
}

extern "C" NTSTATUS KsAddObjectCreateItemToDeviceHeader(KSDEVICE_HEADER Header,
                                                        PDRIVER_DISPATCH Create, PVOID Context,
                                                        PWSTR ObjectClass,
                                                        PSECURITY_DESCRIPTOR SecurityDescriptor) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsAddObjectCreateItemToDeviceHeader");
  DeviceHeader* header = device_header(Header, "KsAddObjectCreateItemToDeviceHeader");
  return add_item(header, Create, Context, ObjectClass, SecurityDescriptor);
}

extern "C" NTSTATUS KsAddObjectCreateItemToObjectHeader(KSOBJECT_HEADER Header,
                                                        PDRIVER_DISPATCH Create, PVOID Context,
                                                        PWSTR ObjectClass,
                                                        PSECURITY_DESCRIPTOR SecurityDescriptor) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsAddObjectCreateItemToObjectHeader");
  ObjectHeader* header = object_header(Header, "KsAddObjectCreateItemToObjectHeader");
  return add_item(header, Create, Context, ObjectClass, SecurityDescriptor);
}

extern "C" PKSOBJECT_CREATE_ITEM KsQueryObjectCreateItem(KSOBJECT_HEADER Header) {
  const ObjectHeader* header = object_header(Header, "KsQueryObjectCreateItem");
  return header == nullptr ? nullptr : header->item;
}

extern "C" ACCESS_MASK KsQueryObjectAccessMask(KSOBJECT_HEADER Header) {
  const ObjectHeader* header = object_header(Header, "KsQueryObjectAccessMask");
  return header == nullptr ? 0 : header->access;
}

extern "C" VOID KsSetTargetDeviceObject(KSOBJECT_HEADER Header, PDEVICE_OBJECT TargetDevice) {
  ObjectHeader* header = object_header(Header, "KsSetTargetDeviceObject");
  if (header != nullptr) header->target_device = TargetDevice;
}

extern "C" VOID KsSetTargetState(KSOBJECT_HEADER Header, KSTARGET_STATE TargetState) {
  ObjectHeader* header = object_header(Header, "KsSetTargetState");
  if (header != nullptr) header->target_state = TargetState;
}

extern "C" VOID KsSetPowerDispatch(KSOBJECT_HEADER Header, PFNKSCONTEXT_DISPATCH PowerDispatch,
                                   PVOID PowerContext) {
  ObjectHeader* header = object_header(Header, "KsSetPowerDispatch");
  if (header == nullptr) return;
  header->power = PowerDispatch;
  header->power_context = PowerContext;
}

extern "C" VOID KsSetDevicePnpAndBaseObject(KSDEVICE_HEADER Header, PDEVICE_OBJECT PnpDeviceObject,
                                            PDEVICE_OBJECT BaseObject) {
  DeviceHeader* header = device_header(Header, "KsSetDevicePnpAndBaseObject");
  if (header == nullptr) return;
  header->pnp = PnpDeviceObject;
  header->base = BaseObject;
}

extern "C" PDEVICE_OBJECT KsQueryDevicePnpObject(KSDEVICE_HEADER Header) {
  const DeviceHeader* header = device_header(Header, "KsQueryDevicePnpObject");
  return header == nullptr ? nullptr : header->pnp;
}

// A request may go down the device's own stack or to the target of one of its files.
extern "C" VOID KsRecalculateStackDepth(KSDEVICE_HEADER Header, BOOLEAN ReuseStackLocation) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsRecalculateStackDepth");
  const DeviceHeader* header = device_header(Header, "KsRecalculateStackDepth");
  if (header == nullptr || header->base == nullptr) return;
  CCHAR deepest = header->pnp == nullptr ? 0 : header->pnp->StackSize;
  for (const PDEVICE_OBJECT target : enabled_targets(header->base)) {
    deepest = std::max(deepest, target->StackSize);
  }
  header->base->StackSize = static_cast<CCHAR>(deepest + (ReuseStackLocation ? 0 : 1));
}

// No device here is below the software bus, whose reference these count.
extern "C" NTSTATUS KsReferenceBusObject(KSDEVICE_HEADER Header) {
  return device_header(Header, "KsReferenceBusObject") == nullptr ? STATUS_INVALID_PARAMETER
                                                                  : STATUS_SUCCESS;
}

extern "C" VOID KsDereferenceBusObject(KSDEVICE_HEADER Header) {
  device_header(Header, "KsDereferenceBusObject");
}

// Readers exclude each other too: nothing here is read for long.
extern "C" VOID KsAcquireDeviceSecurityLock(KSDEVICE_HEADER Header, BOOLEAN) {
  nt::require_irql_at_most(APC_LEVEL, "KsAcquireDeviceSecurityLock");
  DeviceHeader* header = device_header(Header, "KsAcquireDeviceSecurityLock");
  if (header == nullptr) return;
  KeWaitForSingleObject(&header->security, Executive, KernelMode, FALSE, nullptr);
}

extern "C" VOID KsReleaseDeviceSecurityLock(KSDEVICE_HEADER Header) {
  DeviceHeader* header = device_header(Header, "KsReleaseDeviceSecurityLock");
  if (header != nullptr) KeSetEvent(&header->security, IO_NO_INCREMENT, FALSE);
}

// A descriptor that grants everybody everything; the caller frees it with ExFreePool.
extern "C" NTSTATUS KsCreateDefaultSecurity(PSECURITY_DESCRIPTOR,
                                            PSECURITY_DESCRIPTOR* DefaultSecurity) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsCreateDefaultSecurity");
  constexpr ULONG kTag = 0x6473734B;  // "Kssd"
  void* made = ExAllocatePoolWithTag(PagedPool, sizeof(SECURITY_DESCRIPTOR), kTag);
  if (made == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  const NTSTATUS status = RtlCreateSecurityDescriptor(made, SECURITY_DESCRIPTOR_REVISION);
  if (NT_SUCCESS(status)) *DefaultSecurity = made;
  return status;
}

// Files of this system carry no security descriptor of their own.
extern "C" NTSTATUS KsDispatchQuerySecurity(PDEVICE_OBJECT, PIRP Irp) {
  return finish(Irp, STATUS_NO_SECURITY_ON_OBJECT);
}

extern "C" NTSTATUS KsDispatchSetSecurity(PDEVICE_OBJECT, PIRP Irp) {
  return finish(Irp, STATUS_NO_SECURITY_ON_OBJECT);
}

extern "C" BOOLEAN KsDispatchFastIoDeviceControlFailure(PFILE_OBJECT, BOOLEAN, PVOID, ULONG, PVOID,
                                                        ULONG, ULONG, PIO_STATUS_BLOCK,
                                                        PDEVICE_OBJECT) {
  return FALSE;
}

extern "C" BOOLEAN KsDispatchFastReadFailure(PFILE_OBJECT, PLARGE_INTEGER, ULONG, BOOLEAN, ULONG,
                                             PVOID, PIO_STATUS_BLOCK, PDEVICE_OBJECT) {
  return FALSE;
}
