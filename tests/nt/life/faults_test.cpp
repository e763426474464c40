// A fault at every fault point of a driver's load and unload: a well-written driver leaves nothing
// behind, and its careless twin has a finding for each leak.
#include "src/sim/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "src/nt/base/wdk.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
namespace rules = drydock::rules;
namespace fs = std::filesystem;
namespace sim = drydock::sim;

constexpr std::uint64_t kSeed = 7;

fs::path well_written() { return build_sample("sampler"); }
fs::path careless() { return build_sample("sampler", {"-DSAMPLER_CARELESS"}); }

// The life without a fault, then one for each fault point that it met.
std::vector<Life> lives_of(const fs::path& driver, std::optional<std::uint64_t> seed) {
  std::vector<Life> lives = {life_of_file(driver, {.seed = seed})};
  for (std::uint64_t fault = 0;; ++fault) {
    Life life = life_of_file(driver, {.seed = seed, .fault = fault});
    if (life.fault_points <= fault) return lives;
    lives.push_back(std::move(life));
  }
}

TEST(Faults, WellWrittenDriverLeavesNothingAtAnyPoint) {
  for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>(), {kSeed}}) {
    const std::vector<Life> lives = lives_of(well_written(), seed);
    EXPECT_EQ(lives.front().status, STATUS_SUCCESS);
    // Device, link, key, value, pool, contiguous memory, mapping, MDL, lock, view, thread, item.
    EXPECT_GE(lives.size(), 13U);
    for (std::size_t i = 0; i < lives.size(); ++i) {
      EXPECT_TRUE(lives[i].findings.empty()) << "point " << i << "\n" << text_of(lives[i].findings);
      EXPECT_TRUE(lives[i].alive);
    }
    // Most steps of a start are needed: their faults are refusals, not crashes.
    EXPECT_GE(std::ranges::count_if(lives, [](const Life& one) { return !NT_SUCCESS(one.status); }),
              10);
  }
}

