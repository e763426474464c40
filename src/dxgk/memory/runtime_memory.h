// Memory of the Direct3D runtime that allocations of its drivers lie over.
#pragma once

#include <span>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// While one lives, allocations that this thread makes and that name such memory by pSystemMem lie
// over it. Whole pages only: what shares a page with something else is nobody's to lend.
class RuntimeMemory {
 public:
  struct Piece {
    const void* memory = nullptr;
    SIZE_T bytes = 0;
  };
  explicit RuntimeMemory(std::span<const Piece> pieces);
  ~RuntimeMemory();
  RuntimeMemory(const RuntimeMemory&) = delete;
  RuntimeMemory& operator=(const RuntimeMemory&) = delete;

  // 0 when it is none, or not in whole pages.
  static SIZE_T size_of(const void* memory);

 private:
  const std::span<const Piece> outer_;
};

}  // namespace drydock::dxgk
