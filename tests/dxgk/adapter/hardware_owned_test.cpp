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
        for (const PVOID each : {whole, part, port})
          EXPECT_EQ(callbacks.DxgkCbUnmapMemory(device, each), STATUS_SUCCESS);
        EXPECT_EQ(callbacks.DxgkCbUnmapMemory(device, port), STATUS_INVALID_PARAMETER) << "once";
        // The same place twice is two mappings.
        EXPECT_EQ(map(0x3010, 4, true, port), STATUS_SUCCESS);
        EXPECT_EQ(map(0x3010, 4, true, port), STATUS_SUCCESS);
        EXPECT_EQ(callbacks.DxgkCbUnmapMemory(device, port), STATUS_SUCCESS);
        EXPECT_EQ(callbacks.DxgkCbUnmapMemory(device, port), STATUS_SUCCESS);
      },
      std::make_shared<TwoRanges>());
}

// A started device with two ranges, whose driver maps its registers and does more with them.
MiniportLife life_that_maps(
    const std::function<void(dxgk::Hardware& hardware, PVOID registers)>& body) {
  MiniportOptions options;
  options.model = std::make_shared<TwoRanges>();
  options.started = [&](dxgk::Adapter& adapter) {
    dxgk::Hardware& hardware = adapter.hardware();
    adapter.driver().run("test", [&] { body(hardware, hardware.map(0xD000'0000, 0x1000, false)); });
  };
  return life_with(u"", options);
}

NTSTATUS unmap(const dxgk::Hardware& hardware, PVOID address) {
  const HANDLE device = hardware.device_handle();
  return dxgk::kernel_interface(DXGKDDI_INTERFACE_VERSION_WDDM2_0, device)
      .DxgkCbUnmapMemory(device, address);
}

// The driver goes on all the same.
TEST(HardwareOwned, N055UnmappedTwiceByTheCallbackIsFound) {
  const MiniportLife life = life_that_maps([](const dxgk::Hardware& hardware, PVOID registers) {
    EXPECT_EQ(unmap(hardware, registers), STATUS_SUCCESS);
    EXPECT_EQ(unmap(hardware, registers), STATUS_INVALID_PARAMETER);
  });
  ASSERT_EQ(life.count("N-055"), 1U) << life.findings_text();
  EXPECT_EQ(life.findings.size(), 1U) << life.findings_text();
  EXPECT_EQ(rules::severity_of(life.findings[0]), rules::Severity::kLint);
}

// A port is a number that needs no unmapping, null is no mapping, and what was left behind at a
// stop was unmapped for the driver, which has that finding already.
TEST(HardwareOwned, N055MappingsPortsAndNothingUnmappedAreSilent) {
  const MiniportLife life = life_that_maps([](dxgk::Hardware& hardware, PVOID registers) {
    EXPECT_EQ(unmap(hardware, registers), STATUS_SUCCESS);
    EXPECT_EQ(unmap(hardware, nullptr), STATUS_INVALID_PARAMETER);
    void* const port = hardware.map(0x3000, 4, true);
    EXPECT_EQ(unmap(hardware, port), STATUS_SUCCESS);
    EXPECT_EQ(unmap(hardware, port), STATUS_INVALID_PARAMETER);
    void* const left = hardware.map(0xD000'0000, 0x1000, false);
    hardware.raise_leaks(std::nullopt, "at the stop");
    EXPECT_EQ(unmap(hardware, left), STATUS_INVALID_PARAMETER);
  });
  expect_silent(life);
}

}  // namespace
