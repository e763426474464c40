// Drivers that touch a client's memory: rule N-058.
#include "src/nt/mm/user_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include "src/nt/base/wdk.h"
#include "tests/nt/mm/touching_driver.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using namespace drydock::testing;

constexpr std::size_t kBytes = 2 * PAGE_SIZE;

TEST(UserMemory, TheClientSeesWhatIsWrittenAtItsAddress) {
  const nt::UserMemory memory(kBytes);
  auto* const there = static_cast<char*>(memory.address());
  auto* const here = static_cast<char*>(memory.contents());
  // The host is not watched. A copy crosses pages, and so may one instruction.
  std::memset(there, 'x', kBytes);
  EXPECT_EQ(here[0], 'x');
  EXPECT_EQ(here[kBytes - 1], 'x');
  std::memcpy(here, "hello", 6);
  EXPECT_STREQ(there, "hello");
  std::uint64_t across = 0x0102030405060708;
  std::memcpy(there + PAGE_SIZE - 4, &across, sizeof across);
  EXPECT_EQ(std::memcmp(here + PAGE_SIZE - 4, &across, sizeof across), 0);
}

struct Touched {
  Life life;
  NTSTATUS status = STATUS_UNSUCCESSFUL;
};

Touched touch(const std::string& source, const std::vector<void*>& buffers) {
  Touched out;
  const auto call = [&](nt::LoadedDriver& loaded) {
    nt::Driver& driver = loaded.driver();
    const PDRIVER_DISPATCH routine = driver.object().MajorFunction[IRP_MJ_DEVICE_CONTROL];
    for (void* buffer : buffers) {
      IRP irp{};
      irp.UserBuffer = buffer;
      driver.run("device control", [&] { out.status = routine(nullptr, &irp); });
    }
  };
  out.life = life_of(source, ".c", {.between = call});
  return out;
}

void expect_found(const std::string& source, const char* words,
                  const std::function<void(nt::UserMemory&)>& prepare = {}) {
  nt::UserMemory memory(kBytes);
  if (prepare) prepare(memory);
  const Touched out = touch(source, {memory.address()});
  ASSERT_TRUE(has(out.life.findings, "N-058")) << text_of(out.life.findings);
  const auto& finding = first(out.life.findings, "N-058");
  EXPECT_NE(finding.message.find(words), std::string::npos) << finding.message;
  EXPECT_TRUE(mentions_line(finding, "driver.c", line_of(source, "/* here */")))
      << text_of(out.life.findings);
  EXPECT_FALSE(out.life.alive);
}

TEST(UserMemoryRules, N058TouchedOutsideATryBlockIsFound) {
  expect_found(touching_driver("    Buffer[0] = 1; /* here */"),
               "writes to a client's memory outside");
}

TEST(UserMemoryRules, N058TouchedWithoutAProbeIsFound) {
  expect_found(touching_driver(R"(
    __try { Status = Buffer[0] == 0 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL; /* here */
    } __except (EXCEPTION_EXECUTE_HANDLER) { Status = GetExceptionCode(); })"),
               "reads a client's memory without a probe");
}

// The first fetch is right; the second, after the block, is not.
TEST(UserMemoryRules, N058TouchedAgainAfterTheBlockIsFound) {
  expect_found(touching_driver(R"(
    __try { ProbeForRead((PVOID)Buffer, 4096, 4); Status = (NTSTATUS)Buffer[0];
    } __except (EXCEPTION_EXECUTE_HANDLER) { return GetExceptionCode(); }
    Status = (NTSTATUS)Buffer[0]; /* here */)"),
               "reads a client's memory outside");
}

TEST(UserMemoryRules, N058TouchedBehindTheProbedBytesIsFound) {
  expect_found(touching_driver(R"(
    __try { ProbeForRead((PVOID)Buffer, 8, 4); Status = (NTSTATUS)Buffer[1];
        Status = (NTSTATUS)Buffer[2]; /* here */
    } __except (EXCEPTION_EXECUTE_HANDLER) { Status = GetExceptionCode(); })"),
               "without a probe");
}

// The pointer of a hostile client leads to memory that is there, and no probe would accept it.
TEST(UserMemoryRules, N058MemoryOfTheKernelIsFound) {
  const nt::UserMemory declared(kBytes);
  const nt::KernelBait bait(kBytes);
  const std::string source = touching_driver(R"(
    __try { Status = Buffer[0] == 0 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL; /* here */
    } __except (EXCEPTION_EXECUTE_HANDLER) { Status = GetExceptionCode(); })");
  const Touched out = touch(source, {bait.address()});
  ASSERT_TRUE(has(out.life.findings, "N-058")) << text_of(out.life.findings);
  EXPECT_NE(first(out.life.findings, "N-058").message.find("reads memory of the kernel"),
            std::string::npos);
  EXPECT_TRUE(
      mentions_line(first(out.life.findings, "N-058"), "driver.c", line_of(source, "/* here */")));
}

TEST(UserMemoryRules, N058MemoryOfTheKernelThatIsProbedIsSilent) {
  const nt::UserMemory declared(kBytes);
  const nt::KernelBait bait(kBytes);
  const Touched out = touch(touching_driver(R"(
    __try { ProbeForRead((PVOID)Buffer, 4, 4); Status = (NTSTATUS)Buffer[0];
    } __except (EXCEPTION_EXECUTE_HANDLER) { Status = GetExceptionCode(); })"),
                            {bait.address()});
  EXPECT_EQ(out.status, STATUS_ACCESS_VIOLATION);
  EXPECT_TRUE(out.life.findings.empty()) << text_of(out.life.findings);
}

