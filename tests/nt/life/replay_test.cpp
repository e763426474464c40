// Mistakes that only some orders of threads show: seeds find them, and the seed of a finding shows
// the same one again, every time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
namespace rules = drydock::rules;
namespace fs = std::filesystem;

// The waiter looks at the flag, then clears the event, then waits: a signal in between is lost.
const std::string kLostWakeUp = R"(#include <ntddk.h>
static KEVENT changed;
static volatile LONG ready = 0;
static VOID Signal(PVOID context) {
  InterlockedExchange(&ready, 1);
  KeSetEvent(&changed, 0, FALSE);
  PsTerminateSystemThread(STATUS_SUCCESS);
}
static VOID Unload(PDRIVER_OBJECT driver) {}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  HANDLE handle;
  PVOID thread;
  driver->DriverUnload = Unload;
  KeInitializeEvent(&changed, NotificationEvent, FALSE);
  if (!NT_SUCCESS(PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, NULL, NULL, NULL, Signal, NULL)))
    return STATUS_INSUFFICIENT_RESOURCES;
  ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, *PsThreadType, KernelMode, &thread, NULL);
  ZwClose(handle);
  if (!ready) {
    LARGE_INTEGER moment;
    moment.QuadPart = 0;
    KeDelayExecutionThread(KernelMode, FALSE, &moment);
    KeClearEvent(&changed);  // CLEARED
    KeWaitForSingleObject(&changed, Executive, KernelMode, FALSE, NULL);  // HERE
  }
  KeWaitForSingleObject(thread, Executive, KernelMode, FALSE, NULL);
  ObDereferenceObject(thread);
  return STATUS_SUCCESS;
})";

// Two threads take two locks in two orders.
const std::string kInversion = R"(#include <ntddk.h>
static FAST_MUTEX first, second;
static KEVENT done;
static VOID Other(PVOID context) {
  ExAcquireFastMutex(&second);
  ExAcquireFastMutex(&first);  // OTHER
  ExReleaseFastMutex(&first);
  ExReleaseFastMutex(&second);
  KeSetEvent(&done, 0, FALSE);
  PsTerminateSystemThread(STATUS_SUCCESS);
}
static VOID Unload(PDRIVER_OBJECT driver) {}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  HANDLE handle;
  PVOID thread;
  driver->DriverUnload = Unload;
  ExInitializeFastMutex(&first);
  ExInitializeFastMutex(&second);
  KeInitializeEvent(&done, NotificationEvent, FALSE);
  if (!NT_SUCCESS(PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, NULL, NULL, NULL, Other, NULL)))
    return STATUS_INSUFFICIENT_RESOURCES;
  ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, *PsThreadType, KernelMode, &thread, NULL);
  ZwClose(handle);
  ExAcquireFastMutex(&first);
  ExAcquireFastMutex(&second);  // HERE
  ExReleaseFastMutex(&second);
  ExReleaseFastMutex(&first);
  KeWaitForSingleObject(&done, Executive, KernelMode, FALSE, NULL);
  KeWaitForSingleObject(thread, Executive, KernelMode, FALSE, NULL);
  ObDereferenceObject(thread);
  return STATUS_SUCCESS;
})";

// All that a finding says, except in which copy of the driver in memory it was.
std::string essence(const std::vector<rules::Finding>& findings) {
  std::string out;
  for (const rules::Finding& finding : findings) out += to_text(finding);
  return out;
}

// The first seed under which the driver breaks the rule, or does not.
std::optional<std::uint64_t> seed_with(const fs::path& driver, std::string_view rule, bool breaks) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    if (has(life_of_file(driver, {.seed = seed}).findings, rule) == breaks) return seed;
  }
  return std::nullopt;
}

constexpr int kRuns = kSanitized ? 10 : 100;

void expect_same_every_time(const fs::path& driver, std::uint64_t seed) {
  const std::string first = essence(life_of_file(driver, {.seed = seed}).findings);
  EXPECT_THAT(first, ::testing::HasSubstr("under seed " + std::to_string(seed)));
  for (int i = 1; i < kRuns; ++i)
    ASSERT_EQ(essence(life_of_file(driver, {.seed = seed}).findings), first) << "run " << i;
}

// `drydock load` finds it under the seed and prints the command that does so again.
void expect_replayed_by_command(const fs::path& driver, std::uint64_t seed, const char* rule) {
  const std::string arguments = "load " + driver.string() + " --seed " + std::to_string(seed);
  const Outcome outcome = ::drydock::testing::drydock(arguments);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, ::testing::HasSubstr(rule));
  EXPECT_THAT(outcome.output, ::testing::HasSubstr("replay: drydock " + arguments + "\n"));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(::drydock::testing::drydock(arguments).output, outcome.output);
}

TEST(Replay, LostWakeUpIsFoundAndReplayed) {
  const fs::path driver = build_driver(kLostWakeUp);
  const auto seed = seed_with(driver, "N-062", true);
  ASSERT_TRUE(seed.has_value());
  EXPECT_TRUE(seed_with(driver, "N-062", false).has_value());  // it hides under others
  const Life it = life_of_file(driver, {.seed = *seed});
  const rules::Finding& finding = first(it.findings, "N-062");
  EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(kLostWakeUp, "HERE")));
  // The history of the event shows how its signal was lost.
  std::vector<std::string> events;
  for (const rules::ObjectEvent& event : finding.history) events.push_back(event.what);
  EXPECT_THAT(events, ::testing::ElementsAre("initialised", "set", "reset")) << to_text(finding);
  expect_same_every_time(driver, *seed);
  expect_replayed_by_command(driver, *seed, "N-062");
}

TEST(Replay, LockInversionIsFoundAndReplayed) {
  const fs::path driver = build_driver(kInversion);
  // Named whether or not the threads meet; some seed makes them meet.
  const auto harmless = seed_with(driver, "N-062", false);
  const auto deadlock = seed_with(driver, "N-062", true);
  ASSERT_TRUE(harmless.has_value() && deadlock.has_value());
  const Life it = life_of_file(driver, {.seed = *harmless});
  const rules::Finding& finding = first(it.findings, "N-030");
  EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(kInversion, "HERE"))) << to_text(finding);
  EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(kInversion, "OTHER"))) << to_text(finding);
  expect_same_every_time(driver, *harmless);
  expect_same_every_time(driver, *deadlock);
  expect_replayed_by_command(driver, *deadlock, "N-030");
}

// The order in which things are left is that of their taking, whatever their addresses are.
TEST(Replay, FindingsOfOneSeedComeInOneOrder) {
  const fs::path driver = build_sample("sampler", {"-DSAMPLER_CARELESS"});
  const auto rules_of = [](const Life& life) {
    std::vector<std::string_view> out;
    for (const rules::Finding& finding : life.findings) out.push_back(finding.rule->id);
    return out;
  };
  const auto first = rules_of(life_of_file(driver, {.seed = 3, .fault = 10}));
  EXPECT_GT(first.size(), 5u);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(rules_of(life_of_file(driver, {.seed = 3, .fault = 10})), first);
}

}  // namespace
