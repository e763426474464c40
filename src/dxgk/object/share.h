// Global handles: names by which any process of a dock can open an object.
#pragma once

#include <atomic>
#include <cstdint>

#include "src/dxgk/object/handle_table.h"

namespace drydock::dxgk {

// An object that a global handle can stand for. It counts its openings, and is destroyed with the
// last one.
class Shared {
 public:
  enum class Kind : std::uint8_t { kResource, kSync, kMutex };

  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  Kind kind() const { return kind_; }

  // Adds an opening. False when the last one was closed. The object is created with its first one.
  bool try_open();

  Handle global = 0;

 protected:
  explicit Shared(Kind kind) : kind_(kind) {}
  ~Shared() = default;

 private:
  friend bool close_share(Shared& object);

  const Kind kind_;
  std::atomic<std::uint32_t> opens_ = 1;
};

// Gives the object a global handle; 0 when there is none left.
Handle publish(Shared& object);

// Opens the object of a global handle once more; the caller must call close_share(). Null when
// there is no object of that kind.
Shared* open_global(Handle global, Shared::Kind kind);
template <typename T>
T* open_global(Handle global) {
  return static_cast<T*>(open_global(global, T::kKind));
}

// Closes one opening. True for the last one: then the global handle is detached, and no other
// thread reaches the object.
[[nodiscard]] bool close_share(Shared& object);

}  // namespace drydock::dxgk