TEST(UserMemoryRules, N058TouchedAtDispatchLevelIsFound) {
  expect_found(touching_driver(R"(
    KIRQL Old;
    __try { ProbeForRead((PVOID)Buffer, 8, 4); KeRaiseIrql(DISPATCH_LEVEL, &Old);
        Status = (NTSTATUS)Buffer[1]; /* here */
        KeLowerIrql(Old);
    } __except (EXCEPTION_EXECUTE_HANDLER) { Status = GetExceptionCode(); })"),
               "at DISPATCH_LEVEL");
}

// A probe holds for the call that made it.
TEST(UserMemoryRules, N058ProbeOfAnEarlierCallDoesNotCount) {
  const nt::UserMemory memory(kBytes);
  const std::string source = touching_driver(R"(
    static ULONG Calls;
    __try { if (Calls++ == 0) ProbeForRead((PVOID)Buffer, 8, 4);
        Status = (NTSTATUS)Buffer[1]; /* here */
    } __except (EXCEPTION_EXECUTE_HANDLER) { Status = GetExceptionCode(); })");
  EXPECT_TRUE(touch(source, {memory.address()}).life.findings.empty());
  EXPECT_TRUE(has(touch(source, {memory.address(), memory.address()}).life.findings, "N-058"));
}

const char* const kCareful = R"(
    __try { ProbeForWrite((PVOID)Buffer, 8192, 4);
        RtlFillMemory((PVOID)Buffer, 8192, 7); Buffer[1023] = 5; Buffer[1024] = 6;
    } __except (EXCEPTION_EXECUTE_HANDLER) { Status = GetExceptionCode(); })";

TEST(UserMemoryRules, N058ProbedInsideATryBlockIsSilent) {
  const nt::UserMemory memory(kBytes);
  const Touched out = touch(touching_driver(kCareful), {memory.address()});
  EXPECT_EQ(out.status, STATUS_SUCCESS);
  EXPECT_TRUE(out.life.findings.empty()) << text_of(out.life.findings);
  const auto* contents = static_cast<const ULONG*>(memory.contents());
  EXPECT_EQ(contents[0], 0x07070707U);
  EXPECT_EQ(contents[1023], 5U);
  EXPECT_EQ(contents[1024], 6U);
}

// wdm/nf-wdm-probeforread.md: another thread of the client may free the memory at any time.
TEST(UserMemoryRules, N058MemoryThatTheClientFreedIsAnExceptionOfACarefulDriver) {
  nt::UserMemory memory(kBytes);
  const std::string source = touching_driver(R"(
    __try { ProbeForRead((PVOID)Buffer, 8, 4); Status = (NTSTATUS)Buffer[1];
    } __except (EXCEPTION_EXECUTE_HANDLER) { Status = GetExceptionCode(); })");
  memory.set_rights(nt::PageRights::kNone);
  const Touched out = touch(source, {memory.address()});
  EXPECT_EQ(out.status, STATUS_ACCESS_VIOLATION);
  EXPECT_TRUE(out.life.findings.empty()) << text_of(out.life.findings);
}

TEST(UserMemoryRules, N058ReadOnlyMemoryFailsTheProbeForWriting) {
  nt::UserMemory memory(kBytes);
  memory.set_rights(nt::PageRights::kRead);
  const Touched out = touch(touching_driver(kCareful), {memory.address()});
  EXPECT_EQ(out.status, STATUS_ACCESS_VIOLATION);
  EXPECT_TRUE(out.life.findings.empty()) << text_of(out.life.findings);
}

// wdm/nf-wdm-mmprobeandlockpages.md: locked pages are touched at their system address, freely.
TEST(UserMemoryRules, N058LockedPagesAtTheirSystemAddressAreSilent) {
  const nt::UserMemory memory(kBytes);
  const Touched out = touch(touching_driver(R"(
    PMDL Mdl = IoAllocateMdl((PVOID)Buffer, 8192, FALSE, FALSE, NULL);
    ULONG* System;
    if (Mdl == NULL) return STATUS_INSUFFICIENT_RESOURCES;
    __try { MmProbeAndLockPages(Mdl, UserMode, IoModifyAccess);
    } __except (EXCEPTION_EXECUTE_HANDLER) { IoFreeMdl(Mdl); return GetExceptionCode(); }
    System = (ULONG*)MmGetSystemAddressForMdlSafe(Mdl, NormalPagePriority);
    if (System != NULL) System[1500] = 77;
    MmUnlockPages(Mdl);
    IoFreeMdl(Mdl);)"),
                            {memory.address()});
  EXPECT_EQ(out.status, STATUS_SUCCESS);
  EXPECT_TRUE(out.life.findings.empty()) << text_of(out.life.findings);
  EXPECT_EQ(static_cast<const ULONG*>(memory.contents())[1500], 77U);
}

// Memory that is declared but not watched: only what faults is looked at.
TEST(UserMemoryRules, N058FaultOnDeclaredMemoryOutsideATryBlockIsFound) {
  void* const page = mmap(nullptr, PAGE_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  {
    const nt::UserRange range(page, PAGE_SIZE);
    const std::string source = touching_driver("    Buffer[0] = 1; /* here */");
    const Touched out = touch(source, {page});
    EXPECT_TRUE(has(out.life.findings, "N-058")) << text_of(out.life.findings);
    EXPECT_FALSE(has(out.life.findings, "N-061")) << text_of(out.life.findings);
  }
  munmap(page, PAGE_SIZE);
}

}  // namespace
