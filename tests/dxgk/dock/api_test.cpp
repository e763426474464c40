// Docks and processes as programs have them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "drydock/dock.h"
#include "drydock/findings.h"
#include "tests/dxgk/dock/dock_scene.h"

namespace drydock {
namespace {

using namespace drydock::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

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

TEST_F(DockTest, AClientRunsInAProcessOfItsOwnAndExits) {
  Dock dock;
  const AdapterId id = dock.plug(Dock::software_gpu());
  D3DKMT_HANDLE left = 0;
  dock.run_client([&] {
    left = open_adapter(luid_of(id));
    D3DKMT_HANDLE device = 0;
    EXPECT_EQ(create_device(left, device), STATUS_SUCCESS);
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  });
  ASSERT_EQ(log_.findings().size(), 1U);
  EXPECT_EQ(log_.findings()[0].rule->id, "K-066") << "the process exited with an open adapter";
  log_.clear();
  D3DKMT_HANDLE device = 0;
  dock.run_client([&] {
    const ClientFindingsOff off;
    EXPECT_EQ(create_device(left, device), STATUS_INVALID_PARAMETER) << "another process's handle";
  });
}

TEST_F(DockTest, AClientThatThrowsIsKilled) {
  Dock dock;
  const AdapterId id = dock.plug(Dock::software_gpu());
  EXPECT_THROW(dock.run_client([&] {
    open_adapter(luid_of(id));
    throw std::runtime_error("the body");
  }),
               std::runtime_error);
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
