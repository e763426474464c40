// A dock with the engine's adapter, a client process with a device and a context on it, and calls
// as a client makes them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/dxgk/dock/dock.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/rules/finding.h"
#include "src/sched/scheduler.h"
#include "src/sim/schedule.h"
#include "tests/support/client.h"
#include "tests/support/engine_miniport.h"
#include "tests/support/residency_client.h"

namespace drydock::testing {

using Op = UserCommand::Op;

// A client's context with its current buffers.
struct ClientContext {
  D3DKMT_HANDLE handle = 0;
  void* commands = nullptr;
  D3DDDI_ALLOCATIONLIST* allocations = nullptr;
  D3DDDI_PATCHLOCATIONLIST* patches = nullptr;
  UINT command_bytes = 0, allocation_count = 0, patch_count = 0;
};

// A context, or a device that stands in for one, as the call that created it returned it.
template <typename Created>
ClientContext context_of(D3DKMT_HANDLE handle, const Created& data) {
  return {handle,
          data.pCommandBuffer,
          data.pAllocationList,
          data.pPatchLocationList,
          data.CommandBufferSize,
          data.AllocationListSize,
          data.PatchLocationListSize};
}

inline NTSTATUS create_context(D3DKMT_HANDLE device, UINT node, ClientContext& out) {
  D3DKMT_CREATECONTEXT data{};
  data.hDevice = device;
  data.NodeOrdinal = node;
  data.EngineAffinity = 1;
  const NTSTATUS status = D3DKMTCreateContext(&data);
  out = context_of(data.hContext, data);
  return status;
}

// Submits commands that name these allocations; the context's buffers are the next ones after it.
inline NTSTATUS render(ClientContext& context, const std::vector<D3DKMT_HANDLE>& allocations,
                       const std::vector<UserCommand>& commands, D3DKMT_RENDERFLAGS flags = {}) {
  for (std::size_t i = 0; i < allocations.size(); ++i) {
    context.allocations[i] = {};
    context.allocations[i].hAllocation = allocations[i];
    context.allocations[i].WriteOperation = 1;
  }
  std::ranges::copy(commands, static_cast<UserCommand*>(context.commands));
  D3DKMT_RENDER data{};
  data.hContext = context.handle;
  data.CommandLength = static_cast<UINT>(commands.size() * sizeof(UserCommand));
  data.AllocationCount = static_cast<UINT>(allocations.size());
  data.Flags = flags;
  const NTSTATUS status = D3DKMTRender(&data);
  if (status != STATUS_SUCCESS) return status;
  context.commands = data.pNewCommandBuffer;
  context.allocations = data.pNewAllocationList;
  context.patches = data.pNewPatchLocationList;
  context.command_bytes = data.NewCommandBufferSize;
  context.allocation_count = data.NewAllocationListSize;
  context.patch_count = data.NewPatchLocationListSize;
  return status;
}

inline NTSTATUS wait_for_idle(D3DKMT_HANDLE device) {
  D3DKMT_WAITFORIDLE data{};
  data.hDevice = device;
  return D3DKMTWaitForIdle(&data);
}

inline D3DKMT_DEVICEEXECUTION_STATE state_of(D3DKMT_HANDLE device) {
  D3DKMT_GETDEVICESTATE data{};
  data.hDevice = device;
  data.StateType = D3DKMT_DEVICESTATE_EXECUTION;
  EXPECT_EQ(D3DKMTGetDeviceState(&data), STATUS_SUCCESS);
  return data.ExecutionState;
}

// An adapter, a process, a device and a context, from the engine's settings.
class GpuWorld {
 public:
  static std::shared_ptr<dxgk::DeviceModel> plain_device() {
    return std::make_shared<dxgk::DeviceModel>();
  }
  explicit GpuWorld(const EngineMiniport::Settings& settings = {},
                    const std::shared_ptr<dxgk::DeviceModel>& model = plain_device())
      : engine(settings) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    adapter = dock->plug(engine.miniport(), model, status);
    EXPECT_EQ(status, STATUS_SUCCESS);
    process = dock->new_process();
    scope = std::make_unique<dxgk::ProcessScope>(process.get());
    opened = open_adapter(adapter->luid());
    EXPECT_EQ(create_device(opened, device), STATUS_SUCCESS);
    EXPECT_EQ(testing::create_context(device, 0, context), STATUS_SUCCESS);
  }
  ~GpuWorld() { end(); }
  GpuWorld(const GpuWorld&) = delete;
  GpuWorld& operator=(const GpuWorld&) = delete;

  // The process and the dock end. What a driver was made to break has been said before.
  void end() {
    if (dock == nullptr) return;
    // The host does not call DxgkDdiStopDevice of a dead driver.
    if (!adapter->driver().alive()) engine.stop_engine();
    scope.reset();
    process.reset();
    dock.reset();
  }

  // The GPU works by itself from now on.
  void run() { engine.start_engine(*adapter); }

