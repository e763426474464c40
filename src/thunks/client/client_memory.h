// Access to hostile memory: that of a client or a driver, which others may change at any time.
//
// Contract: a structure is read once, into host memory, and the copy is checked. Before the act the
// thunk checks that answers can be written. Cost: a copy, guarded against faults. Owner: the client
// owns its memory; nothing here holds a pointer to it after the call. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/nt/mm/user_copy.h"

namespace drydock::thunks {

template <typename T>
bool is_aligned(const T* address) {
  return reinterpret_cast<std::uintptr_t>(address) % alignof(T) == 0;
}

// Returns false when the structure is absent, misaligned or not wholly readable.
template <typename T>
[[nodiscard]] bool read(const T* from, T& out) {
  return from != nullptr && is_aligned(from) && nt::copy_from_user(&out, from, sizeof out);
}

// Returns true when the client's structure or member can be written.
template <typename T>
[[nodiscard]] bool can_write(const T* to) {
  return to != nullptr && is_aligned(to) && nt::user_can_write(to, sizeof *to);
}

template <typename T>
[[nodiscard]] bool write(T* to, const T& value) {
  return nt::copy_to_user(to, &value, sizeof value);
}

// Writes a member of a structure that the prototype declares constant and the documents call an
// answer.
template <typename T>
[[nodiscard]] bool write(const T* to, const T& value) {
  return write(const_cast<T*>(to), value);
}

// Reads an array; an empty one needs no address. Returns false when it is unreadable or longer than
// `most`.
template <typename T, typename List>
[[nodiscard]] bool read_list(const T* from, std::size_t count, std::size_t most, List& out) {
  if (count == 0) return true;
  if (from == nullptr || !is_aligned(from) || count > most) return false;
  const std::size_t bytes = count * sizeof(T);
  // Checked before memory is allocated for it.
  if (bytes > 4096 && !nt::user_can_read(from, bytes)) return false;
  out.resize(count);
  return nt::copy_from_user(out.data(), from, bytes);
}

}  // namespace drydock::thunks
