// The software GPU, and drivers that take its place.

#include "src/dxgk/dock/software_gpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/dxgk/dock/dock_scene.h"
#include "tests/support/temp_folder.h"

namespace drydock {
namespace {

using namespace drydock::testing;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST_F(DockTest, ThereIsASoftwareGpuWithoutAnySetUp) {
  const auto adapters = enumerate();
  ASSERT_THAT(adapters, SizeIs(1));
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(adapters[0].hAdapter, device), STATUS_SUCCESS);
  SOFTGPU_ALLOCATION_DATA data = softgpu_image(100, 50);
  const Made made = create_surface(device, data);
  ASSERT_EQ(made.status, STATUS_SUCCESS);
  EXPECT_EQ(data.Pitch, 448U) << "the driver's word";
  void* memory = nullptr;
  ASSERT_EQ(lock(device, made.allocation, memory), STATUS_SUCCESS);
  static_cast<char*>(memory)[0] = 1;
  EXPECT_EQ(unlock(device, made.allocation), STATUS_SUCCESS);
  EXPECT_EQ(books_of(adapters[0].hAdapter).Allocations, 1);
  EXPECT_EQ(destroy(device, made.resource, {}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(books_of(adapters[0].hAdapter).Allocations, 0);
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(close_adapter(adapters[0].hAdapter), STATUS_SUCCESS);
}

// The driver refuses private data that are not its own, and nothing is left.
TEST_F(DockTest, TheSoftwareGpuTrustsNoPrivateData) {
  Dock dock;
  const AdapterId id = dock.plug(Dock::software_gpu());
  const Process client = dock.process();
  const Process::Scope inside = client.enter();
  const D3DKMT_HANDLE adapter = open_adapter(luid_of(id));
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(adapter, device), STATUS_SUCCESS);
  const auto refused = [&](auto&& spoil) {
    SOFTGPU_ALLOCATION_DATA data = softgpu_image(16, 16);
    spoil(data);
    return create_surface(device, data).status;
  };
  EXPECT_EQ(refused([](auto& data) { data.Header.Magic = 0; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(refused([](auto& data) { data.Header.Version = 2; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(refused([](auto& data) { data.Header.Size = 0; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(refused([](auto& data) { data.Flags = 0x80; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(refused([](auto& data) { data.Format = 12345; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(refused([](auto& data) { data.Height = 0; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(refused([](auto& data) { data.Width = 0xffffffff; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(refused([](auto& data) { data.Width = data.Height = 16384; }),
            STATUS_INVALID_PARAMETER);
  SOFTGPU_ALLOCATION_DATA data = softgpu_image(16, 16);
  EXPECT_EQ(create_surface(device, data, sizeof data - 1).status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create_surface(device, data, 0).status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(books_of(adapter).AllocationsEver, 0);
  EXPECT_EQ(books_of(adapter).Resources, 0);
}

TEST_F(DockTest, WhatIsNoDriverIsRefusedInOneSentence) {
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "driver.so";
  std::ofstream(file) << "no driver";
  Dock dock;
  EXPECT_THROW(dock.plug(file), DockError);
  EXPECT_THROW(dock.plug(folder.path() / "absent.so"), DockError);
  EXPECT_THAT(dock.adapters(), IsEmpty());
}

}  // namespace
}  // namespace drydock
