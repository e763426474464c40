// Interrupts, DPCs, and what the driver synchronises with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/base/thread.h"
#include "tests/dxgk/adapter/interrupt_scene.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using dxgk::Adapter;
using ::testing::IsEmpty;

TEST(Interrupt, ReachesItsListeners) {
  std::vector<DXGK_INTERRUPT_TYPE> types;
  std::vector<KIRQL> levels;
  const MiniportLife life = life_with_device(u"", [&](Adapter& adapter, RegisterDevice& device) {
    adapter.set_notifications({[&](const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
                                 types.push_back(data.InterruptType);
                                 levels.push_back(nt::self().irql);
                               },
                               [&] { levels.push_back(nt::self().irql); }});
    device.interrupt();
    KeFlushQueuedDpcs();
    adapter.set_notifications({});
  });
  EXPECT_THAT(types, ::testing::ElementsAre(DXGK_INTERRUPT_DMA_COMPLETED)) << life.findings_text();
  EXPECT_THAT(levels, ::testing::ElementsAre(5, DISPATCH_LEVEL));
}

TEST(InterruptRules, K402ServiceInTheRoutineIsFound) {
  const MiniportLife life = interrupted(u"ServicesInInterrupt");
  EXPECT_EQ(life.count("K-402"), 1U) << life.findings_text();
  EXPECT_FALSE(life.alive);
}
TEST(InterruptRules, K402NotifyAndQueueAreSilent) { expect_silent(interrupted(u"")); }

TEST(InterruptRules, K403NotifyAtPassiveLevelIsFound) {
  const MiniportLife life = life_with_device(u"NotifyAtPassive", nullptr);
  EXPECT_EQ(life.count("K-403"), 1U) << life.findings_text();
  EXPECT_FALSE(life.alive);
}
// Messages 0 and 1; the driver says that it reports from message 0.
class TwoMessages : public RegisterDevice {
 public:
  std::optional<Interrupt> interrupt() const override {
    Interrupt interrupt;
    interrupt.message_based = true;
    interrupt.messages = 2;
    return interrupt;
  }
};

MiniportLife interrupted_by_message(ULONG message, std::u16string_view fault = u"") {
  MiniportOptions options;
  auto device = std::make_shared<TwoMessages>();
  options.model = device;
  options.started = [&](Adapter& adapter) {
    device->assert_only();
    EXPECT_TRUE(adapter.raise_interrupt(message));
    KeFlushQueuedDpcs();
  };
  return life_with(fault, options);
}

TEST(InterruptRules, K403NotifyFromAnotherMessageIsFound) {
  const MiniportLife life = interrupted_by_message(1);
  ASSERT_EQ(life.count("K-403"), 1U) << life.findings_text();
  EXPECT_EQ(rules::severity_of(life.findings[0]), rules::Severity::kViolation);
  EXPECT_TRUE(life.has_said("Dpc")) << "the life goes on";
  EXPECT_TRUE(life.alive);
}
// A routine that is synchronized with another message may run together with the fixed one.
TEST(InterruptRules, K403NotifySynchronizedWithAnotherMessageIsFound) {
  EXPECT_EQ(interrupted_by_message(0, u"NotifyByMessage1").count("K-403"), 1U);
}
TEST(InterruptRules, K403NotifySynchronizedWithTheFixedMessageIsSilent) {
  expect_silent(interrupted_by_message(0, u"NotifyByMessage0"));
}
TEST(InterruptRules, K403NotifyFromTheFixedMessageIsSilent) {
  const MiniportLife life = interrupted_by_message(0);
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
  EXPECT_TRUE(life.has_said("Dpc"));
}
TEST(InterruptRules, K403NotifyInTheRoutineIsSilent) { expect_silent(interrupted(u"")); }

TEST(InterruptRules, K408MessageOfALineIsFound) {
  const MiniportLife life = life_with_device(u"SynchronizeMessage", nullptr);
  EXPECT_EQ(life.count("K-408"), 1U) << life.findings_text();
  EXPECT_TRUE(life.has_said("Synchronize c000000d"));
}
TEST(InterruptRules, K408SynchronizeAboveDispatchLevelIsFound) {
  EXPECT_EQ(life_with_device(u"SynchronizeHigh", nullptr).count("K-408"), 1U);
}
TEST(InterruptRules, K408SynchronizeAtPassiveLevelIsSilent) {
  const MiniportLife life = life_with_device(u"Synchronize", nullptr);
  expect_silent(life);
  EXPECT_TRUE(life.has_said("Synchronized"));
  EXPECT_TRUE(life.has_said("Synchronize 00000000"));
}

TEST(InterruptRules, K409PagedInterruptRoutineIsFound) {
  const MiniportLife life = interrupted(u"PagedInterrupt");
  EXPECT_EQ(life.count("K-409"), 1U) << life.findings_text();
  EXPECT_FALSE(life.alive);
}
TEST(InterruptRules, K409ResidentInterruptRoutineIsSilent) { expect_silent(interrupted(u"")); }

TEST(InterruptRules, K410PageFaultWithoutFenceIsFound) {
  EXPECT_EQ(interrupted(u"BadPageFault").count("K-410"), 1U);
}
TEST(InterruptRules, K410PageFaultWithFenceIsSilent) {
  const MiniportLife life = interrupted(u"GoodPageFault");
  // No work was submitted, so its fence was never issued. That is another rule, and the only one.
  ASSERT_EQ(life.findings.size(), 1U) << life.findings_text();
  EXPECT_EQ(life.count("K-399"), 1U) << life.findings_text();
}

TEST(InterruptRules, K412ReservedTypeIsFound) {
  EXPECT_EQ(interrupted(u"ReservedType").count("K-412"), 1U);
}
TEST(InterruptRules, K412DmaCompletedIsSilent) { expect_silent(interrupted(u"")); }

TEST(InterruptRules, K414VsyncOfARenderOnlyAdapterIsFound) {
  const MiniportLife life = interrupted(u"VsyncWithoutDisplay");
  EXPECT_EQ(life.count("K-414"), 1U) << life.findings_text();
  EXPECT_TRUE(life.alive) << "nobody listens to it";
}
// A driver that simulates vsync may begin before DxgkDdiStartDevice returned how many sources it
// has.
TEST(InterruptRules, K414VsyncBeforeTheSourcesAreKnownIsSilent) {
  const MiniportLife life = interrupted(u"VsyncWhileStarting");
  EXPECT_TRUE(life.has_said("Synchronize 00000000"));
  expect_silent(life);
}
TEST(InterruptRules, K414DmaCompletedIsSilent) { expect_silent(interrupted(u"")); }

TEST(InterruptRules, K474PagedDpcIsFound) {
  const MiniportLife life = interrupted(u"PagedDpc");
  EXPECT_EQ(life.count("K-474"), 1U) << life.findings_text();
  EXPECT_FALSE(life.alive);
}
TEST(InterruptRules, K474ResidentDpcIsSilent) { expect_silent(interrupted(u"")); }

}  // namespace
