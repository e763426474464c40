// Randomness for drivers: the machine's, or under a seed the same numbers in the same order in
// every run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drydock::nt {

std::uint64_t random_number();
void random_bytes(void* to, std::size_t size);

}  // namespace drydock::nt
