// The board of the panel that has registers: it sets modes and interrupts (drivers/panel).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>

#include "drivers/panel/panel_board.h"
#include "src/dxgk/adapter/device_model.h"

namespace drydock::testing {

class PanelDevice : public dxgk::DeviceModel {
 public:
  static constexpr display::PictureSize kFirmware{1024, 768};

  // If the firmware has set no mode, the driver sets one.
  explicit PanelDevice(bool has_firmware = true) : has_firmware_(has_firmware) {}

  std::vector<Range> ranges() const override {
    Range frame_buffer;
    frame_buffer.physical = kFrameBuffer;
    frame_buffer.size = std::size_t{8} << 20;
    Range registers;
    registers.physical = kFrameBuffer + 0x100'0000;
    registers.size = PANEL_REGISTER_BYTES;
    registers.callbacks.read = [this](std::uint64_t offset, unsigned) -> std::uint64_t {
      if (offset == PANEL_REGISTER_ID) return PANEL_ID;
      return at(offset).load();
    };
    registers.callbacks.write = [this](std::uint64_t offset, unsigned, std::uint64_t value) {
      at(offset).store(static_cast<UINT>(value));
      if (offset == PANEL_REGISTER_INTERRUPT && value != 0 && may_interrupt().value()) raise_(0);
    };
    return {registers, frame_buffer};
  }
  std::optional<DXGK_DISPLAY_INFORMATION> post_display() const override {
    if (!has_firmware_) return {};
    DXGK_DISPLAY_INFORMATION display{};
    display.Width = kFirmware.width;
    display.Height = kFirmware.height;
    display.Pitch = kFirmware.width * 4;
    display.ColorFormat = D3DDDIFMT_X8R8G8B8;
    display.PhysicAddress.QuadPart = kFrameBuffer;
    display.TargetId = D3DDDI_ID_UNINITIALIZED;
    return display;
  }
  std::vector<display::ScannedOut> scanned_out() const override {
    const bool is_visible = (at(PANEL_REGISTER_CONTROL).load() & PANEL_CONTROL_SHOW) != 0;
    return {{{at(PANEL_REGISTER_WIDTH).load(), at(PANEL_REGISTER_HEIGHT).load()},
             is_visible ? memory_ : nullptr,
             at(PANEL_REGISTER_PITCH).load()}};
  }
  void power_on(const std::vector<void*>& memory,
                const std::function<bool(ULONG)>& interrupt) override {
    memory_ = static_cast<const std::byte*>(memory[1]);
    raise_ = interrupt;
  }
  void power_off() override { memory_ = nullptr; }
  void lose_power() override {
    for (auto& each : registers_) each.store(0);
  }
  std::optional<bool> is_interrupting() const override {
    return at(PANEL_REGISTER_INTERRUPT).load() != 0;
  }
  std::optional<bool> may_interrupt() const override {
    return (at(PANEL_REGISTER_CONTROL).load() & PANEL_CONTROL_INTERRUPTS) != 0;
  }
  using dxgk::DeviceModel::interrupt;

 private:
  static constexpr std::uint64_t kFrameBuffer = 0xE000'0000;

  std::atomic<UINT>& at(std::uint64_t offset) const { return registers_[offset / 4 % 8]; }

  const bool has_firmware_;
  mutable std::atomic<UINT> registers_[8] = {};
  const std::byte* memory_ = nullptr;
  std::function<bool(ULONG)> raise_;
};

}  // namespace drydock::testing
