// Rules of waits, timers, DPCs, work items and threads: a driver that breaks each, and its twin
// that does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/test_driver.h"

namespace {

using drydock::testing::first;
using drydock::testing::has;
using drydock::testing::Life;
using drydock::testing::life_of;
using drydock::testing::line_of;
using drydock::testing::mentions_line;
using drydock::testing::text_of;

// A driver around two bodies. `declarations` stand before both routines.
std::string driver(const std::string& declarations, const std::string& entry,
                   const std::string& unload = "") {
  return "#include <ntddk.h>\n" + declarations +
         "\nDRIVER_UNLOAD Unload;\nVOID Unload(PDRIVER_OBJECT Driver)\n{\n    "
         "UNREFERENCED_PARAMETER(Driver);\n" +
         unload +
         "\n}\nNTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path)\n{\n"
         "    UNREFERENCED_PARAMETER(Path);\n    Driver->DriverUnload = Unload;\n" +
         entry + "\n    return STATUS_SUCCESS;\n}\n";
}

void expect_found(const std::string& source, const char* rule, std::uint64_t seed = 1) {
  const Life life = life_of(source, ".c", {.seed = seed});
  ASSERT_TRUE(has(life.findings, rule)) << text_of(life.findings);
  EXPECT_TRUE(mentions_line(first(life.findings, rule), "driver.c", line_of(source, "/* here */")))
      << text_of(life.findings);
}

void expect_silent(const std::string& source, std::uint64_t seed = 1) {
  const Life life = life_of(source, ".c", {.seed = seed});
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.alive);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

constexpr const char* kEvent = "static KEVENT Event;\n";
constexpr const char* kTimeout = "    LARGE_INTEGER Timeout; Timeout.QuadPart = -10000;\n";

TEST(DispatcherRules, N017ReturnAtAnotherIrqlIsFound) {
  const Life life = life_of(driver("", "    KIRQL Old; KeRaiseIrql(DISPATCH_LEVEL, &Old);"));
  EXPECT_TRUE(has(life.findings, "N-017")) << text_of(life.findings);
  EXPECT_FALSE(life.alive);
}
TEST(DispatcherRules, N017ReturnAtTheSameIrqlIsSilent) {
  expect_silent(driver("", "    KIRQL Old; KeRaiseIrql(DISPATCH_LEVEL, &Old); KeLowerIrql(Old);"));
}

TEST(DispatcherRules, N020WaitAtDispatchLevelIsFound) {
  expect_found(
      driver(kEvent, std::string(kTimeout) +
                         "    KIRQL Old; KeInitializeEvent(&Event, NotificationEvent, TRUE);\n"
                         "    KeRaiseIrql(DISPATCH_LEVEL, &Old);\n"
                         "    KeWaitForSingleObject(&Event, Executive, KernelMode, FALSE, "
                         "&Timeout); /* here */\n"
                         "    KeLowerIrql(Old);"),
      "N-020");
}
TEST(DispatcherRules, N020ALookAtDispatchLevelIsSilent) {
  expect_silent(driver(kEvent,
                       "    LARGE_INTEGER Zero; KIRQL Old; Zero.QuadPart = 0;\n"
                       "    KeInitializeEvent(&Event, NotificationEvent, TRUE);\n"
                       "    KeRaiseIrql(DISPATCH_LEVEL, &Old);\n"
                       "    KeWaitForSingleObject(&Event, Executive, KernelMode, FALSE, &Zero);\n"
                       "    KeLowerIrql(Old);"));
}

TEST(DispatcherRules, N021WaitOnAnEventThatIsNotInitialisedIsFound) {
  expect_found(
      driver(kEvent, std::string(kTimeout) + "    KeWaitForSingleObject(&Event, Executive, "
                                             "KernelMode, FALSE, &Timeout); /* here */"),
      "N-021");
}
TEST(DispatcherRules, N021InitialisedIsSilent) {
  expect_silent(driver(
      kEvent, std::string(kTimeout) +
                  "    KeInitializeEvent(&Event, NotificationEvent, FALSE);\n"
                  "    KeWaitForSingleObject(&Event, Executive, KernelMode, FALSE, &Timeout);"));
}

TEST(DispatcherRules, N023ReleaseOfAMutexNotOwnedIsFound) {
  expect_found(driver("static KMUTEX Mutex;\n",
                      "    KeInitializeMutex(&Mutex, 0);\n"
                      "    KeReleaseMutex(&Mutex, FALSE); /* here */"),
               "N-023");
}
TEST(DispatcherRules, N023ReleaseByTheOwnerIsSilent) {
  expect_silent(driver("static KMUTEX Mutex;\n",
                       "    KeInitializeMutex(&Mutex, 0);\n"
                       "    KeWaitForSingleObject(&Mutex, Executive, KernelMode, FALSE, NULL);\n"
                       "    KeReleaseMutex(&Mutex, FALSE);"));
}

TEST(DispatcherRules, N024ReleaseBeyondTheLimitIsFound) {
  expect_found(driver("static KSEMAPHORE Semaphore;\n",
                      "    KeInitializeSemaphore(&Semaphore, 1, 1);\n"
                      "    KeReleaseSemaphore(&Semaphore, 0, 1, FALSE); /* here */"),
               "N-024");
}
TEST(DispatcherRules, N024ReleaseWithinTheLimitIsSilent) {
  expect_silent(driver("static KSEMAPHORE Semaphore;\n",
                       "    KeInitializeSemaphore(&Semaphore, 0, 1);\n"
                       "    KeReleaseSemaphore(&Semaphore, 0, 1, FALSE);"));
}

std::string wait_for_many(const char* count) {
  return driver(
      "static KEVENT Events[5];\n",
      std::string(kTimeout) +
          "    PVOID Objects[5]; int i;\n"
          "    for (i = 0; i < 5; i++) { KeInitializeEvent(&Events[i], NotificationEvent, TRUE); "
          "Objects[i] = &Events[i]; }\n"
          "    KeWaitForMultipleObjects(" +
          count + ", Objects, WaitAny, Executive, KernelMode, FALSE, &Timeout, NULL); /* here */");
}
TEST(DispatcherRules, N025TooManyObjectsAreFound) { expect_found(wait_for_many("5"), "N-025"); }
TEST(DispatcherRules, N025EnoughObjectsAreSilent) { expect_silent(wait_for_many("3")); }

TEST(DispatcherRules, N028ReturnWithAMutexHeldIsFound) {
  expect_found(
      driver("static KMUTEX Mutex;\n",
             "    KeInitializeMutex(&Mutex, 0);\n"
             "    KeWaitForSingleObject(&Mutex, Executive, KernelMode, FALSE, NULL); /* here */"),
      "N-028");
}

constexpr const char* kTimer =
    "static KTIMER Timer; static KDPC Dpc; static LONG Ran;\n"
    "static VOID Routine(PKDPC D, PVOID C, PVOID A, PVOID B)\n"
    "{ UNREFERENCED_PARAMETER(D); UNREFERENCED_PARAMETER(C); UNREFERENCED_PARAMETER(A); "
    "UNREFERENCED_PARAMETER(B); Ran++; }\n";
constexpr const char* kArm =
    "    LARGE_INTEGER Due; Due.QuadPart = -10000000;\n"
    "    KeInitializeTimer(&Timer); KeInitializeDpc(&Dpc, Routine, NULL);\n"
    "    KeSetTimer(&Timer, Due, &Dpc); /* here */";

TEST(DispatcherRules, N037TimerArmedAtUnloadIsFound) {
  expect_found(driver(kTimer, kArm), "N-037");
}
TEST(DispatcherRules, N037CancelledTimerIsSilent) {
  expect_silent(driver(kTimer, kArm, "    KeCancelTimer(&Timer); KeFlushQueuedDpcs();"));
}

// A DPC that queues itself again is queued whenever one looks.
constexpr const char* kEndless =
    "static KDPC Dpc; static LONG Stop;\n"
    "static VOID Routine(PKDPC D, PVOID C, PVOID A, PVOID B)\n"
    "{ UNREFERENCED_PARAMETER(C); UNREFERENCED_PARAMETER(A); UNREFERENCED_PARAMETER(B);\n"
    "  if (!Stop) KeInsertQueueDpc(D, NULL, NULL); /* here */\n}\n";
TEST(DispatcherRules, N038DpcQueuedAtUnloadIsFound) {
  bool found = false;
  const std::string source = driver(
      kEndless, "    KeInitializeDpc(&Dpc, Routine, NULL); KeInsertQueueDpc(&Dpc, NULL, NULL);");
  for (std::uint64_t seed = 0; seed < 20 && !found; ++seed) {
    found = has(life_of(source, ".c", {.seed = seed}).findings, "N-038");
  }
  EXPECT_TRUE(found);
}
TEST(DispatcherRules, N038FlushedDpcIsSilent) {
  expect_silent(driver(
      kEndless, "    KeInitializeDpc(&Dpc, Routine, NULL); KeInsertQueueDpc(&Dpc, NULL, NULL);",
      "    Stop = 1; KeFlushQueuedDpcs();"));
}

constexpr const char* kItem =
    "static PIO_WORKITEM Item; static KEVENT Done;\n"
    "static VOID Work(PDEVICE_OBJECT D, PVOID C)\n"
    "{ UNREFERENCED_PARAMETER(D); UNREFERENCED_PARAMETER(C); KeSetEvent(&Done, 0, FALSE); }\n";
constexpr const char* kQueue =
    "    KeInitializeEvent(&Done, NotificationEvent, FALSE);\n"
    "    Item = IoAllocateWorkItem((PDEVICE_OBJECT)Driver); /* here */\n"
    "    if (Item == NULL) return STATUS_NO_MEMORY;\n"
    "    IoQueueWorkItem(Item, Work, DelayedWorkQueue, NULL);";
// Nothing keeps the driver's image for an item of ExQueueWorkItem.
TEST(DispatcherRules, N039WorkItemLeftAtUnloadIsFound) {
  // Under some schedule no worker takes it before the driver has unloaded.
  bool is_found = false;
  const std::string source = driver(
      "static WORK_QUEUE_ITEM Item;\n"
      "static VOID Work(PVOID C) { UNREFERENCED_PARAMETER(C); }\n",
      "    ExInitializeWorkItem(&Item, Work, NULL);\n"
      "    ExQueueWorkItem(&Item, DelayedWorkQueue); /* here */");
  for (std::uint64_t seed = 0; seed < 20 && !is_found; ++seed)
    is_found = has(life_of(source, ".c", {.seed = seed}).findings, "N-039");
  EXPECT_TRUE(is_found);
}
// The I/O manager holds the device, and so the driver's image, until the routine has returned.
TEST(DispatcherRules, N039WorkItemThatFreesItselfIsSilent) {
  const std::string source = driver(
      "static PIO_WORKITEM Item; static KEVENT Done;\n"
      "static VOID Work(PDEVICE_OBJECT D, PVOID C)\n"
      "{ UNREFERENCED_PARAMETER(D); UNREFERENCED_PARAMETER(C); IoFreeWorkItem(Item); }\n",
      kQueue);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Life life = life_of(source, ".c", {.seed = seed});
    EXPECT_EQ(life.findings.size(), 0U) << seed << text_of(life.findings);
  }
}
TEST(DispatcherRules, N039WorkItemWaitedForAndFreedIsSilent) {
  expect_silent(driver(kItem, kQueue,
                       "    KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, NULL);\n    "
                       "IoFreeWorkItem(Item);"));
}

