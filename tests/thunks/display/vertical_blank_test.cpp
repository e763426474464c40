// Scan lines and vertical blanks of a display-only adapter whose driver has none.
#include "src/dxgk/dock/frame_buffer_device.h"
#include "src/dxgk/dock/software_gpu.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

class VerticalBlanks : public ::testing::Test {
 protected:
  ~VerticalBlanks() override {
    process->close_adapter(adapter);
    scope.reset();
    process.reset();
    dock.reset();
    plugged.driver->unload();
  }

  NTSTATUS wait(D3DKMT_HANDLE at, D3DKMT_HANDLE device = 0, UINT source = 0) const {
    const D3DKMT_WAITFORVERTICALBLANKEVENT request{at, device, source};
    return D3DKMTWaitForVerticalBlankEvent(&request);
  }

  std::unique_ptr<dxgk::Dock> dock = std::make_unique<dxgk::Dock>();
  dxgk::Plugged plugged =
      dxgk::plug_driver(*dock, DRYDOCK_PANEL, std::make_shared<dxgk::FrameBufferDevice>());
  std::unique_ptr<dxgk::Process> process = dock->new_process();
  std::optional<dxgk::ProcessScope> scope{process.get()};
  const D3DKMT_HANDLE adapter = process->open(*plugged.adapter);
};

TEST_F(VerticalBlanks, D004ScanLinesAreMadeUpFromModeAndTime) {
  D3DKMT_GETSCANLINE request{adapter, 0, 77, 0xFFFF'FFFF};
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(D3DKMTGetScanLine(&request), STATUS_SUCCESS);
    EXPECT_EQ(request.InVerticalBlank, request.ScanLine >= 768 ? TRUE : FALSE);
    EXPECT_LT(request.ScanLine, 768U + 768 / 20 + 1);
  }
}

TEST_F(VerticalBlanks, BadRequestsAreRefused) {
  EXPECT_EQ(D3DKMTGetScanLine(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTWaitForVerticalBlankEvent(nullptr), STATUS_INVALID_PARAMETER);
  D3DKMT_GETSCANLINE request{0, 0, 7, 8};
  EXPECT_EQ(D3DKMTGetScanLine(&request), STATUS_INVALID_PARAMETER);
  request = {adapter, 1, 7, 8};
  EXPECT_EQ(D3DKMTGetScanLine(&request), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
  EXPECT_EQ(request.ScanLine, 8U);
  EXPECT_EQ(wait(0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(wait(adapter, 0x77), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(wait(adapter, 0, 1), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
}

TEST_F(VerticalBlanks, WaitingEndsAtEachBlank) {
  const sim::Time begin = sim::now();
  for (int i = 0; i < 4; ++i) ASSERT_EQ(wait(adapter), STATUS_SUCCESS);
  EXPECT_GE(sim::now() - begin, 3 * 166'666);
}

TEST_F(VerticalBlanks, AStoppedAdapterHasNone) {
  dock->unplug(*plugged.adapter);
  EXPECT_EQ(wait(adapter), STATUS_DEVICE_REMOVED);
}

TEST(VerticalBlanksOfNothing, AreNone) {
  Machine machine({"-DBOOK_SOURCES=1"});
  Client client(machine);
  D3DKMT_GETSCANLINE request{client.adapter(), 0, 0, 0};
  EXPECT_EQ(D3DKMTGetScanLine(&request), STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY);
  const D3DKMT_WAITFORVERTICALBLANKEVENT wait{client.adapter(), 0, 0};
  EXPECT_EQ(D3DKMTWaitForVerticalBlankEvent(&wait), STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY);
}

}  // namespace
}  // namespace drydock::testing
