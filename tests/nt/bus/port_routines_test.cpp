// Registers: every width, alone and in strings, with and without fences.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/port.h"

namespace {

TEST(Register, EachWidthTouchesItsOwnBytes) {
  alignas(8) UCHAR bytes[16];
  const auto fresh = [&] { std::memset(bytes, 0xEE, sizeof bytes); };
  fresh();
  WRITE_REGISTER_UCHAR(bytes + 3, 0x12);
  EXPECT_EQ(bytes[2], 0xEE);
  EXPECT_EQ(READ_REGISTER_UCHAR(bytes + 3), 0x12);
  EXPECT_EQ(bytes[4], 0xEE);
  fresh();
  WRITE_REGISTER_USHORT(reinterpret_cast<USHORT*>(bytes + 4), 0x1234);
  EXPECT_EQ(READ_REGISTER_USHORT(reinterpret_cast<USHORT*>(bytes + 4)), 0x1234);
  EXPECT_EQ(bytes[6], 0xEE);
  fresh();
  WRITE_REGISTER_ULONG(reinterpret_cast<ULONG*>(bytes + 4), 0x12345678);
  EXPECT_EQ(READ_REGISTER_ULONG(reinterpret_cast<ULONG*>(bytes + 4)), 0x12345678U);
  EXPECT_EQ(bytes[8], 0xEE);
  fresh();
  WRITE_REGISTER_ULONG64(reinterpret_cast<ULONG64*>(bytes), 0x123456789ABCDEF0);
  EXPECT_EQ(READ_REGISTER_ULONG64(reinterpret_cast<ULONG64*>(bytes)), 0x123456789ABCDEF0U);
  EXPECT_EQ(READ_REGISTER_NOFENCE_ULONG(reinterpret_cast<ULONG*>(bytes)), 0x9ABCDEF0U);
  EXPECT_EQ(bytes[8], 0xEE);
}

// wdm/nf-wdm-read_register_buffer_ulong.md: unlike ports, registers lie one behind the other.
TEST(Register, StringsGoToNeighbours) {
  ULONG registers[4] = {0, 0, 0, 9};
  ULONG values[3] = {1, 2, 3};
  WRITE_REGISTER_BUFFER_ULONG(registers, values, 3);
  EXPECT_EQ(registers[0], 1U);
  EXPECT_EQ(registers[2], 3U);
  EXPECT_EQ(registers[3], 9U);
  WRITE_REGISTER_NOFENCE_ULONG(registers + 1, 7);
  READ_REGISTER_BUFFER_ULONG(registers, values, 2);
  EXPECT_EQ(values[1], 7U);
  EXPECT_EQ(values[2], 3U);
  READ_REGISTER_NOFENCE_BUFFER_ULONG(registers, values, 0);
  EXPECT_EQ(values[0], 1U);
}

// A device whose ports the bus maps into memory.
TEST(Register, APortThatIsAnAddressIsMemory) {
  USHORT memory[2] = {5, 6};
  EXPECT_EQ(READ_PORT_USHORT(memory), 5);
  WRITE_PORT_USHORT(memory, 8);
  EXPECT_EQ(memory[0], 8);
  USHORT values[2] = {1, 2};
  WRITE_PORT_BUFFER_USHORT(memory, values, 2);  // all through the one
  EXPECT_EQ(memory[0], 2);
  EXPECT_EQ(memory[1], 6);
}

}  // namespace
