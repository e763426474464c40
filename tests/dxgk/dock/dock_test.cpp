// Graphics kernels for programs: the standard one without any set-up, docks with drivers of their
// own, client processes that end or vanish. On the software GPU.
#include "drydock/dock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>

#include "src/rules/finding.h"
#include "tests/support/client.h"
#include "tests/support/private_data.h"
#include "tests/support/softgpu_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace drydock {
namespace {

using namespace drydock::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Nothing in these lives is anybody's fault.
class DockTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_THAT(log_.findings(), IsEmpty()) << text_of(log_.findings()); }

  rules::FindingLog log_;
};

std::vector<D3DKMT_ADAPTERINFO> enumerate() {
  D3DKMT_ENUMADAPTERS2 data{};
  EXPECT_EQ(D3DKMTEnumAdapters2(&data), STATUS_SUCCESS);
  std::vector<D3DKMT_ADAPTERINFO> out(data.NumAdapters);
  data.pAdapters = out.data();
  EXPECT_EQ(D3DKMTEnumAdapters2(&data), STATUS_SUCCESS);
  out.resize(data.NumAdapters);
  return out;
}

LUID luid_of(AdapterId id) {
  LUID out{};
  out.LowPart = id.low;
  out.HighPart = id.high;
  return out;
}

struct Made {
  NTSTATUS status;
  D3DKMT_HANDLE resource, allocation;
};

Made create_surface(D3DKMT_HANDLE device, SOFTGPU_ALLOCATION_DATA& data,
                    UINT bytes = sizeof(SOFTGPU_ALLOCATION_DATA)) {
  D3DDDI_ALLOCATIONINFO2 info{};
  info.pPrivateDriverData = &data;
  info.PrivateDriverDataSize = bytes;
  D3DKMT_CREATEALLOCATION call{};
  call.hDevice = device;
  call.NumAllocations = 1;
  call.pAllocationInfo2 = &info;
  call.Flags.CreateResource = 1;
  const NTSTATUS status = D3DKMTCreateAllocation2(&call);
  return {status, call.hResource, info.hAllocation};
}

SOFTGPU_BOOKS books_of(D3DKMT_HANDLE adapter) {
  SOFTGPU_ESCAPE_DATA data = softgpu_escape(SOFTGPU_ESCAPE_READ_BOOKS);
  EXPECT_EQ(escape_with(adapter, data), STATUS_SUCCESS);
  return data.Books;
}

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

