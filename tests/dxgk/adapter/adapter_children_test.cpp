// The outputs that a driver reports, what it is asked about each, and those it indicates later.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/callbacks/kernel_interface.h"
#include "src/dxgk/dock/dock.h"
#include "tests/dxgk/miniport.h"
#include "tests/support/engine_miniport.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

TEST(AdapterRules, K053ChildThatWasNotCountedIsFound) {
  EXPECT_EQ(life_with(u"ChildTooMany").count("K-053"), 1U);
  MiniportOptions options;
  options.started = [](dxgk::Adapter& adapter) {
    DXGK_CHILD_STATUS status{};
    status.Type = StatusConnection;
    status.ChildUid = 99;
    const DXGKRNL_INTERFACE callbacks =
        dxgk::kernel_interface(adapter.version(), adapter.hardware().device_handle());
    adapter.driver().run("test", [&] {
      EXPECT_EQ(callbacks.DxgkCbIndicateChildStatus(callbacks.DeviceHandle, &status),
                STATUS_INVALID_PARAMETER);
    });
  };
  const MiniportLife life = life_with(u"ChildUnplugged", options);
  EXPECT_EQ(life.count("K-053"), 1U) << life.findings_text();
}

TEST(AdapterRules, K053CountedChildIsSilent) {
  MiniportOptions options;
  options.started = [](dxgk::Adapter& adapter) {
    DXGK_CHILD_STATUS status{};
    status.Type = StatusConnection;
    status.ChildUid = 16;
    const DXGKRNL_INTERFACE callbacks =
        dxgk::kernel_interface(adapter.version(), adapter.hardware().device_handle());
    adapter.driver().run("test", [&] {
      EXPECT_EQ(callbacks.DxgkCbIndicateChildStatus(callbacks.DeviceHandle, &status),
                STATUS_SUCCESS);
    });
  };
  const MiniportLife life = life_with(u"ChildUnplugged", options);
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_EQ(life.count("K-053"), 0U) << life.findings_text();
}

// What a driver says of its outputs, and the calls about them.
struct Outputs {
  PDXGKDDI_START_DEVICE start = nullptr;
  ULONG count = 0;
  std::vector<DXGK_CHILD_DESCRIPTOR> reported;
  std::vector<ULONG> connected;  // of those that can be plugged
  NTSTATUS relations = STATUS_SUCCESS;
  std::vector<std::string> calls;
} outputs;

NTSTATUS start_with_outputs(IN_CONST_PVOID context, IN_PDXGK_START_INFO info,
                            IN_PDXGKRNL_INTERFACE kernel, OUT_PULONG sources, OUT_PULONG children) {
  const NTSTATUS status = outputs.start(context, info, kernel, sources, children);
  *children = outputs.count;
  return status;
}

NTSTATUS report_outputs(IN_CONST_PVOID, PDXGK_CHILD_DESCRIPTOR to, ULONG bytes) {
  outputs.calls.push_back("relations");
  EXPECT_EQ(bytes, (outputs.count + 1) * sizeof *to) << "one more, which stays zero";
  std::ranges::copy(outputs.reported, to);
  return outputs.relations;
}

NTSTATUS report_connection(IN_CONST_PVOID, INOUT_PDXGK_CHILD_STATUS status, IN_BOOLEAN gently) {
  outputs.calls.push_back("status " + std::to_string(status->ChildUid));
  EXPECT_TRUE(gently);
  EXPECT_EQ(status->Type, StatusConnection);
  status->HotPlug.Connected = std::ranges::count(outputs.connected, status->ChildUid) != 0;
  return STATUS_SUCCESS;
}

NTSTATUS report_monitor(IN_CONST_PVOID, IN_ULONG child, INOUT_PDXGK_DEVICE_DESCRIPTOR descriptor) {
  outputs.calls.push_back("monitor " + std::to_string(child));
  EXPECT_EQ(descriptor->DescriptorOffset, 0U);
  EXPECT_EQ(descriptor->DescriptorLength, 128U);
  return STATUS_GRAPHICS_CHILD_DESCRIPTOR_NOT_SUPPORTED;
}

