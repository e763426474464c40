// Each rule of the pool: a driver that breaks it is found at the line of its source, the twin that
// keeps it is silent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "src/nt/pool/pool.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;

// The body runs in DriverEntry, the second one in DriverUnload.
std::string driver(const std::string& body, const std::string& at_unload = "") {
  return "#include <ntddk.h>\n"
         "static char* kept; static KDPC* dpc;\n"
         "static VOID Late(PKDPC d, PVOID c, PVOID a, PVOID b)\n"
         "{ UNREFERENCED_PARAMETER(d); UNREFERENCED_PARAMETER(c);\n"
         "  UNREFERENCED_PARAMETER(a); UNREFERENCED_PARAMETER(b); }\n"
         "static VOID Busy(PKDPC d, PVOID c, PVOID a, PVOID b)\n"
         "{ UNREFERENCED_PARAMETER(d); UNREFERENCED_PARAMETER(c);\n"
         "  UNREFERENCED_PARAMETER(a); UNREFERENCED_PARAMETER(b);\n"
         "  for (int i = 0; i < 5000; ++i) KeStallExecutionProcessor(10); }\n"
         "static VOID Work(PVOID gate)\n"
         "{ KeWaitForSingleObject(gate, Executive, KernelMode, FALSE, NULL); }\n"
         "static VOID Sleeper(PVOID event)\n"
         "{ KeWaitForSingleObject(event, Executive, KernelMode, FALSE, NULL); /*waits*/\n"
         "  PsTerminateSystemThread(STATUS_SUCCESS); }\n"
         "static VOID Unload(PDRIVER_OBJECT object)\n{\n  UNREFERENCED_PARAMETER(object);\n" +
         at_unload +
         "\n}\n"
         "NTSTATUS DriverEntry(PDRIVER_OBJECT object, PUNICODE_STRING path)\n{\n"
         "  KIRQL old; LARGE_INTEGER due; char* block;\n"
         "  UNREFERENCED_PARAMETER(path); (void)old; (void)due; (void)block; (void)kept; "
         "(void)dpc; (void)Late; (void)Busy; (void)Work; (void)Sleeper;\n"
         "  due.QuadPart = -10 * 1000 * 1000 * 60LL;\n"
         "  object->DriverUnload = Unload;\n" +
         body + "\n  return STATUS_SUCCESS;\n}\n";
}

// Raised, and one of its stacks passes the line marked "here".
void expect_found(const std::string& source, const std::string& rule,
                  const LifeOptions& options = {}) {
  const Life life = life_of(source, ".c", options);
  const rules::Finding& finding = first(life.findings, rule);
  EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(source, "/*here*/")))
      << text_of(life.findings);
}

void expect_silent(const std::string& source, const LifeOptions& options = {}) {
  const Life life = life_of(source, ".c", options);
  EXPECT_TRUE(NT_SUCCESS(life.status));
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

const char* const kAllocate =
    "  block = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'tseT'); /*allocated*/\n";

TEST(PoolRules, N001DoubleFreeIsFound) {
  const std::string source = driver(std::string(kAllocate) +
                                    "  ExFreePoolWithTag(block, 'tseT'); /*first*/\n"
                                    "  ExFreePoolWithTag(block, 'tseT'); /*here*/");
  const Life life = life_of(source);
  const rules::Finding& finding = first(life.findings, "N-001");
  for (const char* mark : {"/*allocated*/", "/*first*/", "/*here*/"}) {
    EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(source, mark)))
        << mark << text_of(life.findings);
  }
  EXPECT_FALSE(life.alive);
}

TEST(PoolRules, N001FreeOnceIsSilent) {
  expect_silent(driver(std::string(kAllocate) + "  ExFreePoolWithTag(block, 'tseT');"));
}

TEST(PoolRules, N002WrongTagIsFound) {
  expect_found(driver(std::string(kAllocate) + "  ExFreePoolWithTag(block, 'rehO'); /*here*/"),
               "N-002");
}

TEST(PoolRules, N002NoTagAtFreeIsSilent) {
  expect_silent(driver(std::string(kAllocate) + "  ExFreePool(block);"));
}

TEST(PoolRules, N003StackPointerIsFound) {
  expect_found(driver("  ExFreePool(&due); /*here*/"), "N-003");
}

TEST(PoolRules, N003InnerPointerIsFound) {
  expect_found(driver(std::string(kAllocate) + "  ExFreePool(block + 16); /*here*/"), "N-003");
}

TEST(PoolRules, N003WholeBlockIsSilent) {
  expect_silent(driver(std::string(kAllocate) + "  ExFreePool((PVOID)(block + 16 - 16));"));
}

