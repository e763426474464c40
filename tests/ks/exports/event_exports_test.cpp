// Events under every kind of lock, and events that keep data.
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

constexpr GUID kOwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};

TEST(KsExports, EventsLiveUnderEveryKindOfLock) {
  for (const KSEVENTS_LOCKTYPE type :
       {KSEVENTS_NONE, KSEVENTS_SPINLOCK, KSEVENTS_MUTEX, KSEVENTS_FMUTEX, KSEVENTS_FMUTEXUNSAFE,
        KSEVENTS_ERESOURCE}) {
    Scene scene;
    scene.go(kEventsUnderLock + static_cast<ULONG>(type));
    Signal signal;
    KSEVENT wanted = event_of(kOwnSet, 5, KSEVENT_TYPE_ENABLE);
    ULONG returned = 0;
    EXPECT_EQ(control(scene.own, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &signal.data,
                      sizeof signal.data, returned),
              STATUS_SUCCESS);
    scene.go(kGenerateEvent);
    EXPECT_NE(KeReadStateEvent(&signal.event), 0) << type;
    EXPECT_EQ(control(scene.own, IOCTL_KS_DISABLE_EVENT, &signal.data, sizeof signal.data, nullptr,
                      0, returned),
              STATUS_SUCCESS);
    KeClearEvent(&signal.event);
    scene.go(kGenerateEvent);
    EXPECT_EQ(KeReadStateEvent(&signal.event), 0) << type;
    scene.end();
  }
}

TEST(KsExports, ABufferedEventKeepsItsData) {
  Scene scene;
  Signal signal;
  KSEVENT wanted = event_of(kOwnSet, 5, KSEVENT_TYPE_ENABLEBUFFERED);
  ULONG returned = 0;
  ASSERT_EQ(control(scene.own, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &signal.data,
                    sizeof signal.data, returned),
            STATUS_SUCCESS);
  KSQUERYBUFFER query{};
  query.Event = event_of(kOwnSet, 5, KSEVENT_TYPE_QUERYBUFFER);
  query.EventData = &signal.data;
  ULONG number = 0;
  const auto fetch = [&](ULONG room) {
    return control(scene.own, IOCTL_KS_ENABLE_EVENT, &query, sizeof query,
                   room == 0 ? nullptr : &number, room, returned);
  };
  EXPECT_EQ(fetch(sizeof number), STATUS_NO_MORE_ENTRIES);
  scene.go(kGenerateBufferedEvent);
  scene.go(kGenerateBufferedEvent);
  EXPECT_EQ(fetch(0), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(returned, sizeof number);
  EXPECT_EQ(fetch(2), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(fetch(sizeof number), STATUS_SUCCESS);
  EXPECT_EQ(number, 101U);
  EXPECT_EQ(fetch(sizeof number), STATUS_SUCCESS);
  EXPECT_EQ(number, 102U);
  EXPECT_EQ(fetch(sizeof number), STATUS_NO_MORE_ENTRIES);
  scene.end();
}

}  // namespace
