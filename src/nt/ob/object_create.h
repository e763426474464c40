// The part of creating or opening an object that deals with its name in OBJECT_ATTRIBUTES.
//
// Cost: that of the object manager and of the name space. Owner: the handle that is made. Threads:
// any.
#pragma once

#include <functional>
#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::nt {

// A handle for a new object. `make` adds it to the manager under its description, or returns null
// when there is no memory; naming it is done here. STATUS_OBJECT_NAME_COLLISION when the name is
// taken; with OBJ_OPENIF a handle for what has it and STATUS_OBJECT_NAME_EXISTS.
NTSTATUS create_object(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                       POBJECT_TYPE type,
                       const std::function<void*(const std::u16string& name)>& make);

// A handle for the object of that name and type.
NTSTATUS open_object(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                     POBJECT_TYPE type);

// The object with exactly this name; null when there is none.
void* object_named(const std::u16string& name);

// A handle for a new object without a name, which lives as long as its handles and references.
template <typename Object>
HANDLE make_handle_of_new(Object* object, POBJECT_TYPE type, std::string what, ACCESS_MASK access,
                          ULONG attributes) {
  add_object(object, type, std::move(what), [object] { delete object; });
  const HANDLE handle = make_handle(object, type, access, attributes);
  release_object(object);
  return handle;
}

// "event \BaseNamedObjects\x"
std::string description_of(const char* kind, const std::u16string& name);

}  // namespace drydock::nt
