// Global handles: names by which something can be opened from any process of a dock.
#pragma once

#include <atomic>
#include <cstdint>

#include "src/dxgk/object/handle_table.h"

namespace drydock::dxgk {

// What a global handle can stand for. It counts its openings and goes with the last.
class Shared {
 public:
  enum class Kind : std::uint8_t { kResource, kSync, kMutex };

  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  Kind kind() const { return kind_; }

  // One opening more; false when the last one has gone. The first comes with the object.
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

// What a global handle stands for, opened once more: close_share() is owed. Null when there is
// nothing of that kind.
Shared* open_global(Handle global, Shared::Kind kind);
template <typename T>
T* open_global(Handle global) {
  return static_cast<T*>(open_global(global, T::kKind));
}

// One opening less; true when it was the last, and then the global handle is gone: nobody else
// reaches the object.
[[nodiscard]] bool close_share(Shared& object);

}  // namespace drydock::dxgk
