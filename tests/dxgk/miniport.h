// The miniport of tests/drivers/graphics/miniport.c, its device, and its life with one mistake.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/file_text.h"
#include "tests/support/test_driver.h"
#include "tests/support/test_miniport.h"

namespace drydock::testing {

// Four registers at 0xD0000000; register 0 is not zero while the device asserts its interrupt,
// which the driver enables by register 2.
class RegisterDevice : public dxgk::DeviceModel {
 public:
  std::vector<Range> ranges() const override {
    Range range;
    range.physical = 0xD000'0000;
    range.size = 0x1000;
    range.callbacks.read = [this](std::uint64_t offset, unsigned) -> std::uint64_t {
      return offset == 0 && asserted_ ? 1 : 0;
    };
    range.callbacks.write = [this](std::uint64_t offset, unsigned, std::uint64_t value) {
      if (offset == 0) asserted_ = value != 0;
      if (offset == 8) enabled_ = value != 0;
    };
    return {range};
  }
  void power_on(const std::vector<void*>&, const std::function<bool(ULONG)>& interrupt) override {
    raise_ = interrupt;
  }
  void power_off() override { raise_ = nullptr; }
  std::optional<bool> is_interrupting() const override { return asserted_.load(); }
  std::optional<bool> may_interrupt() const override { return enabled_.load(); }
  void lose_power() override { enabled_ = false; }
  void removed() override { removed_ = true; }

  bool interrupt() {
    asserted_ = true;
    return raise_ && raise_(0);
  }
  void assert_only() { asserted_ = true; }
  // Raises an interrupt of another device on the same line.
  bool foreign_interrupt() { return raise_ && raise_(0); }
  bool is_removed() const { return removed_; }
  using dxgk::DeviceModel::interrupt;

 private:
  mutable std::atomic<bool> asserted_ = false;
  std::atomic<bool> removed_ = false;
  mutable std::atomic<bool> enabled_ = false;
  std::function<bool(ULONG)> raise_;
};

// A driver of tests/drivers/graphics, for the newest interface or another.
inline std::filesystem::path graphics_driver(const std::string& name,
                                             const std::string& options = {}) {
  const std::filesystem::path file =
      std::filesystem::path(DRYDOCK_SOURCE_DIR) / "tests/drivers/graphics" / name;
  return build_driver(file_text(file), file.extension(),
                      {"--kind miniport", "-I" + file.parent_path().string(), options});
}

inline MiniportLife life_with(std::u16string_view fault, MiniportOptions options = {}) {
  options.settings.emplace_back(u"Fault", std::u16string(fault));
  return life_of_miniport(graphics_driver("miniport.c"), options);
}

// The life of a miniport whose device has registers and interrupts.
inline MiniportLife life_with_device(std::u16string_view fault,
                                     std::function<void(dxgk::Adapter&, RegisterDevice&)> started,
                                     MiniportOptions options = {}) {
  auto device = std::make_shared<RegisterDevice>();
  options.model = device;
  if (started) options.started = [=](dxgk::Adapter& adapter) { started(adapter, *device); };
  return life_with(fault, std::move(options));
}

}  // namespace drydock::testing