TEST(PoolRules, N004OverrunIsFoundAtFree) {
  expect_found(driver(std::string(kAllocate) + "  block[64] = 0;\n  ExFreePool(block); /*here*/"),
               "N-004");
}

TEST(PoolRules, N004OverrunIsFoundAtUnload) {
  expect_found(
      driver(
          "  kept = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'tseT'); /*here*/\n  kept[64] = 0;"),
      "N-004");
}

TEST(PoolRules, N004LastByteIsSilent) {
  expect_silent(driver(std::string(kAllocate) + "  block[63] = 0;\n  ExFreePool(block);"));
}

TEST(PoolRules, N005WriteAfterFreeIsFound) {
  const std::string source = driver(
      std::string(kAllocate) + "  kept = block;\n  ExFreePool(block); /*here*/", "  kept[8] = 1;");
  expect_found(source, "N-005");
  EXPECT_EQ(count(life_of(source).findings, "N-005"), 1U);
}

TEST(PoolRules, N005WriteBeforeFreeIsSilent) {
  expect_silent(
      driver(std::string(kAllocate) + "  kept = block;", "  kept[8] = 1; ExFreePool(kept);"));
}

TEST(PoolRules, N006PagedPoolAtDispatchIsFound) {
  expect_found(driver("  KeRaiseIrql(DISPATCH_LEVEL, &old);\n"
                      "  block = ExAllocatePoolWithTag(PagedPool, 64, 'tseT'); /*here*/\n"
                      "  KeLowerIrql(old);"),
               "N-006");
}

TEST(PoolRules, N006PagedPoolFreedAtDispatchIsFound) {
  expect_found(driver("  block = ExAllocatePoolWithTag(PagedPool, 64, 'tseT');\n"
                      "  KeRaiseIrql(DISPATCH_LEVEL, &old);\n"
                      "  ExFreePool(block); /*here*/\n"
                      "  KeLowerIrql(old);"),
               "N-006");
}

TEST(PoolRules, N006NonPagedPoolAtDispatchIsSilent) {
  expect_silent(driver("  KeRaiseIrql(DISPATCH_LEVEL, &old);\n" + std::string(kAllocate) +
                       "  ExFreePool(block);\n  KeLowerIrql(old);"));
}

TEST(PoolRules, N007PoolAboveDispatchIsFound) {
  expect_found(driver("  KeRaiseIrql(HIGH_LEVEL, &old);\n"
                      "  block = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'tseT'); /*here*/\n"
                      "  KeLowerIrql(old);"),
               "N-007");
}

TEST(PoolRules, N007PoolAtApcLevelIsSilent) {
  expect_silent(
      driver("  KeRaiseIrql(APC_LEVEL, &old);\n"
             "  block = ExAllocatePoolWithTag(PagedPool, 64, 'tseT');\n"
             "  ExFreePool(block);\n  KeLowerIrql(old);"));
}

TEST(PoolRules, N008LeakIsFound) {
  const std::string source = driver(
      "  kept = ExAllocatePoolWithTag(PagedPool, 100, 'kaeL'); /*here*/\n"
      "  block = ExAllocatePoolZero(NonPagedPoolNx, 20, 'kaeL');\n"
      "  block = ExAllocatePool2(POOL_FLAG_PAGED, 1 << 20, 'kaeL');");
  expect_found(source, "N-008");
  const Life life = life_of(source);
  EXPECT_EQ(count(life.findings, "N-008"), 3U);
  EXPECT_THAT(text_of(life.findings), HasSubstr("pool block 'Leak' of 100 bytes"));
}

TEST(PoolRules, N008FreedAtUnloadIsSilent) {
  expect_silent(
      driver("  kept = ExAllocatePoolWithTag(PagedPool, 100, 'kaeL');", "  ExFreePool(kept);"));
}

TEST(PoolRules, N009ZeroBytesAreFound) {
  expect_found(
      driver(
          "  block = ExAllocatePoolWithTag(PagedPool, 0, 'tseT'); /*here*/\n  ExFreePool(block);"),
      "N-009");
}

TEST(PoolRules, N009OneByteIsSilent) {
  expect_silent(
      driver("  block = ExAllocatePoolWithTag(PagedPool, 1, 'tseT');\n  ExFreePool(block);"));
}

