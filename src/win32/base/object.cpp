#include "src/win32/base/object.h"

#include <cassert>

#include "src/nt/ob/object_names.h"

namespace drydock::win32 {
namespace {

constexpr std::size_t kLongestName = 260;        // MAX_PATH
constexpr ACCESS_MASK kAnyGeneric = 0xF2000000;  // GENERIC_* and MAXIMUM_ALLOWED

std::u16string_view without_session(std::u16string_view name) {
  for (const std::u16string_view prefix : {u"Local\\", u"Global\\"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

}  // namespace

ObjectName::ObjectName(PCWSTR name) {
  attributes_.Length = sizeof attributes_;
  if (name != nullptr) set(nt::text_of(name));
}

ObjectName::ObjectName(const char* name) {
  attributes_.Length = sizeof attributes_;
  if (name != nullptr) set(nt::from_utf8(name));
}

void ObjectName::set(std::u16string_view name) {
  if (name.empty()) return;
  const std::u16string_view own = without_session(name);
  if (name.size() > kLongestName) problem_ = error::kNameTooLong;
  if (own.empty() || own.find(u'\\') != own.npos) problem_ = error::kPathNotFound;
  if (problem_ != error::kSuccess) return;
  text_ = u"\\BaseNamedObjects\\" + std::u16string(own);
  RtlInitUnicodeString(&string_, reinterpret_cast<PCWSTR>(text_.c_str()));
  attributes_.ObjectName = &string_;
  attributes_.Attributes = OBJ_OPENIF;
}

HANDLE create_named_object(ObjectName& name, const HandleMaker& make) {
  NTSTATUS status = STATUS_SUCCESS;
  HANDLE handle = nullptr;
  if (name.problem() == error::kSuccess) {
    status = make(&handle, name.attributes());
    SetLastError(creation_code_of(status));
  } else {
    fail_call(name.problem());
  }
  return handle;
}

HANDLE open_named_object(ObjectName& name, const HandleMaker& open) {
  if (name.problem() == error::kSuccess && !name.is_given()) {
    fail_call(error::kInvalidParameter);
    return nullptr;
  }
  return create_named_object(name, open);
}

PinnedObject::PinnedObject(HANDLE handle, POBJECT_TYPE type, ACCESS_MASK access)
    : status_(nt::pin_by_handle(handle, type, entry_)) {
  if (!NT_SUCCESS(status_)) return;
  assert(entry_.object != nullptr && (type == nullptr || entry_.type == type));
  const bool lacking = (access & ~entry_.access) != 0 && (entry_.access & kAnyGeneric) == 0;
  if (!lacking) return;
  nt::unpin_object(entry_.object);
  status_ = STATUS_ACCESS_DENIED;
}

PinnedObject::~PinnedObject() {
  if (NT_SUCCESS(status_)) nt::unpin_object(entry_.object);
}

}  // namespace drydock::win32