TEST(Faults, CarelessTwinIsSilentWithoutAFault) {
  const Life it = life_of_file(careless(), {.seed = kSeed});
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

TEST(Faults, EachLeakOfTheCarelessTwinIsFound) {
  std::set<std::string_view> rules;
  const std::vector<Life> lives = lives_of(careless(), kSeed);
  EXPECT_TRUE(lives[1].findings.empty());  // its first step fails: nothing is there to be left
  for (std::size_t i = 2; i < lives.size(); ++i) {
    const Life& life = lives[i];
    EXPECT_EQ(NT_SUCCESS(life.status), life.findings.empty()) << text_of(life.findings);
    for (const rules::Finding& finding : life.findings) {
      rules.insert(finding.rule->id);
      EXPECT_FALSE(finding.history.empty() && finding.rule->id != "N-008") << to_text(finding);
      EXPECT_THAT(finding.replay, ::testing::HasSubstr("seed 7, with a fault at point "));
    }
  }
  // Pool, lookaside list, thread, references, locked pages, MDL, mapping, contiguous memory.
  EXPECT_THAT(rules, ::testing::ElementsAre("N-008", "N-012", "N-041", "N-045", "N-049", "N-050",
                                            "N-054", "N-057"));
}

// The line that took what was left, and nothing that the driver did not do.
TEST(Faults, WhatIsLeftIsNamedWithItsLine) {
  const Life it = life_of_file(careless(), {.seed = kSeed, .fault = 1});
  for (const rules::Finding& finding : it.findings) {
    const std::vector<rules::Frame>& frames = finding.stacks.front().frames;
    EXPECT_TRUE(std::ranges::any_of(frames, [](const rules::Frame& frame) {
      return frame.line > 0 && fs::path(frame.file).filename() == "sampler.c" &&
             frame.function == "DriverEntry";
    })) << to_text(finding);
  }
  EXPECT_FALSE(it.findings.empty());
}

// A device with a name, a link and two notifications. With CARELESS it leaves what it has when the
// next one is refused.
constexpr const char* kRegistrar = R"(#include <wdm.h>
static PDEVICE_OBJECT Device;
static UNICODE_STRING Name = RTL_CONSTANT_STRING(L"\\Device\\Registrar");
static UNICODE_STRING Link = RTL_CONSTANT_STRING(L"\\DosDevices\\Registrar");
static const GUID Class = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
static PVOID Notification, Request, Extension;
static NTSTATUS Changed(PVOID Change, PVOID Context) {
  UNREFERENCED_PARAMETER(Change);
  UNREFERENCED_PARAMETER(Context);
  return STATUS_SUCCESS;
}
static VOID Tick(PDEVICE_OBJECT Self, PVOID Context) {
  UNREFERENCED_PARAMETER(Self);
  UNREFERENCED_PARAMETER(Context);
}
static VOID Undo(ULONG Steps) {
  if (Steps > 4) PoDeletePowerRequest(Request);
  if (Steps > 3) IoUnregisterPlugPlayNotificationEx(Notification);
  if (Steps > 2) IoUnregisterShutdownNotification(Device);
  if (Steps > 1) IoDeleteSymbolicLink(&Link);
  if (Steps > 0) IoDeleteDevice(Device);
}
static NTSTATUS Fail(ULONG Steps, NTSTATUS Status) {
#ifndef CARELESS
  Undo(Steps);
#endif
  UNREFERENCED_PARAMETER(Steps);
  return Status;
}
static VOID Unload(PDRIVER_OBJECT Driver) {
  UNREFERENCED_PARAMETER(Driver);
  Undo(5);
}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
  NTSTATUS Status;
  UNREFERENCED_PARAMETER(Path);
  Driver->DriverUnload = Unload;
  Status = IoAllocateDriverObjectExtension(Driver, &Class, 16, &Extension);
  if (!NT_SUCCESS(Status)) return Status;
  Status = IoCreateDevice(Driver, 0, &Name, FILE_DEVICE_UNKNOWN, 0, FALSE, &Device);
  if (!NT_SUCCESS(Status)) return Status;
  Status = IoCreateSymbolicLink(&Link, &Name);
  if (!NT_SUCCESS(Status)) return Fail(1, Status);
  Status = IoRegisterShutdownNotification(Device);
  if (!NT_SUCCESS(Status)) return Fail(2, Status);
  Status = IoRegisterPlugPlayNotification(EventCategoryDeviceInterfaceChange, 0, (PVOID)&Class, Driver, Changed, NULL,
                                          &Notification);
  if (!NT_SUCCESS(Status)) return Fail(3, Status);
  Status = PoCreatePowerRequest(&Request, Device, NULL);
  if (!NT_SUCCESS(Status)) return Fail(4, Status);
  Status = IoInitializeTimer(Device, Tick, NULL);
  return NT_SUCCESS(Status) ? STATUS_SUCCESS : Fail(5, Status);
}
)";

TEST(Faults, RegistrationsThatFailAreUndoneBySilentDrivers) {
  const std::vector<Life> lives = lives_of(build_driver(kRegistrar), kSeed);
  ASSERT_EQ(lives.size(), 8U);  // each of the seven steps fails once
  EXPECT_EQ(lives[0].status, STATUS_SUCCESS);
  for (std::size_t i = 0; i < lives.size(); ++i) {
    EXPECT_TRUE(lives[i].findings.empty()) << "point " << i << "\n" << text_of(lives[i].findings);
    if (i > 0) EXPECT_EQ(lives[i].status, STATUS_INSUFFICIENT_RESOURCES) << i;
  }
}

