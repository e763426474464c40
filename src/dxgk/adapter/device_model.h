// The hardware behind an adapter, as a test or a program supplies it: what a miniport can learn
// about its device and do to it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "drydock/device.h"
#include "src/display/scanout/scanned_out.h"
#include "src/nt/bus/io_space.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// The base is a plain PCI display device: identity, one interrupt, no memory of its own.
class DeviceModel {
 public:
  using Identity = drydock::DeviceModel::Identity;
  // A range that the device decodes; registers behind it answer through the callbacks.
  struct Range {
    std::uint64_t physical = 0;
    std::size_t size = 0;
    bool is_port = false;
    nt::RegisterCallbacks callbacks;
  };
  struct Interrupt {
    ULONG vector = 11;
    KIRQL irql = 5;
    bool message_based = false;
    ULONG messages = 1;
  };

  virtual ~DeviceModel() = default;

  virtual Identity identity() const { return {}; }
  virtual std::vector<Range> ranges() const { return {}; }
  virtual std::optional<Interrupt> interrupt() const { return Interrupt{}; }
  // The frame buffer that firmware left on screen, for display-only drivers; empty when none.
  virtual std::optional<DXGK_DISPLAY_INFORMATION> post_display() const { return {}; }
  // Returns what each output scans out now, in the order of the driver's outputs; empty when the
  // model does not say. The device has power.
  virtual std::vector<display::ScannedOut> scanned_out() const { return {}; }
  // Configuration space; reads beyond the end are all ones, as on the bus.
  virtual std::vector<std::uint8_t> configuration_space() const;
  // A write to configuration space by the driver.
  virtual void configure(std::uint32_t offset, const void* data, std::uint32_t size);
  // Called before the driver is started, with the memory behind each of ranges() (null for ports)
  // and a function that interrupts, which returns false when no interrupt is connected. Both are
  // valid until power_off().
  virtual void power_on(const std::vector<void*>& memory,
                        const std::function<bool(ULONG message)>& interrupt);
  virtual void power_off() {}
  // Returns whether the device asserts its interrupt; nothing when the model does not say. The host
  // reads it before and after the driver's routine (K-407).
  virtual std::optional<bool> is_interrupting() const { return {}; }
  // Returns whether the driver lets the device interrupt; nothing when the model does not say.
  virtual std::optional<bool> may_interrupt() const { return {}; }
  // Returns whether a swizzling range maps an allocation; nothing when the model does not say.
  virtual std::optional<bool> decodes_range(UINT /*range_id*/) const { return {}; }
  // The device is below D0: the contents of its registers are lost.
  virtual void lose_power() {}
  // An ACPI method of the device, by its name; nothing when it has no such method.
  virtual std::optional<std::vector<std::uint8_t>> acpi_method(std::uint32_t name) const;
  // Surprise removal: from now on registers read as all ones.
  virtual void removed() {}
};

}  // namespace drydock::dxgk
