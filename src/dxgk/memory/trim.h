// Trim notifications: clients are notified when the residency lists of their process ask for more
// than its budget has become, and from time to time to give up what they do not use.
#pragma once

#include <cstddef>

#include "src/dxgk/work/device.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// The handle by which it ends.
void* register_trim(Device& device, PFND3DKMT_TRIMNOTIFICATIONCALLBACK callback, void* context);
// When it returns the callback is not under way, unless that is who called. False when the handle
// is none of the process.
bool unregister_trim(const Process& process, void* handle);

// Those of a device that goes: how many there were.
std::size_t end_trims(const Device& device);

// Budgets have changed. No lock is held.
void trim_to_budget(const Adapter& adapter);

// A period is over: clients evict what they have not used in it. The first call of a registration
// begins its first one. A host that wants memory says so; what stays is K-288. No lock is held.
void trim_periodically(const Adapter& adapter);

}  // namespace drydock::dxgk
