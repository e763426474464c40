// The reference driver for displays alone: its life on either board.
#include <gtest/gtest.h>

#include "src/dxgk/dock/frame_buffer_device.h"
#include "tests/support/panel_device.h"
#include "tests/support/test_miniport.h"

namespace drydock::testing {
namespace {

MiniportLife life_of_panel(std::shared_ptr<dxgk::DeviceModel> board,
                           std::function<void(dxgk::Adapter&)> started = {}) {
  MiniportOptions options;
  options.model = std::move(board);
  options.started = std::move(started);
  return life_of_miniport(DRYDOCK_PANEL, options);
}

TEST(Panel, LivesOnTheFrameBufferOfTheFirmware) {
  const MiniportLife life =
      life_of_panel(std::make_shared<dxgk::FrameBufferDevice>(), [](dxgk::Adapter& adapter) {
        EXPECT_EQ(adapter.caps().sources, 1U);
        EXPECT_EQ(adapter.caps().children, 1U);
      });
  expect_silent(life);
}

TEST(Panel, LivesOnABoardWithRegisters) {
  for (const bool has_firmware : {true, false}) {
    const auto board = std::make_shared<PanelDevice>(has_firmware);
    const MiniportLife life = life_of_panel(board, [&](dxgk::Adapter&) {
      EXPECT_EQ(board->scanned_out().at(0).size, PanelDevice::kFirmware);
      EXPECT_EQ(board->may_interrupt(), true);
    });
    expect_silent(life);
  }
}

TEST(Panel, DoesNotStartWithoutADisplay) {
  const MiniportLife life = life_of_panel(std::make_shared<dxgk::DeviceModel>());
  EXPECT_FALSE(NT_SUCCESS(life.start));
  EXPECT_TRUE(life.findings.empty()) << life.findings_text();
}

TEST(Panel, LeavesABlackPictureForTheNextDriver) {
  const auto board = std::make_shared<PanelDevice>();
  expect_silent(life_of_panel(board));
  EXPECT_EQ(board->scanned_out().at(0).size, PanelDevice::kFirmware);
}

TEST(Panel, SetsItsModeAgainAfterSleep) {
  const auto board = std::make_shared<PanelDevice>();
  const MiniportLife life = life_of_panel(board, [&](dxgk::Adapter& adapter) {
    for (const POWER_ACTION action : {PowerActionSleep, PowerActionHibernate}) {
      EXPECT_EQ(adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, PowerDeviceD3, action),
                STATUS_SUCCESS);
      EXPECT_TRUE(board->scanned_out().at(0).size.is_empty());
      EXPECT_EQ(adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, PowerDeviceD0, PowerActionNone),
                STATUS_SUCCESS);
      EXPECT_EQ(board->scanned_out().at(0).size, PanelDevice::kFirmware);
    }
  });
  expect_silent(life);
}

}  // namespace
}  // namespace drydock::testing
