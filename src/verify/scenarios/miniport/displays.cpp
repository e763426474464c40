// Modes and pictures of display-only drivers.
#include "src/display/modes/mode_manager.h"
#include "src/display/scanout/test_card.h"
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/frames/desktop.h"
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

constexpr UINT kSource = 0;
constexpr LONG kBlock = 32;  // pixels of a side

// Skips when the driver presents no pictures, or has no mode in force.
void need_display(Stage& stage) {
  if (stage.adapter().miniport().present_display_only == nullptr)
    stage.skip("DxgkDdiPresentDisplayOnly is not registered");
  const auto modes = stage.adapter().modes();
  if (modes == nullptr) stage.skip("the driver sets no modes");
  modes->settle();
  if (!dxgk::Desktop(stage.adapter(), kSource).view()) stage.skip("no mode is in force");
}

// The first source, with a new desktop on it.
class Screen {
 public:
  explicit Screen(dxgk::Adapter& adapter) : adapter_(adapter), desktop_(adapter, kSource) {}

  dxgk::SourceView view() const {
    const auto view = desktop_.view();
    if (!view) throw Refused("no mode is in force");
    return *view;
  }
  void set_mode(const display::DisplayMode& mode) {
    must(desktop_.set_mode({.width = mode.width, .height = mode.height, .format = mode.format}),
         "the change of the mode");
  }
  // A driver may lose any frame, and is given the whole picture next.
  void show_card(unsigned frame = 0) {
    picture_ = display::test_card(view().size, frame);
    desktop_.show(picture_);
  }
  void show_block_elsewhere() {
    const dxgk::SourceView now = view();
    const POINT from{0, 0};
    const D3DKMT_MOVE_RECT move{from, {kBlock, kBlock, 2 * kBlock, 2 * kBlock}};
    picture_.move(from, move.DestRect);
    adapter_.frames().present(kSource, now, {.image = picture_, .moves = std::span(&move, 1)});
  }
  void show_dirty_block() {
    const dxgk::SourceView now = view();
    const RECT block{2 * kBlock, 0, 3 * kBlock, kBlock};
    picture_.fill(block, 0xFF12'3456);
    adapter_.frames().present(kSource, now, {.image = picture_, .dirty = std::span(&block, 1)});
  }
  // A picture for a source that shows nothing.
  void show_card_unseen() {
    dxgk::SourceView now = view();
    now.is_hidden = true;
    adapter_.frames().present(kSource, now, {.image = display::test_card(now.size)});
  }

 private:
  dxgk::Adapter& adapter_;
  dxgk::Desktop desktop_;
  display::Picture picture_;
};

void each_mode(Stage& stage) {
  need_display(stage);
  Screen screen(stage.adapter());
  screen.show_card();
  for (const display::DisplayMode& mode : stage.adapter().modes()->modes(kSource)) {
    screen.set_mode(mode);
    screen.show_card();
  }
}

void frame_by_frame(Stage& stage) {
  need_display(stage);
  Screen screen(stage.adapter());
  screen.show_card();
  if (screen.view().size.width >= 3 * kBlock && screen.view().size.height >= 2 * kBlock) {
    screen.show_block_elsewhere();
    screen.show_dirty_block();
  }
  for (unsigned frame = 1; frame < 3; ++frame) screen.show_card(frame);
}

void hidden_and_visible(Stage& stage) {
  need_display(stage);
  Screen(stage.adapter()).show_card();
  for (int i = 0; i < 2; ++i) {
    must(stage.adapter().modes()->set_visible(kSource, false),
         "DxgkDdiSetVidPnSourceVisibility with Visible FALSE");
    Screen screen(stage.adapter());
    screen.show_card_unseen();
    screen.show_card();
  }
}

// A user asks for displays that came or went.
void polled_while_visible(Stage& stage) {
  need_display(stage);
  Screen screen(stage.adapter());
  screen.show_card();
  for (const bool includes_interruptible : {false, true}) {
    stage.adapter().modes()->poll(/*non_destructive_only=*/false, includes_interruptible);
    stage.adapter().modes()->settle();
    screen.show_card(1);
  }
}

void restarted_while_visible(Stage& stage) {
  need_display(stage);
  for (int i = 0; i < 2; ++i) {
    Screen(stage.adapter()).show_card();
    stage.restart();
    need_display(stage);
  }
  Screen(stage.adapter()).show_card();
}

void removed_while_visible(Stage& stage) {
  need_display(stage);
  Screen(stage.adapter()).show_card();
  stage.dock().unplug(stage.adapter());
}

// Pictures of one strand, and modes of another: a picture of the mode before is refused or shown.
void frames_beside_modes(Stage& stage) {
  need_display(stage);
  const auto modes = stage.adapter().modes()->modes(kSource);
  Screen(stage.adapter()).show_card();
  const auto change_modes = [&] {
    Screen screen(stage.adapter());
    for (const display::DisplayMode& mode : modes) screen.set_mode(mode);
  };
  const auto show_frames = [&] {
    Screen screen(stage.adapter());
    for (unsigned frame = 0; frame < 3; ++frame) screen.show_card(frame);
  };
  stage.run().together({{"modes", change_modes}, {"frames", show_frames}});
}

}  // namespace

std::span<const Scenario> display_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.display-modes", kMiniport, "show a picture in each mode that the driver offers",
       false, on_stage<each_mode>},
      {"miniport.display-frames", kMiniport, "frames with moved, dirty and whole areas", false,
       on_stage<frame_by_frame>},
      {"miniport.display-hidden", kMiniport, "hide the source, present to it, and show it again",
       false, on_stage<hidden_and_visible>},
      {"miniport.display-poll", kMiniport, "ask for displays while a picture is shown", false,
       on_stage<polled_while_visible>},
      {"miniport.display-restart", kMiniport, "stop and start the device under a picture", false,
       on_stage<restarted_while_visible>},
      {"miniport.display-removed", kMiniport, "remove the device under a picture", false,
       on_stage<removed_while_visible>},
      {"miniport.display-frames-beside-modes", kMiniport, "present while the mode changes", true,
       on_stage<frames_beside_modes>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
