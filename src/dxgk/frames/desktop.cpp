#include "src/dxgk/frames/desktop.h"

#include "src/display/modes/mode_manager.h"
#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

std::optional<SourceView> Desktop::view() const {
  const auto modes = adapter_.modes();
  if (modes == nullptr) return std::nullopt;
  const display::VidPn network = modes->active();
  const auto set = network.source_modes(source_);
  const auto* const pinned = set == nullptr ? nullptr : set->pinned();
  const std::vector<UINT> targets = network.topology().targets_of(source_);
  if (pinned == nullptr || targets.empty()) return std::nullopt;
  SourceView out;
  const D3DKMDT_2DREGION size = pinned->Format.Graphics.PrimSurfSize;
  out.size = {size.cx, size.cy};
  const auto rotation =
      network.topology().find(source_, targets.front())->ContentTransformation.Rotation;
  if (display::is_pinned(rotation)) out.rotation = rotation;
  out.is_visible = is_visible_;
  out.is_hidden = was_visible_ && !is_visible_;
  return out;
}

NTSTATUS Desktop::set_mode(const display::ModeWish& wish) {
  const auto modes = adapter_.modes();
  if (modes == nullptr) return STATUS_NOT_SUPPORTED;
  const NTSTATUS status = modes->set_mode(source_, wish);
  if (NT_SUCCESS(status)) is_visible_ = false;
  return status;
}

NTSTATUS Desktop::show(const display::Picture& picture) {
  std::optional<SourceView> now = view();
  if (!now) return STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY;
  Frames& frames = adapter_.frames();
  if (!is_visible_) {
    NTSTATUS status = frames.present(source_, *now, {.image = picture});
    if (NT_SUCCESS(status)) status = adapter_.modes()->set_visible(source_, true);
    if (!NT_SUCCESS(status)) return status;
    is_visible_ = was_visible_ = now->is_visible = true;
    now->is_hidden = false;
  }
  return frames.present(source_, *now, {.image = picture});
}

}  // namespace drydock::dxgk
