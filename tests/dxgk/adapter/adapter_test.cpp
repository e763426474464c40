// Load, add, start, stop, remove, unload.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/adapter/seat.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using dxgk::Adapter;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Adapter, AWholeLifeIsSilent) {
  const MiniportLife life = life_with(u"");
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.findings_text();
  EXPECT_EQ(life.add, STATUS_SUCCESS);
  EXPECT_EQ(life.start, STATUS_SUCCESS);
  EXPECT_TRUE(life.alive);
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
  EXPECT_THAT(life.said, ElementsAre("AddDevice", "StartDevice", "QuerySegment4", "QuerySegment4",
                                     "StopDevice", "RemoveDevice", "Unload"));
}

TEST(Adapter, StartsAgainAfterAStop) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    adapter.stop();
    EXPECT_EQ(adapter.state(), Adapter::State::kStopped);
    EXPECT_EQ(adapter.start(), STATUS_SUCCESS);
  };
  const MiniportLife life = life_with(u"", options);
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
  EXPECT_EQ(std::ranges::count(life.said, "StopDevice"), 2);
  EXPECT_EQ(std::ranges::count(life.said, "RemoveDevice"), 1);
}

TEST(Adapter, AFailedAddLeavesNothing) {
  const MiniportLife life = life_with(u"FailAdd");
  EXPECT_EQ(life.add, STATUS_NO_MEMORY);
  EXPECT_THAT(life.said, ElementsAre("AddDevice", "Unload"));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

TEST(Adapter, AFailedStartIsNotStopped) {
  const MiniportLife life = life_with(u"FailStart");
  EXPECT_EQ(life.start, STATUS_UNSUCCESSFUL);
  EXPECT_THAT(life.said, ElementsAre("AddDevice", "StartDevice", "RemoveDevice", "Unload"));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

TEST(AdapterRules, K049DeclinedDeviceIsFound) {
  const MiniportLife life = life_with(u"Decline");
  EXPECT_EQ(life.count("K-049"), 1U) << life.findings_text();
  EXPECT_FALSE(NT_SUCCESS(life.add));
  EXPECT_THAT(life.said, ElementsAre("AddDevice", "Unload"));
}

TEST(AdapterRules, K049ContextIsSilent) { expect_silent(life_with(u"")); }

// Each entry point of the test driver works on the context that AddDevice made; the handle of the
// callbacks is another.
TEST(AdapterPromises, K050TheContextComesBack) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    EXPECT_NE(adapter.context(), nullptr);
    EXPECT_NE(adapter.context(), adapter.hardware().device_handle());
    dxgk::Seat seat(adapter, nullptr);
    EXPECT_EQ(seat.create_driver_process(), STATUS_SUCCESS);
    EXPECT_EQ(seat.driver_process(), adapter.context());  // the driver returns its hAdapter
    seat.destroy_driver_process();
  };
  const MiniportLife life = life_with(u"", options);
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
  EXPECT_TRUE(life.has_said("CreateProcess 00000001"));
  EXPECT_TRUE(life.has_said("DestroyProcess"));
}

TEST(AdapterRules, K051ForeignHandleIsFound) {
  const MiniportLife life = life_with(u"WrongHandle");
  EXPECT_EQ(life.count("K-051"), 1U) << life.findings_text();
  EXPECT_TRUE(life.has_said("GetDeviceInformation c000000d"));
}

TEST(AdapterRules, K051DeviceHandleIsSilent) { expect_silent(life_with(u"")); }

TEST(AdapterRules, K052CountsNotSetAreFound) {
  const MiniportLife life = life_with(u"NoCounts");
  EXPECT_EQ(life.start, STATUS_SUCCESS) << "they are taken for none";
  EXPECT_EQ(life.count("K-052"), 2U) << life.findings_text();
  EXPECT_TRUE(life.has_said("StopDevice"));
}

// Windows starts such a driver.
TEST(AdapterRules, K052NoDeviceInformationIsALint) {
  const MiniportLife life = life_with(u"NoDeviceInfo");
  ASSERT_EQ(life.count("K-052"), 1U) << life.findings_text();
  EXPECT_EQ(rules::severity_of(life.findings.front()), rules::Severity::kLint);
}

// A driver without hardware maps nothing, whatever its device has.
class MemoryDevice : public dxgk::DeviceModel {
 public:
  std::vector<Range> ranges() const override {
    Range range;
    range.physical = 0xD000'0000;
    range.size = 0x1000;
    return {range};
  }
};
TEST(AdapterRules, K052UnmappedMemoryIsSilent) {
  MiniportOptions options;
  options.model = std::make_shared<MemoryDevice>();
  const MiniportLife life = life_with(u"NoMap", options);
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

TEST(AdapterRules, K052InterruptsNotEnabledAreFound) {
  EXPECT_EQ(life_with_device(u"NoEnable", nullptr).count("K-052"), 1U);
}

TEST(AdapterRules, K052CompleteStartIsSilent) {
  expect_silent(life_with(u""));
  expect_silent(life_with_device(u"", nullptr));
}

TEST(AdapterRules, K060FailedPowerStateIsFound) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, PowerDeviceD3, PowerActionSleep);
  };
  EXPECT_EQ(life_with(u"FailPower", options).count("K-060"), 1U);
  EXPECT_EQ(life_with(u"", options).count("K-060"), 0U);
}

