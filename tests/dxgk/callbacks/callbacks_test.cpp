// Callbacks of DXGKRNL_INTERFACE that are neither about interrupts nor about handles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/callbacks/kernel_interface.h"
#include "src/sim/faults.h"
#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using dxgk::Adapter;
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

TEST(Callbacks, GiveMemoryThatTheDeviceCanReach) {
  const MiniportLife life = life_with(u"Memory");
  EXPECT_TRUE(life.has_said("AllocateContiguousMemory 00000000")) << life.findings_text();
  EXPECT_TRUE(life.has_said("FreeContiguousMemory 00000000"));
  EXPECT_TRUE(life.has_said("FreeContiguousMemory again c000000d"));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

TEST(Callbacks, GivePhysicalMemoryObjects) {
  const MiniportLife life = life_with(u"Objects");
  EXPECT_TRUE(life.has_said("CreatePhysicalMemoryObject 00000000")) << life.findings_text();
  EXPECT_TRUE(life.has_said("MapPhysicalMemory 00000000"));
  EXPECT_TRUE(life.has_said("AllocateAdl 00000000"));
  EXPECT_TRUE(life.has_said("pages 00000004"));
  EXPECT_TRUE(life.has_said("MapPhysicalMemory of a list c000000d"));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
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

// A worker starts before the device is asked about, which fails.
MiniportLife refused_worker(std::u16string_view fault) {
  const sim::FaultInjection injection({.seed = 1, .one_in = 1, .only = sim::FaultKind::kDevice});
  return life_with(fault, {.seed = 1});
}

TEST(CallbackFaults, ThreadLeftByAStartThatFailsIsFound) {
  const MiniportLife life = refused_worker(u"WorkerForgotten");
  EXPECT_FALSE(NT_SUCCESS(life.start));
  EXPECT_EQ(life.count("N-041"), 1U) << life.findings_text();
}

TEST(CallbackFaults, ThreadThatAFailedStartStopsIsSilent) {
  const MiniportLife life = refused_worker(u"WorkerStopped");
  EXPECT_FALSE(NT_SUCCESS(life.start));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
  expect_silent(life_with(u"WorkerForgotten", {.seed = 1}));
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
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
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

TEST(CallbackRules, K427MemoryAtDispatchLevelIsFound) {
  const MiniportLife life = life_with(u"MemoryAtDispatch");
  EXPECT_EQ(life.count("K-427"), 1U) << life.findings_text();
  EXPECT_FALSE(life.alive);
}
TEST(CallbackRules, K427MdlThatDiesEarlyIsFound) {
  EXPECT_EQ(life_with(u"MdlDiesEarly").count("K-427"), 1U);
}
TEST(CallbackRules, K427MdlThatOutlivesItsMappingIsSilent) {
  EXPECT_THAT(life_with(u"IoMmu").findings, IsEmpty());
}

TEST(CallbackRules, K077ReservationInStartIsFound) {
  EXPECT_EQ(life_with(u"ReserveInStart").count("K-077"), 1U);
}
TEST(CallbackRules, K077ReservationInCreateProcessIsSilent) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    dxgk::Seat seat(adapter, nullptr);
    seat.create_driver_process();
    seat.destroy_driver_process();
  };
  expect_silent(life_with(u"ReserveInProcess", options));
}

// The rest is asked as a driver would ask, without one.
class Table : public ::testing::Test {
 protected:
  const DXGKRNL_INTERFACE table_ =
      dxgk::kernel_interface(DXGKDDI_INTERFACE_VERSION_WDDM3_2, nullptr);
};

TEST_F(Table, HasEveryCallback) {
  const auto* words = reinterpret_cast<void* const*>(&table_);
  const std::size_t first = offsetof(DXGKRNL_INTERFACE, DxgkCbEvalAcpiMethod) / sizeof(void*);
  for (std::size_t i = first; i < sizeof table_ / sizeof(void*); ++i)
    EXPECT_NE(words[i], nullptr) << "member " << i;
}

class CallbackPromises : public Table {};

TEST_F(CallbackPromises, K425NothingIsACaptureBuffer) {
  DXGKARGCB_GETCAPTUREADDRESS capture{};
  capture.hAllocation = 0x40000040;
  EXPECT_EQ(table_.DxgkCbGetCaptureAddress(&capture), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(table_.DxgkCbGetCaptureAddress(nullptr), STATUS_INVALID_PARAMETER);
}

TEST_F(Table, NoVideoPresentNetworkIsValid) {
  const DXGK_VIDPN_INTERFACE* out = nullptr;
  EXPECT_EQ(table_.DxgkCbQueryVidPnInterface(nullptr, DXGK_VIDPN_INTERFACE_VERSION_V1, &out),
            STATUS_GRAPHICS_INVALID_VIDPN);
  EXPECT_EQ(table_.DxgkCbQueryVidPnInterface(nullptr, DXGK_VIDPN_INTERFACE_VERSION_V1, nullptr),
            STATUS_INVALID_PARAMETER);
}

}  // namespace
