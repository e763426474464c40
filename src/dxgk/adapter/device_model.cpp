#include "src/dxgk/adapter/device_model.h"

namespace drydock::dxgk {
namespace {

constexpr std::size_t kConfigurationBytes = 256;
constexpr std::uint32_t kPortBar = 1;
constexpr std::uint32_t kWideBar = 4;  // 64 bits
constexpr std::size_t kBars = 6;

// The base address registers, as firmware left them.
void set_bars(PCI_COMMON_CONFIG& space, const std::vector<DeviceModel::Range>& ranges) {
  std::size_t at = 0;
  for (const DeviceModel::Range& range : ranges) {
    const bool wide = !range.is_port && range.physical > UINT32_MAX;
    if (at + (wide ? 1 : 0) >= kBars) return;
    const std::uint32_t kind = range.is_port ? kPortBar : wide ? kWideBar : 0;
    space.u.type0.BaseAddresses[at++] = static_cast<ULONG>(range.physical) | kind;
    if (wide) space.u.type0.BaseAddresses[at++] = static_cast<ULONG>(range.physical >> 32);
  }
}

}  // namespace

std::vector<std::uint8_t> DeviceModel::configuration_space() const {
  const Identity device = identity();
  PCI_COMMON_CONFIG space{};
  space.VendorID = device.vendor;
  space.DeviceID = device.device;
  space.Command = PCI_ENABLE_IO_SPACE | PCI_ENABLE_MEMORY_SPACE | PCI_ENABLE_BUS_MASTER;
  space.RevisionID = device.revision;
  space.BaseClass = PCI_CLASS_DISPLAY_CTLR;
  space.u.type0.SubVendorID = static_cast<USHORT>(device.subsystem);
  space.u.type0.SubSystemID = static_cast<USHORT>(device.subsystem >> 16);
  set_bars(space, ranges());
  if (const auto line = interrupt()) {
    space.u.type0.InterruptLine = static_cast<UCHAR>(line->vector);
    space.u.type0.InterruptPin = 1;
  }
  static_assert(sizeof space == kConfigurationBytes);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&space);
  return {bytes, bytes + sizeof space};
}

void DeviceModel::configure(std::uint32_t, const void*, std::uint32_t) {}

void DeviceModel::power_on(const std::vector<void*>&, const std::function<bool(ULONG)>&) {}

std::optional<std::vector<std::uint8_t>> DeviceModel::acpi_method(std::uint32_t) const {
  return {};
}

}  // namespace drydock::dxgk
