// The device that the software GPU's driver is written for: registers, memory, and a message for
// interrupts. The driver does the work of the GPU.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "src/dxgk/adapter/device_model.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

// The first range has two registers: a write to offset 0 sends the message, and a read of offset 4
// returns the generation. The second is the memory. Devices that live at the same time lie at
// different addresses.
class SoftwareGpuDevice final : public DeviceModel {
 public:
  static constexpr std::size_t kStandardMemory = std::size_t{256} << 20;

  // Its driver is one of WDDM 2.0, or of WDDM 1.3 where allocation lists bring memory in.
  enum class Generation : std::uint8_t { kWddm2 = 0, kWddm1 = 1 };

  // `memory` is at most 1 GB; whole pages.
  explicit SoftwareGpuDevice(std::size_t memory = kStandardMemory,
                             Generation generation = Generation::kWddm2);
  ~SoftwareGpuDevice() override;

  std::vector<Range> ranges() const override;
  std::optional<Interrupt> interrupt() const override;
  void power_on(const std::vector<void*>& memory,
                const std::function<bool(ULONG message)>& interrupt) override;
  void power_off() override;

 private:
  using Send = std::function<bool(ULONG message)>;

  // The action of the register. Ranges that a driver still has mapped have a reference to it.
  struct Doorbell {
    sim::Lock lock;
    std::shared_ptr<const Send> send DRYDOCK_GUARDED_BY(lock);

    void ring();
    void connect(std::shared_ptr<const Send> to);
  };

  const std::size_t memory_;
  const Generation generation_;
  const unsigned slot_;  // the place of its addresses
  const std::shared_ptr<Doorbell> doorbell_ = std::make_shared<Doorbell>();
};

}  // namespace drydock::dxgk
