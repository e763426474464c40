// The sections of a driver's file that are pageable or discarded, and their functions.
#include "src/nt/driver/elf_sections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
using drydock::nt::CodeRange;
using drydock::nt::ElfSection;

const ElfSection* named(const std::vector<ElfSection>& all, const std::string& name) {
  const auto at = std::ranges::find(all, name, &ElfSection::name);
  return at == all.end() ? nullptr : &*at;
}

constexpr const char* kSections = R"(#include <ntddk.h>
volatile LONG count;
#pragma code_seg("PAGE")
__declspec(noinline) VOID First(VOID) { ++count; }
__declspec(noinline) VOID Second(VOID) { --count; }
template <typename T> __declspec(noinline) void Add(T value) { count += value; }
struct Counter {
  __declspec(noinline) Counter() { ++count; }
  __declspec(noinline) ~Counter() { ++count; }
  __declspec(noinline) void Go() { ++count; }
};
#pragma code_seg("PAGELK")
__declspec(noinline) VOID Third(VOID) { count = 3; }
#pragma code_seg("INIT")
__declspec(noinline) VOID Early(VOID) { count = 4; }
#pragma code_seg()
extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING) {
  driver->DriverUnload = [](PDRIVER_OBJECT) {};
  Early(); First(); Second(); Third();
  Counter counter;
  counter.Go();
  Add(1);
  return STATUS_SUCCESS;
}
)";

TEST(ElfSections, PageableAndDiscardableOnesAreRead) {
  const std::vector<ElfSection> all = drydock::nt::read_sections(build_driver(kSections, ".cpp"));
  EXPECT_EQ(all.size(), 3U);
  const ElfSection* const page = named(all, "PAGE");
  const ElfSection* const locked = named(all, "PAGELK");
  const ElfSection* const init = named(all, "INIT");
  ASSERT_TRUE(page != nullptr && locked != nullptr && init != nullptr);
  EXPECT_TRUE(page->is_pageable());
  EXPECT_TRUE(locked->is_pageable());
  EXPECT_FALSE(init->is_pageable());
  EXPECT_EQ(locked->functions.size(), 1U);
  EXPECT_EQ(init->functions.size(), 1U);
}

// Templates, constructors and destructors lie there by the compiler's choice, and are left out:
// two functions and one member are told.
TEST(ElfSections, FunctionsThatTheAuthorPlacedAreReadInTheirOrder) {
  const std::vector<ElfSection> all = drydock::nt::read_sections(build_driver(kSections, ".cpp"));
  const ElfSection* const page = named(all, "PAGE");
  ASSERT_NE(page, nullptr);
  ASSERT_EQ(page->functions.size(), 3U);
  std::uintptr_t last = page->range.begin;
  for (const CodeRange& function : page->functions) {
    EXPECT_GE(function.begin, last);
    EXPECT_GT(function.end, function.begin);
    last = function.end;
  }
  EXPECT_LE(last, page->range.end);
}

TEST(ElfSections, ADriverWithoutThemHasNone) {
  EXPECT_TRUE(
      drydock::nt::read_sections(build_driver(driver_of("", "  return STATUS_SUCCESS;"))).empty());
}

}  // namespace