// An item that was never queued, or has run, is a leak and no pending operation.
TEST(DispatcherRules, N008WorkItemThatIsNotFreedIsFound) {
  for (const std::string& source :
       {driver(kItem, "    Item = IoAllocateWorkItem((PDEVICE_OBJECT)Driver);"),
        driver(kItem, kQueue,
               "    KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, NULL);")}) {
    const Life life = life_of(source, ".c", {.seed = 1});
    EXPECT_EQ(drydock::testing::count(life.findings, "N-008"), 1U) << text_of(life.findings);
    EXPECT_FALSE(has(life.findings, "N-039")) << text_of(life.findings);
    EXPECT_TRUE(life.alive);
  }
}

TEST(DispatcherRules, N008WorkItemThatItsRoutineFreesAfterItsLastWordIsSilent) {
  const std::string source = driver(
      "static PIO_WORKITEM Item; static KEVENT Done;\n"
      "static VOID Work(PDEVICE_OBJECT D, PVOID C)\n"
      "{ UNREFERENCED_PARAMETER(D); UNREFERENCED_PARAMETER(C); KeSetEvent(&Done, 0, FALSE);\n"
      "  IoFreeWorkItem(Item); }\n",
      kQueue, "    KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, NULL);");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Life life = life_of(source, ".c", {.seed = seed});
    EXPECT_EQ(life.findings.size(), 0U) << seed << text_of(life.findings);
  }
}

