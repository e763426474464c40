#include "src/win32/object.h"

#include <array>

#include "src/nt/ob/object_names.h"

namespace drydock::nt {
namespace {

constexpr std::size_t kLongestUserName = 260;    // MAX_PATH
constexpr ACCESS_MASK kAnyGeneric = 0xF2000000;  // GENERIC_* and MAXIMUM_ALLOWED

std::u16string_view without_session(std::u16string_view name) {
  for (const std::u16string_view prefix : {u"Local\\", u"Global\\"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

}  // namespace

UserObjectName::UserObjectName(PCWSTR name) {
  attributes_.Length = sizeof attributes_;
  if (name != nullptr) set(text_of(name));
}

UserObjectName::UserObjectName(const char* name) {
  attributes_.Length = sizeof attributes_;
  if (name != nullptr) set(from_utf8(name));
}

void UserObjectName::set(std::u16string_view name) {
  if (name.empty()) return;
  const std::u16string_view own = without_session(name);
  if (name.size() > kLongestUserName) problem_ = win32::kNameTooLong;
  if (own.empty() || own.find(u'\\') != own.npos) problem_ = win32::kPathNotFound;
  if (problem_ != win32::kSuccess) return;
  text_ = u"\\BaseNamedObjects\\" + std::u16string(own);
  RtlInitUnicodeString(&string_, reinterpret_cast<PCWSTR>(text_.c_str()));
  attributes_.ObjectName = &string_;
  attributes_.Attributes = OBJ_OPENIF;
}

HANDLE create_user_object(UserObjectName& name, const HandleMaker& make) {
  NTSTATUS status = STATUS_SUCCESS;
  HANDLE handle = nullptr;
  if (name.problem() == win32::kSuccess) {
    status = make(&handle, name.attributes());
    SetLastError(creation_code_of(status));
  } else {
    fail_call(name.problem());
  }
  return handle;
}

HANDLE open_user_object(UserObjectName& name, const HandleMaker& open) {
  if (name.problem() == win32::kSuccess && !name.is_given()) {
    fail_call(win32::kInvalidParameter);
    return nullptr;
  }
  return create_user_object(name, open);
}

UserObject::UserObject(HANDLE handle, POBJECT_TYPE type, ACCESS_MASK access)
    : status_(pin_by_handle(handle, type, entry_)) {
  if (!NT_SUCCESS(status_)) return;
  const bool lacking = (access & ~entry_.access) != 0 && (entry_.access & kAnyGeneric) == 0;
  if (!lacking) return;
  unpin_object(entry_.object);
  status_ = STATUS_ACCESS_DENIED;
}

UserObject::~UserObject() {
  if (NT_SUCCESS(status_)) unpin_object(entry_.object);
}

}  // namespace drydock::nt
