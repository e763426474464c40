#include "src/d3d/driver/handles.h"

#include <atomic>

namespace drydock::d3d {

RuntimeHandle RuntimeHandle::next(HandleKind kind) {
  static std::atomic<std::uintptr_t> last = 0;
  RuntimeHandle out;
  out.value_ = std::uintptr_t{0xD3D0} << 48 | static_cast<std::uintptr_t>(kind) << 40 |
               (last.fetch_add(1, std::memory_order_relaxed) + 1) << 4;
  return out;
}

}  // namespace drydock::d3d
