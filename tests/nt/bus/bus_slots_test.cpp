// The slots of the first PCI bus. What drivers find there is in tests/nt/bus/hal_test.cpp and
// tests/dxgk/adapter/hardware_test.cpp.
#include "src/nt/bus/bus_slots.h"

#include <gtest/gtest.h>

namespace drydock::nt {
namespace {

constexpr ULONG kSlot = 29;  // no adapter of this program takes it

BusDevice device_with(const std::shared_ptr<const void>& device, std::uint8_t first) {
  return {.device = device,
          .read = [first] { return std::vector<std::uint8_t>{first}; },
          .write = [](ULONG, const void*, ULONG) {}};
}

TEST(BusSlots, HaveWhatWasPluggedInAsLongAsItLives) {
  auto device = std::make_shared<const int>(1);
  plug_into_slot(kSlot, device_with(device, 0x17));
  {
    const PluggedDevice found = device_in_slot(kSlot);
    ASSERT_NE(found.alive, nullptr);
    EXPECT_EQ(found.device.read(), std::vector<std::uint8_t>{0x17});
  }
  device.reset();
  const PluggedDevice gone = device_in_slot(kSlot);
  EXPECT_EQ(gone.alive, nullptr);
  EXPECT_EQ(gone.device.read, nullptr);
}

// A device that is read is not destroyed meanwhile.
TEST(BusSlots, WhatWasFoundStaysAlive) {
  auto device = std::make_shared<const int>(1);
  const std::weak_ptr<const int> watched = device;
  plug_into_slot(kSlot, device_with(device, 1));
  {
    const PluggedDevice found = device_in_slot(kSlot);
    device.reset();
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

TEST(BusSlots, AnotherDeviceTakesASlotOver) {
  const auto first = std::make_shared<const int>(1), second = std::make_shared<const int>(2);
  plug_into_slot(kSlot, device_with(first, 1));
  plug_into_slot(kSlot, device_with(second, 2));
  EXPECT_EQ(device_in_slot(kSlot).alive, second);
}

TEST(BusSlots, BeyondTheLastThereIsNone) {
  EXPECT_EQ(device_in_slot(kBusSlots).alive, nullptr);
  EXPECT_EQ(device_in_slot(~0U).alive, nullptr);
}

}  // namespace
}  // namespace drydock::nt
