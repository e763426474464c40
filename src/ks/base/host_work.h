// Work of the host's own that must not run where it comes up.
#pragma once

#include <functional>

namespace drydock::ks {

// Runs the body on a worker of the host at PASSIVE_LEVEL. It is no debt of the driver that runs
// now. Any thread, any IRQL up to DISPATCH_LEVEL. There are two workers, so a body may wait for
// another.
void queue_host_work(std::function<void()> body);

}  // namespace drydock::ks