TEST_F(DockTest, ADockHasTheDriversThatArePluggedIn) {
  Dock dock;
  EXPECT_THAT(dock.adapters(), IsEmpty());
  const AdapterId first = dock.plug(Dock::software_gpu());
  const AdapterId second = dock.plug(Dock::software_gpu());
  EXPECT_THAT(dock.adapters(), ElementsAre(first, second));
  const Process client = dock.process();
  const Process::Scope inside = client.enter();
  const auto adapters = enumerate();
  ASSERT_THAT(adapters, SizeIs(2));
  EXPECT_EQ(adapters[0].AdapterLuid.LowPart, first.low);
  EXPECT_EQ(adapters[1].AdapterLuid.LowPart, second.low);
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

TEST_F(DockTest, AProcessThatVanishesLeavesNothingOpen) {
  Dock dock;
  const AdapterId id = dock.plug(Dock::software_gpu());
  const Process watcher = dock.process();
  const Process::Scope inside = watcher.enter();
  const D3DKMT_HANDLE adapter = open_adapter(luid_of(id));
  {
    const Process client = dock.process();
    const Process::Scope scope = client.enter();
    D3DKMT_HANDLE device = 0, context = 0;
    ASSERT_EQ(create_device(open_adapter(luid_of(id)), device), STATUS_SUCCESS);
    ASSERT_EQ(create_context(device, context), STATUS_SUCCESS);
    SOFTGPU_ALLOCATION_DATA data = softgpu_image(8, 8);
    ASSERT_EQ(create_surface(device, data).status, STATUS_SUCCESS);
  }
  const SOFTGPU_BOOKS books = books_of(adapter);
  EXPECT_EQ(books.Devices, 0);
  EXPECT_EQ(books.Contexts, 0);
  EXPECT_EQ(books.Allocations, 0);
  EXPECT_EQ(books.Resources, 0);
  EXPECT_EQ(books.Bindings, 0);
  EXPECT_EQ(books.AllocationsEver, 1);
}

TEST_F(DockTest, AProcessThatHasEndedIsAShell) {
  Dock dock;
  const AdapterId id = dock.plug(Dock::software_gpu());
  Process client = dock.process();
  const Process::Scope inside = client.enter();
  const D3DKMT_HANDLE adapter = open_adapter(luid_of(id));
  EXPECT_NE(adapter, 0U);
  close_adapter(adapter);
  client.end();
  D3DKMT_HANDLE device = 0;
  EXPECT_EQ(create_device(adapter, device), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_adapter(luid_of(id)), 0U);
  client.end();
}

TEST_F(DockTest, AnAdapterThatIsUnpluggedIsGone) {
  Dock dock;
  const AdapterId id = dock.plug(Dock::software_gpu());
  const Process client = dock.process();
  const Process::Scope inside = client.enter();
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(open_adapter(luid_of(id)), device), STATUS_SUCCESS);
  SOFTGPU_ALLOCATION_DATA data = softgpu_image(8, 8);
  const Made made = create_surface(device, data);
  ASSERT_EQ(made.status, STATUS_SUCCESS);
  EXPECT_TRUE(dock.unplug(id));
  EXPECT_FALSE(dock.unplug(id));
  EXPECT_THAT(dock.adapters(), IsEmpty());
  EXPECT_EQ(create_surface(device, data).status, STATUS_DEVICE_REMOVED);
  EXPECT_EQ(destroy(device, made.resource, {}), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
}

TEST_F(DockTest, AnAdapterThatIsTornOutIsGone) {
  Dock dock;
  const AdapterId id = dock.plug(Dock::software_gpu());
  const Process client = dock.process();
  const Process::Scope inside = client.enter();
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(open_adapter(luid_of(id)), device), STATUS_SUCCESS);
  EXPECT_TRUE(dock.surprise(id));
  EXPECT_THAT(dock.adapters(), IsEmpty());
}

// Hardware of a program's own, which counts how often it is switched on and off.
class CountedHardware final : public DeviceModel {
 public:
  Identity identity() const override { return {.vendor = 0x1234, .device = 0x5678}; }
  std::vector<Range> ranges() const override {
    return {{.physical = 0xE000'0000, .size = 0x1000},
            {.physical = 0xE010'0000, .size = 0x10'0000}};
  }
  void power_on(const std::vector<void*>&, const std::function<bool(std::uint32_t)>&) override {
    ++on;
  }
  void power_off() override { ++off; }

  std::atomic<int> on = 0, off = 0;
};

TEST_F(DockTest, ADriverRunsOnTheHardwareThatItIsGiven) {
  const auto hardware = std::make_shared<CountedHardware>();
  {
    Dock dock;
    dock.plug(Dock::software_gpu(), hardware);
    EXPECT_EQ(hardware->on.load(), 1);
    EXPECT_EQ(hardware->off.load(), 0);
  }
  EXPECT_EQ(hardware->off.load(), 1);
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

TEST_F(DockTest, DocksMayGoBeforeTheirProcesses) {
  auto dock = std::make_unique<Dock>();
  const AdapterId id = dock->plug(Dock::software_gpu());
  const Process client = dock->process();
  const Process::Scope inside = client.enter();
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(open_adapter(luid_of(id)), device), STATUS_SUCCESS);
  dock.reset();
  EXPECT_THAT(enumerate(), IsEmpty());
  EXPECT_EQ(destroy_device(device), STATUS_INVALID_PARAMETER);
}

}  // namespace
}  // namespace drydock