void sleep_and_wake(Adapter& adapter, RegisterDevice&) {
  for (const auto state : {PowerDeviceD2, PowerDeviceD3, PowerDeviceD0}) {
    EXPECT_EQ(adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, state, PowerActionSleep),
              STATUS_SUCCESS);
  }
}

TEST(AdapterRules, K060StateThatIsNotRestoredIsFound) {
  EXPECT_EQ(life_with_device(u"NoRestore", sleep_and_wake).count("K-060"), 1U);
  EXPECT_EQ(life_with_device(u"", sleep_and_wake).count("K-060"), 0U);
}

TEST(AdapterRules, K060ChildThatIsNotToleratedIsFound) {
  const auto child_sleeps = [](Adapter& adapter) {
    adapter.set_power_state(/*device_uid=*/7, PowerDeviceD3, PowerActionSleep);
  };
  MiniportOptions options;
  options.started = child_sleeps;
  const MiniportLife life = life_with(u"ChildPower", options);
  EXPECT_EQ(life.count("K-060"), 1U) << life.findings_text();
  EXPECT_FALSE(life.alive);
  EXPECT_EQ(life_with(u"", options).count("K-060"), 0U);
}

TEST(AdapterRules, K060PowerStateIsSilent) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    for (const auto state : {PowerDeviceD3, PowerDeviceD0}) {
      EXPECT_EQ(adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, state, PowerActionSleep),
                STATUS_SUCCESS);
    }
  };
  expect_silent(life_with(u"", options));
}

void reset_at_high_level(Adapter& adapter) {
  nt::set_irql(nt::self(), HIGH_LEVEL);
  adapter.reset_device();
  nt::set_irql(nt::self(), PASSIVE_LEVEL);
}

TEST(AdapterRules, K062PagedResetIsFound) {
  MiniportOptions options;
  options.started = reset_at_high_level;
  const MiniportLife life = life_with(u"PagedReset", options);
  EXPECT_EQ(life.count("K-062"), 1U) << life.findings_text();
  EXPECT_FALSE(life.alive);
}

TEST(AdapterRules, K062ResetAtHighLevelIsSilent) {
  MiniportOptions options;
  options.started = reset_at_high_level;
  const MiniportLife life = life_with(u"", options);
  EXPECT_TRUE(life.has_said("ResetDevice"));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

// A bug check of the video memory manager, and a time-out.
constexpr UINT kBugCheck = 0x10E, kTimeout = 0x117;

TEST(AdapterRules, K456PagedDebugInfoIsFound) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    nt::set_irql(nt::self(), HIGH_LEVEL);
    adapter.collect_debug_info(kBugCheck);
    nt::set_irql(nt::self(), PASSIVE_LEVEL);
  };
  const MiniportLife life = life_with(u"PagedCollect", options);
  EXPECT_EQ(life.count("K-456"), 1U) << life.findings_text();
  EXPECT_FALSE(life.alive);
}

TEST(AdapterRules, K456DebugInfoAtEachLevelIsSilent) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    EXPECT_EQ(adapter.collect_debug_info(kTimeout), STATUS_SUCCESS);
    nt::set_irql(nt::self(), HIGH_LEVEL);
    EXPECT_EQ(adapter.collect_debug_info(kBugCheck), STATUS_SUCCESS);
    nt::set_irql(nt::self(), PASSIVE_LEVEL);
  };
  const MiniportLife life = life_with(u"", options);
  EXPECT_TRUE(life.has_said("CollectDbgInfo"));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

TEST(AdapterRules, K413AnyInterruptAcceptedIsFound) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    adapter.control_interrupt(DXGK_INTERRUPT_DMA_COMPLETED, true);
  };
  EXPECT_EQ(life_with(u"AcceptAnyInterrupt", options).count("K-413"), 1U);
}

TEST(AdapterRules, K413OnlyVsyncIsSilent) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    EXPECT_EQ(adapter.control_interrupt(DXGK_INTERRUPT_CRTC_VSYNC, true), STATUS_SUCCESS);
    EXPECT_EQ(adapter.control_interrupt(DXGK_INTERRUPT_DMA_COMPLETED, true),
              STATUS_NOT_IMPLEMENTED);
  };
  expect_silent(life_with(u"", options));
}

}  // namespace
