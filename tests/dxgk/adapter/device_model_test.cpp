// The configuration space of a device that says only what it is.
#include "src/dxgk/adapter/device_model.h"

#include <gtest/gtest.h>

#include <cstring>

namespace drydock::dxgk {
namespace {

class Plain final : public DeviceModel {
 public:
  Identity identity() const override { return {0x1234, 0x5678, 0xAABB'CCDD, 0x9}; }
  std::vector<Range> ranges() const override { return decoded; }
  std::optional<Interrupt> interrupt() const override { return line; }
  PCI_COMMON_CONFIG space() const {
    const std::vector<std::uint8_t> bytes = configuration_space();
    PCI_COMMON_CONFIG out{};
    EXPECT_EQ(bytes.size(), sizeof out);
    std::memcpy(&out, bytes.data(), sizeof out);
    return out;
  }
  const ULONG* bars() const {
    last_ = space();
    return last_.u.type0.BaseAddresses;
  }

  std::vector<Range> decoded;
  std::optional<Interrupt> line = Interrupt{.vector = 7};

 private:
  mutable PCI_COMMON_CONFIG last_{};
};

DeviceModel::Range range(std::uint64_t physical, bool is_port = false) {
  DeviceModel::Range out;
  out.physical = physical;
  out.size = 4096;
  out.is_port = is_port;
  return out;
}

TEST(DeviceModel, SaysItsIdentityAndItsInterrupt) {
  Plain device;
  const PCI_COMMON_CONFIG space = device.space();
  EXPECT_EQ(space.VendorID, device.identity().vendor);
  EXPECT_EQ(space.DeviceID, device.identity().device);
  EXPECT_EQ(space.RevisionID, device.identity().revision);
  EXPECT_EQ(space.u.type0.SubVendorID, 0xCCDD);
  EXPECT_EQ(space.u.type0.SubSystemID, 0xAABB);
  EXPECT_EQ(space.BaseClass, PCI_CLASS_DISPLAY_CTLR);
  EXPECT_EQ(space.u.type0.InterruptLine, 7);
  EXPECT_EQ(space.u.type0.InterruptPin, 1);
  device.line.reset();
  EXPECT_EQ(device.space().u.type0.InterruptPin, 0) << "it has none";
}

TEST(DeviceModel, RangesAreInTheBaseAddressRegistersInOrder) {
  Plain device;
  device.decoded = {range(0xE000'0000), range(0x3C0, true), range(0x12'3000'0000)};
  const ULONG* const bars = device.bars();
  EXPECT_EQ(bars[0], 0xE000'0000U);
  EXPECT_EQ(bars[1], 0x3C1U) << "a port";
  EXPECT_EQ(bars[2], 0x3000'0004U) << "64 bits";
  EXPECT_EQ(bars[3], 0x12U);
  EXPECT_EQ(bars[4], 0U);
}

// A range that does not fit is left out whole.
TEST(DeviceModel, ThereAreSixRegisters) {
  Plain device;
  for (std::uint64_t i = 1; i <= 5; ++i) device.decoded.push_back(range(i << 20));
  device.decoded.push_back(range(0x12'3000'0000));
  EXPECT_EQ(device.bars()[4], 5U << 20);
  EXPECT_EQ(device.bars()[5], 0U) << "half of an address is none";
  device.decoded.back() = range(6 << 20);
  EXPECT_EQ(device.bars()[5], 6U << 20);
  device.decoded.push_back(range(7 << 20));
  EXPECT_EQ(device.bars()[5], 6U << 20);
}

}  // namespace
}  // namespace drydock::dxgk
