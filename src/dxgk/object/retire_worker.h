// The strand on which the driver hears of the end of allocations that had to drain first.
#pragma once

#include <functional>

namespace drydock::dxgk {

// At any IRQL. Jobs run one after the other, in order, at PASSIVE_LEVEL.
void run_later(std::function<void()> job);

// Waits until every job that was given before is done. Not from a job.
void finish_jobs();

}  // namespace drydock::dxgk
