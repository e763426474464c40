#include "src/dxgk/frames/frame_memory.h"

#include <cstring>

namespace drydock::dxgk {
namespace {

constexpr rules::RuleId kLateUse = "D-150";

}  // namespace

FrameMemory::FrameMemory(const FrameChange& change)
    : change_(change),
      pixels_(std::make_unique<nt::BorrowedPages>(
          std::as_bytes(std::span(change.image.pixels())).size(), kLateUse)) {
  const auto bytes = std::as_bytes(std::span(change.image.pixels()));
  if (pixels_->data() != nullptr) std::memcpy(pixels_->data(), bytes.data(), bytes.size());
}

template <typename T>
T* FrameMemory::copy_out(std::span<const T> list, std::optional<nt::BorrowedPages>& memory) {
  if (list.empty()) return nullptr;
  memory.emplace(list.size_bytes(), kLateUse);
  if (memory->data() == nullptr) {
    has_lists_ = false;
    return nullptr;
  }
  std::memcpy(memory->data(), list.data(), list.size_bytes());
  return static_cast<T*>(memory->data());
}

const DXGKARG_PRESENT_DISPLAYONLY& FrameMemory::arguments(UINT source, bool is_whole) {
  const display::PictureSize size = change_.image.size();
  const RECT whole{0, 0, static_cast<LONG>(size.width), static_cast<LONG>(size.height)};
  const auto dirty = is_whole ? std::span(&whole, 1) : change_.dirty;
  const auto moves = is_whole ? std::span<const D3DKMT_MOVE_RECT>() : change_.moves;
  DXGKARG_PRESENT_DISPLAYONLY out{};
  out.VidPnSourceId = source;
  out.pSource = pixels_->data();
  out.BytesPerPixel = sizeof(display::Picture::Pixel);
  out.Pitch = static_cast<LONG>(size.width * sizeof(display::Picture::Pixel));
  out.Flags.Rotate = change_.is_turned ? 1 : 0;
  out.NumMoves = static_cast<ULONG>(moves.size());
  out.pMoves = copy_out(moves, moves_);
  out.NumDirtyRects = static_cast<ULONG>(dirty.size());
  out.pDirtyRect = copy_out(std::span<const RECT>(dirty), dirty_);
  const auto* const borrowed =
      copy_out(std::span<const DXGKARG_PRESENT_DISPLAYONLY>(&out, 1), arguments_);
  static constexpr DXGKARG_PRESENT_DISPLAYONLY kNone{};
  return borrowed != nullptr ? *borrowed : kNone;
}

void FrameMemory::end_lists() {
  moves_.reset();
  dirty_.reset();
  arguments_.reset();
}

}  // namespace drydock::dxgk
