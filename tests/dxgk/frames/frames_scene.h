// A display-only driver with a mistake of its own, and frames of the system for it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "src/display/scanout/test_card.h"
#include "src/dxgk/dock/frame_buffer_device.h"
#include "src/dxgk/frames/frames.h"
#include "tests/dxgk/miniport.h"

namespace drydock::testing {

inline constexpr display::PictureSize kFrameSize{64, 48};

// A frame buffer, and a register whose write interrupts.
class FramesDevice final : public dxgk::DeviceModel {
 public:
  // Whether the model cannot know what a driver has made of the firmware's screen.
  explicit FramesDevice(bool is_presumed = false) : is_presumed_(is_presumed) {}

  std::vector<Range> ranges() const override {
    std::vector<Range> out = screen_.ranges();
    Range& doorbell = out.emplace_back();
    doorbell.physical = 0xD000'0000;
    doorbell.size = 0x1000;
    doorbell.callbacks.write = [this](std::uint64_t, unsigned, std::uint64_t) { raise_(0); };
    return out;
  }
  std::optional<DXGK_DISPLAY_INFORMATION> post_display() const override {
    return screen_.post_display();
  }
  std::vector<display::ScannedOut> scanned_out() const override {
    auto out = screen_.scanned_out();
    out.front().is_presumed = is_presumed_;
    return out;
  }
  void power_on(const std::vector<void*>& memory,
                const std::function<bool(ULONG)>& interrupt) override {
    screen_.power_on(memory, interrupt);
    raise_ = interrupt;
  }
  void power_off() override { screen_.power_off(); }

 private:
  const bool is_presumed_;
  dxgk::FrameBufferDevice screen_{kFrameSize};
  std::function<bool(ULONG)> raise_;
};

inline constexpr dxgk::SourceView kVisible{kFrameSize, D3DKMDT_VPPR_IDENTITY, true};

using FramesBody = std::function<void(dxgk::Frames&, FramesDevice&)>;

inline MiniportLife life_with_frames(
    std::u16string fault, FramesBody body,
    const std::shared_ptr<FramesDevice>& device = std::make_shared<FramesDevice>()) {
  MiniportOptions options;
  options.model = device;
  options.settings = {{u"Fault", std::move(fault)}};
  options.started = [&](dxgk::Adapter& adapter) { body(adapter.frames(), *device); };
  return life_of_miniport(graphics_driver("display_frames.cpp"), options);
}

inline display::Picture screen_of(const FramesDevice& device) {
  return display::read_screen(device.scanned_out().at(0));
}

}  // namespace drydock::testing
