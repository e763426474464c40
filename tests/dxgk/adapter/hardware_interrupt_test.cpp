// Interrupts and DPCs of a device, from its line to its driver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/base/processor.h"
#include "src/nt/time/dpc.h"
#include "src/sim/gate.h"
#include "tests/dxgk/adapter/interrupt_scene.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using dxgk::Adapter;
using ::testing::IsEmpty;

TEST(Interrupt, ReachesTheDriverAndItsDpc) {
  const MiniportLife life = interrupted(u"");
  EXPECT_TRUE(life.has_said("Dpc")) << life.findings_text();
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

TEST(Interrupt, ThereIsNoListenerBeforeStartAndAfterStop) {
  auto device = std::make_shared<RegisterDevice>();
  MiniportOptions options;
  options.model = device;
  options.end = [&](std::unique_ptr<Adapter> adapter) {
    EXPECT_TRUE(device->interrupt());
    adapter->stop();
    EXPECT_FALSE(device->interrupt());
    EXPECT_FALSE(adapter->raise_interrupt());
  };
  EXPECT_FALSE(device->interrupt());
  EXPECT_TRUE(life_with(u"", options).alive);
}

TEST(InterruptRules, K404NoDpcIsFound) { EXPECT_EQ(interrupted(u"NoDpc").count("K-404"), 1U); }
TEST(InterruptRules, K404DpcWithoutNotifyIsFound) {
  EXPECT_EQ(interrupted(u"SilentDpc").count("K-404"), 1U);
}
TEST(InterruptRules, K404DpcThatNotifiesIsSilent) { expect_silent(interrupted(u"")); }

// It asked for the DPC before its DxgkDdiStartDevice returned.
TEST(InterruptRules, K404DpcOfADriverThatIsStillStartingIsSilent) {
  const MiniportLife life = life_with_device(u"VsyncWhileStarting", nullptr);
  EXPECT_TRUE(life.has_said("Dpc"));
  expect_silent(life);
}

TEST(InterruptPromises, K405OneDpcIsPendingAtMost) {
  const MiniportLife life = life_with(u"TwoDpcs");
  EXPECT_TRUE(life.has_said("QueueDpc 00000001")) << life.findings_text();
  EXPECT_TRUE(life.has_said("QueueDpc 00000000")) << life.findings_text();
}

TEST(InterruptRules, K407ForeignInterruptClaimedIsFound) {
  const auto foreign = [](Adapter&, RegisterDevice& device) { device.foreign_interrupt(); };
  EXPECT_EQ(life_with_device(u"ClaimForeign", foreign).count("K-407"), 1U);
}
TEST(InterruptRules, K407InterruptLeftAssertedIsFound) {
  EXPECT_EQ(interrupted(u"LeaveAsserted").count("K-407"), 1U);
}
TEST(InterruptRules, K407OwnDismissedAndForeignRefusedIsSilent) {
  const MiniportLife life = life_with_device(u"", [](Adapter&, RegisterDevice& device) {
    device.foreign_interrupt();
    device.interrupt();
    KeFlushQueuedDpcs();
  });
  expect_silent(life);
}

TEST(InterruptRules, K055DpcQueuedAtStopIsFound) {
  // The only processor is busy with another DPC until the adapter has stopped.
  const nt::FixedProcessors one(1);
  sim::Completion busy, stopped;
  struct Waits {
    sim::Completion *busy, *stopped;
  } waits{&busy, &stopped};
  KDPC first{};
  KeInitializeDpc(
      &first,
      [](PKDPC, PVOID context, PVOID, PVOID) {
        static_cast<Waits*>(context)->busy->complete();
        static_cast<Waits*>(context)->stopped->wait();
      },
      &waits);
  MiniportOptions options;
  options.end = [&](std::unique_ptr<Adapter> adapter) {
    nt::queue_dpc(first, {});
    busy.wait();
    adapter->stop();
    stopped.complete();
    KeFlushQueuedDpcs();
  };
  const MiniportLife life = life_with(u"DpcAtStop", options);
  EXPECT_EQ(life.count("K-055"), 1U) << life.findings_text();
  EXPECT_FALSE(life.has_said("Dpc"));
}

}  // namespace