DXGK_CHILD_DESCRIPTOR output(ULONG uid, DXGK_CHILD_DEVICE_HPD_AWARENESS awareness,
                             DXGK_CHILD_DEVICE_TYPE type = TypeVideoOutput) {
  DXGK_CHILD_DESCRIPTOR out{};
  out.ChildDeviceType = type;
  out.ChildUid = uid;
  out.ChildCapabilities.HpdAwareness = awareness;
  return out;
}

class OutputsOfADriver : public ::testing::Test {
 protected:
  OutputsOfADriver() { outputs = {}; }
  // Starts a device with these outputs; returns how it went.
  NTSTATUS start(std::vector<DXGK_CHILD_DESCRIPTOR> reported) {
    outputs.count = static_cast<ULONG>(reported.size());
    outputs.reported = std::move(reported);
    EngineMiniport engine({.extend = [](DRIVER_INITIALIZATION_DATA& table) {
      outputs.start = std::exchange(table.DxgkDdiStartDevice, start_with_outputs);
      table.DxgkDdiQueryChildRelations = report_outputs;
      table.DxgkDdiQueryChildStatus = report_connection;
      table.DxgkDdiQueryDeviceDescriptor = report_monitor;
    }});
    dxgk::Dock dock;
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    const dxgk::Adapter* const adapter =
        dock.plug(engine.miniport(), std::make_shared<dxgk::DeviceModel>(), status);
    if (adapter != nullptr) known = adapter->caps().child_descriptors.size();
    return status;
  }

  std::optional<std::size_t> known;
  rules::FindingLog log;
};

TEST_F(OutputsOfADriver, MonitorsAreAskedForWhereSomethingIsConnected) {
  outputs.connected = {1, 4};
  EXPECT_EQ(start({output(1, HpdAwarenessInterruptible), output(2, HpdAwarenessPolled),
                   output(3, HpdAwarenessAlwaysConnected),
                   output(4, HpdAwarenessInterruptible, TypeOther)}),
            STATUS_SUCCESS);
  EXPECT_THAT(outputs.calls, ElementsAre("relations", "status 1", "monitor 1", "status 2",
                                         "monitor 3", "status 4"));
  EXPECT_EQ(known, 4U);
  EXPECT_EQ(text_of(log.findings()), "");
}

TEST_F(OutputsOfADriver, DriverWithoutAnyIsNotAsked) {
  EXPECT_EQ(start({}), STATUS_SUCCESS);
  EXPECT_TRUE(outputs.calls.empty());
}

TEST_F(OutputsOfADriver, AnswerThatFailsFailsTheStart) {
  outputs.relations = STATUS_NO_MEMORY;
  EXPECT_EQ(start({output(1, HpdAwarenessPolled)}), STATUS_NO_MEMORY);
  EXPECT_THAT(outputs.calls, ElementsAre("relations")) << "nothing is asked about any";
  EXPECT_FALSE(known.has_value());
}

TEST_F(OutputsOfADriver, MoreThanCanBeAreRefused) {
  std::vector<DXGK_CHILD_DESCRIPTOR> many;
  for (ULONG i = 1; i <= 256; ++i)
    many.push_back(output(i, HpdAwarenessAlwaysConnected, TypeOther));
  EXPECT_EQ(start(many), STATUS_SUCCESS);
  EXPECT_EQ(known, 256U);
  many.push_back(output(257, HpdAwarenessAlwaysConnected, TypeOther));
  outputs.calls.clear();
  EXPECT_FALSE(NT_SUCCESS(start(many)));
  EXPECT_TRUE(outputs.calls.empty());
}

}  // namespace
}  // namespace drydock::testing