TEST(DispatcherRules, N040WorkItemQueuedTwiceIsFound) {
  // The seed is chosen so that no worker runs between the two calls; any seed for which that holds
  // will do.
  bool found = false;
  const std::string source = driver(
      kItem, std::string(kQueue) + "\n    IoQueueWorkItem(Item, Work, DelayedWorkQueue, NULL);");
  for (std::uint64_t seed = 0; seed < 20 && !found; ++seed) {
    found = has(life_of(source, ".c", {.seed = seed}).findings, "N-040");
  }
  EXPECT_TRUE(found);
}
TEST(DispatcherRules, N040QueuedAgainAfterItRanIsSilent) {
  expect_silent(driver(kItem,
                       std::string(kQueue) +
                           "\n    KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, "
                           "NULL);\n    KeClearEvent(&Done);\n"
                           "    IoQueueWorkItem(Item, Work, DelayedWorkQueue, NULL);",
                       "    KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, NULL);\n    "
                       "IoFreeWorkItem(Item);"));
}

std::string with_thread(const std::string& body, const std::string& unload) {
  return driver(
      "static PVOID Thread; static KEVENT Stop;\n"
      "static VOID Routine(PVOID Context)\n{\n    UNREFERENCED_PARAMETER(Context);\n" +
          body + "\n}\n",
      "    HANDLE Handle; NTSTATUS Status;\n"
      "    KeInitializeEvent(&Stop, NotificationEvent, FALSE);\n"
      "    Status = PsCreateSystemThread(&Handle, THREAD_ALL_ACCESS, NULL, NULL, NULL, Routine, "
      "NULL); /* here */\n"
      "    if (!NT_SUCCESS(Status)) return Status;\n"
      "    ObReferenceObjectByHandle(Handle, THREAD_ALL_ACCESS, NULL, KernelMode, &Thread, NULL);\n"
      "    ZwClose(Handle);",
      unload);
}
constexpr const char* kUntilStopped =
    "    KeWaitForSingleObject(&Stop, Executive, KernelMode, FALSE, NULL);\n"
    "    PsTerminateSystemThread(STATUS_SUCCESS);";
