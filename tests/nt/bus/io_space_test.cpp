// Mapped device memory and its registers.
#include "src/nt/bus/io_space.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "tests/nt/memory_calls.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using namespace drydock::testing;

constexpr std::uint64_t kDevice = 0xE0000000;

// wdm/nf-wdm-mmmapiospace.md: the mapping shows the device's memory, at the same offset in a page.
TEST(IoSpace, MapsADeclaredRange) {
  const auto range = nt::declare_io_range(kDevice + 0x100, 0x3000);
  auto* const mapped = static_cast<char*>(MmMapIoSpace(at(kDevice + 0x104), 0x2000, MmNonCached));
  ASSERT_NE(mapped, nullptr);
  EXPECT_EQ(reinterpret_cast<ULONG_PTR>(mapped) % PAGE_SIZE, 0x104U);
  WRITE_REGISTER_ULONG(reinterpret_cast<volatile ULONG*>(mapped), 0x12345678);
  EXPECT_EQ(static_cast<char*>(range->memory())[4], 0x78);
  static_cast<char*>(range->memory())[8] = 9;
  EXPECT_EQ(mapped[4], 9);
  EXPECT_EQ(MmGetPhysicalAddress(mapped + 0x1000).QuadPart, LONGLONG{kDevice + 0x1104});
  EXPECT_EQ(MmGetVirtualForPhysical(at(kDevice + 0x104)), mapped);
  MmUnmapIoSpace(mapped, 0x2000);
  EXPECT_FALSE(MmIsAddressValid(mapped));
}

TEST(IoSpace, RangesDoNotOverlap) {
  const auto range = nt::declare_io_range(kDevice, 0x1000);
  EXPECT_THROW(nt::declare_io_range(kDevice + 0xFFF, 1), std::invalid_argument);
  EXPECT_THROW(nt::declare_io_range(0x200000, 1), std::invalid_argument);
  EXPECT_THROW(nt::declare_io_range(kDevice + 0x1000, 0), std::invalid_argument);
  EXPECT_NO_THROW(nt::declare_io_range(kDevice + 0x1000, 1));
}

TEST(IoSpace, CallbacksSeeRegisterAccess) {
  std::vector<std::string> seen;
  const auto range = nt::declare_io_range(
      kDevice, 0x1000,
      {.read =
           [&](std::uint64_t offset, unsigned width) {
             seen.push_back("r" + std::to_string(offset) + "/" + std::to_string(width));
             return std::uint64_t{0x1122334455667788};
           },
       .write =
           [&](std::uint64_t offset, unsigned width, std::uint64_t value) {
             seen.push_back("w" + std::to_string(offset) + "/" + std::to_string(width) + "=" +
                            std::to_string(value));
           }});
  auto* const base = static_cast<char*>(MmMapIoSpace(at(kDevice + 16), 0x100, MmNonCached));
  EXPECT_EQ(READ_REGISTER_UCHAR(reinterpret_cast<PUCHAR>(base)), 0x88);
  EXPECT_EQ(READ_REGISTER_USHORT(reinterpret_cast<PUSHORT>(base)), 0x7788);
  EXPECT_EQ(READ_REGISTER_NOFENCE_ULONG(reinterpret_cast<PULONG>(base + 4)), 0x55667788U);
  EXPECT_EQ(READ_REGISTER_ULONG64(reinterpret_cast<PULONG64>(base + 8)), 0x1122334455667788U);
  WRITE_REGISTER_UCHAR(reinterpret_cast<PUCHAR>(base), 7);
  ULONG values[2] = {1, 2};
  WRITE_REGISTER_BUFFER_ULONG(reinterpret_cast<PULONG>(base), values, 2);
  READ_REGISTER_BUFFER_ULONG(reinterpret_cast<PULONG>(base), values, 2);
  EXPECT_EQ(READ_PORT_ULONG(reinterpret_cast<PULONG>(base)), 0x55667788U);
  const std::vector<std::string> expected = {"r16/1",   "r16/2",   "r20/4", "r24/8", "w16/1=7",
                                             "w16/4=1", "w20/4=2", "r16/4", "r20/4", "r16/4"};
  EXPECT_EQ(seen, expected);
  MmUnmapIoSpace(base, 0x100);
}

}  // namespace
