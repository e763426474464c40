// How routines that create or open an object by OBJECT_ATTRIBUTES deal with its name.
#pragma once

#include <functional>
#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::nt {

// A handle for a new object. `make` adds it to the manager under its description, or answers null
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

// "event \BaseNamedObjects\x"
std::string description_of(const char* kind, const std::u16string& name);

}  // namespace drydock::nt
