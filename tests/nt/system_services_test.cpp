// Smaller services of the system: virtual memory, share access, the error log, calls on every
// processor, the BIOS.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/ob/process_notify.h"
#include "src/sim/faults.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"
#include "tests/support/test_driver.h"

extern "C" {
BOOLEAN x86BiosCall(ULONG, PVOID);
NTSTATUS x86BiosAllocateBuffer(PULONG, PUSHORT, PUSHORT);
}

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using namespace drydock::testing;

NTSTATUS allocate(PVOID* base, SIZE_T* size, ULONG type, ULONG protection = PAGE_READWRITE) {
  return ZwAllocateVirtualMemory(ZwCurrentProcess(), base, 0, size, type, protection);
}
NTSTATUS release(PVOID base, SIZE_T size, ULONG type) {
  return ZwFreeVirtualMemory(ZwCurrentProcess(), &base, &size, type);
}

// ntifs/nf-ntifs-ntallocatevirtualmemory.md: reserve, commit a part, decommit, release.
TEST(VirtualMemory, IsReservedCommittedAndReleased) {
  PVOID base = nullptr;
  SIZE_T size = 0x20001;
  ASSERT_EQ(allocate(&base, &size, MEM_RESERVE), STATUS_SUCCESS);
  EXPECT_EQ(size, 0x21000U);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(base) % 0x10000, 0U);
  EXPECT_TRUE(nt::is_user_memory(base, size));
  PVOID part = static_cast<char*>(base) + 0x1800;
  SIZE_T part_size = 0x1000;
  ASSERT_EQ(allocate(&part, &part_size, MEM_COMMIT), STATUS_SUCCESS);
  EXPECT_EQ(part, static_cast<char*>(base) + 0x1000);
  EXPECT_EQ(part_size, 0x2000U);
  static_cast<char*>(part)[0x1FFF] = 1;
  EXPECT_EQ(release(part, part_size, MEM_DECOMMIT), STATUS_SUCCESS);
  ASSERT_EQ(allocate(&part, &part_size, MEM_COMMIT), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<char*>(part)[0x1FFF], 0);
  // What was reserved together is released together.
  EXPECT_EQ(release(part, part_size, MEM_RELEASE), STATUS_UNABLE_TO_FREE_VM);
  EXPECT_EQ(release(part, 0, MEM_RELEASE), STATUS_FREE_VM_NOT_AT_BASE);
  EXPECT_EQ(release(base, 0, MEM_RELEASE), STATUS_SUCCESS);
  EXPECT_EQ(release(base, 0, MEM_RELEASE), STATUS_MEMORY_NOT_ALLOCATED);
  EXPECT_EQ(allocate(&part, &part_size, MEM_COMMIT), STATUS_CONFLICTING_ADDRESSES);
}

TEST(VirtualMemory, RefusalsAreTheDocumentedOnes) {
  PVOID base = nullptr;
  SIZE_T size = 0;
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT), STATUS_INVALID_PARAMETER_4);
  size = ~SIZE_T{0};
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT), STATUS_INVALID_PARAMETER_4);
  size = 1;
  EXPECT_EQ(allocate(&base, &size, 0), STATUS_INVALID_PARAMETER_5);
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT, 0), STATUS_INVALID_PAGE_PROTECTION);
  EXPECT_EQ(ZwAllocateVirtualMemory(nullptr, &base, 0, &size, MEM_COMMIT, PAGE_READWRITE),
            STATUS_INVALID_HANDLE);
  const sim::FaultInjection faults({.nth = 0});
  EXPECT_EQ(allocate(&base, &size, MEM_COMMIT), STATUS_NO_MEMORY);
}

std::string virtual_driver(const char* unload) {
  return std::string(R"(#include <ntddk.h>
static PVOID Base;
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { SIZE_T Size = 0; UNREFERENCED_PARAMETER(Driver); (void)Size; )") +
         unload + R"(}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    SIZE_T Size = 4096;
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    return ZwAllocateVirtualMemory(ZwCurrentProcess(), &Base, 0, &Size, MEM_COMMIT, PAGE_READWRITE);
}
)";
}
TEST(VirtualMemoryRules, N045MemoryLeftAtUnloadIsFound) {
  const Life life = life_of(virtual_driver(""));
  EXPECT_TRUE(has(life.findings, "N-045")) << told(life.findings);
}
TEST(VirtualMemoryRules, N045ReleasedMemoryIsSilent) {
  const Life life = life_of(
      virtual_driver("ZwFreeVirtualMemory(ZwCurrentProcess(), &Base, &Size, MEM_RELEASE);"));
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << told(life.findings);
}

