// Callbacks from handles to the driver's data, with an object model of this test's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/dxgk/driver_view.h"
#include "src/dxgk/seat.h"
#include "tests/dxgk/miniport.h"

namespace {

constexpr D3DKMT_HANDLE kAllocation = 0x40000080;
constexpr D3DKMT_HANDLE kResource = 0x40000040;
int adapter_data, device_data, resource_object, held;

}  // namespace

namespace drydock::dxgk {

void* allocation_data(Adapter&, D3DKMT_HANDLE handle, bool device_specific) {
  if (handle != kAllocation) return nullptr;
  return device_specific ? &device_data : &adapter_data;
}
void* resource_data(Adapter&, D3DKMT_HANDLE handle) {
  return handle == kResource ? &resource_object : nullptr;
}
D3DKMT_HANDLE parent(Adapter&, D3DKMT_HANDLE handle) {
  return handle == kAllocation ? kResource : 0;
}
D3DKMT_HANDLE child(Adapter&, D3DKMT_HANDLE resource, UINT index) {
  return resource == kResource && index == 0 ? kAllocation : 0;
}
void* acquire(Adapter&, D3DKMT_HANDLE handle, void** release_handle) {
  if (handle != kAllocation) return nullptr;
  ++held;
  *release_handle = &held;
  return &adapter_data;
}
bool release(Adapter&, void* release_handle) {
  if (release_handle != &held || held == 0) return false;
  --held;
  return true;
}

}  // namespace drydock::dxgk

namespace {

using namespace drydock;
using namespace drydock::testing;
using dxgk::Adapter;
using ::testing::IsEmpty;

enum Operation : UINT { kGetData, kGetParent, kEnumChildren, kAcquire, kRelease };

// As tests/drivers/graphics/handles.cpp has it.
struct Command {
  UINT operation = kGetData;
  D3DKMT_HANDLE object = kAllocation;
  UINT type = DXGK_HANDLE_ALLOCATION;
  UINT flags = 0;
  UINT index = 0;
  KIRQL irql = PASSIVE_LEVEL;
  BOOLEAN careless = FALSE;
  void* result = nullptr;
  void* release = nullptr;
};

MiniportLife ask(std::vector<Command>& commands) {
  MiniportOptions options;
  options.started = [&](Adapter& adapter) {
    dxgk::Seat seat(adapter, nullptr);
    for (Command& command : commands) {
      DXGKARG_ESCAPE escape{};
      escape.pPrivateDriverData = &command;
      escape.PrivateDriverDataSize = sizeof command;
      adapter.call(dxgk::ddi::kEscape, seat,
                   [&] { return adapter.table().DxgkDdiEscape(adapter.context(), &escape); });
    }
  };
  return life_of_miniport(graphics_driver("handles.cpp"), options);
}

struct Answer {
  Command command;
  MiniportLife life;
};

Answer ask(Command command) {
  std::vector<Command> commands{command};
  MiniportLife life = ask(commands);
  return {commands[0], std::move(life)};
}

void* word(std::uintptr_t value) { return reinterpret_cast<void*>(value); }

TEST(HandleCallbacks, GiveWhatTheDriverStored) {
  std::vector<Command> commands{
      {},
      {.flags = 1},
      {.object = kResource, .type = DXGK_HANDLE_RESOURCE},
      {.object = 0x40000400},
      {.operation = kGetParent},
      {.operation = kGetParent, .object = 0x40000400},
      {.operation = kEnumChildren, .object = kResource, .index = 0},
      {.operation = kEnumChildren, .object = kResource, .index = 1},
  };
  const MiniportLife life = ask(commands);
  EXPECT_THAT(life.findings, IsEmpty()) << life.told();
  EXPECT_EQ(commands[0].result, &adapter_data);
  EXPECT_EQ(commands[1].result, &device_data);
  EXPECT_EQ(commands[2].result, &resource_object);
  EXPECT_EQ(commands[3].result, nullptr);
  EXPECT_EQ(commands[4].result, word(kResource));
  EXPECT_EQ(commands[5].result, nullptr);
  EXPECT_EQ(commands[6].result, word(kAllocation));
  EXPECT_EQ(commands[7].result, nullptr);
}

TEST(HandleCallbackRules, K415DataAtDispatchLevelIsFound) {
  const Answer answer = ask(Command{.irql = DISPATCH_LEVEL});
  EXPECT_EQ(answer.life.count("K-415"), 1U) << answer.life.told();
  EXPECT_FALSE(answer.life.alive);
}
TEST(HandleCallbackRules, K415ChildrenAtApcLevelAreFound) {
  const Answer answer = ask(Command{.operation = kEnumChildren, .irql = APC_LEVEL});
  EXPECT_EQ(answer.life.count("K-415"), 1U) << answer.life.told();
}
TEST(HandleCallbackRules, K415AcquireAtDispatchLevelIsFound) {
  EXPECT_EQ(ask(Command{.operation = kAcquire, .irql = DISPATCH_LEVEL}).life.count("K-415"), 1U);
}
TEST(HandleCallbackRules, K415DataAtApcLevelIsSilent) {
  const Answer answer = ask(Command{.irql = APC_LEVEL});
  EXPECT_EQ(answer.command.result, &adapter_data);
  EXPECT_THAT(answer.life.findings, IsEmpty()) << answer.life.told();
}

TEST(HandleCallbackRules, K417DeviceSpecificResourceIsFound) {
  const Answer answer = ask(Command{.object = kResource, .type = DXGK_HANDLE_RESOURCE, .flags = 1});
  EXPECT_EQ(answer.life.count("K-417"), 1U) << answer.life.told();
  EXPECT_EQ(answer.command.result, nullptr);
}
TEST(HandleCallbackRules, K417DeviceSpecificAllocationIsSilent) {
  EXPECT_EQ(ask(Command{.flags = 1}).life.count("K-417"), 0U);
}

TEST(HandleCallbackRules, K419SuccessAfterAHandleOfNothingIsFound) {
  const Answer answer = ask(Command{.object = 0x40000400, .careless = TRUE});
  EXPECT_EQ(answer.life.count("K-419"), 1U) << answer.life.told();
  EXPECT_FALSE(answer.life.alive);
}
TEST(HandleCallbackRules, K419FailureAfterAHandleOfNothingIsSilent) {
  EXPECT_THAT(ask(Command{.object = 0x40000400}).life.findings, IsEmpty());
}

TEST(HandleCallbackRules, K423SecondReleaseIsFound) {
  std::vector<Command> commands{{.operation = kAcquire},
                                {.operation = kRelease, .release = &held},
                                {.operation = kRelease, .release = &held}};
  const MiniportLife life = ask(commands);
  EXPECT_EQ(life.count("K-423"), 1U) << life.told();
  EXPECT_EQ(commands[0].result, &adapter_data);
}
TEST(HandleCallbackRules, K423OneReleaseIsSilent) {
  std::vector<Command> commands{{.operation = kAcquire}, {.operation = kRelease, .release = &held}};
  const MiniportLife life = ask(commands);
  EXPECT_THAT(life.findings, IsEmpty()) << life.told();
  EXPECT_EQ(held, 0);
}

}  // namespace
