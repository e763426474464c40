// Timers that the system allocates, and callback objects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

namespace sim = drydock::sim;
using namespace drydock::testing;
using ::testing::ElementsAre;

VOID count_up(PEX_TIMER, PVOID context) { ++*static_cast<int*>(context); }

void sleep_for(LONGLONG hundred_ns) {
  LARGE_INTEGER time;
  time.QuadPart = -hundred_ns;
  KeDelayExecutionThread(KernelMode, FALSE, &time);
}

// wdm/nf-wdm-exsettimer.md: the period counts in units of 100 nanoseconds.
TEST(ExTimer, PeriodicTimerCallsBackUntilItIsCancelled) {
  const sim::SeededSchedule schedule(1);
  int calls = 0;
  const PEX_TIMER timer = ExAllocateTimer(count_up, &calls, EX_TIMER_HIGH_RESOLUTION);
  EXPECT_FALSE(ExSetTimer(timer, -5000, 5000, nullptr));
  sleep_for(27'000);
  EXPECT_TRUE(ExCancelTimer(timer, nullptr));
  EXPECT_FALSE(ExCancelTimer(timer, nullptr));
  EXPECT_EQ(calls, 5);
  sleep_for(20'000);
  EXPECT_EQ(calls, 5);
  EXPECT_FALSE(ExDeleteTimer(timer, TRUE, TRUE, nullptr));
}

// wdm/nf-wdm-exallocatetimer.md: a timer without a callback is waited for; a notification timer
// stays signalled, a synchronization timer does not.
TEST(ExTimer, IsWaitedFor) {
  const sim::SeededSchedule schedule(1);
  LARGE_INTEGER none{};
  for (const bool notification : {false, true}) {
    const PEX_TIMER timer =
        ExAllocateTimer(nullptr, nullptr, notification ? EX_TIMER_NOTIFICATION : 0);
    ExSetTimer(timer, -100, 0, nullptr);
    EXPECT_EQ(KeWaitForSingleObject(timer, Executive, KernelMode, FALSE, nullptr), STATUS_SUCCESS);
    EXPECT_EQ(KeWaitForSingleObject(timer, Executive, KernelMode, FALSE, &none),
              notification ? STATUS_SUCCESS : STATUS_TIMEOUT);
    ExDeleteTimer(timer, TRUE, TRUE, nullptr);
  }
}

// wdm/nf-wdm-exsettimer.md: TRUE when it cancels one that was pending.
TEST(ExTimer, SettingAnewCancels) {
  const sim::SeededSchedule schedule(1);
  int calls = 0;
  const PEX_TIMER timer = ExAllocateTimer(count_up, &calls, 0);
  ExSetTimer(timer, -10'000, 0, nullptr);
  EXPECT_TRUE(ExSetTimer(timer, -20'000, 0, nullptr));
  sleep_for(15'000);
  EXPECT_EQ(calls, 0);
  sleep_for(15'000);
  EXPECT_EQ(calls, 1);
  ExSetTimer(timer, -10'000, 0, nullptr);
  EXPECT_TRUE(ExDeleteTimer(timer, TRUE, TRUE, nullptr));
}

// wdm/nf-wdm-exdeletetimer.md: from its own callback, without waiting; the delete callback runs
// when the timer is deleted.
struct Own {
  int calls = 0;
  bool deleted = false;
};
VOID note_deleted(PVOID context) { static_cast<Own*>(context)->deleted = true; }
VOID delete_self(PEX_TIMER timer, PVOID context) {
  auto* own = static_cast<Own*>(context);
  ++own->calls;
  EXT_DELETE_PARAMETERS parameters;
  ExInitializeDeleteTimerParameters(&parameters);
  parameters.DeleteCallback = note_deleted;
  parameters.DeleteContext = own;
  ExDeleteTimer(timer, TRUE, FALSE, &parameters);
  EXPECT_FALSE(own->deleted);
}
TEST(ExTimer, DeletesItselfInItsCallback) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Own own;
    ExSetTimer(ExAllocateTimer(delete_self, &own, 0), -100, 100, nullptr);
    sleep_for(100'000);
    EXPECT_EQ(own.calls, 1);
    EXPECT_TRUE(own.deleted);
  }
}

std::string timer_driver(const char* unload) {
  return std::string(R"(#include <ntddk.h>
static PEX_TIMER Timer;
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); )") +
         unload + R"(}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    Timer = ExAllocateTimer(NULL, NULL, 0);
    return Timer == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}
)";
}
TEST(ExTimerRules, N045TimerLeftAtUnloadIsFound) {
  const Life life = life_of(timer_driver(""));
  EXPECT_TRUE(has(life.findings, "N-045")) << text_of(life.findings);
}
TEST(ExTimerRules, N045DeletedTimerIsSilent) {
  const Life life = life_of(timer_driver("ExDeleteTimer(Timer, TRUE, TRUE, NULL);"));
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

struct Attributes {
  explicit Attributes(const char16_t* text) {
    RtlInitUnicodeString(&name, reinterpret_cast<PCWSTR>(text));
    InitializeObjectAttributes(&attributes, &name, OBJ_CASE_INSENSITIVE, nullptr, nullptr);
  }
  UNICODE_STRING name{};
  OBJECT_ATTRIBUTES attributes{};
};

VOID note_call(PVOID context, PVOID first, PVOID second) {
  auto* calls = static_cast<std::vector<ULONG_PTR>*>(context);
  calls->push_back(reinterpret_cast<ULONG_PTR>(first));
  calls->push_back(reinterpret_cast<ULONG_PTR>(second));
}
PVOID value(ULONG_PTR number) { return reinterpret_cast<PVOID>(number); }

// wdm/nf-wdm-exnotifycallback.md: called in order of their registration, at the caller's IRQL.
TEST(ExCallback, RegisteredRoutinesAreCalled) {
  Attributes name(u"\\Callback\\Test");
  PCALLBACK_OBJECT object = nullptr;
  EXPECT_EQ(ExCreateCallback(&object, &name.attributes, FALSE, TRUE), STATUS_OBJECT_NAME_NOT_FOUND);
  ASSERT_EQ(ExCreateCallback(&object, &name.attributes, TRUE, TRUE), STATUS_SUCCESS);
  PCALLBACK_OBJECT again = nullptr;
  ASSERT_EQ(ExCreateCallback(&again, &name.attributes, FALSE, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(again, object);
  std::vector<ULONG_PTR> calls;
  PVOID one = ExRegisterCallback(object, note_call, &calls);
  PVOID two = ExRegisterCallback(object, note_call, &calls);
  ASSERT_NE(one, nullptr);
  ASSERT_NE(two, nullptr);
  ExNotifyCallback(object, value(1), value(2));
  EXPECT_THAT(calls, ElementsAre(1, 2, 1, 2));
  ExUnregisterCallback(one);
  ExNotifyCallback(object, value(3), nullptr);
  EXPECT_THAT(calls, ElementsAre(1, 2, 1, 2, 3, 0));
  ExUnregisterCallback(two);
  ObDereferenceObject(object);
  ObDereferenceObject(again);
  EXPECT_EQ(ExCreateCallback(&object, &name.attributes, FALSE, TRUE), STATUS_OBJECT_NAME_NOT_FOUND);
}

// wdm/nf-wdm-exregistercallback.md: NULL when the object allows one routine and has it.
TEST(ExCallback, SecondRoutineIsRefusedWhereOneIsAllowed) {
  Attributes name(u"\\Callback\\Single");
  PCALLBACK_OBJECT object = nullptr;
  ASSERT_EQ(ExCreateCallback(&object, &name.attributes, TRUE, FALSE), STATUS_SUCCESS);
  std::vector<ULONG_PTR> calls;
  PVOID one = ExRegisterCallback(object, note_call, &calls);
  EXPECT_EQ(ExRegisterCallback(object, note_call, &calls), nullptr);
  ExUnregisterCallback(one);
  ObDereferenceObject(object);
}

// wdm/nf-wdm-excreatecallback.md: "Unnamed callback objects are not permitted".
TEST(ExCallback, ObjectNeedsAName) {
  OBJECT_ATTRIBUTES attributes;
  InitializeObjectAttributes(&attributes, nullptr, 0, nullptr, nullptr);
  PCALLBACK_OBJECT object = nullptr;
  EXPECT_EQ(ExCreateCallback(&object, &attributes, TRUE, TRUE), STATUS_UNSUCCESSFUL);
}

std::string callback_driver(const char* unload) {
  return std::string(R"(#include <ntddk.h>
static PCALLBACK_OBJECT Object; static PVOID Handle;
static VOID Called(PVOID Context, PVOID First, PVOID Second) {
    UNREFERENCED_PARAMETER(Context); UNREFERENCED_PARAMETER(First); UNREFERENCED_PARAMETER(Second);
}
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); )") +
         unload + R"( ObDereferenceObject(Object); }
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    UNICODE_STRING Name; OBJECT_ATTRIBUTES Attributes;
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    RtlInitUnicodeString(&Name, L"\\Callback\\OfTheDriver");
    InitializeObjectAttributes(&Attributes, &Name, OBJ_CASE_INSENSITIVE, NULL, NULL);
    if (!NT_SUCCESS(ExCreateCallback(&Object, &Attributes, TRUE, TRUE))) return STATUS_UNSUCCESSFUL;
    Handle = ExRegisterCallback(Object, Called, NULL);
    return STATUS_SUCCESS;
}
)";
}
TEST(ExCallbackRules, N047CallbackLeftAtUnloadIsFound) {
  const Life life = life_of(callback_driver(""));
  EXPECT_TRUE(has(life.findings, "N-047")) << text_of(life.findings);
}
TEST(ExCallbackRules, N047UnregisteredCallbackIsSilent) {
  const Life life = life_of(callback_driver("ExUnregisterCallback(Handle);"));
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
