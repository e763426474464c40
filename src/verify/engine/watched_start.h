// Plays drivers that do not start once more, with their calls of the system watched: one that
// failed may be why.
//
// Cost: the headers of the kit are read, and one run for each reason. Threads: the caller's only.
#pragma once

#include <vector>

#include "src/verify/engine/engine.h"

namespace drydock::verify {

// `failed` are the results of scenarios whose clean run ended because something does not start.
// They get what preceded that.
void watch_failed_starts(const Request& request, const ProcessPool& pool,
                         const std::vector<ScenarioResult*>& failed);

}  // namespace drydock::verify
