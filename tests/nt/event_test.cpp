// Events, mutexes, semaphores and waits: every documented outcome that drivers rely on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "src/nt/dispatcher.h"
#include "src/nt/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"

namespace {

namespace sim = drydock::sim;
using drydock::rules::FindingLog;

LARGE_INTEGER milliseconds(LONGLONG count) {
  LARGE_INTEGER out;
  out.QuadPart = -count * 10'000;
  return out;
}

NTSTATUS wait(void* object, LARGE_INTEGER timeout) {
  return KeWaitForSingleObject(object, Executive, KernelMode, FALSE, &timeout);
}
NTSTATUS look(void* object) { return wait(object, milliseconds(0)); }

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

TEST(Event, PulseReleasesOnlyThoseWhoWait) {
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

// wdm/nf-wdm-kewaitforsingleobject.md: an owner may take its mutex again.
TEST(Mutex, IsRecursiveForItsOwner) {
  KMUTEX mutex;
  KeInitializeMutex(&mutex, 0);
  EXPECT_EQ(look(&mutex), STATUS_SUCCESS);
  EXPECT_EQ(look(&mutex), STATUS_SUCCESS);
  EXPECT_EQ(KeReadStateMutex(&mutex), -1);
  EXPECT_EQ(KeReleaseMutex(&mutex, FALSE), -1);
  EXPECT_EQ(KeReleaseMutex(&mutex, FALSE), 0);
  EXPECT_EQ(KeReadStateMutex(&mutex), 1);
}

TEST(Mutex, ExcludesOthers) {
  const sim::SeededSchedule schedule(5);
  KMUTEX mutex;
  KeInitializeMutex(&mutex, 0);
  EXPECT_EQ(look(&mutex), STATUS_SUCCESS);
  NTSTATUS seen = STATUS_SUCCESS;
  sim::Thread other = sim::spawn("other", [&] { seen = look(&mutex); });
  other.join();
  EXPECT_EQ(seen, STATUS_TIMEOUT);
  KeReleaseMutex(&mutex, FALSE);
}

TEST(Mutex, ReleaseByAStrangerIsFound) {
  const FindingLog log;
  KMUTEX mutex;
  KeInitializeMutex(&mutex, 0);
  KeReleaseMutex(&mutex, FALSE);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "N-023");
  EXPECT_EQ(KeReadStateMutex(&mutex), 1);
}

// wdm/nf-wdm-kereleasesemaphore.md: the count rises by the adjustment, up to the limit.
TEST(Semaphore, Counts) {
  const FindingLog log;
  KSEMAPHORE semaphore;
  KeInitializeSemaphore(&semaphore, 1, 3);
  EXPECT_EQ(look(&semaphore), STATUS_SUCCESS);
  EXPECT_EQ(look(&semaphore), STATUS_TIMEOUT);
  EXPECT_EQ(KeReleaseSemaphore(&semaphore, 0, 2, FALSE), 0);
  EXPECT_EQ(KeReadStateSemaphore(&semaphore), 2);
  EXPECT_TRUE(log.findings().empty());
  KeReleaseSemaphore(&semaphore, 0, 2, FALSE);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "N-024");
  EXPECT_EQ(KeReadStateSemaphore(&semaphore), 2);
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
