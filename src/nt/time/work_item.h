// Work items that other rooms queue for drivers.
#pragma once

#include <memory>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

class Driver;

// ExQueueWorkItem for what `call` says. The queue releases `lifetime` when the item has run, or
// will never run.
void queue_work_item(PWORK_QUEUE_ITEM item, const char* call, std::shared_ptr<void> lifetime);

// An IO_WORKITEM has a reference on its device from when it is queued until its routine has
// returned, and the driver's image stays as long (wdm/nf-wdm-exqueueworkitem.md). So it runs before
// the image goes, even if DriverUnload has returned.
void wait_for_work_items_of(const Driver& driver);

}  // namespace drydock::nt
