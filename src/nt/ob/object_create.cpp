#include "src/nt/ob/object_create.h"

#include <optional>

#include "src/nt/base/fault_point.h"

namespace drydock::nt {
namespace {

NTSTATUS handle_for_existing(PHANDLE handle, void* object, ACCESS_MASK access, ULONG attributes,
                             POBJECT_TYPE type) {
  if (type_of_object(object) != type) return STATUS_OBJECT_TYPE_MISMATCH;
  if ((attributes & OBJ_OPENIF) == 0) return STATUS_OBJECT_NAME_COLLISION;
  *handle = make_handle(object, type, access, attributes);
  return STATUS_OBJECT_NAME_EXISTS;
}

}  // namespace

NTSTATUS create_object(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                       POBJECT_TYPE type,
                       const std::function<void*(const std::u16string& name)>& make) {
  const ULONG flags = attributes == nullptr ? 0 : attributes->Attributes;
  const std::u16string name =
      attributes == nullptr ? std::u16string() : text_of(attributes->ObjectName);
  if (!name.empty() && name.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  if (void* object = object_named(name))
    return handle_for_existing(handle, object, access, flags, type);
  void* const object = make(name);
  if (object == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  if (!name.empty() && !name_object(name, object)) {
    // Another thread was faster.
    release_object(object);
    return STATUS_OBJECT_NAME_COLLISION;
  }
  *handle = make_handle(object, type, access, flags);
  release_object(object);
  return STATUS_SUCCESS;
}

NTSTATUS open_object(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                     POBJECT_TYPE type) {
  void* const object = object_named(text_of(attributes->ObjectName));
  if (object == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (type_of_object(object) != type) return STATUS_OBJECT_TYPE_MISMATCH;
  if (fails_here(sim::FaultKind::kHandle)) return STATUS_INSUFFICIENT_RESOURCES;
  *handle = make_handle(object, type, access, attributes->Attributes);
  return STATUS_SUCCESS;
}

void* object_named(const std::u16string& name) {
  const std::optional<Found> found = name.empty() ? std::nullopt : find_named(name);
  return found && found->rest.empty() ? found->object : nullptr;
}

std::string description_of(const char* kind, const std::u16string& name) {
  return name.empty() ? std::string(kind) : std::string(kind) + " " + to_utf8(name);
}

}  // namespace drydock::nt
