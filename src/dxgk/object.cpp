#include "src/dxgk/object.h"

namespace drydock::dxgk {

bool Object::try_add_ref() {
  std::uint32_t seen = refs_.load(std::memory_order_relaxed);
  while (seen != 0) {
    if (refs_.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

void Object::last_ref() {
  std::atomic_thread_fence(std::memory_order_acquire);
  free_after_visits(*this, [](Visited& memory) { delete static_cast<Object*>(&memory); });
}

}  // namespace drydock::dxgk