TEST(Faults, RegistrationsThatAFailureLeavesAreFound) {
  const std::vector<Life> lives = lives_of(build_driver(kRegistrar, ".c", {"-DCARELESS"}), kSeed);
  ASSERT_EQ(lives.size(), 8U);
  EXPECT_TRUE(lives[0].findings.empty()) << text_of(lives[0].findings);
  for (std::size_t i = 3; i < lives.size(); ++i)
    EXPECT_TRUE(has(lives[i].findings, "N-045")) << i << text_of(lives[i].findings);
  EXPECT_TRUE(has(lives[7].findings, "N-047")) << text_of(lives[7].findings);
}

// Everything fails while it lives.
const sim::FaultPlan kEverything = {.seed = 1, .one_in = 1};

TEST(FaultStatuses, HandlesAndObjectsAreRefusedAsDocumented) {
  HANDLE event = nullptr, other = nullptr;
  std::u16string text = u"\\BaseNamedObjects\\Refused";
  UNICODE_STRING name{static_cast<USHORT>(text.size() * 2), static_cast<USHORT>(text.size() * 2),
                      reinterpret_cast<PWSTR>(text.data())};
  OBJECT_ATTRIBUTES named{};
  InitializeObjectAttributes(&named, &name, OBJ_KERNEL_HANDLE, nullptr, nullptr);
  ASSERT_EQ(ZwCreateEvent(&event, EVENT_ALL_ACCESS, &named, NotificationEvent, FALSE),
            STATUS_SUCCESS);
  PVOID object = nullptr;
  CLIENT_ID self{PsGetCurrentProcessId(), nullptr};
  {
    const sim::FaultInjection injection(kEverything);
    EXPECT_EQ(ZwOpenEvent(&other, EVENT_ALL_ACCESS, &named), STATUS_INSUFFICIENT_RESOURCES);
    EXPECT_EQ(ZwDuplicateObject(ZwCurrentProcess(), event, ZwCurrentProcess(), &other, 0, 0,
                                DUPLICATE_SAME_ACCESS),
              STATUS_INSUFFICIENT_RESOURCES);
    EXPECT_EQ(ZwOpenProcess(&other, PROCESS_ALL_ACCESS, nullptr, &self),
              STATUS_INSUFFICIENT_RESOURCES);
    EXPECT_EQ(ZwCreateDirectoryObject(&other, DIRECTORY_ALL_ACCESS, nullptr),
              STATUS_INSUFFICIENT_RESOURCES);
    // What a handle that is open decides alone does not fail.
    ASSERT_EQ(ObReferenceObjectByHandle(event, EVENT_ALL_ACCESS, *ExEventObjectType, KernelMode,
                                        &object, nullptr),
              STATUS_SUCCESS);
    EXPECT_EQ(ObOpenObjectByPointer(object, OBJ_KERNEL_HANDLE, nullptr, EVENT_ALL_ACCESS,
                                    *ExEventObjectType, KernelMode, &other),
              STATUS_INSUFFICIENT_RESOURCES);
    EXPECT_EQ(ZwSetEvent(event, nullptr), STATUS_SUCCESS);
    ObDereferenceObject(object);
    EXPECT_EQ(ZwClose(event), STATUS_SUCCESS);
  }
  EXPECT_EQ(other, nullptr);
}

TEST(FaultStatuses, RegistrationsAreRefusedAsDocumented) {
  const auto on_process = [](HANDLE, HANDLE, BOOLEAN) {};
  const auto on_thread = [](HANDLE, HANDLE, BOOLEAN) {};
  const auto on_nmi = [](PVOID, BOOLEAN handled) { return handled; };
  UUID id{};
  const sim::FaultInjection injection(kEverything);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutine(on_process, FALSE), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(PsSetCreateThreadNotifyRoutine(on_thread), STATUS_INSUFFICIENT_RESOURCES);
  EXPECT_EQ(KeRegisterNmiCallback(on_nmi, nullptr), nullptr);
  EXPECT_EQ(PoRegisterSystemState(nullptr, ES_SYSTEM_REQUIRED), nullptr);
  EXPECT_EQ(ExUuidCreate(&id), STATUS_RETRY);
}

}  // namespace
