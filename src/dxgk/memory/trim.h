// Trim notifications: clients are notified when the residency lists of their process demand more
// than its budget, and periodically to evict what they do not use. Cost: each notification looks at
// all registrations of the process. Owner: the process has the registrations until they are
// unregistered or their device is destroyed. Threads: any.
#pragma once

#include <cstddef>

#include "src/dxgk/work/device.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// Returns the handle by which it is unregistered.
void* register_trim(Device& device, PFND3DKMT_TRIMNOTIFICATIONCALLBACK callback, void* context);
// When it returns the callback is not running, unless the callback itself called. False when the
// handle is none of the process's.
bool unregister_trim(const Process& process, void* handle);

// Unregisters those of a device that is being destroyed, and returns how many there were.
std::size_t end_trims(const Device& device);

// Budgets have changed. No lock is held.
void trim_to_budget(const Adapter& adapter);

// A period is over: clients evict what they have not used in it. The first call of a registration
// begins its first one. A host that wants memory says so; what stays is K-288. No lock is held.
void trim_periodically(const Adapter& adapter);

}  // namespace drydock::dxgk
