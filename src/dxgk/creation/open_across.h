// Opens a cross-adapter resource on another adapter than the one that it was created on. For that
// adapter's driver it is a second allocation on the same memory (K-178).
#pragma once

#include <functional>

#include "src/dxgk/creation/create.h"

namespace drydock::dxgk {

// True when the device can open the resource although it belongs to another adapter.
bool can_open_across(const Device& device, const AdapterResource& body);

NTSTATUS query_across(Device& device, const AdapterResource& body, ShareInfo& out);
NTSTATUS open_across(Device& device, const AdapterResource& body,
                     const std::function<NTSTATUS(const ShareInfo&)>& fits, Opened& out);

}  // namespace drydock::dxgk
