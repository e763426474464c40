// Openings: a body that several owners have open, each by a handle of its own.
#include "src/dxgk/object/opening.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <vector>

#include "src/dxgk/object/share.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

struct SharedBody : Shared {
  static constexpr ObjectType kOpeningType = ObjectType::kSync;
  static constexpr const char* kTraceName = "test body";
  using Part = int;

  SharedBody() : Shared(Kind::kSync) {}

  void closed_by(OpenOf<SharedBody>& open) {
    ++left;
    last_part = open.part();
  }
  static void close(SharedBody& body) {
    ++body.closed;
    if (close_share(body)) ++body.ended;
  }

  std::atomic<int> left = 0;
  std::atomic<int> closed = 0;
  std::atomic<int> ended = 0;
  std::atomic<int> last_part = 0;
};

class Openings : public ::testing::Test {
 protected:
  Handle name(SharedBody& to_open, OpensOf<SharedBody>& by, int part = 0) {
    Handle out = 0;
    EXPECT_EQ(name_opening(handles, by, to_open, out, /*is_of_bundle=*/false, part),
              STATUS_SUCCESS);
    return out;
  }
  Handle open_again(OpensOf<SharedBody>& by) {
    EXPECT_TRUE(body.try_open());
    return name(body, by);
  }

  HandleTable handles;
  OpensOf<SharedBody> owner;
  OpensOf<SharedBody> other_owner;
  SharedBody body;
};

TEST_F(Openings, EachIsEndedByItsHandleOnce) {
  const Handle one = name(body, owner, 7);
  const Handle two = open_again(owner);
  EXPECT_NE(one, two);
  EXPECT_TRUE(end_opening<SharedBody>(handles, one));
  EXPECT_EQ(body.last_part, 7);
  EXPECT_FALSE(end_opening<SharedBody>(handles, one));
  EXPECT_EQ(body.ended, 0);
  EXPECT_TRUE(end_opening<SharedBody>(handles, two));
  EXPECT_EQ(body.left, 2);
  EXPECT_EQ(body.ended, 1);
}

TEST_F(Openings, EndOfAnOwnerEndsItsOwnOnly) {
  name(body, owner);
  open_again(owner);
  const Handle others = open_again(other_owner);
  end_openings(handles, owner);
  EXPECT_EQ(body.left, 2);
  EXPECT_EQ(body.ended, 0);
  EXPECT_TRUE(UseOf<SharedBody>(handles, others));
  end_openings(handles, other_owner);
  EXPECT_EQ(body.ended, 1);
  EXPECT_FALSE(UseOf<SharedBody>(handles, others));
}

TEST_F(Openings, ClientsCannotEndThoseOfTheHost) {
  owner.is_clients = false;
  const Handle handle = name(body, owner);
  EXPECT_FALSE(end_opening<SharedBody>(handles, handle));
  EXPECT_TRUE(UseOf<SharedBody>(handles, handle)) << "it is still open";
  end_openings(handles, owner);
  EXPECT_EQ(body.ended, 1);
}

TEST_F(Openings, HandleOfSomethingElseNamesNone) {
  class Other final : public Object {
   public:
    Other() : Object(ObjectType::kContext) {}
    ~Other() override = default;
  };
  Other other;
  const Handle handle = handles.issue(other);
  EXPECT_FALSE(end_opening<SharedBody>(handles, handle));
  EXPECT_FALSE(UseOf<SharedBody>(handles, handle));
  EXPECT_FALSE(UseOf<SharedBody>(handles, 0));
  EXPECT_TRUE(handles.remove(handle, other)) << "it was left alone";
  SharedBody::close(body);
}

// A full handle table: the opening that the caller handed over is closed, and no owner has it.
TEST_F(Openings, WithoutAHandleTheBodyIsClosed) {
  Handle out = 17;
  {
    const sim::FaultInjection faults({.nth = 0, .only = sim::FaultKind::kHandle});
    EXPECT_EQ(name_opening(handles, owner, body, out), STATUS_NO_MEMORY);
  }
  EXPECT_EQ(out, 17U);
  EXPECT_EQ(body.left, 1);
  EXPECT_EQ(body.ended, 1);
  end_openings(handles, owner);
  EXPECT_EQ(body.closed, 1);
}

TEST_F(Openings, UseKeepsTheBodyAfterItsLastHandle) {
  const Handle handle = name(body, owner);
  {
    const UseOf<SharedBody> use(handles, handle);
    ASSERT_TRUE(use);
    EXPECT_EQ(&*use, &body);
    EXPECT_TRUE(end_opening<SharedBody>(handles, handle));
    EXPECT_TRUE(use.opening().has_ended()) << "whoever waits by it stops";
    EXPECT_EQ(body.ended, 0);
  }
  EXPECT_EQ(body.ended, 1);
}

TEST_F(Openings, OfSeveralThreadsOneEnds) {
  for (int round = 0; round < 200; ++round) {
    SharedBody shared;
    OpensOf<SharedBody> mine;
    const Handle handle = name(shared, mine);
    std::atomic<int> ends = 0;
    std::vector<sim::Thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.push_back(sim::spawn("ends", [&] {
        const UseOf<SharedBody> use(handles, handle);
        ends += end_opening<SharedBody>(handles, handle) ? 1 : 0;
      }));
    }
    end_openings(handles, mine);
    for (sim::Thread& thread : threads) thread.join();
    EXPECT_LE(ends.load(), 1);
    EXPECT_EQ(shared.left, 1);
    EXPECT_EQ(shared.ended, 1);
  }
  SharedBody::close(body);
}

}  // namespace
}  // namespace drydock::dxgk
