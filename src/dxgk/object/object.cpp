#include "src/dxgk/object/object.h"

namespace drydock::dxgk {

bool Object::try_add_ref() {
  std::uint32_t seen = refs_.load(std::memory_order_relaxed);
  while (seen != 0) {
    if (refs_.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

}  // namespace drydock::dxgk
