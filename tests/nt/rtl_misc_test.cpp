#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "sdkddkver.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/rtl/debug.h"
#include "src/nt/rtl/names.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

using drydock::testing::count;
using drydock::testing::first;
using drydock::testing::Life;
using drydock::testing::life_of;
using drydock::testing::mentions_line;
using drydock::testing::told;

// wdm/nf-wdm-rtlcomparememory.md: the number of bytes that match until the first difference.
TEST(RtlMisc, CompareMemory) {
  EXPECT_EQ(RtlCompareMemory("abcd", "abxd", 4), 2u);
  EXPECT_EQ(RtlCompareMemory("abcd", "abcd", 4), 4u);
  EXPECT_EQ(RtlCompareMemory("a", "b", 0), 0u);
  UCHAR zeros[9] = {};
  EXPECT_TRUE(RtlIsZeroMemory(zeros, 9));
  zeros[8] = 1;
  EXPECT_FALSE(RtlIsZeroMemory(zeros, 9));
  EXPECT_EQ(RtlComputeCrc32(0, "123456789", 9), 0xCBF43926u);
}

// wdm/nf-wdm-rtlcmdecodememioresource.md
TEST(RtlMisc, LargeMemoryResources) {
  CM_PARTIAL_RESOURCE_DESCRIPTOR one{};
  EXPECT_EQ(RtlCmEncodeMemIoResource(&one, CmResourceTypeMemory, 0x10000, 0xF0000000),
            STATUS_SUCCESS);
  EXPECT_EQ(one.Type, CmResourceTypeMemory);
  ULONGLONG start = 0;
  EXPECT_EQ(RtlCmDecodeMemIoResource(&one, &start), 0x10000u);
  EXPECT_EQ(start, 0xF0000000u);
  for (const ULONGLONG length : {0x200000100ULL, 0x100000000000ULL, 0x4000000000000000ULL}) {
    EXPECT_EQ(RtlCmEncodeMemIoResource(&one, CmResourceTypeMemory, length, 0x8000000000ULL),
              STATUS_SUCCESS);
    EXPECT_EQ(one.Type, CmResourceTypeMemoryLarge);
    EXPECT_EQ(RtlCmDecodeMemIoResource(&one, &start), length);
  }
  EXPECT_EQ(RtlCmEncodeMemIoResource(&one, CmResourceTypeMemory, 0x200000101ULL, 0),
            STATUS_UNSUCCESSFUL);
  EXPECT_EQ(RtlCmEncodeMemIoResource(&one, CmResourceTypePort, 0x200000000ULL, 0),
            STATUS_UNSUCCESSFUL);
  IO_RESOURCE_DESCRIPTOR range{};
  EXPECT_EQ(RtlIoEncodeMemIoResource(&range, CmResourceTypeMemory, 0x200000000ULL, 0x100000, 1, 2),
            STATUS_SUCCESS);
  ULONGLONG alignment = 0;
  ULONGLONG least = 0;
  ULONGLONG most = 0;
  EXPECT_EQ(RtlIoDecodeMemIoResource(&range, &alignment, &least, &most), 0x200000000ULL);
  EXPECT_EQ(alignment, 0x100000u);
  EXPECT_EQ(least + most, 3u);
}

// wdm/nf-wdm-rtltimetotimefields.md, wdm/nf-wdm-rtltimefieldstotime.md
TEST(RtlMisc, TimeFields) {
  TIME_FIELDS fields = {2024, 2, 29, 23, 59, 58, 123, 0};
  LARGE_INTEGER time;
  ASSERT_TRUE(RtlTimeFieldsToTime(&fields, &time));
  TIME_FIELDS back;
  RtlTimeToTimeFields(&time, &back);
  EXPECT_EQ(back.Year, 2024);
  EXPECT_EQ(back.Month, 2);
  EXPECT_EQ(back.Day, 29);
  EXPECT_EQ(back.Hour, 23);
  EXPECT_EQ(back.Milliseconds, 123);
  EXPECT_EQ(back.Weekday, 4);  // a Thursday
  fields.Year = 2023;
  EXPECT_FALSE(RtlTimeFieldsToTime(&fields, &time));
  time.QuadPart = 0;
  RtlTimeToTimeFields(&time, &back);
  EXPECT_EQ(back.Year, 1601);
  EXPECT_EQ(back.Weekday, 1);
  for (LONGLONG day = 0; day < 200'000; day += 37) {
    time.QuadPart = day * 864'000'000'000LL;
    RtlTimeToTimeFields(&time, &back);
    LARGE_INTEGER again;
    ASSERT_TRUE(RtlTimeFieldsToTime(&back, &again)) << day;
    ASSERT_EQ(again.QuadPart, time.QuadPart) << day;
  }
}

