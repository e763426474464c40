// Pictures and modes of a source, on a board that sets modes and has frames copied by a thread.
#include "src/dxgk/frames/desktop.h"

#include <gtest/gtest.h>

#include "src/display/modes/mode_manager.h"
#include "src/display/scanout/test_card.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/miniport/ddi.h"
#include "tests/support/panel_device.h"
#include "tests/support/test_miniport.h"

namespace drydock::testing {
namespace {

using display::Picture;
using display::test_card;
using dxgk::Desktop;

class PanelBoard {
 public:
  explicit PanelBoard(std::function<void(dxgk::Adapter&, PanelBoard&)> body,
                      std::optional<std::uint64_t> seed = {}) {
    MiniportOptions options;
    options.model = device_;
    options.seed = seed;
    options.started = [&](dxgk::Adapter& adapter) { body(adapter, *this); };
    expect_silent(life_of_miniport(DRYDOCK_PANEL, options));
  }
  Picture screen() const { return display::read_screen(device_->scanned_out().at(0)); }

 private:
  const std::shared_ptr<PanelDevice> device_ = std::make_shared<PanelDevice>();
};

// Who changes the mode hides the source, and pictures of somebody else are not drawn until it is
// visible again.
TEST(Desktop, D146APictureBesideAChangeOfModeIsSilent) {
  const PanelBoard life([](dxgk::Adapter& adapter, PanelBoard& board) {
    Desktop pictures(adapter, 0), modes(adapter, 0);
    const Picture card = test_card(PanelDevice::kFirmware);
    ASSERT_EQ(pictures.show(card), STATUS_SUCCESS);
    const auto offered = adapter.modes()->modes(0);
    ASSERT_FALSE(offered.empty());
    ASSERT_EQ(modes.set_mode({.width = offered.back().width, .height = offered.back().height}),
              STATUS_SUCCESS);
    const Picture other = test_card(pictures.view()->size, 3);
    EXPECT_EQ(pictures.show(other), STATUS_SUCCESS);
    EXPECT_NE(board.screen().pixels(), other.pixels());
    EXPECT_EQ(modes.show(other), STATUS_SUCCESS);
    EXPECT_EQ(board.screen().pixels(), other.pixels());
  });
}

TEST(Desktop, ShowsPicturesInEachModeOfTheBoard) {
  const PanelBoard life([](dxgk::Adapter& adapter, PanelBoard& board) {
    Desktop desktop(adapter, 0);
    ASSERT_TRUE(desktop.view().has_value());
    EXPECT_EQ(desktop.view()->size, PanelDevice::kFirmware);
    for (const display::PictureSize size :
         {display::PictureSize{800, 600}, {1280, 1024}, {640, 480}}) {
      display::ModeWish wish;
      wish.width = size.width;
      wish.height = size.height;
      ASSERT_EQ(desktop.set_mode(wish), STATUS_SUCCESS);
      ASSERT_EQ(desktop.view()->size, size);
      for (unsigned frame = 0; frame < 3; ++frame) {
        const Picture card = test_card(size, frame);
        EXPECT_EQ(desktop.show(card), STATUS_SUCCESS);
        const Picture picture = board.screen();
        if (picture.size() == size) EXPECT_EQ(first_difference(picture, card), std::nullopt);
      }
    }
  });
}

// Each order of the panel's threads ends with the same picture.
TEST(Desktop, ShowsTheSameUnderEachSchedule) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PanelBoard life(
        [](dxgk::Adapter& adapter, PanelBoard& board) {
          Desktop desktop(adapter, 0);
          const Picture card = test_card(PanelDevice::kFirmware, 3);
          EXPECT_EQ(desktop.show(card), STATUS_SUCCESS);
          EXPECT_EQ(first_difference(board.screen(), card), std::nullopt);
        },
        seed);
  }
}

NTSTATUS turn(dxgk::Adapter& adapter, D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation) {
  DXGKARG_UPDATEACTIVEVIDPNPRESENTPATH arguments{};
  D3DKMDT_VIDPN_PRESENT_PATH& path = arguments.VidPnPresentPathInfo;
  path = *adapter.modes()->active().topology().find(0, 1);
  path.ContentTransformation.Rotation = rotation;
  return adapter.call(dxgk::ddi::kUpdateActiveVidPnPresentPath, adapter.system_seat(), [&] {
    return adapter.table().DxgkDdiUpdateActiveVidPnPresentPath(adapter.context(), &arguments);
  });
}

TEST(Desktop, ThePanelTurnsPicturesAsItsPathSays) {
  const PanelBoard life([](dxgk::Adapter& adapter, PanelBoard& board) {
    Desktop desktop(adapter, 0);
    ASSERT_EQ(desktop.show(test_card(PanelDevice::kFirmware)), STATUS_SUCCESS);
    for (const auto rotation : {D3DKMDT_VPPR_ROTATE90, D3DKMDT_VPPR_ROTATE180,
                                D3DKMDT_VPPR_ROTATE270, D3DKMDT_VPPR_IDENTITY}) {
      ASSERT_EQ(turn(adapter, rotation), STATUS_SUCCESS);
      const dxgk::SourceView view{PanelDevice::kFirmware, rotation, true};
      const bool is_sideways =
          rotation == D3DKMDT_VPPR_ROTATE90 || rotation == D3DKMDT_VPPR_ROTATE270;
      const Picture card = test_card(is_sideways ? view.size.turned() : view.size, rotation);
      EXPECT_EQ(adapter.frames().present(0, view, {.image = card, .is_turned = true}),
                STATUS_SUCCESS);
      EXPECT_EQ(first_difference(board.screen(), turned(card, rotation)), std::nullopt);
      const Picture upright = test_card(view.size, 5);
      EXPECT_EQ(adapter.frames().present(0, view, {.image = upright}), STATUS_SUCCESS);
      EXPECT_EQ(first_difference(board.screen(), upright), std::nullopt);
    }
  });
}

}  // namespace
}  // namespace drydock::testing
