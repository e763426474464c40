// MmMapIoSpace and its kin: what may be mapped, and what is unmapped as it was mapped.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/io_space.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/memory_calls.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using drydock::rules::FindingLog;
using namespace drydock::testing;

constexpr std::uint64_t kRegisters = 0xE0000000;

// wdm/nf-wdm-mmmapiospaceex.md
TEST(IoSpace, ProtectionOfAMapping) {
  const auto range = nt::declare_io_range(kRegisters, 0x1000);
  EXPECT_EQ(MmMapIoSpaceEx(at(kRegisters), 0x1000, PAGE_NOACCESS), nullptr);
  EXPECT_EQ(
      MmMapIoSpaceEx(at(kRegisters), 0x1000, PAGE_READWRITE | PAGE_NOCACHE | PAGE_WRITECOMBINE),
      nullptr);
  void* const mapped = MmMapIoSpaceEx(at(kRegisters), 0x1000, PAGE_READWRITE | PAGE_NOCACHE);
  ASSERT_NE(mapped, nullptr);
  *static_cast<volatile int*>(mapped) = 1;
  MmUnmapIoSpace(mapped, 0x1000);
}

TEST(IoSpace, MemoryInUseCanBeMapped) {
  auto* const memory = static_cast<char*>(MmAllocateContiguousMemory(PAGE_SIZE, at(UINT64_MAX)));
  auto* const mapped =
      static_cast<char*>(MmMapIoSpace(MmGetPhysicalAddress(memory + 8), 16, MmCached));
  ASSERT_NE(mapped, nullptr);
  mapped[0] = 'm';
  EXPECT_EQ(memory[8], 'm');
  MmUnmapIoSpace(mapped, 16);
  MmFreeContiguousMemory(memory);
}

TEST(IoSpace, FailsAtAFaultPoint) {
  const auto range = nt::declare_io_range(kRegisters, 0x1000);
  sim::FaultInjection injection(first_point());
  EXPECT_EQ(MmMapIoSpace(at(kRegisters), 0x1000, MmNonCached), nullptr);
}

// An access is one of five, with one attribute of the cache at most.
TEST(IoSpace, OnlyDocumentedProtectionsAreMapped) {
  const auto range = nt::declare_io_range(kRegisters, 0x1000);
  for (const ULONG protect : {ULONG{PAGE_READONLY}, ULONG{PAGE_EXECUTE}, ULONG{PAGE_EXECUTE_READ},
                              ULONG{PAGE_EXECUTE_READWRITE} | PAGE_WRITECOMBINE}) {
    void* const mapped = MmMapIoSpaceEx(at(kRegisters), 0x1000, protect);
    EXPECT_NE(mapped, nullptr) << protect;
    MmUnmapIoSpace(mapped, 0x1000);
  }
  for (const ULONG protect : {ULONG{0}, ULONG{PAGE_READONLY} | PAGE_READWRITE, ULONG{PAGE_GUARD}})
    EXPECT_EQ(MmMapIoSpaceEx(at(kRegisters), 0x1000, protect), nullptr) << protect;
}

// The finding names the mapping, and where it was made.
TEST(IoSpace, UnmappedInAnotherSizeItIsGoneAllTheSame) {
  const auto range = nt::declare_io_range(kRegisters, 0x2000);
  const FindingLog log;
  void* const mapped = MmMapIoSpace(at(kRegisters), 0x2000, MmNonCached);
  MmUnmapIoSpace(mapped, 0x1000);
  const auto findings = log.findings();
  ASSERT_EQ(count(findings, "N-055"), 1U) << text_of(findings);
  EXPECT_EQ(findings[0].object, "I/O space 0xe0000000 of 8192 bytes");
  EXPECT_FALSE(MmIsAddressValid(mapped));
}

std::string driver(const std::string& physical, const std::string& unload) {
  return driver_with_unload("static PVOID registers;", unload, "  PHYSICAL_ADDRESS address;",
                            "  address.QuadPart = " + physical + R"(;
  registers = MmMapIoSpace(address, 0x1000, MmNonCached); // map
  if (registers == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  WRITE_REGISTER_ULONG((volatile ULONG*)registers, 0xABCD);
  return READ_REGISTER_ULONG((volatile ULONG*)registers) == 0xABCD ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)");
}

void expect_rule(const std::string& source, const char* rule, const char* mark) {
  const auto range = nt::declare_io_range(kRegisters, 0x1000);
  const Life life = life_of(source);
  ASSERT_TRUE(has(life.findings, rule)) << text_of(life.findings);
  EXPECT_TRUE(mentions_line(first(life.findings, rule), "driver.c", line_of(source, mark)))
      << text_of(life.findings);
}

void expect_silence() {
  const auto range = nt::declare_io_range(kRegisters, 0x1000);
  const Life life = life_of(driver("0xE0000000", "MmUnmapIoSpace(registers, 0x1000);"));
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

TEST(IoSpaceRules, N054LeftAtUnloadIsFound) {
  expect_rule(driver("0xE0000000", ""), "N-054", "// map");
}
TEST(IoSpaceRules, N054UnmappedIsSilent) { expect_silence(); }

TEST(IoSpaceRules, N055AnotherSizeIsFound) {
  expect_rule(driver("0xE0000000", "MmUnmapIoSpace(registers, 0x2000); // unmap"), "N-055",
              "// unmap");
}
TEST(IoSpaceRules, N055UnmappedTwiceIsFound) {
  expect_rule(
      driver("0xE0000000",
             "MmUnmapIoSpace(registers, 0x1000);\nMmUnmapIoSpace(registers, 0x1000); // again"),
      "N-055", "// again");
}
TEST(IoSpaceRules, N055SameSizeIsSilent) { expect_silence(); }

TEST(IoSpaceRules, N056UndeclaredRangeIsFound) {
  expect_rule(driver("0xE0001000", "MmUnmapIoSpace(registers, 0x1000);"), "N-056", "// map");
}
TEST(IoSpaceRules, N056BeyondTheEndIsFound) {
  expect_rule(driver("0xE0000800", "MmUnmapIoSpace(registers, 0x1000);"), "N-056", "// map");
}
TEST(IoSpaceRules, N056DeclaredRangeIsSilent) { expect_silence(); }

}  // namespace
