// The object manager's calls: references, handles, names.
#include <fmt/format.h>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object_create.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

using namespace drydock::nt;
namespace rules = drydock::rules;
namespace sim = drydock::sim;

namespace {

POBJECT_TYPE event_pointer = &event_type;
POBJECT_TYPE key_pointer = &key_type;
POBJECT_TYPE file_pointer = &file_type;
POBJECT_TYPE semaphore_pointer = &semaphore_type;
POBJECT_TYPE transaction_pointer = &transaction_type;
POBJECT_TYPE thread_pointer = &thread_type;
POBJECT_TYPE process_pointer = &process_type;
POBJECT_TYPE token_pointer = &token_type;
POBJECT_TYPE section_pointer = &section_type;

}  // namespace

extern "C" {

POBJECT_TYPE* ExEventObjectType = &event_pointer;
POBJECT_TYPE* CmKeyObjectType = &key_pointer;
POBJECT_TYPE* IoFileObjectType = &file_pointer;
POBJECT_TYPE* ExSemaphoreObjectType = &semaphore_pointer;
POBJECT_TYPE* TmTransactionManagerObjectType = &transaction_pointer;
POBJECT_TYPE* PsThreadType = &thread_pointer;
POBJECT_TYPE* PsProcessType = &process_pointer;
POBJECT_TYPE* SeTokenObjectType = &token_pointer;
POBJECT_TYPE* MmSectionObjectType = &section_pointer;

}  // extern "C"

