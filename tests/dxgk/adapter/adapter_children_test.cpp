// The outputs that a driver reports, what it is asked about each, and those it indicates later.
#include <algorithm>
#include <array>
#include <cstring>
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
}

TEST(AdapterRules, D022StatusOfAChildThatWasNotNamedIsFound) {
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
  EXPECT_EQ(life.count("D-022"), 1U) << life.findings_text();
}

TEST(AdapterRules, K053CountedChildIsSilent) {
  const MiniportLife life = life_with(u"ChildUnplugged");
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_EQ(life.count("K-053"), 0U) << life.findings_text();
}

TEST(AdapterRules, D022StatusOfANamedChildIsSilent) {
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
  EXPECT_EQ(life.count("D-022"), 0U) << life.findings_text();
}

// What a driver says of its outputs, and the calls about them.
struct Outputs {
  PDXGKDDI_START_DEVICE start = nullptr;
  ULONG count = 0;
  std::vector<DXGK_CHILD_DESCRIPTOR> reported;
  std::vector<ULONG> connected;  // of those that can be plugged
  NTSTATUS relations = STATUS_SUCCESS;
  bool clears_the_last = false;
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
  const auto* const begin = reinterpret_cast<const unsigned char*>(to);
  EXPECT_TRUE(std::all_of(begin, begin + bytes, [](unsigned char byte) { return byte == 0; }));
  std::ranges::copy(outputs.reported, to);
  if (outputs.clears_the_last) std::memset(to + outputs.count, 0, sizeof *to);
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
  const bool is_other =
      std::ranges::any_of(outputs.reported, [=](const DXGK_CHILD_DESCRIPTOR& one) {
        return one.ChildUid == child && one.ChildDeviceType == TypeOther;
      });
  EXPECT_EQ(descriptor->DescriptorLength,
            is_other ? sizeof(DXGK_GENERIC_DESCRIPTOR) : std::size_t{128});
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
    outputs.count = static_cast<ULONG>(reported.size() - extra);
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

  std::size_t count(std::string_view rule) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        log.findings(), [&](const rules::Finding& finding) { return finding.rule->id == rule; }));
  }

  std::size_t extra = 0;  // so many of the outputs the driver did not count
  std::optional<std::size_t> known;
  rules::FindingLog log;
};

TEST_F(OutputsOfADriver, MonitorsAreAskedForWhereSomethingIsConnected) {
  outputs.connected = {1, 4};
  EXPECT_EQ(start({output(1, HpdAwarenessInterruptible), output(2, HpdAwarenessPolled),
                   output(3, HpdAwarenessAlwaysConnected),
                   output(4, HpdAwarenessInterruptible, TypeOther)}),
            STATUS_SUCCESS);
  EXPECT_THAT(outputs.calls, ElementsAre("relations", "status 1", "status 2", "status 4",
                                         "monitor 1", "monitor 3", "monitor 4"));
  EXPECT_EQ(known, 4U);
  EXPECT_EQ(text_of(log.findings()), "");
}

TEST_F(OutputsOfADriver, D021ArrayComesZeroedWithOneMore) {
  EXPECT_EQ(start({output(1, HpdAwarenessPolled), output(2, HpdAwarenessPolled)}), STATUS_SUCCESS);
  EXPECT_EQ(known, 2U);
  EXPECT_EQ(text_of(log.findings()), "");
}

TEST_F(OutputsOfADriver, D020ChildrenThatAreNotFilledAreFound) {
  EXPECT_EQ(start({output(1, HpdAwarenessPolled), {}, {}}), STATUS_SUCCESS);
  EXPECT_EQ(count("D-020"), 2U) << text_of(log.findings());
  EXPECT_EQ(log.findings().size(), 2U) << "nothing else about them";
}

TEST_F(OutputsOfADriver, D020ChildrenBeyondTheArrayAreFound) {
  extra = 2;
  EXPECT_EQ(start({output(1, HpdAwarenessPolled), output(2, HpdAwarenessPolled),
                   output(3, HpdAwarenessPolled)}),
            STATUS_SUCCESS);
  EXPECT_EQ(count("D-020"), 1U) << text_of(log.findings());
  EXPECT_EQ(count("K-053"), 1U) << "and the one that stays zero";
}

// A child may have the ChildUid 0; a driver may clear what stays zero; and it may have one child
// only.
TEST_F(OutputsOfADriver, D020ChildrenThatAreFilledAreSilent) {
  EXPECT_EQ(start({output(0, HpdAwarenessPolled), output(1, HpdAwarenessPolled)}), STATUS_SUCCESS);
  outputs = {};
  outputs.clears_the_last = true;
  EXPECT_EQ(start({output(5, HpdAwarenessAlwaysConnected)}), STATUS_SUCCESS);
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
