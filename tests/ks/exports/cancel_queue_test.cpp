// Queues of IRPs that can be cancelled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "src/nt/ob/object.h"
#include "src/sim/schedule.h"
#include "tests/ks/exports/exports_driver.h"
#include "tests/ks/exports/exports_scene.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;
namespace ks = drydock::ks;

namespace {

// KsReadFile with an event: not answered yet.
struct Reading {
  KEVENT done;
  IO_STATUS_BLOCK block{};
  Bytes buffer = Bytes(4);

  explicit Reading(const File& file) {
    KeInitializeEvent(&done, NotificationEvent, FALSE);
    EXPECT_EQ(KsReadFile(file.object(), &done, nullptr, &block, buffer.data(), 4, 0, KernelMode),
              STATUS_PENDING);
  }
  bool is_done() { return KeReadStateEvent(&done) != 0; }
};

TEST(KsExports, ACancelableQueueGivesItsIrpsInOrder) {
  Scene scene;
  Reading first(scene.own);
  Reading second(scene.own);
  scene.go(kCompleteFirst);
  EXPECT_TRUE(first.is_done());
  EXPECT_EQ(first.block.Status, STATUS_SUCCESS);
  EXPECT_EQ(first.block.Information, 1U);
  EXPECT_FALSE(second.is_done());
  scene.go(kCancelQueued);
  EXPECT_TRUE(second.is_done());
  EXPECT_EQ(second.block.Status, STATUS_CANCELLED);
  scene.notes();
  scene.end();
}

TEST(KsExports, AnIrpThatIsAcquiredIsCancelledWhenItIsReleased) {
  Scene scene;
  Reading read(scene.own);
  scene.go(kAcquireFirst);
  scene.go(kCancelAcquired);
  EXPECT_FALSE(read.is_done());
  scene.go(kReleaseAcquired);
  EXPECT_TRUE(read.is_done());
  EXPECT_EQ(read.block.Status, STATUS_CANCELLED);
  scene.notes();
  scene.end();
}

TEST(KsExports, ADriversOwnCancelRoutineIsCalled) {
  Scene scene;
  scene.go(kQueueWithOwnCancel);
  Reading read(scene.own);
  scene.go(kCancelQueued);
  EXPECT_TRUE(read.is_done());
  EXPECT_THAT(scene.notes(), HasSubstr("own-cancel queue-empty"));
  scene.end();
}

TEST(KsExports, IrpsMoveBetweenQueuesAsACallbackSays) {
  Scene scene;
  Reading reads[] = {Reading(scene.own), Reading(scene.own), Reading(scene.own)};
  scene.go(kMoveEverySecond);
  scene.go(kCancelMoved);
  EXPECT_TRUE(reads[0].is_done());
  EXPECT_FALSE(reads[1].is_done());
  EXPECT_TRUE(reads[2].is_done());
  scene.go(kCompleteFirst);
  EXPECT_EQ(reads[1].block.Status, STATUS_SUCCESS);
  EXPECT_THAT(scene.notes(), HasSubstr("end-of-list moved"));
  scene.end();
}

}  // namespace
