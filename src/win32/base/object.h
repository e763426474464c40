// Objects that user-mode drivers name by handle: how they are made, found and used.
//
// Cost: one lock and one hash look-up. Owner: a handle pins its object; a PinnedObject does for a
// scope. Threads: any.
#pragma once

#include <functional>
#include <string>

#include "src/nt/ob/handle.h"
#include "src/win32/base/call.h"

namespace drydock::win32 {

// The right to change an event, a semaphore or a timer.
inline constexpr ACCESS_MASK kModifyState = 0x2;

// The name that a driver gives to an object, or none. "Local\x" and "Global\x" are "x": there is
// one session.
class ObjectName {
 public:
  explicit ObjectName(PCWSTR name);
  explicit ObjectName(const char* name);
  ObjectName(const ObjectName&) = delete;
  ObjectName& operator=(const ObjectName&) = delete;

  bool is_given() const { return string_.Buffer != nullptr; }
  ULONG problem() const { return problem_; }
  POBJECT_ATTRIBUTES attributes() { return &attributes_; }

 private:
  void set(std::u16string_view name);

  std::u16string text_;
  UNICODE_STRING string_{};
  OBJECT_ATTRIBUTES attributes_{};
  ULONG problem_ = error::kSuccess;
};

using HandleMaker = std::function<NTSTATUS(PHANDLE handle, POBJECT_ATTRIBUTES attributes)>;

// The handle that `make` gives; null when it fails. The error is that of the call: it also says
// when the object was there before.
HANDLE create_named_object(ObjectName& name, const HandleMaker& make);

// A handle for what has the name.
HANDLE open_named_object(ObjectName& name, const HandleMaker& open);

// The object of a handle, referenced for the length of a scope.
class PinnedObject {
 public:
  // `access` is what the handle must allow.
  PinnedObject(HANDLE handle, POBJECT_TYPE type, ACCESS_MASK access = 0);
  ~PinnedObject();
  PinnedObject(const PinnedObject&) = delete;
  PinnedObject& operator=(const PinnedObject&) = delete;

  NTSTATUS status() const { return status_; }
  const nt::HandleEntry& entry() const { return entry_; }
  template <class Object>
  Object* as() const {
    return static_cast<Object*>(entry_.object);
  }

 private:
  nt::HandleEntry entry_;
  NTSTATUS status_;
};

}  // namespace drydock::win32