TEST(PoolRules, N010NoTagIsFoundOnceForAPlace) {
  const std::string source = driver(
      "  for (int i = 0; i < 5; ++i) {\n"
      "    block = ExAllocatePool(PagedPool, 16); /*here*/\n"
      "    ExFreePool(block);\n  }\n"
      "  block = ExAllocatePoolWithTag(PagedPool, 16, 0);\n  ExFreePool(block);");
  expect_found(source, "N-010");
  EXPECT_EQ(count(life_of(source).findings, "N-010"), 2U);
}

TEST(PoolRules, N010TagIsSilent) {
  expect_silent(
      driver("  block = ExAllocatePoolWithTag(PagedPool, 16, 'x');\n  ExFreePool(block);"));
}

TEST(PoolRules, N011MustSucceedIsFound) {
  expect_found(
      driver("  block = ExAllocatePoolWithTag(NonPagedPoolMustSucceed, 16, 'tseT'); /*here*/"),
      "N-011");
}

TEST(PoolRules, N011RaiseOnFailureIsSilent) {
  expect_silent(
      driver("  block = ExAllocatePoolWithTag(NonPagedPoolNx | POOL_RAISE_IF_ALLOCATION_FAILURE,"
             " 16, 'tseT');\n  ExFreePool(block);"));
}

// wdm/nf-wdm-exallocatepoolwithquotatag.md: "If the request cannot be satisfied,
// ExAllocatePoolWithQuotaTag raises an exception unless POOL_QUOTA_FAIL_INSTEAD_OF_RAISE is
// specified."
TEST(PoolRules, FailureIsRaisedWhereItIsAskedFor) {
  expect_silent(driver(
      "  __try { ExAllocatePoolWithQuotaTag(PagedPool, (SIZE_T)1 << 50, 'tseT'); return "
      "STATUS_UNSUCCESSFUL; }\n"
      "  __except (EXCEPTION_EXECUTE_HANDLER) {\n"
      "    if (GetExceptionCode() != STATUS_INSUFFICIENT_RESOURCES) return STATUS_UNSUCCESSFUL; }\n"
      "  __try { ExAllocatePool2(POOL_FLAG_PAGED | POOL_FLAG_RAISE_ON_FAILURE, (SIZE_T)1 << 50, "
      "'tseT');\n"
      "    return STATUS_UNSUCCESSFUL; }\n"
      "  __except (EXCEPTION_EXECUTE_HANDLER) { }\n"));
}

// Under a seed a delay ends when all other strands sleep.
const LifeOptions kSeeded = {.seed = 1};

// Starts a thread that waits for an event in a block of pool.
const char* const kWaitInPool =
    "  KEVENT* event = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(KEVENT) + 64, 'tseT');\n"
    "  HANDLE handle; PVOID thread;\n"
    "  KeInitializeEvent(event, NotificationEvent, FALSE);\n"
    "  PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, NULL, NULL, NULL, Sleeper, event);\n"
    "  ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, NULL, KernelMode, &thread, NULL);\n"
    "  ZwClose(handle);\n"
    "  due.QuadPart = -10000;\n"
    "  KeDelayExecutionThread(KernelMode, FALSE, &due);\n";
const char* const kEndWait =
    "  KeSetEvent(event, 0, FALSE);\n"
    "  KeWaitForSingleObject(thread, Executive, KernelMode, FALSE, NULL);\n"
    "  ObDereferenceObject(thread);\n";

TEST(PoolRules, N022FreeWhileAThreadWaitsIsFound) {
  const std::string source =
      driver(std::string(kWaitInPool) + "  ExFreePool(event); /*here*/\n" + kEndWait);
  const Life life = life_of(source, ".c", kSeeded);
  const rules::Finding& finding = first(life.findings, "N-022");
  for (const char* mark : {"/*here*/", "/*waits*/"}) {
    EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(source, mark)))
        << mark << text_of(life.findings);
  }
  EXPECT_FALSE(life.alive);
}

TEST(PoolRules, N022FreeOfALargeBlockWhileAThreadWaitsIsFound) {
  std::string source =
      driver(std::string(kWaitInPool) + "  ExFreePool(event); /*here*/\n" + kEndWait);
  source.replace(source.find("sizeof(KEVENT) + 64"), 19, "200000");
  expect_found(source, "N-022", kSeeded);
}

TEST(PoolRules, N022FreeAfterTheWaitIsSilent) {
  expect_silent(driver(std::string(kWaitInPool) + kEndWait + "  ExFreePool(event);"), kSeeded);
}

const char* const kTimerInPool =
    "  block = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(KTIMER) + 16, 'tseT');\n"
    "  KeInitializeTimer((PKTIMER)(block + 16));\n"
    "  KeSetTimer((PKTIMER)(block + 16), due, NULL);\n";

