// The finding about two accesses that nothing orders, and the rule that they break.
#pragma once

#include <cstddef>

#include "src/nt/races/race_shadow.h"

namespace drydock::nt {

// Raises the finding once for each pair of places in the driver's code. `frame` is the frame of the
// function by which the driver recorded the later access.
void raise_race(const void* address, std::size_t bytes, const Access& earlier, const Access& later,
                const void* frame);

// Removes the places in this code, because other code may be loaded there.
void remove_raised_races(CodeRange code);

}  // namespace drydock::nt
