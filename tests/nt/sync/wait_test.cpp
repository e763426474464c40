// Waits: for any or all, with a timeout, alerted, and lost wake-ups.
#include <gtest/gtest.h>

#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/sync/dispatcher.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/sync/waits.h"

namespace {

using namespace drydock::testing;

namespace sim = drydock::sim;
using drydock::rules::FindingLog;

// wdm/nf-wdm-kewaitforsingleobject.md: STATUS_TIMEOUT when the time is over; virtual time here.
TEST(Wait, TimeOutTakesItsTime) {
  const sim::SeededSchedule schedule(3);
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  const sim::Time before = sim::now();
  EXPECT_EQ(wait(&event, milliseconds(250)), STATUS_TIMEOUT);
  EXPECT_EQ(sim::now() - before, 2'500'000);
}

TEST(Wait, DelayTakesItsTime) {
  const sim::SeededSchedule schedule(4);
  const sim::Time before = sim::now();
  LARGE_INTEGER interval = milliseconds(40);
  EXPECT_EQ(KeDelayExecutionThread(KernelMode, FALSE, &interval), STATUS_SUCCESS);
  EXPECT_EQ(sim::now() - before, 400'000);
}

// wdm/nf-wdm-kewaitformultipleobjects.md: WaitAny returns the index of the object.
TEST(Wait, AnyReturnsTheIndex) {
  KEVENT events[3];
  PVOID objects[3];
  for (int i = 0; i < 3; ++i) {
    KeInitializeEvent(&events[i], SynchronizationEvent, i == 2);
    objects[i] = &events[i];
  }
  LARGE_INTEGER zero = milliseconds(0);
  EXPECT_EQ(
      KeWaitForMultipleObjects(3, objects, WaitAny, Executive, KernelMode, FALSE, &zero, nullptr),
      STATUS_WAIT_0 + 2);
  EXPECT_EQ(
      KeWaitForMultipleObjects(3, objects, WaitAny, Executive, KernelMode, FALSE, &zero, nullptr),
      STATUS_TIMEOUT);
}

// The same page: WaitAll takes nothing until all can be taken.
TEST(Wait, AllTakesAllOrNothing) {
  KEVENT events[2];
  PVOID objects[2] = {&events[0], &events[1]};
  KeInitializeEvent(&events[0], SynchronizationEvent, TRUE);
  KeInitializeEvent(&events[1], SynchronizationEvent, FALSE);
  LARGE_INTEGER zero = milliseconds(0);
  EXPECT_EQ(
      KeWaitForMultipleObjects(2, objects, WaitAll, Executive, KernelMode, FALSE, &zero, nullptr),
      STATUS_TIMEOUT);
  EXPECT_EQ(KeReadStateEvent(&events[0]), 1);
  KeSetEvent(&events[1], 0, FALSE);
  EXPECT_EQ(
      KeWaitForMultipleObjects(2, objects, WaitAll, Executive, KernelMode, FALSE, &zero, nullptr),
      STATUS_SUCCESS);
  EXPECT_EQ(KeReadStateEvent(&events[0]), 0);
}

TEST(Wait, TooManyObjectsAreRefused) {
  const FindingLog log;
  std::vector<KEVENT> events(THREAD_WAIT_OBJECTS + 1);
  std::vector<PVOID> objects;
  for (KEVENT& event : events) {
    KeInitializeEvent(&event, NotificationEvent, TRUE);
    objects.push_back(&event);
  }
  LARGE_INTEGER zero = milliseconds(0);
  const auto count = static_cast<ULONG>(objects.size());
  KeWaitForMultipleObjects(count, objects.data(), WaitAny, Executive, KernelMode, FALSE, &zero,
                           nullptr);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "N-025");
  std::vector<KWAIT_BLOCK> blocks(count);
  EXPECT_EQ(KeWaitForMultipleObjects(count, objects.data(), WaitAny, Executive, KernelMode, FALSE,
                                     &zero, blocks.data()),
            STATUS_SUCCESS);
}

// wdm/nf-wdm-kewaitforsingleobject.md: a positive time-out is an absolute system time.
TEST(Wait, AbsoluteTimeOutIsASystemTime) {
  const sim::SeededSchedule schedule(1);
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  LARGE_INTEGER until;
  KeQuerySystemTime(&until);
  until.QuadPart += 50'000;
  const sim::Time before = sim::now();
  EXPECT_EQ(wait(&event, until), STATUS_TIMEOUT);
  EXPECT_EQ(sim::now() - before, 50'000);
  // A time in the past makes the wait only test the object.
  EXPECT_EQ(wait(&event, until), STATUS_TIMEOUT);
  EXPECT_EQ(sim::now() - before, 50'000);
}

// A thread that waits and says how its wait ended.
struct Sleeper {
  Sleeper(KPROCESSOR_MODE mode, BOOLEAN alertable) {
    KeInitializeEvent(&event, NotificationEvent, FALSE);
    strand = sim::spawn("sleeper", [this, mode, alertable] {
      thread = KeGetCurrentThread();
      LARGE_INTEGER timeout = milliseconds(100);
      status = KeWaitForSingleObject(&event, Executive, mode, alertable, &timeout);
      LARGE_INTEGER interval = milliseconds(1);
      after = KeDelayExecutionThread(mode, alertable, &interval);
    });
    LARGE_INTEGER pause = milliseconds(10);
    KeDelayExecutionThread(KernelMode, FALSE, &pause);
  }
  KEVENT event{};
  PKTHREAD thread = nullptr;
  NTSTATUS status = STATUS_PENDING;
  NTSTATUS after = STATUS_PENDING;
  sim::Thread strand;
};

// kernel/waits-and-apcs.md: an alert ends alertable waits, with STATUS_ALERTED.
TEST(Wait, AlertEndsAlertableWaitsOnly) {
  const sim::SeededSchedule schedule(1);
  Sleeper alertable(KernelMode, TRUE);
  Sleeper patient(KernelMode, FALSE);
  drydock::nt::alert_thread(alertable.thread);
  drydock::nt::alert_thread(patient.thread);
  alertable.strand.join();
  patient.strand.join();
  EXPECT_EQ(alertable.status, STATUS_ALERTED);
  EXPECT_EQ(alertable.after, STATUS_SUCCESS);
  EXPECT_EQ(patient.status, STATUS_TIMEOUT);
}

// The same page: a user APC ends UserMode waits, alertable or not, with STATUS_USER_APC.
TEST(Wait, UserApcEndsUserModeWaitsOnly) {
  const sim::SeededSchedule schedule(1);
  Sleeper user(UserMode, FALSE);
  Sleeper kernel(KernelMode, TRUE);
  drydock::nt::queue_user_apc(user.thread);
  drydock::nt::queue_user_apc(kernel.thread);
  user.strand.join();
  kernel.strand.join();
  EXPECT_EQ(user.status, STATUS_USER_APC);
  EXPECT_EQ(kernel.status, STATUS_TIMEOUT);
}

// wdm/nf-wdm-kedelayexecutionthread.md: STATUS_ALERTED when the thread is alerted; an earlier alert
// is stored, and an object that is signalled comes first.
TEST(Wait, AlertWaitsForTheNextAlertableWait) {
  const sim::SeededSchedule schedule(1);
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, TRUE);
  drydock::nt::alert_thread(KeGetCurrentThread());
  LARGE_INTEGER interval = milliseconds(5);
  EXPECT_EQ(KeDelayExecutionThread(KernelMode, FALSE, &interval), STATUS_SUCCESS);
  EXPECT_EQ(KeWaitForSingleObject(&event, Executive, KernelMode, TRUE, nullptr), STATUS_SUCCESS);
  const sim::Time before = sim::now();
  EXPECT_EQ(KeDelayExecutionThread(KernelMode, TRUE, &interval), STATUS_ALERTED);
  EXPECT_EQ(sim::now(), before);
  EXPECT_EQ(KeDelayExecutionThread(KernelMode, TRUE, &interval), STATUS_SUCCESS);
}

// A wake-up that comes before the wait, in the wrong kind of event, is lost: the seeded schedule
// says so.
TEST(Wait, ALostWakeUpIsFound) {
  const FindingLog log;
  const sim::SeededSchedule schedule(6);
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  KePulseEvent(&event, 0, FALSE);
  KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, nullptr);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "N-062");
}

TEST(Wait, WaitedOnMemoryIsKnown) {
  const sim::SeededSchedule schedule(7);
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  EXPECT_TRUE(drydock::nt::waits_within(&event, sizeof event).empty());
  sim::Thread sleeper = sim::spawn("sleeper", [&] { wait(&event, milliseconds(100)); });
  LARGE_INTEGER pause = milliseconds(10);
  KeDelayExecutionThread(KernelMode, FALSE, &pause);
  EXPECT_EQ(drydock::nt::waits_within(&event, sizeof event).size(), 1U);
  KeSetEvent(&event, 0, FALSE);
  sleeper.join();
}

}  // namespace
