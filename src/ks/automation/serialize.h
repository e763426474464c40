// Property sets as a byte stream (KSPROPERTY_TYPE_SERIALIZESET and its kin).
//
// KSPROPERTY_SERIALHDR, then for each property whose item has a SerializedSize a KSPROPERTY_SERIAL
// and its value. Values are read and written by the items' own handlers.
#pragma once

#include "src/ks/base/request.h"
#include "src/ks/base/wdk.h"

namespace drydock::ks {

// True when these flags of a property request ask for a serialised form.
bool is_serial(ULONG flags);

// Answers such a request against one set. Does not complete the IRP.
NTSTATUS serialize(PIRP irp, const KSPROPERTY_SET& set, ULONG item_size, ULONG flags,
                   PFNKSALLOCATOR allocator);

}  // namespace drydock::ks
