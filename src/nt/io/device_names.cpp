// Symbolic links, devices by name, and what drivers hang on their driver object.
#include <map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/io/device.h"
#include "src/nt/io/file.h"
#include "src/nt/ob/object.h"
#include "src/nt/watch/ledger.h"
#include "src/sim/never_destroyed.h"

using namespace drydock::nt;
namespace sim = drydock::sim;

namespace {

// The address that the debt for a link stands under.
struct Links {
  Mutex mutex;
  std::map<std::u16string, std::unique_ptr<char>, NameLess> keys DRYDOCK_GUARDED_BY(mutex);

  const void* add(const std::u16string& name) {
    const MutexHold hold(mutex);
    std::unique_ptr<char>& key = keys[name];
    key = std::make_unique<char>();
    return key.get();
  }

  void settle(const std::u16string& name) {
    std::unique_ptr<char> key;
    {
      const MutexHold hold(mutex);
      const auto at = keys.find(name);
      if (at == keys.end()) return;
      key = std::move(at->second);
      keys.erase(at);
    }
    settle_undoing(key.get());
  }
};

Links& links() {
  static sim::NeverDestroyed<Links> instance;
  return *instance;
}

NTSTATUS make_link(PUNICODE_STRING link, PUNICODE_STRING device) {
  const std::u16string name = text_of(link);
  if (name.empty() || name.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  if (!name_link(name, text_of(device))) return STATUS_OBJECT_NAME_COLLISION;
  add_debt_with_undo(
      links().add(name),
      "symbolic link " + to_utf8(name) + ", which IoDeleteSymbolicLink was not called for",
      [name] { unname(name); });
  return STATUS_SUCCESS;
}

struct Extensions {
  Mutex mutex;
  std::map<std::pair<PDRIVER_OBJECT, PVOID>, std::vector<std::max_align_t>> all
      DRYDOCK_GUARDED_BY(mutex);
};

Extensions& extensions() {
  static sim::NeverDestroyed<Extensions> instance;
  return *instance;
}

}  // namespace

extern "C" NTSTATUS IoCreateSymbolicLink(PUNICODE_STRING SymbolicLinkName,
                                         PUNICODE_STRING DeviceName) {
  require_irql_at_most(PASSIVE_LEVEL, "IoCreateSymbolicLink");
  return make_link(SymbolicLinkName, DeviceName);
}

extern "C" NTSTATUS IoCreateUnprotectedSymbolicLink(PUNICODE_STRING SymbolicLinkName,
                                                    PUNICODE_STRING DeviceName) {
  require_irql_at_most(PASSIVE_LEVEL, "IoCreateUnprotectedSymbolicLink");
  return make_link(SymbolicLinkName, DeviceName);
}

extern "C" NTSTATUS IoDeleteSymbolicLink(PUNICODE_STRING SymbolicLinkName) {
  require_irql_at_most(PASSIVE_LEVEL, "IoDeleteSymbolicLink");
  const std::u16string name = text_of(SymbolicLinkName);
  if (!link_target(name)) return STATUS_OBJECT_NAME_NOT_FOUND;
  unname(name);
  links().settle(name);
  return STATUS_SUCCESS;
}

// wdm/nf-wdm-iogetdeviceobjectpointer.md: the caller dereferences the file object, not the device.
extern "C" NTSTATUS IoGetDeviceObjectPointer(PUNICODE_STRING ObjectName, ACCESS_MASK DesiredAccess,
                                             PFILE_OBJECT* FileObject,
                                             PDEVICE_OBJECT* DeviceObject) {
  require_irql_at_most(PASSIVE_LEVEL, "IoGetDeviceObjectPointer");
  const std::optional<Found> found = find_named(text_of(ObjectName));
  if (!found) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (type_of_object(found->object) != &device_type) return STATUS_OBJECT_TYPE_MISMATCH;
  PFILE_OBJECT file = nullptr;
  const NTSTATUS status =
      open_device(static_cast<PDEVICE_OBJECT>(found->object), found->rest,
                  {.access = DesiredAccess, .share = 0, .options = FILE_NON_DIRECTORY_FILE}, file);
  if (!NT_SUCCESS(status)) return status;
  reference_object(file);
  release_object(file);
  *FileObject = file;
  *DeviceObject = top_of_stack(file->DeviceObject);
  return STATUS_SUCCESS;
}

// wdm/nf-wdm-ioallocatedriverobjectextension.md: the I/O manager frees it when the driver is
// unloaded.
extern "C" NTSTATUS IoAllocateDriverObjectExtension(PDRIVER_OBJECT DriverObject,
                                                    PVOID ClientIdentificationAddress,
                                                    ULONG DriverObjectExtensionSize,
                                                    PVOID* DriverObjectExtension) {
  require_irql_at_most(DISPATCH_LEVEL, "IoAllocateDriverObjectExtension");
  *DriverObjectExtension = nullptr;
  if (fails_here(sim::FaultKind::kPool)) return STATUS_INSUFFICIENT_RESOURCES;
  Extensions& known = extensions();
  void* made = nullptr;
  {
    const MutexHold hold(known.mutex);
    // A driver object without the mark is new at an address where another one was.
    if (std::exchange(DriverObject->DriverSection, &known) == nullptr) {
      std::erase_if(known.all,
                    [&](const auto& entry) { return entry.first.first == DriverObject; });
    }
    std::vector<std::max_align_t>& memory = known.all[{DriverObject, ClientIdentificationAddress}];
    if (!memory.empty()) return STATUS_OBJECT_NAME_COLLISION;
    memory.resize(DriverObjectExtensionSize / sizeof(std::max_align_t) + 1);
    made = memory.data();
  }
  *DriverObjectExtension = made;
  return STATUS_SUCCESS;
}

extern "C" PVOID IoGetDriverObjectExtension(PDRIVER_OBJECT DriverObject,
                                            PVOID ClientIdentificationAddress) {
  require_irql_at_most(DISPATCH_LEVEL, "IoGetDriverObjectExtension");
  Extensions& known = extensions();
  const MutexHold hold(known.mutex);
  const auto at = known.all.find({DriverObject, ClientIdentificationAddress});
  return at == known.all.end() ? nullptr : at->second.data();
}

extern "C" BOOLEAN IoIsWdmVersionAvailable(UCHAR MajorVersion, UCHAR MinorVersion) {
  advise_irql_at_most(PASSIVE_LEVEL, "IoIsWdmVersionAvailable");
  constexpr int kAvailable = 0x06 << 8;  // the version of every Windows since Vista
  return ((MajorVersion << 8) | MinorVersion) <= kAvailable;
}

// The system does not shut down while a driver lives here, but the debt is real.
extern "C" NTSTATUS IoRegisterShutdownNotification(PDEVICE_OBJECT DeviceObject) {
  require_irql_at_most(PASSIVE_LEVEL, "IoRegisterShutdownNotification");
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  DeviceObject->Flags |= DO_SHUTDOWN_REGISTERED;
  add_debt(Resource::kCallback, DeviceObject, 0, "shutdown notification");
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS IoRegisterLastChanceShutdownNotification(PDEVICE_OBJECT DeviceObject) {
  return IoRegisterShutdownNotification(DeviceObject);
}

extern "C" VOID IoUnregisterShutdownNotification(PDEVICE_OBJECT DeviceObject) {
  require_irql_at_most(PASSIVE_LEVEL, "IoUnregisterShutdownNotification");
  DeviceObject->Flags &= ~static_cast<ULONG>(DO_SHUTDOWN_REGISTERED);
  settle(Resource::kCallback, DeviceObject);
}

extern "C" NTSTATUS IoQueryFullDriverPath(PDRIVER_OBJECT DriverObject, PUNICODE_STRING FullPath) {
  require_irql_at_most(APC_LEVEL, "IoQueryFullDriverPath");
  const std::u16string name = text_of(&DriverObject->DriverName);
  const std::u16string path =
      u"\\SystemRoot\\System32\\drivers\\" + name.substr(name.rfind(u'\\') + 1) + u".sys";
  return give_string(path, FullPath) ? STATUS_SUCCESS : STATUS_INSUFFICIENT_RESOURCES;
}

extern "C" NTSTATUS IoValidateDeviceIoControlAccess(PIRP Irp, ULONG RequiredAccess) {
  constexpr ULONG kKnown = FILE_READ_ACCESS | FILE_WRITE_ACCESS;
  if ((RequiredAccess & ~kKnown) != 0) return STATUS_INVALID_PARAMETER;
  const PFILE_OBJECT file = IoGetCurrentIrpStackLocation(Irp)->FileObject;
  if (Irp->RequestorMode == KernelMode || file == nullptr) return STATUS_SUCCESS;
  const bool denied = ((RequiredAccess & FILE_READ_ACCESS) != 0 && !file->ReadAccess) ||
                      ((RequiredAccess & FILE_WRITE_ACCESS) != 0 && !file->WriteAccess);
  return denied ? STATUS_ACCESS_DENIED : STATUS_SUCCESS;
}
