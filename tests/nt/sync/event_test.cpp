// Events: every documented outcome that drivers rely on.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/nt/sync/dispatcher.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/sync/waits.h"

namespace {

using namespace drydock::testing;

namespace sim = drydock::sim;

// wdm/nf-wdm-kesetevent.md: the previous state is returned; a notification event stays signalled.
TEST(Event, NotificationStaysSignalled) {
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  EXPECT_EQ(look(&event), STATUS_TIMEOUT);
  EXPECT_EQ(KeSetEvent(&event, 0, FALSE), 0);
  EXPECT_EQ(KeSetEvent(&event, 0, FALSE), 1);
  EXPECT_EQ(look(&event), STATUS_SUCCESS);
  EXPECT_EQ(look(&event), STATUS_SUCCESS);
  EXPECT_EQ(KeResetEvent(&event), 1);
  EXPECT_EQ(look(&event), STATUS_TIMEOUT);
}

// kernel/event-objects: a synchronization event releases one waiter and resets.
TEST(Event, SynchronizationReleasesOne) {
  KEVENT event;
  KeInitializeEvent(&event, SynchronizationEvent, TRUE);
  EXPECT_EQ(look(&event), STATUS_SUCCESS);
  EXPECT_EQ(look(&event), STATUS_TIMEOUT);
  EXPECT_EQ(KeReadStateEvent(&event), 0);
}

TEST(Event, SetWakesASleeper) {
  const sim::SeededSchedule schedule(1);
  KEVENT event;
  KeInitializeEvent(&event, SynchronizationEvent, FALSE);
  sim::Thread setter = sim::spawn("setter", [&] { KeSetEvent(&event, 0, FALSE); });
  EXPECT_EQ(KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, nullptr), STATUS_SUCCESS);
  setter.join();
}

TEST(Event, PulseReleasesOnlyItsWaiters) {
  const sim::SeededSchedule schedule(2);
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  NTSTATUS seen = STATUS_UNSUCCESSFUL;
  sim::Thread sleeper = sim::spawn("sleeper", [&] { seen = wait(&event, milliseconds(1000)); });
  const LARGE_INTEGER pause = milliseconds(10);
  KeDelayExecutionThread(KernelMode, FALSE, const_cast<PLARGE_INTEGER>(&pause));
  KePulseEvent(&event, 0, FALSE);
  sleeper.join();
  EXPECT_EQ(seen, STATUS_SUCCESS);
  EXPECT_EQ(look(&event), STATUS_TIMEOUT);
}

}  // namespace
