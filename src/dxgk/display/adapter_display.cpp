#include "src/dxgk/display/adapter_display.h"

#include <algorithm>

#include "src/display/modes/descriptors.h"
#include "src/display/modes/mode_manager.h"
#include "src/display/modes/outputs.h"
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/frames/frames.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {

std::vector<ULONG> AdapterDisplay::ask_children(std::span<const DXGK_CHILD_DESCRIPTOR> children) {
  std::vector<ULONG> connected;
  described_.clear();
  for (const DXGK_CHILD_DESCRIPTOR& child : children)
    if (display::is_connected(child, /*non_destructive_only=*/true, driver_))
      connected.push_back(child.ChildUid);
  for (const DXGK_CHILD_DESCRIPTOR& child : children) {
    if (child.ChildDeviceType == TypeOther) {
      display::read_generic_descriptor(child, driver_);
    } else if (display::is_target(child) &&
               std::ranges::find(connected, child.ChildUid) != connected.end()) {
      // A monitor without a description is fine.
      if (display::read_block(child, 0, driver_)) described_.insert(child.ChildUid);
    }
  }
  return connected;
}

std::shared_ptr<display::ModeManager> AdapterDisplay::modes() {
  const sim::Hold hold(lock_);
  return modes_;
}

void AdapterDisplay::start() {
  if (!driver_.sets_modes()) return;
  Frames::Pause(adapter_.frames()).note_start();
  const AdapterCaps& caps = adapter_.caps();
  const auto manager = std::make_shared<display::ModeManager>(
      driver_, adapter_.hardware().device_handle(), caps.sources, caps.child_descriptors);
  {
    const sim::Hold hold(lock_);
    modes_ = manager;
  }
  manager->start(caps.connected_children, described_);
}

void AdapterDisplay::stop(bool keeps_picture) {
  const std::shared_ptr<display::ModeManager> manager = modes();
  if (manager != nullptr) manager->stop(keeps_picture);
}

// A callback that still has the manager keeps it.
void AdapterDisplay::end() {
  const std::shared_ptr<display::ModeManager> manager = modes();
  if (manager == nullptr) return;
  if (adapter_.driver().alive() && adapter_.is_called()) manager->finish();
  const sim::Hold hold(lock_);
  modes_ = nullptr;
}

UINT AdapterDisplay::displayed_target() {
  const std::shared_ptr<display::ModeManager> manager = modes();
  const UINT target =
      manager == nullptr ? UINT{D3DDDI_ID_UNINITIALIZED} : manager->displayed_target();
  const std::vector<DXGK_CHILD_DESCRIPTOR>& children = adapter_.caps().child_descriptors;
  if (target != D3DDDI_ID_UNINITIALIZED || children.empty()) return target;
  return children.front().ChildUid;
}

// D-018: what the next driver draws into. A driver may have left none where nobody looks.
void AdapterDisplay::check_left_picture(UINT target, const DXGK_DISPLAY_INFORMATION& picture) {
  const bool has_monitor = !adapter_.caps().connected_children.empty();
  const bool has_size = picture.Width != 0 && picture.Height != 0;
  if (!has_size && !has_monitor) return;
  const bool is_32_bits =
      picture.ColorFormat == D3DDDIFMT_X8R8G8B8 || picture.ColorFormat == D3DDDIFMT_A8R8G8B8;
  const bool is_24_bits = picture.ColorFormat == D3DDDIFMT_R8G8B8;
  const UINT pixel = is_24_bits ? 3 : 4;
  const bool has_lines = picture.Pitch / pixel >= picture.Width;
  if (!rules::breaks("D-018", !has_size || !is_32_bits || !has_lines)) return;
  nt::Breach breach =
      nt::Breach("D-018", adapter_.offender())
          .message(
              "DxgkDdiStopDeviceAndReleasePostDisplayOwnership left {} x {} pixels of format "
              "{} with a Pitch of {} on target {:#x}",
              picture.Width, picture.Height, static_cast<int>(picture.ColorFormat), picture.Pitch,
              target);
  // 24 bits are forbidden in one place of the documents and allowed in another.
  if (is_24_bits && has_size && has_lines) return std::move(breach).tolerated().raise_later();
  std::move(breach).raise_later();
}

}  // namespace drydock::dxgk
