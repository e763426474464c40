// The border between the host and a driver: how a life ends (src/nt/base/driver_life.cpp), and that
// nothing of it continues.
#include "src/nt/driver/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using drydock::rules::FindingLog;
using namespace drydock::testing;

[[noreturn]] void die() { KeBugCheckEx(0xE2, 0, 0, 0, 0); }

void crash() { *reinterpret_cast<volatile int*>(8) = 1; }

TEST(Driver, RunsWhatItIsGiven) {
  nt::Driver driver("one");
  EXPECT_EQ(nt::current_driver(), nullptr);
  EXPECT_TRUE(driver.run("test", [&] { EXPECT_EQ(nt::current_driver(), &driver); }));
  EXPECT_EQ(nt::current_driver(), nullptr);
}

TEST(Driver, IsNotCalledAfterItsEnd) {
  const FindingLog log;
  nt::Driver driver("one");
  EXPECT_FALSE(driver.run("test", die));
  bool called = false;
  EXPECT_FALSE(driver.run("test", [&] { called = true; }));
  EXPECT_FALSE(called);
  EXPECT_EQ(log.findings().size(), 1u);
}

// The host calls the driver within the driver's own call, as it does for a request to itself.
TEST(Driver, EndInANestedCallEndsTheOuterOneToo) {
  for (const std::function<void()>& end : {std::function<void()>(die), {crash}}) {
    const FindingLog log;
    nt::Driver driver("one");
    bool went_on = false;
    EXPECT_FALSE(driver.run("outer", [&] {
      driver.run("inner", end);
      went_on = true;
    }));
    EXPECT_FALSE(went_on);
    EXPECT_EQ(log.findings().size(), 1u) << text_of(log.findings());
  }
}

TEST(Driver, EndBehindAnotherDriverLetsThatOneFinish) {
  const FindingLog log;
  nt::Driver one("one"), two("two");
  bool one_went_on = false, two_went_on = false;
  EXPECT_FALSE(one.run("outer", [&] {
    EXPECT_TRUE(two.run("between", [&] {
      EXPECT_FALSE(one.run("inner", die));
      two_went_on = true;
    }));
    one_went_on = true;
  }));
  EXPECT_TRUE(two_went_on);
  EXPECT_FALSE(one_went_on);
  EXPECT_TRUE(two.alive());
}

TEST(Driver, NestedCallOfADriverThatAnotherThreadEndedEndsTheOuterOne) {
  nt::Driver driver("one");
  bool went_on = false;
  EXPECT_FALSE(driver.run("outer", [&] {
    driver.die();
    driver.run("inner", [] {});
    went_on = true;
  }));
  EXPECT_FALSE(went_on);
}

// A user-mode driver's catch (...) sees the end of its life pass.
TEST(Driver, SwallowedEndComesBackAtTheNextCallOfTheHost) {
  const FindingLog log;
  nt::Driver driver("one");
  KEVENT event;
  bool swallowed = false, went_on = false;
  EXPECT_FALSE(driver.run("test", [&] {
    KeInitializeEvent(&event, NotificationEvent, FALSE);
    try {
      die();
    } catch (...) {
      swallowed = true;
    }
    KeSetEvent(&event, 0, FALSE);
    went_on = true;
  }));
  EXPECT_TRUE(swallowed);
  EXPECT_FALSE(went_on);
  EXPECT_EQ(log.findings().size(), 1u) << text_of(log.findings());
}

TEST(Driver, SwallowedEndCountsAtTheBorderAtTheLatest) {
  const FindingLog log;
  nt::Driver driver("one");
  KIRQL old = 0;
  EXPECT_FALSE(driver.run("test", [&] {
    KeRaiseIrql(DISPATCH_LEVEL, &old);
    try {
      die();
    } catch (...) {
    }
  }));
  EXPECT_FALSE(driver.alive());
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  EXPECT_EQ(log.findings().size(), 1u) << text_of(log.findings());
}

// Destructors of the driver may give things back while its call is unwound.
TEST(Driver, DestructorsMayCallTheHostWhileALifeEnds) {
  struct Block {
    PVOID memory = ExAllocatePoolWithTag(NonPagedPool, 16, 'tset');
    ~Block() { ExFreePoolWithTag(memory, 'tset'); }
  };
  struct Signal {
    KEVENT& event;
    ~Signal() { KeSetEvent(&event, 0, FALSE); }
  };
  const FindingLog log;
  nt::Driver driver("one");
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  EXPECT_FALSE(driver.run("test", [&] {
    const Block block;
    const Signal signal{event};
    die();
  }));
  EXPECT_NE(KeReadStateEvent(&event), 0);
  EXPECT_EQ(log.findings().size(), 1u) << text_of(log.findings());
}

TEST(Driver, SilenceIsOfItsThreadOnly) {
  const FindingLog log;
  {
    const nt::Silence silence;
    nt::Breach("N-008", nt::Offender::named("one")).message("not heard").raise_later();
    drydock::sim::spawn("other", [] {
      nt::Breach("N-008", nt::Offender::named("two")).message("heard").raise_later();
    }).join();
  }
  nt::Breach("N-008", nt::Offender::named("one")).message("heard").raise_later();
  EXPECT_EQ(log.findings().size(), 2u);
}

}  // namespace