// wdm/nf-wdm-iocheckshareaccess.md
TEST(ShareAccess, OpensMustAgree) {
  SHARE_ACCESS share{};
  FILE_OBJECT first{};
  FILE_OBJECT second{};
  FILE_OBJECT third{};
  IoSetShareAccess(FILE_READ_DATA, FILE_SHARE_READ, &first, &share);
  EXPECT_EQ(share.OpenCount, 1U);
  // The first does not share writing; the second must share reading.
  EXPECT_EQ(IoCheckShareAccess(FILE_WRITE_DATA, FILE_SHARE_READ, &second, &share, TRUE),
            STATUS_SHARING_VIOLATION);
  EXPECT_EQ(IoCheckShareAccess(FILE_READ_DATA, 0, &second, &share, TRUE), STATUS_SHARING_VIOLATION);
  EXPECT_EQ(share.OpenCount, 1U);
  EXPECT_EQ(IoCheckShareAccess(FILE_READ_DATA, FILE_SHARE_READ, &second, &share, FALSE),
            STATUS_SUCCESS);
  EXPECT_EQ(share.Readers, 1U);
  IoUpdateShareAccess(&second, &share);
  EXPECT_EQ(share.Readers, 2U);
  // Attributes alone disturb nobody.
  EXPECT_EQ(IoCheckShareAccess(FILE_READ_ATTRIBUTES, 0, &third, &share, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(share.OpenCount, 2U);
  IoRemoveShareAccess(&third, &share);
  IoRemoveShareAccess(&first, &share);
  IoRemoveShareAccess(&second, &share);
  EXPECT_EQ(share.OpenCount, 0U);
  EXPECT_EQ(share.SharedRead, 0U);
  EXPECT_EQ(IoCheckShareAccess(FILE_WRITE_DATA, 0, &second, &share, TRUE), STATUS_SUCCESS);
}

// wdm/nf-wdm-ioallocateerrorlogentry.md
TEST(ErrorLog, EntriesBecomeEvents) {
  const drydock::trace::Recording recording;
  DEVICE_OBJECT device{};
  auto* entry = static_cast<PIO_ERROR_LOG_PACKET>(
      IoAllocateErrorLogEntry(&device, sizeof(IO_ERROR_LOG_PACKET)));
  ASSERT_NE(entry, nullptr);
  entry->ErrorCode = STATUS_INSUFFICIENT_RESOURCES;
  IoWriteErrorLogEntry(entry);
  EXPECT_NE(drydock::trace::to_text().find("error log"), std::string::npos);
  EXPECT_EQ(IoAllocateErrorLogEntry(&device, 4), nullptr);
  EXPECT_EQ(IoAllocateErrorLogEntry(&device, 255), nullptr);
  IoFreeErrorLogEntry(IoAllocateErrorLogEntry(&device, 100));
}

struct Seen {
  sim::Lock mutex;
  std::set<ULONG> processors;
  std::set<KIRQL> irqls;
  int calls = 0;
  std::atomic<int> arrived = 0;
  std::atomic<int> chosen = 0;

  void note() {
    const sim::Hold hold(mutex);
    processors.insert(KeGetCurrentProcessorNumberEx(nullptr));
    irqls.insert(KeGetCurrentIrql());
    ++calls;
  }
};

// wdm/nf-wdm-keipigenericcall.md: on all processors at once, at IPI_LEVEL; the caller's own answer.
TEST(EveryProcessor, IpiReachesAllAtTheSameTime) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Seen seen;
    const ULONG mine = KeGetCurrentProcessorNumberEx(nullptr);
    const ULONG_PTR answer = KeIpiGenericCall(
        [](ULONG_PTR context) -> ULONG_PTR {
          auto& it = *reinterpret_cast<Seen*>(context);
          it.note();
          // A routine may wait for the others.
          ++it.arrived;
          while (it.arrived < 4) sim::switch_point();
          return KeGetCurrentProcessorNumberEx(nullptr);
        },
        reinterpret_cast<ULONG_PTR>(&seen));
    EXPECT_EQ(answer, mine);
    EXPECT_EQ(seen.calls, 4);
    EXPECT_EQ(seen.processors.size(), 4U);
    EXPECT_EQ(seen.irqls, std::set<KIRQL>{IPI_LEVEL});
    EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  }
}