constexpr const char* kStopThread =
    "    KeSetEvent(&Stop, 0, FALSE);\n"
    "    KeWaitForSingleObject(Thread, Executive, KernelMode, FALSE, NULL);\n"
    "    ObDereferenceObject(Thread);";

TEST(DispatcherRules, N041ThreadAliveAtUnloadIsFound) {
  expect_found(with_thread(kUntilStopped, "    ObDereferenceObject(Thread);"), "N-041");
}
TEST(DispatcherRules, N041ThreadThatEndedIsSilent) {
  expect_silent(with_thread(kUntilStopped, kStopThread));
}

// Later versions of Windows tolerate it.
TEST(DispatcherRules, N042ThreadThatReturnsIsFound) {
  const Life life =
      life_of(with_thread("    KeWaitForSingleObject(&Stop, Executive, KernelMode, FALSE, NULL);",
                          kStopThread),
              ".c", {.seed = 1});
  EXPECT_TRUE(has(life.findings, "N-042")) << text_of(life.findings);
  EXPECT_EQ(drydock::rules::severity_of(first(life.findings, "N-042")),
            drydock::rules::Severity::kLint);
  EXPECT_NE(text_of(life.findings).find("#0 Routine"), std::string::npos) << text_of(life.findings);
}
TEST(DispatcherRules, N042ThreadThatTerminatesItselfIsSilent) {
  expect_silent(with_thread(kUntilStopped, kStopThread), 2);
}

