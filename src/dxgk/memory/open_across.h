// Opening a cross-adapter resource on another adapter than the one it was created on: there it is a
// second allocation towards the driver, over the same memory (K-178).
#pragma once

#include <functional>

#include "src/dxgk/memory/create.h"

namespace drydock::dxgk {

// True when the resource can be opened on the device although it lies on another adapter.
bool can_open_across(const Device& device, const AdapterResource& body);

NTSTATUS query_across(Device& device, const AdapterResource& body, ShareInfo& out);
NTSTATUS open_across(Device& device, const AdapterResource& body,
                     const std::function<NTSTATUS(const ShareInfo&)>& fits, Opened& out);

}  // namespace drydock::dxgk