  D3DKMT_HANDLE one() {
    const Created made = testing::create(device, Kind::kLoose, 1);
    EXPECT_EQ(made.status, STATUS_SUCCESS);
    return made.allocations.empty() ? 0 : made.allocations.front();
  }
  NTSTATUS render(const std::vector<D3DKMT_HANDLE>& allocations,
                  const std::vector<UserCommand>& commands) {
    if (keeps_resident && adapter->has_paging_queues()) {
      if (!keeper) keeper.emplace(device);
      keeper->need(context.handle, allocations);
    }
    return testing::render(context, allocations, commands);
  }
  NTSTATUS fill(D3DKMT_HANDLE allocation, std::uint32_t value) {
    return render({allocation}, {{Op::kFill, 0, value}});
  }
  // The byte that fills the whole allocation; -1 when it does not.
  int content(D3DKMT_HANDLE allocation, std::size_t bytes) {
    void* data = nullptr;
    if (lock(device, allocation, data) != STATUS_SUCCESS) return -2;
    const auto* const first = static_cast<const std::uint8_t*>(data);
    const int value =
        std::all_of(first, first + bytes, [&](auto each) { return each == *first; }) ? *first : -1;
    unlock(device, allocation);
    return value;
  }
  std::size_t count(std::string_view rule) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        log.findings(), [&](const rules::Finding& each) { return each.rule->id == rule; }));
  }
  std::string findings_text() const {
    std::string out;
    for (const rules::Finding& finding : log.findings()) out += to_text(finding) + "\n";
    return out;
  }
  // No finding about a driver, except advice.
  bool is_silent() const {
    return std::ranges::all_of(log.findings(), [](const rules::Finding& each) {
      return each.rule->party == rules::Party::kClient ||
             each.rule->severity == rules::Severity::kLint;
    });
  }

  rules::FindingLog log;
  EngineMiniport engine;
  std::unique_ptr<dxgk::Dock> dock = std::make_unique<dxgk::Dock>();
  dxgk::Adapter* adapter = nullptr;
  std::unique_ptr<dxgk::Process> process;
  std::unique_ptr<dxgk::ProcessScope> scope;
  D3DKMT_HANDLE opened = 0, device = 0;
  ClientContext context;
  bool keeps_resident = true;  // what is named; otherwise that is the test's own affair
  std::optional<Keeper> keeper;
};

// Returns when the scheduler's strand has done its earlier jobs, as far as it can.
inline void settle(GpuWorld& gpu) {
  for (int i = 0; i < 2; ++i) gpu.adapter->scheduler()->run_on_strand([](vidmm::VideoMemory&) {});
}

// At least WDDM 2.0: nothing but residency lists brings memory in.
inline EngineMiniport::Settings wddm2(EngineMiniport::Settings settings = {}) {
  settings.version = std::max<ULONG>(settings.version, DXGKDDI_INTERFACE_VERSION_WDDM2_0);
  return settings;
}

// A test whose GPU must end without findings and leaks.
class Gpu : public ::testing::Test {
 protected:
  void TearDown() override {
    if (world == nullptr) return;
    // The misdeeds refer to variables of the test's body, so they are removed.
    if (world->scope != nullptr) wait_for_idle(world->device);
    KeFlushQueuedDpcs();
    world->engine.misdeeds = {};
    world->end();
    EXPECT_THAT(world->engine.faults(), ::testing::IsEmpty());
    EXPECT_THAT(world->engine.ledger().faults(), ::testing::IsEmpty());
    EXPECT_EQ(world->engine.ledger().live(), LedgerMiniport::Counts{});
    EXPECT_TRUE(world->is_silent()) << world->findings_text();
  }
  GpuWorld& make(const EngineMiniport::Settings& settings = {}) {
    world = std::make_unique<GpuWorld>(settings);
    return *world;
  }

  std::unique_ptr<GpuWorld> world;
};

// A GPU whose clients say themselves what has to be resident.
class ResidentGpu : public Gpu {
 protected:
  GpuWorld& make(const EngineMiniport::Settings& settings = {}) {
    GpuWorld& gpu = Gpu::make(wddm2(settings));
    gpu.keeps_resident = false;
    return gpu;
  }
};

// Finishes six packets of two contexts; two of them are at the hardware at a time. `contexts` has
// the context of each submission. Expects that the contexts took turns.
inline void expect_turns(GpuWorld& gpu, const std::vector<HANDLE>& contexts) {
  for (int i = 0; i < 6; ++i) {
    gpu.engine.await_packets(0, i < 5 ? 2 : 1);
    ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  }
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(contexts.size(), 6U);
  EXPECT_NE(contexts[0], contexts[1]);
  for (std::size_t i = 2; i < contexts.size(); ++i) EXPECT_EQ(contexts[i], contexts[i - 2]);
}

// A test of one rule. It runs under virtual time, so that a hang costs nothing.
class GpuRuleTest : public ::testing::Test {
 protected:
  GpuWorld& make(const EngineMiniport::Settings& settings = {}) {
    world = std::make_unique<GpuWorld>(settings);
    world->run();
    return *world;
  }
  // Work is submitted and comes to whatever end.
  void work() {
    world->fill(world->one(), 1);
    wait_for_idle(world->device);
  }
  // More than fits: contents go out and come back.
  void page() {
    for (int i = 0; i < 6; ++i) world->fill(world->one(), 1);
    wait_for_idle(world->device);
  }
  // Exactly this rule was broken; a dead driver's dock still ends.
  void expect_found(std::string_view rule) {
    EXPECT_GE(world->count(rule), 1U) << world->findings_text();
    for (const rules::Finding& finding : world->log.findings()) {
      if (finding.rule->party != rules::Party::kClient) EXPECT_EQ(finding.rule->id, rule);
    }
    world->engine.misdeeds = {};
    world->end();
  }
  void expect_silence() {
    EXPECT_TRUE(world->is_silent()) << world->findings_text();
    world->end();
    EXPECT_TRUE(world->is_silent()) << world->findings_text();
    EXPECT_THAT(world->engine.faults(), ::testing::IsEmpty());
  }
  void TearDown() override {
    world.reset();
    schedule.reset();
  }

  std::unique_ptr<sim::SeededSchedule> schedule = std::make_unique<sim::SeededSchedule>(3);
  std::unique_ptr<GpuWorld> world;
};

}  // namespace drydock::testing
