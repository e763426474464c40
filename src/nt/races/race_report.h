// What two accesses that nothing orders mean, and the finding about them.
#pragma once

#include <cstddef>

#include "src/nt/races/race_shadow.h"

namespace drydock::nt {

// `frame` is that of the function that the driver called to tell the later access. Two places in
// the driver's code are told once.
void raise_race(const void* address, std::size_t bytes, const Access& earlier, const Access& later,
                const void* frame);

// Places in this code are told again when other code takes its place.
void remove_raised_races(CodeRange code);

}  // namespace drydock::nt
