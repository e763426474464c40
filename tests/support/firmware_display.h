// A display device whose frame buffer firmware left on screen: 1024 x 768 in 32 bits.
#pragma once

#include "src/dxgk/adapter/device_model.h"

namespace drydock::testing {

class FirmwareDisplay : public dxgk::DeviceModel {
 public:
  std::vector<Range> ranges() const override {
    Range frame_buffer;
    frame_buffer.physical = kFrameBuffer;
    frame_buffer.size = kPitch * kHeight;
    return {frame_buffer};
  }
  std::optional<DXGK_DISPLAY_INFORMATION> post_display() const override {
    DXGK_DISPLAY_INFORMATION display{};
    display.Width = kPitch / 4;
    display.Height = kHeight;
    display.Pitch = kPitch;
    display.ColorFormat = D3DDDIFMT_X8R8G8B8;
    display.PhysicAddress.QuadPart = kFrameBuffer;
    display.TargetId = D3DDDI_ID_UNINITIALIZED;
    return display;
  }

 private:
  static constexpr std::uint32_t kFrameBuffer = 0xE000'0000;
  static constexpr std::uint32_t kPitch = 1024 * 4;
  static constexpr std::uint32_t kHeight = 768;
};

}  // namespace drydock::testing
