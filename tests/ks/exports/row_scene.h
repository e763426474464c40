// What rows of the streaming class driver call with.
#pragma once

#include "src/ks/base/wdk.h"
#include "tests/nt/exports/row_scene.h"

namespace drydock::testing {

// An item by which a device opens files of this name.
inline KSOBJECT_CREATE_ITEM item_of(const WCHAR* name) {
  KSOBJECT_CREATE_ITEM item{};
  item.Create = complete_at_once;
  item.ObjectClass = words(name);
  return item;
}

// The item by which the file of a request is opened.
inline void store_item(PIRP irp, PKSOBJECT_CREATE_ITEM item) {
  volatile auto& place = KSCREATE_ITEM_IRP_STORAGE(irp);
  place = item;
}

}  // namespace drydock::testing
