#include "src/dxgk/memory/runtime_memory.h"

#include <algorithm>

namespace drydock::dxgk {
namespace {

constinit thread_local std::span<const RuntimeMemory::Piece> current_pieces;

}  // namespace

RuntimeMemory::RuntimeMemory(std::span<const Piece> pieces) : outer_(current_pieces) {
  current_pieces = pieces;
}

RuntimeMemory::~RuntimeMemory() { current_pieces = outer_; }

SIZE_T RuntimeMemory::size_of(const void* memory) {
  const auto found = std::ranges::find(current_pieces, memory, &Piece::memory);
  if (memory == nullptr || found == current_pieces.end()) return 0;
  const bool is_whole =
      reinterpret_cast<ULONG_PTR>(memory) % PAGE_SIZE == 0 && found->bytes % PAGE_SIZE == 0;
  return is_whole ? found->bytes : 0;
}

}  // namespace drydock::dxgk
