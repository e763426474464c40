// What a driver takes from its device by callbacks, and owes when it stops.
#include <gtest/gtest.h>

#include "tests/dxgk/callbacks/callbacks_scene.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

TEST(AdapterRules, K055MappingLeftAtStopIsFound) {
  EXPECT_EQ(life_with_device(u"MapAndForget", nullptr).count("K-055"), 1U);
}

TEST(AdapterRules, K055ContiguousMemoryLeftAtStopIsFound) {
  EXPECT_EQ(life_with(u"LeakContiguous").count("K-055"), 1U);
}

TEST(AdapterRules, K055CleanStopIsSilent) {
  const MiniportLife life = life_with_device(u"", nullptr);
  expect_silent(life);
}

// A page of registers, and a few ports.
class TwoRanges : public dxgk::DeviceModel {
 public:
  std::vector<Range> ranges() const override {
    Range registers, ports;
    registers.physical = 0xD000'0000;
    registers.size = 0x1000;
    ports.physical = 0x3000;
    ports.size = 0x20;
    ports.is_port = true;
    return {registers, ports};
  }
};

TEST(HardwareOwned, OnlyWhatTheDeviceDecodesIsMapped) {
  with_callbacks(
      [](const DXGKRNL_INTERFACE& callbacks) {
        const HANDLE device = callbacks.DeviceHandle;
        const auto map = [&](std::uint64_t physical, ULONG bytes, bool is_port, PVOID& out) {
          PHYSICAL_ADDRESS at{};
          at.QuadPart = static_cast<LONGLONG>(physical);
          out = nullptr;
          return callbacks.DxgkCbMapMemory(device, at, bytes, is_port, FALSE, MmNonCached, &out);
        };
        PVOID whole = nullptr, part = nullptr, none = nullptr, port = nullptr;
        EXPECT_EQ(map(0xD000'0000, 0x1000, false, whole), STATUS_SUCCESS);
        EXPECT_EQ(map(0xD000'0FFC, 4, false, part), STATUS_SUCCESS);
        EXPECT_EQ(map(0xD000'0FFC, 5, false, none), STATUS_INVALID_PARAMETER);
        EXPECT_EQ(map(0xCFFF'FFFF, 2, false, none), STATUS_INVALID_PARAMETER);
        EXPECT_EQ(map(0xD000'0000, 0, false, none), STATUS_INVALID_PARAMETER);
        EXPECT_EQ(map(0x3000, 4, false, none), STATUS_INVALID_PARAMETER) << "that is a port";
        EXPECT_EQ(none, nullptr);
        EXPECT_EQ(map(0x3010, 0x10, true, port), STATUS_SUCCESS);
        EXPECT_EQ(port, reinterpret_cast<PVOID>(0x3010)) << "a port is its number";
        map(0x3010, 0x11, true, none);
        EXPECT_EQ(none, nullptr) << "one more than there are";
        for (const PVOID each : {whole, part, port}) {
          EXPECT_EQ(callbacks.DxgkCbUnmapMemory(device, each), STATUS_SUCCESS);
          EXPECT_EQ(callbacks.DxgkCbUnmapMemory(device, each), STATUS_INVALID_PARAMETER) << "once";
        }
        // The same place twice is two mappings.
        EXPECT_EQ(map(0x3010, 4, true, port), STATUS_SUCCESS);
        EXPECT_EQ(map(0x3010, 4, true, port), STATUS_SUCCESS);
        EXPECT_EQ(callbacks.DxgkCbUnmapMemory(device, port), STATUS_SUCCESS);
        EXPECT_EQ(callbacks.DxgkCbUnmapMemory(device, port), STATUS_SUCCESS);
      },
      std::make_shared<TwoRanges>());
}

}  // namespace