TEST(EveryProcessor, GenericDpcMeetsAndOneIsChosen) {
  const sim::SeededSchedule schedule(2);
  Seen seen;
  KeGenericCallDpc(
      [](PKDPC, PVOID context, PVOID argument1, PVOID argument2) {
        auto& it = *static_cast<Seen*>(context);
        it.note();
        ++it.arrived;
        if (KeSignalCallDpcSynchronize(argument2)) ++it.chosen;
        EXPECT_EQ(it.arrived, 4);
        KeSignalCallDpcDone(argument1);
      },
      &seen);
  EXPECT_EQ(seen.calls, 4);
  EXPECT_EQ(seen.chosen, 1);
  EXPECT_EQ(seen.irqls, std::set<KIRQL>{DISPATCH_LEVEL});
}

TEST(EveryProcessor, ACrashOnOneEndsTheDriver) {
  const Life life = life_of(R"(#include <ntddk.h>
static ULONG_PTR Worker(ULONG_PTR Context) {
    if (KeGetCurrentProcessorNumberEx(NULL) == 2) *(volatile ULONG*)(ULONG_PTR)8 = 1;
    return Context;
}
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); }
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    KeIpiGenericCall(Worker, 1);
    return STATUS_SUCCESS;
}
)",
                            ".c", {.seed = 3});
  EXPECT_TRUE(has(life.findings, "N-061")) << told(life.findings);
  EXPECT_FALSE(life.alive);
}

TEST(X86Bios, IsNotThere) {
  ULONG length = 16;
  USHORT segment = 0;
  USHORT offset = 0;
  EXPECT_FALSE(x86BiosCall(0x10, nullptr));
  EXPECT_EQ(x86BiosAllocateBuffer(&length, &segment, &offset), STATUS_NOT_SUPPORTED);
}

// ntddk/nf-ntddk-pssetcreateprocessnotifyroutine.md
struct Told {
  static inline std::vector<std::pair<HANDLE, BOOLEAN>> processes;
  static inline int threads = 0;
  static VOID process(HANDLE, HANDLE id, BOOLEAN create) { processes.emplace_back(id, create); }
  static VOID process_ex(PEPROCESS, HANDLE id, PPS_CREATE_NOTIFY_INFO info) {
    processes.emplace_back(id, info == nullptr ? 2 : 3);
  }
  static VOID thread(HANDLE, HANDLE, BOOLEAN) { ++threads; }
};
HANDLE id(ULONG_PTR number) { return reinterpret_cast<HANDLE>(number); }

