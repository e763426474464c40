// Global handles: what they look like, whom they open, and the last who closes.
#include "src/dxgk/object/share.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

struct SharedThing : Shared {
  static constexpr Kind kKind = Kind::kSync;
  explicit SharedThing(Kind kind = kKind) : Shared(kind) {}
};

TEST(Share, GlobalHandleOpensItsObjectUntilTheLastClose) {
  SharedThing thing;
  const Handle global = publish(thing);
  ASSERT_NE(global, 0U);
  EXPECT_TRUE(is_global(global));
  EXPECT_FALSE(is_local(global));
  EXPECT_EQ(thing.global, global);
  EXPECT_EQ(open_global<SharedThing>(global), &thing);
  EXPECT_FALSE(close_share(thing));
  EXPECT_TRUE(close_share(thing));
  EXPECT_EQ(open_global<SharedThing>(global), nullptr) << "its handle went with the last opening";
  EXPECT_FALSE(thing.try_open());
}

TEST(Share, HandleOfAnotherKindOrFormOpensNothing) {
  SharedThing thing(Shared::Kind::kMutex);
  const Handle global = publish(thing);
  EXPECT_EQ(open_global(global, Shared::Kind::kResource), nullptr);
  EXPECT_EQ(open_global(global, Shared::Kind::kSync), nullptr);
  for (const Handle wrong :
       {Handle{0}, global & ~kGlobalInstance, global + 1, global + kHandleStep, ~Handle{0}})
    EXPECT_EQ(open_global(wrong, Shared::Kind::kMutex), nullptr) << std::hex << wrong;
  EXPECT_EQ(open_global(global, Shared::Kind::kMutex), &thing);
  EXPECT_FALSE(close_share(thing)) << "refused openings count for nothing";
  EXPECT_TRUE(close_share(thing));
}

TEST(Share, ObjectWithoutAHandleCountsItsOpeningsToo) {
  SharedThing thing;
  EXPECT_TRUE(thing.try_open());
  EXPECT_FALSE(close_share(thing));
  EXPECT_TRUE(close_share(thing));
  EXPECT_FALSE(thing.try_open());
}

TEST(Share, HandlesDiffer) {
  SharedThing one, other;
  EXPECT_NE(publish(one), publish(other));
  EXPECT_TRUE(close_share(one));
  EXPECT_EQ(open_global<SharedThing>(other.global), &other) << "the other's handle stays";
  EXPECT_FALSE(close_share(other));
  EXPECT_TRUE(close_share(other));
}

// Threads that open by the handle race with the one that closes the first opening.
TEST(Share, OneThreadClosesLastAndNoneOpensAfterIt) {
  for (int round = 0; round < 300; ++round) {
    SharedThing thing;
    const Handle global = publish(thing);
    std::atomic<int> last = 0;
    std::atomic<bool> is_gone = false;
    std::atomic<int> too_late = 0;
    const auto close = [&] {
      if (!close_share(thing)) return;
      ++last;
      is_gone = true;
    };
    std::vector<sim::Thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.push_back(sim::spawn("opens", [&] {
        for (int step = 0; step < 20; ++step) {
          const bool was_gone = is_gone;
          if (open_global<SharedThing>(global) == nullptr) return;
          if (was_gone) ++too_late;
          close();
        }
      }));
    }
    close();
    for (sim::Thread& thread : threads) thread.join();
    EXPECT_EQ(last.load(), 1);
    EXPECT_EQ(too_late.load(), 0);
  }
}

}  // namespace
}  // namespace drydock::dxgk