// wdm/nf-wdm-obreferenceobjectbyhandle.md: access is checked for user-mode callers only.
extern "C" NTSTATUS ObReferenceObjectByHandle(HANDLE Handle, ACCESS_MASK DesiredAccess,
                                              POBJECT_TYPE ObjectType, KPROCESSOR_MODE AccessMode,
                                              PVOID* Object,
                                              POBJECT_HANDLE_INFORMATION HandleInformation) {
  require_irql_at_most(PASSIVE_LEVEL, "ObReferenceObjectByHandle");
  *Object = nullptr;
  HandleEntry entry;
  const NTSTATUS status = pin_by_handle(Handle, ObjectType, entry);
  if (!NT_SUCCESS(status)) return status;
  const bool kernel_only = (entry.attributes & OBJ_KERNEL_HANDLE) != 0;
  const bool lacking = (DesiredAccess & ~entry.access) != 0;
  if (AccessMode == UserMode && (kernel_only || lacking)) {
    unpin_object(entry.object);
    return kernel_only ? STATUS_INVALID_HANDLE : STATUS_ACCESS_DENIED;
  }
  reference_object(entry.object);
  unpin_object(entry.object);
  *Object = entry.object;
  if (HandleInformation != nullptr) *HandleInformation = {entry.attributes, entry.access};
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ObReferenceObjectByHandleWithTag(HANDLE Handle, ACCESS_MASK DesiredAccess,
                                                     POBJECT_TYPE ObjectType,
                                                     KPROCESSOR_MODE AccessMode, ULONG,
                                                     PVOID* Object,
                                                     POBJECT_HANDLE_INFORMATION HandleInformation) {
  return ObReferenceObjectByHandle(Handle, DesiredAccess, ObjectType, AccessMode, Object,
                                   HandleInformation);
}

// No header declares it; drivers that call it bring their own declaration.
extern "C" NTSTATUS ObReferenceObjectByName(PUNICODE_STRING ObjectName, ULONG, PACCESS_STATE,
                                            ACCESS_MASK, POBJECT_TYPE ObjectType, KPROCESSOR_MODE,
                                            PVOID, PVOID* Object) {
  require_irql_at_most(PASSIVE_LEVEL, "ObReferenceObjectByName");
  *Object = nullptr;
  const std::u16string name = text_of(ObjectName);
  if (name.empty()) return STATUS_OBJECT_NAME_INVALID;
  if (name.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  if (!has_directory(name)) return STATUS_OBJECT_PATH_NOT_FOUND;
  void* const object = object_named(name);
  if (object == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (ObjectType != nullptr && type_of_object(object) != ObjectType)
    return STATUS_OBJECT_TYPE_MISMATCH;
  reference_object(object);
  *Object = object;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ObReferenceObjectByPointer(PVOID Object, ACCESS_MASK, POBJECT_TYPE ObjectType,
                                               KPROCESSOR_MODE AccessMode) {
  require_irql_at_most(DISPATCH_LEVEL, "ObReferenceObjectByPointer");
  const POBJECT_TYPE type = type_of_object(Object);
  // "If the AccessMode parameter is KernelMode, the ObjectType parameter can be NULL."
  const bool any = ObjectType == nullptr && AccessMode == KernelMode;
  if (!any && type != nullptr && type != ObjectType) return STATUS_OBJECT_TYPE_MISMATCH;
  touch(Object);
  reference_object(Object);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ObReferenceObjectByPointerWithTag(PVOID Object, ACCESS_MASK DesiredAccess,
                                                      POBJECT_TYPE ObjectType,
                                                      KPROCESSOR_MODE AccessMode, ULONG) {
  return ObReferenceObjectByPointer(Object, DesiredAccess, ObjectType, AccessMode);
}

extern "C" LONG_PTR ObfReferenceObject(PVOID Object) {
  require_irql_at_most(DISPATCH_LEVEL, "ObReferenceObject");
  touch(Object);
  return reference_object(Object);
}

extern "C" LONG_PTR ObfReferenceObjectWithTag(PVOID Object, ULONG) {
  return ObfReferenceObject(Object);
}

extern "C" BOOLEAN ObReferenceObjectSafe(PVOID Object) {
  require_irql_at_most(DISPATCH_LEVEL, "ObReferenceObjectSafe");
  if (!object_exists(Object)) return FALSE;
  reference_object(Object);
  return TRUE;
}

extern "C" LONG_PTR ObfDereferenceObject(PVOID Object) {
  require_irql_at_most(DISPATCH_LEVEL, "ObDereferenceObject");
  return dereference_object(Object, "ObDereferenceObject");
}

extern "C" LONG_PTR ObfDereferenceObjectWithTag(PVOID Object, ULONG) {
  require_irql_at_most(DISPATCH_LEVEL, "ObDereferenceObjectWithTag");
  return dereference_object(Object, "ObDereferenceObjectWithTag");
}

extern "C" VOID ObDereferenceObjectDeferDelete(PVOID Object) {
  require_irql_at_most(DISPATCH_LEVEL, "ObDereferenceObjectDeferDelete");
  dereference_object(Object, "ObDereferenceObjectDeferDelete");
}

extern "C" VOID ObDereferenceObjectDeferDeleteWithTag(PVOID Object, ULONG) {
  ObDereferenceObjectDeferDelete(Object);
}

extern "C" NTSTATUS ObOpenObjectByPointer(PVOID Object, ULONG HandleAttributes, PACCESS_STATE,
                                          ACCESS_MASK DesiredAccess, POBJECT_TYPE ObjectType,
                                          KPROCESSOR_MODE, PHANDLE Handle) {
  require_irql_at_most(APC_LEVEL, "ObOpenObjectByPointer");
  const POBJECT_TYPE type = type_of_object(Object);
  if (ObjectType != nullptr && type != nullptr && type != ObjectType) {
    return STATUS_OBJECT_TYPE_MISMATCH;
  }
  touch(Object);
  if (fails_here(sim::FaultKind::kHandle)) return STATUS_INSUFFICIENT_RESOURCES;
  *Handle =
      make_handle(Object, type != nullptr ? type : ObjectType, DesiredAccess, HandleAttributes);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ObQueryNameString(PVOID Object, POBJECT_NAME_INFORMATION ObjectNameInfo,
                                      ULONG Length, PULONG ReturnLength) {
  require_irql_at_most(APC_LEVEL, "ObQueryNameString");
  const std::u16string name = name_of_object(Object);
  const std::size_t bytes = name.size() * sizeof(WCHAR);
  const std::size_t needed =
      sizeof(OBJECT_NAME_INFORMATION) + (name.empty() ? 0 : bytes + sizeof(WCHAR));
  *ReturnLength = static_cast<ULONG>(needed);
  if (Length < needed) return STATUS_INFO_LENGTH_MISMATCH;
  ObjectNameInfo->Name = {};
  if (name.empty()) return STATUS_SUCCESS;
  auto* buffer = reinterpret_cast<PWSTR>(ObjectNameInfo + 1);
  std::memcpy(buffer, name.c_str(), bytes + sizeof(WCHAR));
  ObjectNameInfo->Name.Buffer = buffer;
  ObjectNameInfo->Name.Length = static_cast<USHORT>(bytes);
  ObjectNameInfo->Name.MaximumLength = static_cast<USHORT>(bytes + sizeof(WCHAR));
  return STATUS_SUCCESS;
}

extern "C" POBJECT_TYPE ObGetObjectType(PVOID Object) { return type_of_object(Object); }

// No object here has a descriptor of its own.
extern "C" NTSTATUS ObGetObjectSecurity(PVOID, PSECURITY_DESCRIPTOR* SecurityDescriptor,
                                        PBOOLEAN MemoryAllocated) {
  require_irql_at_most(PASSIVE_LEVEL, "ObGetObjectSecurity");
  *SecurityDescriptor = nullptr;
  *MemoryAllocated = FALSE;
  return fails_here(sim::FaultKind::kPool) ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

extern "C" VOID ObReleaseObjectSecurity(PSECURITY_DESCRIPTOR, BOOLEAN) {
  require_irql_at_most(APC_LEVEL, "ObReleaseObjectSecurity");
}

namespace {

NTSTATUS close_for(KPROCESSOR_MODE mode, HANDLE handle, const char* call) {
  require_irql_at_most(PASSIVE_LEVEL, call);
  sim::switch_point();
  // A client cannot close what the kernel opened for itself.
  if (mode == UserMode)
    return can_be_a_clients(handle) && close_handle(handle) ? STATUS_SUCCESS
                                                            : STATUS_INVALID_HANDLE;
  const Closing closing = close_as_driver(handle);
  const NTSTATUS status = closing == Closing::kDone ? STATUS_SUCCESS : STATUS_INVALID_HANDLE;
  if (handle == nullptr || current_driver() == nullptr) return status;
  // A client may have closed its own handle meanwhile, so that is no mistake of the driver.
  if (rules::breaks("N-073", closing == Closing::kDoneBefore ||
                                 (closing == Closing::kNotOpen && !can_be_a_clients(handle)))) {
    Breach("N-073", Offender::running())
        .message("{}(Handle = {}) closes what is no open handle", call, handle)
        .field("Handle", fmt::format("{}", handle))
        .object("handle")
        .at(handle)
        .raise();
  }
  return status;
}

}  // namespace

extern "C" NTSTATUS ZwClose(HANDLE Handle) { return close_for(KernelMode, Handle, "ZwClose"); }

extern "C" NTSTATUS ObCloseHandle(HANDLE Handle, KPROCESSOR_MODE PreviousMode) {
  return close_for(PreviousMode, Handle, "ObCloseHandle");
}

extern "C" NTSTATUS ZwDuplicateObject(HANDLE, HANDLE SourceHandle, HANDLE, PHANDLE TargetHandle,
                                      ACCESS_MASK DesiredAccess, ULONG HandleAttributes,
                                      ULONG Options) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwDuplicateObject");
  HandleEntry entry;
  const NTSTATUS status = pin_by_handle(SourceHandle, nullptr, entry);
  if (!NT_SUCCESS(status)) return status;
  if (fails_here(sim::FaultKind::kHandle)) {
    unpin_object(entry.object);
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  const bool same_access = (Options & DUPLICATE_SAME_ACCESS) != 0;
  const bool same_attributes = (Options & DUPLICATE_SAME_ATTRIBUTES) != 0;
  const HANDLE made =
      make_handle(entry.object, entry.type, same_access ? entry.access : DesiredAccess,
                  same_attributes ? entry.attributes : HandleAttributes);
  unpin_object(entry.object);
  if ((Options & DUPLICATE_CLOSE_SOURCE) != 0) close_handle(SourceHandle);
  if (TargetHandle != nullptr) *TargetHandle = made;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ZwMakeTemporaryObject(HANDLE Handle) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwMakeTemporaryObject");
  return check_handle(Handle, nullptr);
}

namespace {

// A handle keeps its directory, by whichever call it was made.
HANDLE handle_of_directory(const std::u16string& name, ACCESS_MASK access, ULONG attributes) {
  add_directory(name);
  auto* const object = new char;
  add_object(object, &directory_type, "directory " + to_utf8(name), [object, name] {
    remove_directory(name);
    delete object;
  });
  const HANDLE handle = make_handle(object, &directory_type, access, attributes);
  release_object(object);
  return handle;
}

}  // namespace

extern "C" NTSTATUS ZwCreateDirectoryObject(PHANDLE DirectoryHandle, ACCESS_MASK DesiredAccess,
                                            POBJECT_ATTRIBUTES ObjectAttributes) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwCreateDirectoryObject");
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  const ULONG attributes = ObjectAttributes == nullptr ? 0 : ObjectAttributes->Attributes;
  const std::u16string name =
      ObjectAttributes == nullptr ? std::u16string() : text_of(ObjectAttributes->ObjectName);
  if (!name.empty() && name.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  if (!name.empty() && !has_directory(name)) return STATUS_OBJECT_PATH_NOT_FOUND;
  const bool exists = !name.empty() && is_directory(name);
  if (exists && (attributes & OBJ_OPENIF) == 0) return STATUS_OBJECT_NAME_COLLISION;
  *DirectoryHandle = handle_of_directory(name, DesiredAccess, attributes);
  return exists ? STATUS_OBJECT_NAME_EXISTS : STATUS_SUCCESS;
}

extern "C" NTSTATUS ZwOpenDirectoryObject(PHANDLE DirectoryHandle, ACCESS_MASK DesiredAccess,
                                          POBJECT_ATTRIBUTES ObjectAttributes) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenDirectoryObject");
  const std::u16string name = text_of(ObjectAttributes->ObjectName);
  if (name.empty() || name.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  if (!is_directory(name)) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (fails_here(sim::FaultKind::kHandle)) return STATUS_INSUFFICIENT_RESOURCES;
  *DirectoryHandle = handle_of_directory(name, DesiredAccess, ObjectAttributes->Attributes);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ZwOpenSymbolicLinkObject(PHANDLE LinkHandle, ACCESS_MASK DesiredAccess,
                                             POBJECT_ATTRIBUTES ObjectAttributes) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenSymbolicLinkObject");
  const std::u16string name = text_of(ObjectAttributes->ObjectName);
  const std::optional<std::u16string> target = link_target(name);
  if (!target) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (fails_here(sim::FaultKind::kHandle)) return STATUS_INSUFFICIENT_RESOURCES;
  *LinkHandle =
      make_handle_of_new(new std::u16string(*target), &link_type, "symbolic link " + to_utf8(name),
                         DesiredAccess, ObjectAttributes->Attributes);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ZwQuerySymbolicLinkObject(HANDLE LinkHandle, PUNICODE_STRING LinkTarget,
                                              PULONG ReturnedLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQuerySymbolicLinkObject");
  std::u16string target;
  const NTSTATUS status = with_object(LinkHandle, &link_type, [&](const HandleEntry& entry) {
    target = *static_cast<std::u16string*>(entry.object);
    return STATUS_SUCCESS;
  });
  if (!NT_SUCCESS(status)) return status;
  const std::size_t bytes = target.size() * sizeof(WCHAR);
  if (ReturnedLength != nullptr) *ReturnedLength = static_cast<ULONG>(bytes);
  if (LinkTarget->MaximumLength < bytes) return STATUS_BUFFER_TOO_SMALL;
  std::memcpy(LinkTarget->Buffer, target.data(), bytes);
  LinkTarget->Length = static_cast<USHORT>(bytes);
  return STATUS_SUCCESS;
}
