// Memory of the Direct3D runtime that allocations of its drivers use.
#pragma once

#include <span>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// While one lives, allocations of this thread that name such memory by pSystemMem use it. Whole
// pages only, so that nothing else shares them.
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

  // 0 when it is no such memory, or not in whole pages.
  static SIZE_T size_of(const void* memory);

 private:
  const std::span<const Piece> outer_;
};

}  // namespace drydock::dxgk
