// The line of a device: one thread at a time, and what comes meanwhile.
#include "src/dxgk/adapter/interrupt_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/dxgk/adapter/hardware.h"
#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

// An interrupt that comes while a thread is inside a synchronized routine waits until the routine
// has returned.
TEST(Interrupt, ComesAfterWhatIsSynchronizedWithIt) {
  std::vector<std::string> order;
  dxgk::InterruptLine line;
  line.connect(5, 1, [&](ULONG) { order.push_back("interrupt"); });
  EXPECT_TRUE(line.synchronize([&] {
    EXPECT_TRUE(line.raise(0));
    order.push_back("synchronized");
  }));
  EXPECT_THAT(order, ::testing::ElementsAre("synchronized", "interrupt"));
  line.disconnect();
  EXPECT_FALSE(line.raise(0));
  EXPECT_FALSE(line.synchronize([] {}));
}

TEST(Interrupt, EachMessageIsServedAtTheIrqlOfTheLine) {
  std::vector<std::pair<ULONG, KIRQL>> served;
  dxgk::InterruptLine line;
  EXPECT_FALSE(line.raise(0)) << "nobody is connected";
  line.connect(5, 3, [&](ULONG message) {
    EXPECT_TRUE(line.is_mine());
    served.emplace_back(message, nt::self().irql);
  });
  EXPECT_FALSE(line.raise(3)) << "it has three";
  EXPECT_TRUE(line.synchronize([&] {
    EXPECT_EQ(nt::self().irql, 5);
    EXPECT_TRUE(line.raise(2));
    EXPECT_TRUE(line.raise(0));
    EXPECT_TRUE(line.raise(2)) << "one that is pending stays one";
    EXPECT_TRUE(line.synchronize([&] { EXPECT_TRUE(served.empty()); })) << "inside it once more";
  }));
  EXPECT_THAT(served,
              ::testing::ElementsAre(std::pair<ULONG, KIRQL>(0, 5), std::pair<ULONG, KIRQL>(2, 5)));
  EXPECT_EQ(nt::self().irql, PASSIVE_LEVEL);
  EXPECT_FALSE(line.is_mine());
  line.disconnect();
}

// The line is free again although the driver died under it.
TEST(Interrupt, ACrashUnderTheLineLeavesIt) {
  const MiniportLife life = life_with_device(u"CrashSynchronized", nullptr);
  EXPECT_FALSE(life.alive);
}

TEST(Interrupt, SynchronizingWithoutAnInterruptFails) {
  class NoInterrupt : public dxgk::DeviceModel {
    std::optional<Interrupt> interrupt() const override { return {}; }
  };
  MiniportOptions options;
  options.model = std::make_shared<NoInterrupt>();
  EXPECT_TRUE(life_with(u"Synchronize", options).has_said("Synchronize c0000001"));
}

}  // namespace
