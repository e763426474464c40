// drydock/d3d.h as a program uses it; and a driver of WDDM 1.3.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "drydock/d3d.h"
#include "drydock/dock.h"
#include "src/d3d/driver/wdk.h"
#include "tests/support/test_driver.h"

namespace drydock {
namespace {

std::filesystem::path driver_of(const char* version) {
  return testing::build_sample("mender",
                               {"--kind umd", std::string("-DD3D_UMD_INTERFACE_VERSION=") + version,
                                "-I" DRYDOCK_SOURCE_DIR "/drivers/softgpu/include",
                                "-I" DRYDOCK_SOURCE_DIR "/tests/drivers/mender"});
}

void live(const std::filesystem::path& driver,
          Direct3D::Style style = Direct3D::Style::kAsExported) {
  Dock dock;
  const AdapterId gpu = dock.plug(Dock::software_gpu());
  Process client = dock.process();
  const Process::Scope inside = client.enter();

  Direct3D direct3d(driver, gpu, style);
  Direct3D::Device device = direct3d.create_device();
  const Direct3D::Resource texture = device.create({.surfaces = {{64, 64}, {32, 32}}});
  EXPECT_EQ(texture.surfaces(), 2U);
  EXPECT_EQ(device.fill(texture, 1, 0xff00ff00), Direct3D::kOk);
  const Direct3D::Locked locked = device.lock(texture, 1);
  EXPECT_EQ(*static_cast<std::uint32_t*>(locked.data), 0xff00ff00U);
  EXPECT_EQ(device.unlock(texture, 1), Direct3D::kOk);
  EXPECT_EQ(device.flush(), Direct3D::kOk);
  EXPECT_EQ(device.present(texture), Direct3D::kOk);
  EXPECT_EQ(device.presents(), 1U);
  EXPECT_EQ(device.destroy(texture), Direct3D::kOk);
  EXPECT_NE(device.destroy(texture), Direct3D::kOk);

  const Direct3D::Resource shared =
      device.create({.surfaces = {{16, 16}}, .flags = Direct3D::kTexture | Direct3D::kShared});
  Direct3D::Device other = direct3d.create_device();
  const Direct3D::Resource opened = other.open(shared.shared_handle());
  EXPECT_EQ(other.fill(opened, 0, 0x01020304), Direct3D::kOk);
  EXPECT_EQ(other.flush(), Direct3D::kOk);
  EXPECT_EQ(other.destroy(), Direct3D::kOk);
  EXPECT_EQ(device.destroy(), Direct3D::kOk);
  EXPECT_EQ(direct3d.close(), Direct3D::kOk);
  EXPECT_THAT(direct3d.findings(), ::testing::IsEmpty());
}

// The shorter forms of structures, and no callbacks of WDDM 2.0.
TEST(Direct3DApi, ADriversWholeLifeInAFewLines) { live(driver_of("0x4002")); }

// From WDDM 2.0 on the driver says what is resident, and this one does not.
TEST(Direct3DApi, U149ADriverOfWddm2ThatMakesNothingResidentIsFound) {
  Dock dock;
  const AdapterId gpu = dock.plug(Dock::software_gpu());
  Process client = dock.process();
  const Process::Scope inside = client.enter();
  Direct3D direct3d(driver_of("0x5002"), gpu);
  Direct3D::Device device = direct3d.create_device();
  const Direct3D::Resource texture = device.create({.surfaces = {{64, 64}}});
  device.fill(texture, 0, 1);
  EXPECT_EQ(device.flush(), Direct3D::kDeviceRemoved);
  const std::vector<Finding> found = direct3d.findings();
  EXPECT_TRUE(std::ranges::any_of(found, [](const Finding& each) {
    return each.rule == "U-149"_rule && each.text.starts_with("U-149") && !each.stacks.empty();
  }));
}

// The names of bits are those of the interface.
TEST(Direct3DApi, FlagsAreThoseOfTheInterface) {
  D3DDDI_RESOURCEFLAGS flags{};
  flags.SharedResource = 1;
  EXPECT_EQ(flags.Value, Direct3D::kShared);
  flags = {};
  flags.Texture = 1;
  EXPECT_EQ(flags.Value, Direct3D::kTexture);
}

// One driver, one test, both families of interfaces.
TEST(Direct3DApi, ADriverOfDirect3D11) {
  live(DRYDOCK_SOFTGPU_UMD, Direct3D::Style::kDirect3D9);
  live(DRYDOCK_SOFTGPU_UMD, Direct3D::Style::kDirect3D10);
}

TEST(Direct3DApi, WhatCannotBeMadeThrows) {
  Dock dock;
  const AdapterId gpu = dock.plug(Dock::software_gpu());
  Process client = dock.process();
  const Process::Scope inside = client.enter();
  EXPECT_THROW(Direct3D("/no/such/driver.so", gpu), Direct3D::Error);
  EXPECT_THROW(Direct3D(driver_of("0x5002"), AdapterId{}), Direct3D::Error);
  Direct3D direct3d(driver_of("0x5002"), gpu);
  Direct3D::Device device = direct3d.create_device();
  EXPECT_THROW(device.create({}), Direct3D::Error);
  EXPECT_THROW(device.open(0x12345), Direct3D::Error);
  EXPECT_THROW(device.lock(Direct3D::Resource(), 0), Direct3D::Error);
  dock.surprise(gpu);
  EXPECT_THROW(device.create({.surfaces = {{16, 16}}}), Direct3D::Error);
  EXPECT_EQ(device.flush(), Direct3D::kDeviceRemoved);
}

// A lock goes with the device, and nobody is to blame for it.
TEST(Direct3DApi, LocksOnALostDeviceAreNoFinding) {
  Dock dock;
  const AdapterId gpu = dock.plug(Dock::software_gpu());
  Process client = dock.process();
  const Process::Scope inside = client.enter();
  Direct3D direct3d(driver_of("0x5002"), gpu);
  Direct3D::Device device = direct3d.create_device();
  const Direct3D::Resource texture = device.create({.surfaces = {{16, 16}}});
  device.lock(texture, 0);
  dock.surprise(gpu);
  EXPECT_EQ(device.unlock(texture, 0), Direct3D::kDeviceRemoved);
  device.destroy(texture);
  EXPECT_EQ(device.destroy(), Direct3D::kOk);
  EXPECT_EQ(direct3d.close(), Direct3D::kOk);
  EXPECT_THAT(direct3d.findings(), ::testing::IsEmpty());
}

}  // namespace
}  // namespace drydock
