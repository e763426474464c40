// The strand that has the driver destroy allocations which had to drain first.
#pragma once

#include <functional>

namespace drydock::dxgk {

// Queues a job, at any IRQL. Jobs run one after the other, in order, at PASSIVE_LEVEL.
void run_later(std::function<void()> job);

// Waits until every job that was queued before is done. Not from a job.
void finish_jobs();

}  // namespace drydock::dxgk