TEST(DispatcherRules, N043TerminatingTheHostsThreadIsFound) {
  expect_found(driver("", "    PsTerminateSystemThread(STATUS_SUCCESS); /* here */"), "N-043");
}
TEST(DispatcherRules, N043TerminatingItsOwnThreadIsSilent) {
  expect_silent(with_thread(kUntilStopped, kStopThread), 3);
}

// A second driver lives after a first one's end, whatever ended it.
TEST(DispatcherRules, TheNextDriverIsUntouched) {
  EXPECT_TRUE(has(life_of(driver(kTimer, kArm), ".c", {.seed = 1}).findings, "N-037"));
  expect_silent(driver(kTimer, kArm, "    KeCancelTimer(&Timer); KeFlushQueuedDpcs();"));
}

// wdm/nf-wdm-kewaitformultipleobjects.md: STATUS_ABANDONED_WAIT_0 + index for a mutex that its
// owner left; the waiter owns it then. wdm/nf-wdm-kewaitforsingleobject.md: a thread object is
// signalled when its thread has ended.
TEST(DispatcherOutcomes, MutexAbandonedByAThreadThatEnds) {
  for (const std::string wait_type : {"WaitAny", "WaitAll"}) {
    const std::string source =
        std::string(R"(#include <ntddk.h>
static KMUTEX Mutex; static KEVENT Event;
KSTART_ROUTINE Thread;
VOID Thread(PVOID Context) {
    UNREFERENCED_PARAMETER(Context);
    KeWaitForSingleObject(&Mutex, Executive, KernelMode, FALSE, NULL);
    PsTerminateSystemThread(STATUS_SUCCESS);
}
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); }
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    HANDLE Handle; PVOID Object, Objects[2]; NTSTATUS Status, Any = STATUS_ABANDONED_WAIT_0 + 1;
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    KeInitializeMutex(&Mutex, 0);
    KeInitializeEvent(&Event, NotificationEvent, )") +
        (wait_type == "WaitAll" ? "TRUE" : "FALSE") + R"();
    if (!NT_SUCCESS(PsCreateSystemThread(&Handle, THREAD_ALL_ACCESS, NULL, NULL, NULL, Thread, NULL)))
        return STATUS_UNSUCCESSFUL;
    ObReferenceObjectByHandle(Handle, THREAD_ALL_ACCESS, *PsThreadType, KernelMode, &Object, NULL);
    ZwClose(Handle);
    if (KeWaitForSingleObject(Object, Executive, KernelMode, FALSE, NULL) != STATUS_SUCCESS)
        return STATUS_UNSUCCESSFUL;
    ObDereferenceObject(Object);
    Objects[0] = &Event; Objects[1] = &Mutex;
    Status = KeWaitForMultipleObjects(2, Objects, )" +
        wait_type + R"(, Executive, KernelMode, FALSE, NULL, NULL);
    if (Status != ()" +
        wait_type + R"( == WaitAll ? STATUS_ABANDONED_WAIT_0 : Any)) return STATUS_UNSUCCESSFUL;
    KeReleaseMutex(&Mutex, FALSE);
    /* The second time it is a mutex like any other. */
    Status = KeWaitForSingleObject(&Mutex, Executive, KernelMode, FALSE, NULL);
    KeReleaseMutex(&Mutex, FALSE);
    return Status;
}
)";
    const Life life = life_of(source, ".c", {.seed = 3});
    EXPECT_EQ(life.status, STATUS_SUCCESS) << wait_type;
    EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
  }
}

}  // namespace
