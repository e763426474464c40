// Smaller services of the system: virtual memory, share access, the error log, calls on every
// processor, the BIOS.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>

#include "src/nt/physical_user.h"
#include "src/nt/wdk.h"
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

}  // namespace
