// Objects that user-mode drivers name by handle: how they are made, found and used.
#pragma once

#include <functional>
#include <string>

#include "src/nt/ob/handle.h"
#include "src/win32/call.h"

namespace drydock::nt {

// The right to change an event, a semaphore or a timer.
inline constexpr ACCESS_MASK kModifyState = 0x2;

// The name that a driver gives to an object, or none. "Local\x" and "Global\x" are "x": there is
// one session.
class UserObjectName {
 public:
  explicit UserObjectName(PCWSTR name);
  explicit UserObjectName(const char* name);
  UserObjectName(const UserObjectName&) = delete;
  UserObjectName& operator=(const UserObjectName&) = delete;

  bool is_given() const { return string_.Buffer != nullptr; }
  ULONG problem() const { return problem_; }
  POBJECT_ATTRIBUTES attributes() { return &attributes_; }

 private:
  void set(std::u16string_view name);

  std::u16string text_;
  UNICODE_STRING string_{};
  OBJECT_ATTRIBUTES attributes_{};
  ULONG problem_ = win32::kSuccess;
};

using HandleMaker = std::function<NTSTATUS(PHANDLE handle, POBJECT_ATTRIBUTES attributes)>;

// The handle that `make` gives; null when it fails. The error is that of the call: it also tells
// that the object was there before.
HANDLE create_user_object(UserObjectName& name, const HandleMaker& make);

// A handle for what has the name.
HANDLE open_user_object(UserObjectName& name, const HandleMaker& open);

// What a handle names, held for the length of a scope.
class UserObject {
 public:
  // `access` is what the handle must allow.
  UserObject(HANDLE handle, POBJECT_TYPE type, ACCESS_MASK access = 0);
  ~UserObject();
  UserObject(const UserObject&) = delete;
  UserObject& operator=(const UserObject&) = delete;

  NTSTATUS status() const { return status_; }
  const HandleEntry& entry() const { return entry_; }
  template <class Object>
  Object* as() const {
    return static_cast<Object*>(entry_.object);
  }

 private:
  HandleEntry entry_;
  NTSTATUS status_;
};

}  // namespace drydock::nt
