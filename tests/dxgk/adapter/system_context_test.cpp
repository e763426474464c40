// The graphics kernel's own device and context: what the driver is told, and when they go.
#include "src/dxgk/adapter/system_context.h"

#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using SystemContextLife = GpuRules;

// What the driver saw of the creations for the system.
struct Seen {
  PDXGKDDI_CREATEDEVICE create_device = nullptr;
  PDXGKDDI_CREATECONTEXT create_context = nullptr;
  NTSTATUS of_context = STATUS_SUCCESS;
  std::vector<DXGKARG_CREATEDEVICE> devices;
  std::vector<DXGKARG_CREATECONTEXT> contexts;
} seen;

NTSTATUS note_system_device(IN_CONST_HANDLE adapter, INOUT_PDXGKARG_CREATEDEVICE wanted) {
  if (wanted->Flags.SystemDevice != 0) seen.devices.push_back(*wanted);
  return seen.create_device(adapter, wanted);
}

NTSTATUS note_system_context(IN_CONST_HANDLE device, INOUT_PDXGKARG_CREATECONTEXT wanted) {
  if (wanted->Flags.SystemContext == 0) return seen.create_context(device, wanted);
  seen.contexts.push_back(*wanted);
  if (!NT_SUCCESS(seen.of_context)) return seen.of_context;
  return seen.create_context(device, wanted);
}

EngineMiniport::Settings watched(EngineMiniport::Settings settings = {}) {
  seen = {};
  settings.extend = [](DRIVER_INITIALIZATION_DATA& table) {
    seen.create_device = std::exchange(table.DxgkDdiCreateDevice, note_system_device);
    seen.create_context = std::exchange(table.DxgkDdiCreateContext, note_system_context);
  };
  return settings;
}

TEST_F(SystemContextLife, FlagsDistinguishItFromThoseOfClients) {
  GpuWorld& gpu = make(watched({.nodes = 2}));
  EXPECT_TRUE(seen.devices.empty() && seen.contexts.empty()) << "the client's are its own";
  const LedgerMiniport::Counts before = gpu.engine.ledger().live();
  for (const bool is_virtual : {false, true}) {
    seen.devices.clear();
    seen.contexts.clear();
    std::unique_ptr<dxgk::SystemContext> system;
    ASSERT_EQ(dxgk::SystemContext::create(*gpu.adapter, system, is_virtual), STATUS_SUCCESS);
    ASSERT_EQ(seen.devices.size(), 1U);
    EXPECT_EQ(seen.devices[0].hDevice, nullptr) << "no handle that a callback could name";
    ASSERT_EQ(seen.contexts.size(), 1U);
    EXPECT_EQ(seen.contexts[0].NodeOrdinal, 0U) << "where paging is";
    EXPECT_EQ(seen.contexts[0].EngineAffinity, 1U);
    EXPECT_EQ(seen.contexts[0].hContext, nullptr);
    EXPECT_EQ(seen.contexts[0].Flags.VirtualAddressing, is_virtual ? 1U : 0U);
    EXPECT_NE(system->driver_context(), nullptr);
    EXPECT_EQ(gpu.engine.ledger().live().devices, before.devices + 1);
    EXPECT_EQ(gpu.engine.ledger().live().contexts, before.contexts + 1);
    system = nullptr;
    EXPECT_EQ(gpu.engine.ledger().live(), before);
  }
  expect_silence();
}

TEST_F(SystemContextLife, DriverWithoutContextsHasADeviceOnly) {
  GpuWorld& gpu = make(watched({.has_contexts = false}));
  const LedgerMiniport::Counts before = gpu.engine.ledger().live();
  std::unique_ptr<dxgk::SystemContext> system;
  ASSERT_EQ(dxgk::SystemContext::create(*gpu.adapter, system), STATUS_SUCCESS);
  EXPECT_EQ(system->driver_context(), nullptr);
  EXPECT_TRUE(seen.contexts.empty());
  // Such a driver describes its buffers where others are told the flags.
  EXPECT_EQ(gpu.engine.ledger().live().devices, before.devices + 1);
  EXPECT_EQ(gpu.engine.ledger().live().contexts, before.contexts);
  system = nullptr;
  EXPECT_EQ(gpu.engine.ledger().live(), before);
  expect_silence();
}

TEST_F(SystemContextLife, ContextThatIsRefusedTakesTheDeviceAlong) {
  GpuWorld& gpu = make(watched());
  const LedgerMiniport::Counts before = gpu.engine.ledger().live();
  seen.of_context = STATUS_NO_MEMORY;
  std::unique_ptr<dxgk::SystemContext> system;
  EXPECT_EQ(dxgk::SystemContext::create(*gpu.adapter, system), STATUS_NO_MEMORY);
  EXPECT_EQ(system, nullptr);
  EXPECT_EQ(seen.devices.size(), 1U);
  EXPECT_EQ(gpu.engine.ledger().live(), before);
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