TEST(ProcessNotify, RoutinesHearUntilTheyAreTakenOut) {
  EXPECT_EQ(PsSetCreateProcessNotifyRoutine(Told::process, TRUE), STATUS_PROCEDURE_NOT_FOUND);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutine(Told::process, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutine(Told::process, FALSE), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutineEx(Told::process_ex, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(PsSetCreateThreadNotifyRoutine(Told::thread), STATUS_SUCCESS);
  nt::notify_process_created(id(4), id(8));
  nt::notify_thread(id(8), id(12), true);
  nt::notify_process_ended(id(4), id(8));
  using Pair = std::pair<HANDLE, BOOLEAN>;
  EXPECT_THAT(Told::processes, ::testing::ElementsAre(Pair(id(8), TRUE), Pair(id(8), 3),
                                                      Pair(id(8), FALSE), Pair(id(8), 2)));
  EXPECT_EQ(Told::threads, 1);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutine(Told::process, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutineEx(Told::process_ex, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(PsRemoveCreateThreadNotifyRoutine(Told::thread), STATUS_SUCCESS);
  nt::notify_process_created(id(4), id(16));
  EXPECT_EQ(Told::processes.size(), 4U);
}

std::string notify_driver(const char* unload) {
  return std::string(R"(#include <ntddk.h>
static VOID Told(HANDLE Parent, HANDLE Process, BOOLEAN Create) {
    UNREFERENCED_PARAMETER(Parent); UNREFERENCED_PARAMETER(Process); UNREFERENCED_PARAMETER(Create);
}
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); )") +
         unload + R"(}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    return PsSetCreateProcessNotifyRoutine(Told, FALSE);
}
)";
}
TEST(ProcessNotifyRules, N047RoutineLeftAtUnloadIsFoundAndNeverCalled) {
  const Life life = life_of(notify_driver(""));
  EXPECT_TRUE(has(life.findings, "N-047")) << told(life.findings);
  nt::notify_process_created(id(4), id(8));
}
TEST(ProcessNotifyRules, N047RoutineTakenOutIsSilent) {
  const Life life = life_of(notify_driver("PsSetCreateProcessNotifyRoutine(Told, TRUE);"));
  EXPECT_TRUE(life.findings.empty()) << told(life.findings);
}

// ntifs/nf-ntifs-pslookupprocessbyprocessid.md
TEST(Process, IsFoundByItsNumber) {
  PEPROCESS process = nullptr;
  EXPECT_EQ(PsLookupProcessByProcessId(id(0x7770), &process), STATUS_INVALID_CID);
  ASSERT_EQ(PsLookupProcessByProcessId(PsGetCurrentProcessId(), &process), STATUS_SUCCESS);
  EXPECT_EQ(process, IoGetCurrentProcess());
  EXPECT_EQ(PsGetProcessExitStatus(process), STATUS_PENDING);
  ObDereferenceObject(process);
  CLIENT_ID client{PsGetCurrentProcessId(), nullptr};
  HANDLE handle = nullptr;
  OBJECT_ATTRIBUTES attributes;
  InitializeObjectAttributes(&attributes, nullptr, OBJ_KERNEL_HANDLE, nullptr, nullptr);
  ASSERT_EQ(ZwOpenProcess(&handle, PROCESS_ALL_ACCESS, &attributes, &client), STATUS_SUCCESS);
  PVOID base = nullptr;
  SIZE_T size = 1;
  EXPECT_EQ(ZwAllocateVirtualMemory(handle, &base, 0, &size, MEM_COMMIT, PAGE_READWRITE),
            STATUS_SUCCESS);
  EXPECT_EQ(release(base, 0, MEM_RELEASE), STATUS_SUCCESS);
  ZwClose(handle);
  EXPECT_EQ(PsGetThreadId(PsGetCurrentThread()), PsGetCurrentThreadId());
  EXPECT_FALSE(PsIsThreadTerminating(PsGetCurrentThread()));
}

TEST(Timer, ByHandleIsSetWaitedForAndCancelled) {
  const sim::SeededSchedule schedule(1);
  HANDLE timer = nullptr;
  ASSERT_EQ(ZwCreateTimer(&timer, GENERIC_ALL, nullptr, SynchronizationTimer), STATUS_SUCCESS);
  LARGE_INTEGER due;
  due.QuadPart = -10'000;
  BOOLEAN state = TRUE;
  EXPECT_EQ(ZwSetTimer(timer, &due, nullptr, nullptr, FALSE, 0, &state), STATUS_SUCCESS);
  EXPECT_FALSE(state);
  EXPECT_EQ(ZwWaitForSingleObject(timer, FALSE, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(ZwSetTimer(timer, &due, nullptr, nullptr, FALSE, 0, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(ZwCancelTimer(timer, &state), STATUS_SUCCESS);
  EXPECT_FALSE(state);
  EXPECT_EQ(ZwClose(timer), STATUS_SUCCESS);
  EXPECT_EQ(ZwCancelTimer(timer, &state), STATUS_INVALID_HANDLE);
}

TEST(Luid, IsGivenOnce) {
  LUID first;
  LUID second;
  ZwAllocateLocallyUniqueId(&first);
  ZwAllocateLocallyUniqueId(&second);
  EXPECT_NE(first.LowPart, second.LowPart);
}

// ntddk/nf-ntddk-keexpandkernelstackandcallout.md
TEST(ExpandedStack, CalloutIsCalled) {
  int calls = 0;
  const auto count = [](PVOID context) { ++*static_cast<int*>(context); };
  EXPECT_EQ(KeExpandKernelStackAndCallout(count, &calls, 4096), STATUS_SUCCESS);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(KeExpandKernelStackAndCalloutEx(count, &calls, ~SIZE_T{0}, FALSE, nullptr),
            STATUS_INVALID_PARAMETER_3);
  EXPECT_EQ(calls, 1);
}

// wdm/nf-wdm-mmpageentiredriver.md and -mmlockpagabledatasection.md
TEST(ImagePaging, HandleIsOfTheImage) {
  static int data = 0;
  EXPECT_NE(MmLockPagableDataSection(&data), nullptr);
  EXPECT_EQ(MmPageEntireDriver(&data), MmLockPagableDataSection(&data));
  MmUnlockPagableImageSection(MmLockPagableDataSection(&data));
  EXPECT_FALSE(MmIsDriverVerifying(nullptr));
}

constexpr USHORT kDaclPresent = 0x0004;
constexpr USHORT kDaclDefaulted = 0x0008;
constexpr USHORT kSelfRelative = 0x8000;

// wdm/nf-wdm-rtlcreatesecuritydescriptor.md and -rtlsetdaclsecuritydescriptor.md
TEST(SecurityDescriptor, AbsoluteOneIsBuiltAndMeasured) {
  SECURITY_DESCRIPTOR descriptor;
  EXPECT_EQ(RtlCreateSecurityDescriptor(&descriptor, 2), STATUS_UNKNOWN_REVISION);
  ASSERT_EQ(RtlCreateSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION), STATUS_SUCCESS);
  EXPECT_TRUE(RtlValidSecurityDescriptor(&descriptor));
  EXPECT_EQ(RtlLengthSecurityDescriptor(&descriptor), sizeof descriptor);
  // No list at all lets everybody in.
  EXPECT_EQ(RtlSetDaclSecurityDescriptor(&descriptor, TRUE, nullptr, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(descriptor.Control, kDaclPresent);
  ACL acl{ACL_REVISION, 0, sizeof(ACL), 0, 0};
  EXPECT_EQ(RtlSetDaclSecurityDescriptor(&descriptor, TRUE, &acl, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(descriptor.Control, kDaclPresent | kDaclDefaulted);
  EXPECT_EQ(RtlLengthSecurityDescriptor(&descriptor), sizeof descriptor + sizeof acl);
  EXPECT_EQ(RtlSetDaclSecurityDescriptor(&descriptor, FALSE, nullptr, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(descriptor.Control, 0);
  descriptor.Revision = 9;
  EXPECT_FALSE(RtlValidSecurityDescriptor(&descriptor));
}

// wdm/nf-wdm-sevalidsecuritydescriptor.md: one that a client handed in, with its length.
TEST(SecurityDescriptor, RelativeOneIsCheckedToItsLastByte) {
  alignas(4) UCHAR bytes[20 + 12 + 8] = {1, 0};
  auto* words = reinterpret_cast<ULONG*>(bytes);
  reinterpret_cast<USHORT*>(bytes)[1] = kSelfRelative | kDaclPresent;
  words[1] = 20;  // owner, with one sub-authority
  words[4] = 32;  // list
  bytes[20] = 1;
  bytes[21] = 1;
  const ACL acl{ACL_REVISION, 0, sizeof(ACL), 0, 0};
  std::memcpy(bytes + 32, &acl, sizeof acl);
  EXPECT_TRUE(SeValidSecurityDescriptor(sizeof bytes, bytes));
  EXPECT_TRUE(RtlValidRelativeSecurityDescriptor(
      bytes, sizeof bytes, OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION));
  EXPECT_FALSE(RtlValidRelativeSecurityDescriptor(bytes, sizeof bytes, GROUP_SECURITY_INFORMATION));
  for (ULONG length = 0; length < sizeof bytes; ++length)
    EXPECT_FALSE(SeValidSecurityDescriptor(length, bytes)) << length;
  for (const ULONG offset : {0xFFFFFFFCU, ULONG{sizeof bytes}, 36U}) {
    words[4] = offset;
    EXPECT_FALSE(SeValidSecurityDescriptor(sizeof bytes, bytes)) << offset;
  }
  words[4] = 32;
  bytes[21] = 200;
  EXPECT_FALSE(SeValidSecurityDescriptor(sizeof bytes, bytes));
}

}  // namespace
