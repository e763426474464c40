// Marks pool for the address sanitizer, for drivers that were built with it. Only the bytes of live
// blocks may be touched, so that it reports an access at the very line of the driver.
//
// The host writes and reads its guards and patterns with its own instructions, which are not
// watched; functions of the C library are, so they are called only on memory that is open.
//
// Cost: where the sanitizer's runtime is not in the process, nothing.
#pragma once

#include <cstddef>

namespace drydock::nt {

// True when the runtime is in the process and the host itself is not built with the sanitizer.
// It does not change while the process lives.
bool has_shadow();

// Let drivers touch the memory from now on, and forbid it.
void open_in_shadow(const void* begin, std::size_t bytes);
void close_in_shadow(const void* begin, std::size_t bytes);

}  // namespace drydock::nt
