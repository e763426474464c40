// The hardware that a miniport finds on the stage: what the profile describes, or else a device
// with registers, memory, a message interrupt and a frame buffer that the firmware left.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "src/dxgk/adapter/device_model.h"
#include "src/sim/lock.h"
#include "src/verify/base/profile.h"
#include "src/verify/scenarios/miniport/register_notes.h"

namespace drydock::verify {

// Memory of the device without a profile: little, so that filling it costs little.
inline constexpr std::size_t kDeviceMemory = std::size_t{1} << 20;

// `number` is different for devices that are plugged in at the same time. `memory` is that of the
// device without a profile.
std::shared_ptr<dxgk::DeviceModel> hardware_of(const Profile& profile, unsigned number,
                                               std::size_t memory = kDeviceMemory);

// A device whose interrupts can be held back, as on a busy machine. None is lost, but finished work
// counts as running until the interrupts are released or the driver is asked.
class HeldDevice final : public dxgk::DeviceModel {
 public:
  // Accesses to registers are noted.
  HeldDevice(std::shared_ptr<dxgk::DeviceModel> device, std::shared_ptr<NotedLines> lines)
      : device_(std::move(device)), lines_(std::move(lines)) {}

  void hold();
  void release_line();

  Identity identity() const override { return device_->identity(); }
  std::vector<Range> ranges() const override { return noted(device_->ranges(), lines_); }
  std::optional<Interrupt> interrupt() const override { return device_->interrupt(); }
  std::optional<DXGK_DISPLAY_INFORMATION> post_display() const override {
    return device_->post_display();
  }
  std::vector<std::uint8_t> configuration_space() const override {
    return device_->configuration_space();
  }
  void configure(std::uint32_t offset, const void* data, std::uint32_t size) override {
    device_->configure(offset, data, size);
  }
  void power_on(const std::vector<void*>& memory,
                const std::function<bool(ULONG message)>& interrupt) override;
  void power_off() override;
  std::optional<bool> is_interrupting() const override { return device_->is_interrupting(); }
  std::optional<std::vector<std::uint8_t>> acpi_method(std::uint32_t name) const override {
    return device_->acpi_method(name);
  }
  std::vector<display::ScannedOut> scanned_out() const override { return device_->scanned_out(); }
  std::optional<bool> may_interrupt() const override { return device_->may_interrupt(); }
  std::optional<bool> decodes_range(UINT range_id) const override {
    return device_->decodes_range(range_id);
  }
  void lose_power() override { device_->lose_power(); }
  void removed() override { device_->removed(); }

 private:
  using Send = std::function<bool(ULONG message)>;

  // A driver may have registers mapped after the device is removed, so they share this state.
  struct Line {
    sim::Lock lock;
    std::shared_ptr<const Send> send DRYDOCK_GUARDED_BY(lock);
    bool is_held DRYDOCK_GUARDED_BY(lock) = false;
    std::uint64_t waiting DRYDOCK_GUARDED_BY(lock) = 0;  // a bit a message

    bool raise(ULONG message);
    void release_line();
  };

  const std::shared_ptr<dxgk::DeviceModel> device_;
  const std::shared_ptr<NotedLines> lines_;
  const std::shared_ptr<Line> line_ = std::make_shared<Line>();
};

// The same device while it does not answer: every register reads as all ones.
std::shared_ptr<dxgk::DeviceModel> dead_hardware(std::shared_ptr<dxgk::DeviceModel> device);

}  // namespace drydock::verify
