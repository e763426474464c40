// Bug checks, their callbacks, and lists that are corrupt.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/rtl/debug.h"
#include "src/rules/finding.h"
#include "tests/support/test_driver.h"

namespace {

using drydock::testing::count;
using drydock::testing::first;
using drydock::testing::Life;
using drydock::testing::life_of;
using drydock::testing::mentions_line;
using drydock::testing::text_of;

TEST(BugCheck, BugCheckOutsideADriverIsRecorded) {
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
  EXPECT_TRUE(mentions_line(finding, "driver.c", kHere)) << text_of(result.findings);
  EXPECT_NE(finding.message.find("VIDEO_TDR_FAILURE"), std::string::npos) << finding.message;
  EXPECT_EQ(finding.driver.empty(), false);
}

TEST(BugCheckRules, N060NoBugCheckIsSilent) {
  const Life result = life("if (DriverObject == NULL) KeBugCheck(0x116);");
  EXPECT_TRUE(result.alive);
  EXPECT_TRUE(result.findings.empty()) << text_of(result.findings);
}

TEST(BugCheckRules, N047CallbackLeftAtUnloadIsFound) {
  const Life result = life(kRegister);
  EXPECT_TRUE(mentions_line(first(result.findings, "N-047"), "driver.c", kHere))
      << text_of(result.findings);
}

TEST(BugCheckRules, N047DeregisteredCallbackIsSilent) {
  const Life result = life(kRegister, "if (!KeDeregisterBugCheckCallback(&Record)) KeBugCheck(1);");
  EXPECT_TRUE(result.findings.empty()) << text_of(result.findings);
}

// wdm/nf-wdm-keregisterbugcheckcallback.md: FALSE when the record is in use.
TEST(BugCheck, BugCheckCallbackIsRegisteredOnce) {
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
  std::string output;
  const drydock::nt::DebugListeners::Listener listener(
      drydock::nt::debug_listeners(), [&](std::string_view text) { output += text; });
  const Life result = life(std::string(kRegister) + " KeBugCheck(0xE2);");
  EXPECT_EQ(count(result.findings, "N-060"), 1u) << text_of(result.findings);
  EXPECT_EQ(output, "callback 5");
}

TEST(ListRules, N064EntryRemovedTwiceIsFound) {
  const Life result = life(
      "InitializeListHead(&Head); InsertTailList(&Head, &First); InsertTailList(&Head, &Second); "
      "RemoveEntryList(&First); RemoveEntryList(&First);");
  EXPECT_TRUE(mentions_line(first(result.findings, "N-064"), "driver.c", kHere))
      << text_of(result.findings);
}

TEST(ListRules, N064EntriesRemovedOnceAreSilent) {
  const Life result = life(
      "InitializeListHead(&Head); InsertTailList(&Head, &First); InsertHeadList(&Head, &Second); "
      "RemoveEntryList(&First); RemoveHeadList(&Head);");
  EXPECT_TRUE(result.findings.empty()) << text_of(result.findings);
}

}  // namespace
