// Numbers for the objects that events of the trace speak of. An object gets a new number each time
// it is initialised, so the numbers of one seed are the same in every run, wherever its objects lie
// in memory.
#pragma once

#include <cstdint>

namespace drydock::nt {

// Costs a look-up while a trace records, one relaxed load otherwise.
void number(const void* object);
std::uint64_t number_of(const void* object);  // 0 when it was never numbered

}  // namespace drydock::nt