TEST(PoolRules, N037TimerArmedInFreedMemoryIsFound) {
  expect_found(driver(std::string(kTimerInPool) + "  ExFreePool(block); /*here*/"), "N-037");
}

TEST(PoolRules, N037CancelledTimerIsSilent) {
  expect_silent(driver(std::string(kTimerInPool) +
                       "  KeCancelTimer((PKTIMER)(block + 16));\n  ExFreePool(block);"));
}

// DPCs run one after the other: behind one that takes its time the next is queued for a while.
const char* const kBusyDpc =
    "  static KDPC busy;\n"
    "  KeInitializeDpc(&busy, Busy, NULL);\n"
    "  KeInsertQueueDpc(&busy, NULL, NULL);\n";
const char* const kDpcInPool =
    "  dpc = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(KDPC), 'tseT');\n"
    "  KeInitializeDpc(dpc, Late, NULL);\n"
    "  KeRaiseIrql(DISPATCH_LEVEL, &old);\n"
    "  KeInsertQueueDpc(dpc, NULL, NULL);\n";

TEST(PoolRules, N038DpcQueuedInFreedMemoryIsFound) {
  expect_found(driver(std::string(kBusyDpc) + kDpcInPool +
                      "  ExFreePool(dpc); /*here*/\n  KeLowerIrql(old);"),
               "N-038");
}

// The timer may have queued its DPC just before it was cancelled.
const char* const kPeriodicInPool =
    "  block = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(KTIMER) + sizeof(KDPC), 'tseT');\n"
    "  KeInitializeTimer((PKTIMER)block);\n"
    "  KeInitializeDpc((PKDPC)(block + sizeof(KTIMER)), Late, NULL);\n"
    "  KeSetTimerEx((PKTIMER)block, due, 1000, (PKDPC)(block + sizeof(KTIMER)));\n";

TEST(PoolRules, N038DpcNotFlushedBehindACancelIsFound) {
  expect_found(driver(std::string(kPeriodicInPool) +
                      "  KeFlushQueuedDpcs();\n  KeCancelTimer((PKTIMER)block);\n"
                      "  ExFreePool(block); /*here*/"),
               "N-038", kSeeded);
}

TEST(PoolRules, N038DpcFlushedBehindACancelIsSilent) {
  expect_silent(driver(std::string(kPeriodicInPool) +
                       "  KeCancelTimer((PKTIMER)block);\n  KeFlushQueuedDpcs();\n"
                       "  ExFreePool(block);"),
                kSeeded);
}

// The free of its memory removes a timer from the executive, so that unload finds no leak.
TEST(PoolRules, N037TimerInFreedMemoryIsFoundOnce) {
  const Life life = life_of(driver(std::string(kTimerInPool) + "  ExFreePool(block);"));
  EXPECT_EQ(count(life.findings, "N-037"), 1U) << text_of(life.findings);
}

TEST(PoolRules, N038RemovedDpcIsSilent) {
  expect_silent(driver(std::string(kDpcInPool) +
                       "  KeRemoveQueueDpc(dpc);\n  KeLowerIrql(old);\n  ExFreePool(dpc);"));
}

// Both workers stand at the gate, so the item is queued until it opens.
const char* const kWorkInPool =
    "  static KEVENT gate; static WORK_QUEUE_ITEM busy[2];\n"
    "  WORK_QUEUE_ITEM* item = ExAllocatePoolWithTag(NonPagedPoolNx, sizeof *item, 'tseT');\n"
    "  KeInitializeEvent(&gate, NotificationEvent, FALSE);\n"
    "  for (int i = 0; i < 2; ++i) {\n"
    "    ExInitializeWorkItem(&busy[i], Work, &gate);\n"
    "    ExQueueWorkItem(&busy[i], DelayedWorkQueue);\n  }\n"
    "  ExInitializeWorkItem(item, Work, &gate);\n"
    "  ExQueueWorkItem(item, DelayedWorkQueue);\n";

TEST(PoolRules, N040WorkItemQueuedInFreedMemoryIsFound) {
  expect_found(driver(std::string(kWorkInPool) + "  ExFreePool(item); /*here*/"), "N-040", kSeeded);
}

TEST(PoolRules, N040WorkItemThatRanIsSilent) {
  expect_silent(
      driver(std::string(kWorkInPool) + "  KeSetEvent(&gate, 0, FALSE);\n"
                                        "  due.QuadPart = -10000;\n"
                                        "  KeDelayExecutionThread(KernelMode, FALSE, &due);\n"
                                        "  ExFreePool(item);"),
      kSeeded);
}

}  // namespace
}  // namespace drydock::testing
