// Callbacks about the device: what it is, its configuration space, who may be kept from it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/dxgk/adapter/seat.h"
#include "src/sim/faults.h"
#include "tests/dxgk/callbacks/callbacks_scene.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using dxgk::Adapter;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The driver's Escape, at level zero.
MiniportLife escaped(std::u16string_view fault) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    DXGKARG_ESCAPE escape{};
    dxgk::Seat seat(adapter, nullptr);
    adapter.call(dxgk::ddi::kEscape, seat,
                 [&] { return adapter.table().DxgkDdiEscape(adapter.context(), &escape); });
  };
  return life_with(fault, options);
}

TEST(Callbacks, ReadAndWriteConfigurationSpace) {
  class Configured : public dxgk::DeviceModel {
   public:
    void configure(std::uint32_t offset, const void*, std::uint32_t size) override {
      written.emplace_back(offset, size);
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> written;
  };
  MiniportOptions options;
  const auto device = std::make_shared<Configured>();
  options.model = device;
  const MiniportLife life = life_with(u"Spaces", options);
  EXPECT_TRUE(life.has_said("ReadDeviceSpace 00000000")) << life.findings_text();
  EXPECT_TRUE(life.has_said("bytes 00000200"));
  EXPECT_TRUE(life.has_said("identity 10501af4"));
  EXPECT_TRUE(life.has_said("behind ffffffff"));
  EXPECT_TRUE(life.has_said("ReadDeviceSpace of a ROM c0000001"));
  EXPECT_TRUE(life.has_said("ReadDeviceSpace of nothing c000000d"));
  EXPECT_TRUE(life.has_said("WriteDeviceSpace 00000000"));
  EXPECT_TRUE(life.has_said("written 00000002"));
  EXPECT_THAT(device->written, ::testing::ElementsAre(std::pair(4U, 2U)));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

// Every question of the kind fails, as the callback's page says.
MiniportLife refused(std::u16string_view life, sim::FaultKind kind) {
  const sim::FaultInjection injection({.seed = 1, .one_in = 1, .only = kind});
  return life_with(life);
}

TEST(Callbacks, FailWhenTheBusDoesNotAnswer) {
  const MiniportLife spaces = refused(u"Spaces", sim::FaultKind::kDevice);
  for (const char* line : {"ReadDeviceSpace c0000001", "bytes 00000000",
                           "WriteDeviceSpace c0000001", "written 00000000"})
    EXPECT_TRUE(spaces.has_said(line)) << line << spaces.findings_text();
  const MiniportLife device = refused(u"Device", sim::FaultKind::kDevice);
  EXPECT_TRUE(device.has_said("MapMemory of another c0000017")) << device.findings_text();
  const MiniportLife mapped = refused(u"IoMmu", sim::FaultKind::kMapping);
  EXPECT_TRUE(mapped.has_said("MapMdlToIoMmu c0000017")) << mapped.findings_text();
}

TEST(Callbacks, FailWhenTheDeviceCannotBeAskedAbout) {
  class Answering : public dxgk::DeviceModel {
   public:
    std::optional<std::vector<std::uint8_t>> acpi_method(std::uint32_t) const override {
      return std::vector<std::uint8_t>(4);
    }
  };
  MiniportOptions options;
  options.model = std::make_shared<Answering>();
  const sim::FaultInjection injection({.seed = 1, .one_in = 1, .only = sim::FaultKind::kDevice});
  const MiniportLife life = life_with(u"Device", options);
  for (const char* line : {"IsDevicePresent c0000001", "EvalAcpiMethod c0000001",
                           "AcquirePostDisplayOwnership c0000001"})
    EXPECT_TRUE(life.has_said(line)) << line << "\n" << life.findings_text();
}

TEST(Callbacks, AnswerAboutTheDevice) {
  const MiniportLife life = life_with(u"Device");
  for (const char* line :
       {"IsDevicePresent 00000000", "present 00000001", "present 00000000",
        "EvalAcpiMethod c00000bb", "QueryServices c00000bb", "MapMemory of another c000000d",
        "UnmapMemory of nothing c000000d", "AcquirePostDisplayOwnership 00000000", "width 00000000",
        "IndicateChildStatus c000000d", "IsFeatureEnabled 00000000", "enabled 00000000"}) {
    EXPECT_TRUE(life.has_said(line)) << line << "\n" << life.findings_text();
  }
  EXPECT_EQ(life.count("N-055"), 1U) << "UnmapMemory of nothing";
  EXPECT_EQ(life.findings.size(), 1U) << life.findings_text();
}

// Each flag compares what it names, and only that.
TEST(DeviceCallbacks, PresenceIsAskedByWhatTheFlagsName) {
  class Identified : public dxgk::DeviceModel {
   public:
    Identity identity() const override {
      return {.vendor = 0x1111, .device = 0x2222, .subsystem = 0x4444'3333, .revision = 5};
    }
  };
  PCI_DEVICE_PRESENCE_PARAMETERS right{};
  right.Size = sizeof right;
  right.VendorID = 0x1111;
  right.DeviceID = 0x2222;
  right.RevisionID = 5;
  right.SubVendorID = 0x3333;
  right.SubSystemID = 0x4444;
  right.BaseClass = PCI_CLASS_DISPLAY_CTLR;
  struct Wrong {
    ULONG flag;
    void (*spoil)(PCI_DEVICE_PRESENCE_PARAMETERS&);
  };
  const Wrong wrongs[] = {{PCI_USE_VENDEV_IDS, [](auto& asked) { asked.VendorID = 1; }},
                          {PCI_USE_VENDEV_IDS, [](auto& asked) { asked.DeviceID = 1; }},
                          {PCI_USE_REVISION, [](auto& asked) { asked.RevisionID = 1; }},
                          {PCI_USE_SUBSYSTEM_IDS, [](auto& asked) { asked.SubVendorID = 1; }},
                          {PCI_USE_SUBSYSTEM_IDS, [](auto& asked) { asked.SubSystemID = 1; }},
                          {PCI_USE_CLASS_SUBCLASS, [](auto& asked) { asked.BaseClass = 1; }},
                          {PCI_USE_CLASS_SUBCLASS, [](auto& asked) { asked.SubClass = 1; }},
                          {PCI_USE_PROGIF, [](auto& asked) { asked.ProgIf = 1; }}};
  constexpr ULONG kAll = PCI_USE_VENDEV_IDS | PCI_USE_REVISION | PCI_USE_SUBSYSTEM_IDS |
                         PCI_USE_CLASS_SUBCLASS | PCI_USE_PROGIF;
  with_callbacks(
      [&](const DXGKRNL_INTERFACE& callbacks) {
        const auto is_present = [&](PCI_DEVICE_PRESENCE_PARAMETERS asked, ULONG flags) {
          asked.Flags = flags;
          BOOLEAN present = 7;
          EXPECT_EQ(callbacks.DxgkCbIsDevicePresent(callbacks.DeviceHandle, &asked, &present),
                    STATUS_SUCCESS);
          return present != FALSE;
        };
        EXPECT_TRUE(is_present(right, kAll));
        for (const Wrong& each : wrongs) {
          PCI_DEVICE_PRESENCE_PARAMETERS asked = right;
          each.spoil(asked);
          EXPECT_FALSE(is_present(asked, each.flag));
          EXPECT_TRUE(is_present(asked, kAll & ~each.flag));
        }
        PCI_DEVICE_PRESENCE_PARAMETERS small = right;
        small.Size -= 1;
        BOOLEAN present = 7;
        EXPECT_EQ(callbacks.DxgkCbIsDevicePresent(callbacks.DeviceHandle, &small, &present),
                  STATUS_INVALID_PARAMETER);
        EXPECT_EQ(present, 7);
      },
      std::make_shared<Identified>());
}

constexpr std::uint32_t kMethod = 0x4D53445F;  // "_DSM"

TEST(DeviceCallbacks, AnswerOfAnAcpiMethodIsOneArgument) {
  class Answering : public dxgk::DeviceModel {
   public:
    std::optional<std::vector<std::uint8_t>> acpi_method(std::uint32_t name) const override {
      if (name != kMethod) return {};
      return std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6};
    }
  };
  with_callbacks(
      [](const DXGKRNL_INTERFACE& callbacks) {
        ACPI_EVAL_INPUT_BUFFER_COMPLEX in{};
        union {
          ACPI_EVAL_OUTPUT_BUFFER out;
          std::uint8_t bytes[64];
        } room{};
        const auto evaluate = [&](ULONG bytes) {
          return callbacks.DxgkCbEvalAcpiMethod(callbacks.DeviceHandle, DISPLAY_ADAPTER_HW_ID, &in,
                                                sizeof in, &room.out, bytes);
        };
        EXPECT_EQ(evaluate(sizeof room), STATUS_NOT_SUPPORTED) << "no such method";
        EXPECT_EQ(dxgk::Hardware::find(callbacks.DeviceHandle)->not_played().front().call,
                  "DxgkCbEvalAcpiMethod(....)");
        in.MethodNameAsUlong = kMethod;
        constexpr ULONG kNeeded = offsetof(ACPI_EVAL_OUTPUT_BUFFER, Argument) +
                                  offsetof(ACPI_METHOD_ARGUMENT, Argument) + 6;
        EXPECT_EQ(evaluate(kNeeded - 1), STATUS_BUFFER_OVERFLOW);
        EXPECT_EQ(room.out.Count, 0U);
        ASSERT_EQ(evaluate(kNeeded), STATUS_SUCCESS);
        EXPECT_EQ(room.out.Count, 1U);
        EXPECT_EQ(room.out.Length, kNeeded);
        EXPECT_EQ(room.out.Argument[0].Type, ACPI_METHOD_ARGUMENT_BUFFER);
        EXPECT_EQ(room.out.Argument[0].DataLength, 6U);
        EXPECT_EQ(room.out.Argument[0].Data[5], 6U);
        EXPECT_EQ(room.bytes[kNeeded], 0U);
      },
      std::make_shared<Answering>());
}

TEST(DeviceCallbacks, ConfigurationSpaceEndsAtItsLastByte) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    const HANDLE device = callbacks.DeviceHandle;
    std::uint8_t bytes[4] = {};
    ULONG count = 9;
    EXPECT_EQ(
        callbacks.DxgkCbWriteDeviceSpace(device, DXGK_WHICHSPACE_CONFIG, bytes, 4092, 4, &count),
        STATUS_SUCCESS);
    EXPECT_EQ(count, 4U);
    for (const ULONG offset : {4093U, 4096U, ~0U}) {
      count = 9;
      EXPECT_EQ(callbacks.DxgkCbWriteDeviceSpace(device, DXGK_WHICHSPACE_CONFIG, bytes, offset, 4,
                                                 &count),
                STATUS_UNSUCCESSFUL);
      EXPECT_EQ(count, 0U);
    }
    EXPECT_EQ(
        callbacks.DxgkCbReadDeviceSpace(device, DXGK_WHICHSPACE_CONFIG, bytes, ~0U, 4, &count),
        STATUS_SUCCESS);
    EXPECT_EQ(bytes[3], 0xFF) << "nothing is there";
  });
}

TEST(CallbackRules, K426BothAttributesAreFound) {
  const MiniportLife life = life_with(u"ExcludeBoth");
  EXPECT_EQ(life.count("K-426"), 1U) << life.findings_text();
  EXPECT_TRUE(life.has_said("Exclude c000000d"));
}
TEST(CallbackRules, K426SynchronousAtLevelZeroIsFound) {
  EXPECT_EQ(escaped(u"ExcludeNow").count("K-426"), 1U);
}
TEST(CallbackRules, K426AtDispatchLevelIsFound) {
  EXPECT_EQ(life_with(u"ExcludeAtDispatch").count("K-426"), 1U);
}
TEST(CallbackRules, K426SynchronousAtLevelThreeIsSilent) {
  const MiniportLife life = life_with(u"ExcludeNow");
  EXPECT_TRUE(life.has_said("Protected 00000000")) << life.findings_text();
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}
TEST(CallbackRules, K426LaterIsSilent) {
  const MiniportLife life = life_with(u"ExcludeLater");
  EXPECT_TRUE(life.has_said("Protected 00000000")) << life.findings_text();
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

}  // namespace