// wdm/nf-wdm-rtlverifyversioninfo.md
TEST(RtlMisc, Version) {
  RTL_OSVERSIONINFOEXW info{};
  info.dwOSVersionInfoSize = sizeof info;
  EXPECT_EQ(RtlGetVersion(reinterpret_cast<PRTL_OSVERSIONINFOW>(&info)), STATUS_SUCCESS);
  EXPECT_EQ(info.dwMajorVersion, 10u);
  EXPECT_EQ(info.wProductType, VER_NT_WORKSTATION);
  ULONG major = 0;
  ULONG build = 0;
  PsGetVersion(&major, nullptr, &build, nullptr);
  EXPECT_EQ(major, 10u);
  EXPECT_EQ(build, info.dwBuildNumber);
  ULONGLONG mask = VerSetConditionMask(0, VER_MAJORVERSION, VER_GREATER_EQUAL);
  mask = VerSetConditionMask(mask, VER_MINORVERSION, VER_GREATER_EQUAL);
  info.dwMajorVersion = 6;
  info.dwMinorVersion = 3;
  // 10.0 is later than 6.3 although 0 is less than 3.
  EXPECT_EQ(RtlVerifyVersionInfo(&info, VER_MAJORVERSION | VER_MINORVERSION, mask), STATUS_SUCCESS);
  info.dwMajorVersion = 11;
  EXPECT_EQ(RtlVerifyVersionInfo(&info, VER_MAJORVERSION | VER_MINORVERSION, mask),
            STATUS_REVISION_MISMATCH);
  EXPECT_EQ(RtlVerifyVersionInfo(&info, 0, mask), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(RtlIsNtDdiVersionAvailable(NTDDI_WIN10));
  EXPECT_FALSE(RtlIsNtDdiVersionAvailable(0x0B000000));
}

// wdm/nf-wdm-mmgetsystemroutineaddress.md: the address, or NULL when the name cannot be resolved.
TEST(RtlMisc, SystemRoutines) {
  UNICODE_STRING name;
  RtlInitUnicodeString(&name, u"KeQueryTimeIncrement");
  EXPECT_NE(MmGetSystemRoutineAddress(&name), nullptr);
  RtlInitUnicodeString(&name, u"KeNoSuchRoutine");
  EXPECT_EQ(MmGetSystemRoutineAddress(&name), nullptr);
  RtlInitUnicodeString(&name, u"printf");
  EXPECT_EQ(MmGetSystemRoutineAddress(&name), nullptr);
}

TEST(RtlMisc, Processors) {
  KAFFINITY active = 0;
  const ULONG processors = KeQueryActiveProcessorCount(&active);
  EXPECT_GE(processors, 1u);
  EXPECT_EQ(RtlNumberOfSetBitsUlongPtr(active), processors);
  EXPECT_LT(KeGetCurrentProcessorNumber(), processors);
  PROCESSOR_NUMBER number{};
  EXPECT_EQ(KeGetProcessorNumberFromIndex(0, &number), STATUS_SUCCESS);
  EXPECT_EQ(KeGetProcessorIndexFromNumber(&number), 0u);
  EXPECT_EQ(KeGetProcessorNumberFromIndex(processors, &number), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(ExIsProcessorFeaturePresent(PF_XMMI64_INSTRUCTIONS_AVAILABLE));
  EXPECT_EQ(ExGetPreviousMode(), KernelMode);
  XSTATE_SAVE save;
  EXPECT_EQ(KeSaveExtendedProcessorState(XSTATE_MASK_LEGACY, &save), STATUS_SUCCESS);
  KeRestoreExtendedProcessorState(&save);
}

// wdm/nf-wdm-kesavefloatingpointstate.md: there may be no memory for the state.
TEST(RtlMisc, StateOfTheProcessorMayBeRefused) {
  const drydock::sim::FaultInjection injection(
      {.seed = 1, .one_in = 1, .only = drydock::sim::FaultKind::kState});
  XSTATE_SAVE extended;
  KFLOATING_SAVE floating;
  EXPECT_EQ(KeSaveExtendedProcessorState(XSTATE_MASK_LEGACY, &extended),
            STATUS_INSUFFICIENT_RESOURCES);
  EXPECT_EQ(KeSaveFloatingPointState(&floating), STATUS_INSUFFICIENT_RESOURCES);
}

// ntddk/nf-ntddk-rtlrunonceexecuteonce.md
TEST(RtlMisc, RunOnceRunsOnceUnlessItFails) {
  RTL_RUN_ONCE once;
  RtlRunOnceInitialize(&once);
  int calls = 0;
  PVOID context = nullptr;
  const auto init = [](PRTL_RUN_ONCE, PVOID parameter, PVOID* made) -> ULONG {
    const int call = ++*static_cast<int*>(parameter);
    *made = reinterpret_cast<PVOID>(0x1000);
    return call > 1;
  };
  EXPECT_EQ(RtlRunOnceExecuteOnce(&once, init, &calls, &context), STATUS_UNSUCCESSFUL);
  EXPECT_EQ(RtlRunOnceBeginInitialize(&once, RTL_RUN_ONCE_CHECK_ONLY, &context),
            STATUS_UNSUCCESSFUL);
  EXPECT_EQ(RtlRunOnceExecuteOnce(&once, init, &calls, &context), STATUS_SUCCESS);
  EXPECT_EQ(RtlRunOnceExecuteOnce(&once, init, &calls, &context), STATUS_SUCCESS);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(context, reinterpret_cast<PVOID>(0x1000));
  EXPECT_EQ(RtlRunOnceComplete(&once, 0, nullptr), STATUS_UNSUCCESSFUL);
}

TEST(RtlMisc, RunOnceWaitsForTheOther) {
  const drydock::sim::SeededSchedule schedule(4);
  RTL_RUN_ONCE once;
  RtlRunOnceInitialize(&once);
  ASSERT_EQ(RtlRunOnceBeginInitialize(&once, 0, nullptr), STATUS_PENDING);
  PVOID seen = nullptr;
  drydock::sim::Thread other = drydock::sim::spawn(
      "other", [&] { EXPECT_EQ(RtlRunOnceBeginInitialize(&once, 0, &seen), STATUS_SUCCESS); });
  KeStallExecutionProcessor(50);
  EXPECT_EQ(seen, nullptr);
  EXPECT_EQ(RtlRunOnceComplete(&once, 0, &once), STATUS_SUCCESS);
  other.join();
  EXPECT_EQ(seen, &once);
}

// ntddk/nf-ntddk-rtlsplay.md, ntddk/nf-ntddk-rtldelete.md
TEST(RtlMisc, SplayTreeKeepsItsOrder) {
  RTL_SPLAY_LINKS nodes[9] = {};
  for (RTL_SPLAY_LINKS& node : nodes) node.Parent = &node;
  for (int i = 1; i < 9; ++i) {
    nodes[i - 1].RightChild = &nodes[i];
    nodes[i].Parent = &nodes[i - 1];
  }
  PRTL_SPLAY_LINKS root = RtlSplay(&nodes[5]);
  EXPECT_EQ(root, &nodes[5]);
  root = RtlDelete(&nodes[3]);
  ASSERT_NE(root, nullptr);
  root = RtlSplay(&nodes[0]);
  std::string order;
  for (PRTL_SPLAY_LINKS at = root; at != nullptr; at = RtlRealSuccessor(at)) {
    order += static_cast<char>('0' + (at - nodes));
  }
  EXPECT_EQ(order, "01245678");
  EXPECT_EQ(RtlRealPredecessor(&nodes[4]), &nodes[2]);
}

TEST(RtlMisc, Names) {
  EXPECT_EQ(drydock::nt::status_name(0xC0000005), "STATUS_ACCESS_VIOLATION");
  EXPECT_EQ(drydock::nt::status_name(0), "STATUS_SUCCESS");
  EXPECT_EQ(drydock::nt::status_name(0x12345678), "");
  EXPECT_EQ(drydock::nt::bug_check_name(0x116), "VIDEO_TDR_FAILURE");
}

TEST(RtlMisc, BugCheckOutsideADriverIsRecorded) {
  const drydock::rules::FindingLog log;
  EXPECT_THROW(KeBugCheckEx(0x116, 1, 2, 3, 4), drydock::nt::DriverEnded);
  ASSERT_EQ(count(log.findings(), "N-060"), 1u);
  EXPECT_NE(log.findings()[0].message.find("0x116 (VIDEO_TDR_FAILURE) (0x1, 0x2, 0x3, 0x4)"),
            std::string::npos)
      << log.findings()[0].message;
}

Life life(const std::string& entry, const std::string& unload = "") {
  return life_of(R"(
#include <ntddk.h>
DRIVER_INITIALIZE DriverEntry;
static KBUGCHECK_CALLBACK_RECORD Record;
static LIST_ENTRY Head, First, Second;
static VOID OnBugCheck(PVOID Buffer, ULONG Length) { DbgPrint("callback %lu", Length); }
static VOID Unload(PDRIVER_OBJECT DriverObject) { )" +
                 unload + R"( }
NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  DriverObject->DriverUnload = Unload;
  KeInitializeCallbackRecord(&Record);
  )" + entry + R"(
  return STATUS_SUCCESS;
}
)");
}

constexpr int kHere = 11;
constexpr const char* kRegister =
    "KeRegisterBugCheckCallback(&Record, OnBugCheck, NULL, 5, (PUCHAR) \"test\");";

TEST(BugCheckRules, N060BugCheckEndsTheDriver) {
  const Life result = life("KeBugCheckEx(0x116, 1, 2, 3, 4);");
  EXPECT_FALSE(result.alive);
  const auto& finding = first(result.findings, "N-060");
  EXPECT_TRUE(mentions_line(finding, "driver.c", kHere)) << told(result.findings);
  EXPECT_NE(finding.message.find("VIDEO_TDR_FAILURE"), std::string::npos) << finding.message;
  EXPECT_EQ(finding.driver.empty(), false);
}

TEST(BugCheckRules, N060NoBugCheckIsSilent) {
  const Life result = life("if (DriverObject == NULL) KeBugCheck(0x116);");
  EXPECT_TRUE(result.alive);
  EXPECT_TRUE(result.findings.empty()) << told(result.findings);
}

TEST(BugCheckRules, N047CallbackLeftAtUnloadIsFound) {
  const Life result = life(kRegister);
  EXPECT_TRUE(mentions_line(first(result.findings, "N-047"), "driver.c", kHere))
      << told(result.findings);
}

TEST(BugCheckRules, N047DeregisteredCallbackIsSilent) {
  const Life result = life(kRegister, "if (!KeDeregisterBugCheckCallback(&Record)) KeBugCheck(1);");
  EXPECT_TRUE(result.findings.empty()) << told(result.findings);
}

// wdm/nf-wdm-keregisterbugcheckcallback.md: FALSE when the record is in use.
TEST(RtlMisc, BugCheckCallbackIsRegisteredOnce) {
  KBUGCHECK_CALLBACK_RECORD record{};
  KeInitializeCallbackRecord(&record);
  UCHAR component[] = "test";
  const auto routine = [](PVOID, ULONG) {};
  EXPECT_TRUE(KeRegisterBugCheckCallback(&record, routine, nullptr, 0, component));
  EXPECT_FALSE(KeRegisterBugCheckCallback(&record, routine, nullptr, 0, component));
  EXPECT_TRUE(KeDeregisterBugCheckCallback(&record));
  EXPECT_FALSE(KeDeregisterBugCheckCallback(&record));
}

// wdm/nf-wdm-keregisterbugcheckcallback.md: the routine is called when a bug check is issued.
TEST(BugCheckRules, CallbackHearsOfTheDriversOwnBugCheck) {
  std::string heard;
  drydock::nt::set_debug_listener(
      [](std::string_view text, void* to) { *static_cast<std::string*>(to) += text; }, &heard);
  const Life result = life(std::string(kRegister) + " KeBugCheck(0xE2);");
  drydock::nt::set_debug_listener(nullptr, nullptr);
  EXPECT_EQ(count(result.findings, "N-060"), 1u) << told(result.findings);
  EXPECT_EQ(heard, "callback 5");
}

// The list operations are inline: they check what Windows checks once lists.h calls
// drydock_fast_fail.
bool lists_are_checked() {
  std::ifstream header(DRYDOCK_SOURCE_DIR "/include/wdk/km/wdm/lists.h");
  const std::string text{std::istreambuf_iterator<char>(header), {}};
  return text.find("drydock_fast_fail") != std::string::npos;
}

TEST(ListRules, N064EntryRemovedTwiceIsFound) {
  if (!lists_are_checked()) GTEST_SKIP() << "lists.h has no checks";
  const Life result = life(
      "InitializeListHead(&Head); InsertTailList(&Head, &First); InsertTailList(&Head, &Second); "
      "RemoveEntryList(&First); RemoveEntryList(&First);");
  EXPECT_TRUE(mentions_line(first(result.findings, "N-064"), "driver.c", kHere))
      << told(result.findings);
}

TEST(ListRules, N064EntriesRemovedOnceAreSilent) {
  const Life result = life(
      "InitializeListHead(&Head); InsertTailList(&Head, &First); InsertHeadList(&Head, &Second); "
      "RemoveEntryList(&First); RemoveHeadList(&Head);");
  EXPECT_TRUE(result.findings.empty()) << told(result.findings);
}

}  // namespace
