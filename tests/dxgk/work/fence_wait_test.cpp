// Waits of processors for fences: for all or for any, and what ends them.
#include "src/dxgk/work/fence_wait.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "src/dxgk/work/sync_state.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"
#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

class Naming final : public Object {
 public:
  Naming() : Object(ObjectType::kSync) {}
  ~Naming() override = default;
};

D3DDDI_SYNCHRONIZATIONOBJECTINFO2 monitored() {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 out{};
  out.Type = D3DDDI_MONITORED_FENCE;
  return out;
}

class FenceWaitTest : public ::testing::Test {
 protected:
  std::shared_ptr<FenceWait> wait_for_both(bool any) {
    auto wait = std::make_shared<FenceWait>(nullptr, any);
    const sim::Hold hold(sync_lock());
    wait->add(one, naming_one, 5);
    wait->add(other, naming_other, 7);
    one.add_wait(wait);
    other.add_wait(wait);
    return wait;
  }
  static bool is_over(const FenceWait& wait) {
    const sim::Hold hold(sync_lock());
    return wait.is_over();
  }
  static void signal(SyncState& fence, std::uint64_t value) {
    const sim::Hold hold(sync_lock());
    fence.set_value(value);
  }

  SyncState one{monitored()}, other{monitored()};
  Naming naming_one, naming_other;
};

TEST_F(FenceWaitTest, ForAllNeedsEveryFence) {
  const auto wait = wait_for_both(/*any=*/false);
  signal(one, 4);
  EXPECT_FALSE(is_over(*wait));
  signal(one, 5);
  EXPECT_FALSE(is_over(*wait));
  signal(other, 9);
  EXPECT_TRUE(is_over(*wait));
}

TEST_F(FenceWaitTest, ForAnyNeedsOne) {
  const auto wait = wait_for_both(/*any=*/true);
  signal(other, 6);
  EXPECT_FALSE(is_over(*wait));
  signal(other, 7);
  EXPECT_TRUE(is_over(*wait));
}

TEST_F(FenceWaitTest, ValueThatWasReachedCountsAlthoughTheFenceIsRewound) {
  const auto wait = wait_for_both(/*any=*/false);
  signal(one, 5);
  signal(one, 0);
  signal(other, 7);
  EXPECT_TRUE(is_over(*wait));
}

TEST_F(FenceWaitTest, IsTakenOnceByTheFirstThatFires) {
  const auto wait = wait_for_both(/*any=*/true);
  signal(one, 5);
  const sim::Hold hold(sync_lock());
  EXPECT_EQ(one.take_over(), FenceWaits{wait});
  EXPECT_TRUE(one.take_over().empty());
  EXPECT_EQ(other.take_over(), FenceWaits{wait}) << "each fence lets it go";
}

TEST_F(FenceWaitTest, BelongsToTheHandlesThatNamedItsFences) {
  const auto wait = wait_for_both(/*any=*/false);
  Naming stranger;
  const sim::Hold hold(sync_lock());
  EXPECT_FALSE(wait->is_made_by(stranger));
  EXPECT_TRUE(one.take_made_by(stranger).empty());
  EXPECT_EQ(one.take_made_by(naming_other), FenceWaits{wait}) << "by either of its handles";
}

TEST_F(FenceWaitTest, FirstToFireDecidesTheStatus) {
  const auto wait = wait_for_both(/*any=*/false);
  NTSTATUS status = STATUS_PENDING;
  sim::Thread waiter = sim::spawn("waits", [&] { status = wait->wait(); });
  wait->fire(STATUS_INVALID_HANDLE);
  wait->fire(STATUS_SUCCESS);
  waiter.join();
  EXPECT_EQ(status, STATUS_INVALID_HANDLE);
}

// The event is the waiter's own: it is set when the fences were reached, and released either way.
TEST_F(FenceWaitTest, EventIsSetOnlyOnSuccess) {
  for (const NTSTATUS status : {STATUS_SUCCESS, STATUS_INVALID_HANDLE}) {
    HANDLE handle = nullptr;
    ASSERT_EQ(ZwCreateEvent(&handle, EVENT_ALL_ACCESS, nullptr, NotificationEvent, FALSE),
              STATUS_SUCCESS);
    nt::HandleEntry seen, pinned;  // one pin for the test, one for the wait
    ASSERT_EQ(nt::pin_by_handle(handle, *ExEventObjectType, seen), STATUS_SUCCESS);
    ASSERT_EQ(nt::pin_by_handle(handle, *ExEventObjectType, pinned), STATUS_SUCCESS);
    FenceWait wait(static_cast<PKEVENT>(pinned.object), /*any=*/false);
    wait.fire(status);
    EXPECT_EQ(KeReadStateEvent(static_cast<PKEVENT>(seen.object)) != 0, status == STATUS_SUCCESS);
    nt::unpin_object(seen.object);
    EXPECT_EQ(ZwClose(handle), STATUS_SUCCESS);
  }
}

}  // namespace
}  // namespace drydock::dxgk
