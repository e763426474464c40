// Updates of context allocations by themselves: nobody waits for one that cannot be run.
#include "src/sched/memory/context_updates.h"

#include <array>
#include <cstddef>
#include <functional>

#include "tests/sched/part_stand.h"

namespace drydock::sched {
namespace {

using ::testing::IsEmpty;

class ContextUpdatesTest : public PartTest {
 protected:
  // Runs an update. Its caller never waits longer than that.
  bool update() {
    ContextUpdates::Update update;
    updates.run(update, tenant, nullptr, 0);
    EXPECT_TRUE(update.is_over.is_complete());
    EXPECT_EQ(tenant.place.pins, 0U);
    return update.is_done;
  }

  vidmm::Tenant tenant;
};

TEST_F(ContextUpdatesTest, OneThatCannotBePagedFails) { EXPECT_FALSE(update()); }

TEST_F(ContextUpdatesTest, OneThatIsRefusedDoesNotReachTheDriver) {
  const ContextUpdates::Refusal refusal(updates);
  EXPECT_FALSE(update());
  EXPECT_THAT(driver.take_calls(), IsEmpty());
}

// Runs everything at once. The GPU may have to be reset meanwhile.
class OnePage final : public vidmm::PagingQueue {
 public:
  vidmm::PagingBuffer& buffer() override { return buffer_; }
  bool run(vidmm::Tenant&, UINT, UINT) override {
    if (when_run) when_run();
    return true;
  }
  void switch_away_from(vidmm::Tenant&) override {}
  void wait_idle(vidmm::Tenant&) override {}
  bool is_resetting() const override { return false; }
  bool is_here() const override { return true; }
  void await(const std::function<bool()>&) override {}

  std::function<void()> when_run;

 private:
  std::array<std::byte, 4096> memory_{};
  vidmm::PagingBuffer buffer_{memory_.data(), static_cast<UINT>(memory_.size())};
};

class ContextUpdatesOnPage : public ::testing::Test {
 protected:
  CountingDriver driver;
  OnePage paging;
  vidmm::VideoMemory memory{driver, paging};
  ContextUpdates updates{memory};
  ContextUpdates::Update update;
  vidmm::Tenant tenant;
};

TEST_F(ContextUpdatesOnPage, AnUpdateRunsOnTheGpu) {
  int runs = 0;
  paging.when_run = [&] { ++runs; };
  updates.run(update, tenant, nullptr, 0);
  EXPECT_EQ(runs, 1);
  EXPECT_TRUE(update.is_over.is_complete());
  EXPECT_TRUE(update.is_done);
}

TEST_F(ContextUpdatesOnPage, OneInTheMiddleIsRefusedAndItsCallerReleased) {
  bool was_released = false;
  paging.when_run = [&] {
    const ContextUpdates::Refusal refusal(updates);
    was_released = update.is_over.is_complete();
  };
  updates.run(update, tenant, nullptr, 0);
  EXPECT_TRUE(was_released) << "its thread may be inside the driver";
  EXPECT_FALSE(update.is_done);
}

}  // namespace
}  // namespace drydock::sched
