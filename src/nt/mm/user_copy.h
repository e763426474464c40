// Copying from and to a client's memory, which may be anything: absent, half there, read-only, an
// address that cannot exist.
//
// One routine of known extent touches the memory; a fault inside it becomes a failure.
//
// Cost: that of the copy; no system call. Owner: none. Threads: any.
#pragma once

#include <cstddef>

namespace drydock::nt {

// False when some byte could not be touched; then some of the bytes before it may be copied.
[[nodiscard]] bool copy_from_user(void* to, const void* from, std::size_t bytes);
[[nodiscard]] bool copy_to_user(void* to, const void* from, std::size_t bytes);

// True when every byte can be read, or written. Touches one byte a page and changes none.
[[nodiscard]] bool user_can_read(const void* address, std::size_t bytes);
[[nodiscard]] bool user_can_write(const void* address, std::size_t bytes);

// The handler of faults calls it. Returns true when the fault happened in one of these copies,
// which then continues and fails.
bool resume_user_copy(void* ucontext);

}  // namespace drydock::nt
